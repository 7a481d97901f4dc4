"""Tokens that fit a grammar: whatever a model says, what ends by itself is of the grammar."""

from __future__ import annotations

import ctypes
import random
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from llama_cpp import llama_cpp as native

from app.core.engine.loader import load
from app.core.engine.sliced_work import run_to_end
from app.core.errors import BugError
from app.core.grammars import MalformedGrammar, TooAmbiguous, parse_grammar
from app.core.llama import (
    Batch,
    ChainParams,
    DecodeOutcome,
    GrammarMask,
    SamplerChain,
    TokenTable,
)
from app.core.llama.errors import TokenUnknown
from app.core.llama.sampler import candidates_of
from app.core.protocol import BackendChoice
from tests.helpers.gguf_factory import IM_END, IM_START, write_tiny_llama
from tests.helpers.harm import how_often
from tests.helpers.loading import load_command
from tests.helpers.random_grammars import random_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from app.core.engine.loader import LoadedModel
    from app.core.llama import Model

N_GRAMMARS = how_often("HEARTH_GRAMMARS", 200)
N_TOKENS = 60
WARM = ChainParams(1.3, 0, 1.0, 0.0, 1.1, 64, 5)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoadedModel]:
    path = write_tiny_llama(tmp_path_factory.mktemp("g") / "ends.gguf", end_gain=1.0, seed=4)
    loaded = load(load_command(path, n_ctx=256), BackendChoice(), lambda _fraction: True)
    yield loaded
    loaded.close()


@pytest.fixture(scope="module")
def tokens(loaded: LoadedModel) -> TokenTable:
    return run_to_end(TokenTable.reading(loaded.model))


def grammar_mask(loaded: LoadedModel, tokens: TokenTable, text: str) -> GrammarMask:
    return GrammarMask(loaded.model, parse_grammar(text), tokens)


def likeliest_of(candidates: npt.NDArray[np.void]) -> int:
    return int(candidates["id"][candidates["logit"].argmax()])


class Reference:
    """llama.cpp's own sampler; with tokens of one byte each it bears any grammar."""

    def __init__(self, model: Model, text: str) -> None:
        self._model = model
        self._handle = native.llama_sampler_init_grammar(model.vocab_handle, text.encode(), b"root")
        assert self._handle

    def close(self) -> None:
        native.llama_sampler_free(self._handle)

    def accept(self, token: int) -> None:
        native.llama_sampler_accept(self._handle, token)

    def confirm(self, grammar: GrammarMask) -> None:
        """Fail unless both allow the same tokens, but for those that are half a character."""
        n_vocab = self._model.n_vocab
        candidates = candidates_of(np.arange(n_vocab), np.zeros(n_vocab, np.float32))
        data = candidates.ctypes.data_as(ctypes.POINTER(native.llama_token_data))
        array = native.llama_token_data_array(data, n_vocab, -1, False)
        native.llama_sampler_apply(self._handle, ctypes.byref(array))
        theirs = candidates["logit"] > -np.inf
        ours = np.zeros(n_vocab, np.bool_)
        grammar.choose(np.zeros(n_vocab, np.float32), lambda some: note(ours, some["id"]))
        one_by_one = [grammar.allows(token) for token in range(n_vocab)]
        assert ours.tolist() == one_by_one
        # They take the name of a hidden token for text and bytes that are no UTF-8 for letters, and
        # refuse the first byte of all letters where one that begins so is excluded.
        other = [int(token) for token in np.flatnonzero(theirs != ours) if token < 0x80]
        for token in other:
            with pytest.raises(TooAmbiguous):
                grammar._recogniser.after_bytes(grammar._state, bytes([token]))


def note(marks: npt.NDArray[np.bool_], token_ids: npt.NDArray[np.int32]) -> int:
    marks[token_ids] = True
    return int(token_ids[0])


class Speaker:
    """Says what a grammar allows, one decoded token after the other."""

    def __init__(self, loaded: LoadedModel, tokens: TokenTable, seed: int) -> None:
        self._loaded = loaded
        self._tokens = tokens
        self._seed = seed

    def say(self, text: str, params: ChainParams = WARM) -> tuple[bytes, str]:
        """Return what was said and how it ended: "end", "nothing fits" or "cut"."""
        model, context = self._loaded.model, self._loaded.context
        grammar = grammar_mask(self._loaded, self._tokens, text)
        reference = Reference(model, text)
        chain, batch, said, token = SamplerChain(model, params), Batch(1), b"", self._seed
        context.clear()
        try:
            for pos in range(N_TOKENS):
                batch.clear()
                batch.add(0, [token], pos, frozenset({pos}))
                assert context.decode(batch) is DecodeOutcome.DONE
                logits = context.logits_in_place(0)
                reference.confirm(grammar)
                token = chain.choose(logits)
                if not grammar.allows(token):
                    chosen = grammar.choose(logits, chain.choose_of)
                    if chosen is None:
                        return said, "nothing fits"
                    token = chosen
                grammar.accept(token)
                chain.accept((token,))
                if model.is_end(token):
                    return said, "end"
                reference.accept(token)
                said += model.piece(token, special=False)
                shown = said.decode("utf-8", "ignore")
                assert grammar.is_complete == (shown.encode() == said and grammar.completes(shown))
            return said, "cut"
        finally:
            batch.close()
            chain.close()
            reference.close()


def test_what_ends_by_itself_is_of_the_grammar(loaded: LoadedModel, tokens: TokenTable) -> None:
    rng = random.Random(5)
    ends: dict[str, int] = {}
    n_split = 0
    for number in range(N_GRAMMARS):
        tree = random_tree(rng)
        try:
            parse_grammar(tree.written())
        except MalformedGrammar:
            continue
        params = WARM if number % 3 else ChainParams(0.0, 40, 1.0, 0.0, 1.0, 64, 1)
        said, end = Speaker(loaded, tokens, number % 256).say(tree.written(), params)
        ends[end] = ends.get(end, 0) + 1
        if end == "end":
            assert tree.accepts(said.decode()), (tree.written(), said)
            n_split += any(byte > 0x7F for byte in said)
    assert ends["end"] > N_GRAMMARS // 5
    assert n_split > N_GRAMMARS // 40  # characters of several tokens, for each byte is one


def test_a_token_that_does_not_fit_is_never_told_to_llama_cpp(
    loaded: LoadedModel, tokens: TokenTable
) -> None:
    grammar = grammar_mask(loaded, tokens, 'root ::= "ab"')
    assert grammar.allows(ord("a"))
    assert not grammar.allows(ord("b"))
    with pytest.raises(BugError):
        grammar.accept(ord("b"))
    with pytest.raises(BugError):
        grammar.accept(IM_END)
    grammar.accept(ord("a"))
    assert not grammar.is_complete
    grammar.accept(ord("b"))
    assert grammar.allows(IM_END)
    assert not grammar.can_go_on
    grammar.accept(IM_END)


def test_a_token_that_is_not_shown_does_not_stand_for_its_name(
    loaded: LoadedModel, tokens: TokenTable
) -> None:
    for text in ("root ::= .*", 'root ::= "<|im_start|>"'):
        grammar = grammar_mask(loaded, tokens, text)
        assert not grammar.allows(IM_START)
        logits = np.full(loaded.model.n_vocab, -9.0, np.float32)
        logits[IM_START] = 9.0
        chosen = grammar.choose(logits, likeliest_of)
        assert chosen not in (None, IM_START)


def test_a_token_that_is_named_fits_where_it_is_named(
    loaded: LoadedModel, tokens: TokenTable
) -> None:
    for name in (f"<[{IM_START}]>", "<|im_start|>"):
        grammar = grammar_mask(loaded, tokens, f'root ::= "a" {name} "b"')
        assert not grammar.allows(IM_START)
        grammar.accept(ord("a"))
        assert not grammar.allows(ord("b"))
        grammar.accept(IM_START)
        grammar.accept(ord("b"))
        assert grammar.is_complete


def test_a_token_that_the_model_lacks_is_told(loaded: LoadedModel, tokens: TokenTable) -> None:
    with pytest.raises(TokenUnknown, match=re.escape("<|think|>")):
        grammar_mask(loaded, tokens, "root ::= <|think|>")


@pytest.mark.parametrize("char", ["é", "世", "😀"])
def test_an_answer_does_not_end_within_a_character(
    loaded: LoadedModel, tokens: TokenTable, char: str
) -> None:
    grammar = grammar_mask(loaded, tokens, "root ::= [^a]*")
    for byte in char.encode():
        assert grammar.is_complete == (byte == char.encode()[0])
        assert grammar.allows(IM_END) == grammar.is_complete
        assert grammar.allows(byte)
        assert not grammar.allows(0xFF)
        grammar.accept(byte)
    assert grammar.is_complete


def test_where_nothing_fits_none_is_chosen(loaded: LoadedModel, tokens: TokenTable) -> None:
    grammar = grammar_mask(loaded, tokens, 'root ::= "a" [\\uD800]')
    grammar.accept(ord("a"))
    logits = np.zeros(loaded.model.n_vocab, np.float32)
    assert grammar.choose(logits, likeliest_of) is None
