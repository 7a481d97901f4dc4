"""Another model is loaded between a look into an answer and what is then done with its tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.errors import BugError
from app.core.llama import Model, ModelParams
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import (
    BackendChoice,
    CompareContinuations,
    InspectAnswer,
    InspectionEnded,
    ModelLoaded,
    PromptMessage,
    TokensInspected,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.gguf_factory import N_VOCAB, write_tiny_llama
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTION = "Tell me of the sea."
KNOWN = (66, 67)  # to both models
UNKNOWN = (N_VOCAB + 20, N_VOCAB + 21)  # to the second one: to ask it for them ends llama.cpp


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[EngineHarness]:
    with EngineHarness(
        tmp_path / "a", write_tiny_llama(tmp_path / "large.gguf", n_vocab=N_VOCAB + 64)
    ) as harness:
        yield harness


def looked_into_before(harness: EngineHarness, tmp_path: Path) -> tuple[Dialogue, str]:
    """Look into an answer and load another model; return an answer to go on with, and whose."""
    dialogue = Dialogue()
    finished = harness.turn(dialogue, QUESTION, max_tokens=8)
    assert finished.record is not None
    harness.post(InspectAnswer(dialogue.chat, tuple(dialogue.messages)))
    vocabulary = harness.wait(TokensInspected).vocabulary
    assert vocabulary == finished.record.vocabulary
    harness.wait(InspectionEnded)
    small = write_tiny_llama(tmp_path / "small.gguf", seed=1)
    harness.post(load_command(small, n_ctx=512, backend=BackendChoice()))
    harness.wait(ModelLoaded)
    answer = PromptMessage(Role.ASSISTANT, "The sea")
    return Dialogue(dialogue.chat, [dialogue.messages[0], answer]), vocabulary


@pytest.mark.parametrize(
    ("said", "choices"), [((), KNOWN), ((), UNKNOWN), (UNKNOWN, KNOWN)], ids=str
)
def test_it_does_not_go_on_from_them(
    harness: EngineHarness, tmp_path: Path, said: tuple[int, ...], choices: tuple[int, ...]
) -> None:
    dialogue, vocabulary = looked_into_before(harness, tmp_path)
    messages = tuple(dialogue.messages)
    harness.post(
        CompareContinuations(dialogue.chat, messages, said, choices, 4, vocabulary=vocabulary)
    )
    problem = harness.wait(InspectionEnded).problem
    assert problem is not None
    assert "Another model" in problem.text()


def test_an_answer_goes_on_from_their_words(harness: EngineHarness, tmp_path: Path) -> None:
    dialogue, vocabulary = looked_into_before(harness, tmp_path)
    _text, finished = harness.answer(dialogue, said=UNKNOWN, vocabulary=vocabulary, max_tokens=2)
    _text, as_usual = harness.answer(dialogue, max_tokens=2)
    assert finished.record is not None
    assert as_usual.record is not None
    assert finished.record.token_ids == as_usual.record.token_ids


@pytest.mark.parametrize("foreign", [999_999, -1])
def test_an_answer_whose_record_has_foreign_tokens_is_gone_on_with_and_looked_into(
    harness: EngineHarness, foreign: int
) -> None:
    dialogue = Dialogue()
    finished = harness.turn(dialogue, QUESTION, max_tokens=8)
    assert finished.record is not None
    forged = replace(finished.record, token_ids=(*finished.record.token_ids[:-1], foreign))
    dialogue.messages[-1] = replace(dialogue.messages[-1], record=forged)
    harness.post(InspectAnswer(dialogue.chat, tuple(dialogue.messages)))
    assert harness.wait(TokensInspected).tokens
    assert harness.wait(InspectionEnded).problem is None
    assert harness.turn(dialogue, "Go on.", max_tokens=4).problem is None


def test_a_token_that_the_vocabulary_lacks_is_refused(tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "m.gguf")
    model = Model(str(path), ModelParams(n_gpu_layers=0), lambda _fraction: True)
    for token in (-1, model.n_vocab, 999_999):
        with pytest.raises(BugError):
            model.piece(token, special=True)
    model.close()
