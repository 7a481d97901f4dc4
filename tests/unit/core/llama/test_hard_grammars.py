"""Grammars with which llama.cpp would end the process or be busy for ever."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.engine.loader import load
from app.core.engine.sliced_work import run_to_end
from app.core.grammars import (
    FittingTokens,
    Recogniser,
    TokenTrie,
    TooAmbiguous,
    parse_grammar,
    recogniser,
    token_trie,
)
from app.core.llama import GrammarMask, TokenTable
from app.core.protocol import BackendChoice
from tests.helpers.loading import load_command
from tests.helpers.worded_model import write_worded_llama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy.typing as npt

    from app.core.llama import Model

WORDS = ["ab", "abc", "aaaa", "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaac", 'a"', "xyz"]
AMBIGUOUS = 'root ::= s\ns ::= "a" s "x" | "a" s "y" | "a" s "z" | "b"'


class Worded:
    """A model with its words."""

    def __init__(self, model: Model, ids: dict[str, int]) -> None:
        self.model = model
        self.ids = ids
        self._tokens = run_to_end(TokenTable.reading(model))

    def grammar(self, text: str) -> GrammarMask:
        return GrammarMask(self.model, parse_grammar(text), self._tokens)

    def choose(self, grammar: GrammarMask, **logits: float) -> int | None:
        """Return the likeliest token that fits; of those that are not named, the later one."""
        values = np.arange(self.model.n_vocab, dtype=np.float32) / np.float32(1000)
        for word, logit in logits.items():
            values[self.ids.get(word, ord(word[0]))] = logit
        return grammar.choose(values, likeliest)


def likeliest(candidates: npt.NDArray[np.void]) -> int:
    return int(candidates["id"][candidates["logit"].argmax()])


@pytest.fixture(scope="module")
def worded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worded]:
    path: Path = tmp_path_factory.mktemp("w") / "worded.gguf"
    ids = write_worded_llama(path, WORDS)
    loaded = load(load_command(path, n_ctx=256), BackendChoice(), lambda _fraction: True)
    yield Worded(loaded.model, ids)
    loaded.close()


@pytest.mark.parametrize("rest", ["!<[5]>", "<[{ab}]>"])
def test_a_token_does_not_go_on_into_the_place_of_a_token(worded: Worded, rest: str) -> None:
    """llama.cpp allows it, and ends the process when it is told of it."""
    grammar = worded.grammar('root ::= "a" ' + rest.format(ab=worded.ids["ab"]))
    assert not grammar.allows(worded.ids["ab"])
    chosen = worded.choose(grammar, ab=9.0, abc=8.0, a=-5.0)
    assert chosen == ord("a")
    grammar.accept(chosen)
    assert grammar.allows(worded.ids["ab"])
    grammar.accept(worded.ids["ab"])
    assert grammar.is_complete


def test_a_token_may_end_in_the_middle_of_a_rule(worded: Worded) -> None:
    grammar = worded.grammar('root ::= "aab" "c" "\\""?')
    assert not grammar.allows(worded.ids["ab"])
    grammar.accept(ord("a"))
    grammar.accept(worded.ids["ab"])
    assert not grammar.allows(worded.ids["abc"])
    assert worded.choose(grammar, abc=9.0) == ord("c")


def test_what_is_ambiguous_without_an_end_keeps_nobody_waiting(worded: Worded) -> None:
    """Each "a" makes three stacks of one; llama.cpp compares each with each."""
    grammar = worded.grammar(AMBIGUOUS)
    began = time.perf_counter()
    n_letters = 0
    while grammar.allows(ord("a")):
        grammar.accept(ord("a"))
        n_letters += 1
    assert 4 < n_letters < 10
    assert not grammar.allows(worded.ids["aaaaaaaaaaaaaaaa"])
    chosen = worded.choose(grammar, aaaaaaaaaaaaaaaaaaac=9.0, aaaaaaaaaaaaaaaa=8.0, a=7.0)
    assert chosen == ord("b")
    grammar.accept(chosen)
    for _ in range(n_letters):
        assert not grammar.is_complete
        grammar.accept(ord("y"))
    assert grammar.is_complete
    assert time.perf_counter() - began < 30


def test_a_long_token_in_an_ambiguous_place_keeps_nobody_waiting(worded: Worded) -> None:
    grammar = worded.grammar(AMBIGUOUS)
    began = time.perf_counter()
    assert not grammar.allows(worded.ids["aaaaaaaaaaaaaaaaaaac"])
    assert worded.choose(grammar, aaaaaaaaaaaaaaaaaaac=9.0, a=7.0) == ord("a")
    assert time.perf_counter() - began < 30


def test_deep_nesting_costs_no_more_than_its_depth(worded: Worded) -> None:
    grammar = worded.grammar('root ::= "(" root ")" | "x"')
    began = time.perf_counter()
    for _ in range(3000):
        grammar.accept(ord("("))
    assert not grammar.allows(ord(")"))
    grammar.accept(ord("x"))
    for _ in range(3000):
        grammar.accept(ord(")"))
    assert grammar.is_complete
    assert time.perf_counter() - began < 30


def test_however_little_time_there_is_what_fits_is_found(
    worded: Worded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_trie, "_PATIENCE_S", -1.0)
    for text, word in (('root ::= "z"', "z"), ("root ::= [a-z0-9]", "0")):
        grammar = worded.grammar(text)
        chosen = worded.choose(grammar, **{word: 9.0})
        assert chosen == ord(word)


def test_where_long_tokens_alone_fit_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_trie, "_PATIENCE_S", -1.0)
    trie = run_to_end(TokenTrie.growing([b"abc", b"aby", b"xyz"]))
    grammar = Recogniser(parse_grammar('root ::= "aby" "xyz"'))
    assert FittingTokens(grammar, trie).at(grammar.start).tolist() == [False, True, False]


def test_what_becomes_too_ambiguous_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = " | ".join(f'"a" x "{number}"' for number in range(900))
    grammar = Recogniser(parse_grammar(f'root ::= x\nx ::= "b" | {ways}'))
    n_made = 0
    make = recogniser._Stack.__init__

    def counted(self: recogniser._Stack, *about: Any) -> None:
        nonlocal n_made
        n_made += 1
        make(self, *about)

    monkeypatch.setattr(recogniser._Stack, "__init__", counted)
    with pytest.raises(TooAmbiguous):
        grammar.after_text(grammar.start, "a")
    assert n_made < 10_000
