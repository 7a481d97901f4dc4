"""Our reader of grammars refuses what llama.cpp refuses, and never less."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from llama_cpp import llama_cpp as native

from app.core.engine.loader import load
from app.core.grammars import MalformedGrammar, parse_grammar
from app.core.protocol import BackendChoice
from tests.helpers.harm import how_often
from tests.helpers.loading import load_command
from tests.helpers.random_grammars import Choice, Rule, Text, Tree, damaged, random_tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.grammars import Fault
    from app.core.llama import Model

N_GRAMMARS = how_often("HEARTH_GRAMMARS", 600)


@pytest.fixture(scope="module")
def model(tiny_model: Path) -> Iterator[Model]:
    loaded = load(load_command(tiny_model, n_ctx=256), BackendChoice(), lambda _fraction: True)
    yield loaded.model
    loaded.close()


def is_taken(model: Model, text: str) -> bool:
    """Return llama.cpp's own verdict."""
    sampler = native.llama_sampler_init_grammar(model.vocab_handle, text.encode(), b"root")
    if not sampler:
        return False
    native.llama_sampler_free(sampler)
    return True


def fault_of(text: str) -> Fault | None:
    try:
        parse_grammar(text)
    except MalformedGrammar as error:
        return error.fault
    return None


def confirm(model: Model, text: str) -> bool:
    """Compare the verdicts; return whether the text was compared and is a grammar."""
    fault = fault_of(text)
    if fault is not None:
        assert fault.is_stricter or not is_taken(model, text), (text, fault)
        return False
    if "<" not in text:  # what is a token, only a model knows
        assert is_taken(model, text), text
    return True


def test_random_grammars_get_the_same_verdict(model: Model) -> None:
    rng = random.Random(1)
    n_good = sum(confirm(model, random_tree(rng).written()) for _ in range(N_GRAMMARS))
    assert n_good > N_GRAMMARS // 4


def test_damaged_grammars_get_the_same_verdict(model: Model) -> None:
    rng = random.Random(2)
    n_good = sum(
        confirm(model, damaged(rng, random_tree(rng).written())) for _ in range(4 * N_GRAMMARS)
    )
    assert N_GRAMMARS // 4 < n_good < 3 * N_GRAMMARS


def test_heaps_of_signs_get_the_same_verdict(model: Model) -> None:
    rng = random.Random(3)
    signs = ("root", "::=", '"a"', "[a-c]", "x", "(", ")", "|", "*", "+", "?", "{2}", "{1,3}",
             "{0}", "\n", " ", "x ::= ", ".", "[]", '""', "# c\n", "{ 1 , 2 }", "<[5]>", "!<[5]>",
             "{3", "[^", "\\", "\r\n", "{99999999999999999999999}")  # fmt: skip
    for _ in range(4 * N_GRAMMARS):
        confirm(model, "root ::= " + "".join(rng.choices(signs, k=rng.randint(1, 12))))


def test_the_judge_of_other_tests_knows_rules_that_begin_with_themselves() -> None:
    nothing_or_a = Choice(((Text("a"),), ()))
    tree = Tree({"root": Choice(((nothing_or_a, Rule("root")), (Text("b"),)))})
    assert [text for text in ("b", "ab", "aab", "a", "", "ba") if tree.accepts(text)] == [
        "b", "ab", "aab",
    ]  # fmt: skip
