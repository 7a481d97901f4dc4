"""Tokens are counted as they will be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.protocol import (
    ChatKey,
    ContextMeasured,
    MeasureContext,
    RequestId,
    UnloadModel,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from pathlib import Path

LINE = "The sea is calm and the ships sail on.\n"


def _measure(harness: EngineHarness, dialogue: Dialogue, *texts: str) -> ContextMeasured:
    harness.post(MeasureContext(dialogue.chat, tuple(dialogue.messages), texts))
    return harness.wait(ContextMeasured)


def test_the_count_is_what_the_answer_then_takes(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = Dialogue().system("You are a guide.")
        for question in ("Tell me of the sea.", "And of the hills?"):
            dialogue.user(question)
            measured = _measure(harness, dialogue)
            text, finished = harness.answer(dialogue)
            assert measured.n_total == finished.stats.n_prompt
            dialogue.assistant(text, finished)
        assert measured.n_ctx == harness.info.n_ctx if harness.info else 0


def test_texts_are_counted_on_their_own(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        counts = _measure(harness, Dialogue(), "one two three", "", "one two three").counts
        assert counts[0] == counts[2] > counts[1] == 0


@pytest.mark.parametrize("n_chars", [200_000, 5_000_000])
def test_what_is_far_too_long_is_estimated(tmp_path: Path, tiny_model: Path, n_chars: int) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        text = "word " * (n_chars // 5)
        measured = _measure(harness, Dialogue().user(text), text)
        assert measured.n_total == measured.counts[0] == n_chars // 4 > measured.n_ctx


def test_without_a_model_the_answer_comes_all_the_same(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(UnloadModel())
        assert _measure(harness, Dialogue().user("x")) == ContextMeasured(ChatKey("1"))


def test_a_count_under_way_when_the_model_goes_is_answered(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=65_536) as harness:
        dialogue = Dialogue().user(LINE * (400_000 // len(LINE)))
        harness.post(MeasureContext(dialogue.chat, tuple(dialogue.messages), ()))
        harness.post(UnloadModel())
        assert harness.wait(ContextMeasured) == ContextMeasured(dialogue.chat)


def test_a_count_for_another_purpose_takes_nobodys_place(tmp_path: Path, tiny_model: Path) -> None:
    dialogue = Dialogue().user(LINE * 2_500)
    asked = (RequestId(0), RequestId(7))
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=65_536) as harness:
        for request in asked:
            harness.post(MeasureContext(dialogue.chat, tuple(dialogue.messages), request=request))
        counts = [harness.wait(ContextMeasured) for _ in asked]
    assert {count.request for count in counts} == set(asked)
    assert len({count.n_total for count in counts}) == 1
