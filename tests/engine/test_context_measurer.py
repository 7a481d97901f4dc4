"""Tokens are counted as they will be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.restoring.context_measurer import ContextMeasurer
from app.core.protocol import ChatKey, ContextMeasured, MeasureContext, Stop, UnloadModel
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
        assert _measure(harness, Dialogue().user("x")) == ContextMeasured()


def test_a_count_under_way_when_the_model_goes_is_answered(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=65_536) as harness:
        dialogue = Dialogue().user(LINE * (400_000 // len(LINE)))
        harness.post(MeasureContext(dialogue.chat, tuple(dialogue.messages), ()))
        harness.post(UnloadModel())
        assert harness.wait(ContextMeasured) == ContextMeasured()


def test_a_count_takes_the_place_of_no_other(tmp_path: Path, tiny_model: Path) -> None:
    dialogue = Dialogue().user(LINE * 2_500)
    measure = MeasureContext(dialogue.chat, tuple(dialogue.messages))
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=65_536) as harness:
        asked = {harness.post(measure) for _ in range(2)}
        counts = [harness.hear(ContextMeasured) for _ in asked]
    assert {count.request for count in counts} == asked
    (n_total,) = {count.what.n_total for count in counts}
    assert n_total > 0


def test_a_count_that_is_stopped_is_answered_with_nothing_and_the_others_go_on(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measuring = ContextMeasurer._measuring

    def held(measurer: ContextMeasurer, asked: MeasureContext) -> Any:
        while asked.chat == ChatKey("held"):
            yield
        return (yield from measuring(measurer, asked))

    monkeypatch.setattr(ContextMeasurer, "_measuring", held)
    messages = tuple(Dialogue().user(LINE).messages)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        stopped, other = (harness.post(MeasureContext(ChatKey("held"), messages)) for _ in "12")
        counted = harness.post(MeasureContext(ChatKey("counted"), messages))
        assert harness.wait(ContextMeasured, counted).n_total > 0
        harness.post(Stop(stopped))
        told = harness.hear(ContextMeasured)
        assert (told.request, told.what) == (stopped, ContextMeasured())
        harness.post(Stop(other))
        assert harness.hear(ContextMeasured).request == other
