"""The speed is measured with an answer that nobody reads and that leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.errors import problem_of
from app.core.hardware.report import SpeedRates
from app.core.hardware.speed_measure import SpeedMeasure, SpeedMeasured, SpeedNotMeasured
from app.core.protocol import AnswerFinished, AnswerStats, FinishReason, ForgetChat, Generate, Stop
from tests.helpers.played_engine import PlayedEngine


class Measure:
    def __init__(self) -> None:
        self.engine = PlayedEngine()
        self.told: list[SpeedMeasured | SpeedNotMeasured] = []
        self.door = SpeedMeasure(self.engine, self.told.append)

    @property
    def posted(self) -> list[Any]:
        return list(self.engine.commands.queue)

    def asked(self) -> Generate:
        command = self.posted[-1]
        assert isinstance(command, Generate)
        return command

    def end(self, reason: FinishReason = FinishReason.LENGTH) -> None:
        asked = self.asked()
        stats = AnswerStats(prefill_tps=300.0, decode_tps=12.0)
        self.engine.reply(asked, AnswerFinished(reason, stats, record=None))


@pytest.fixture
def measure() -> Measure:
    return Measure()


def test_the_rates_of_the_answer_are_told_and_the_answer_is_forgotten(measure: Measure) -> None:
    measure.door.begin()
    measure.door.begin()  # one at a time
    assert len(measure.posted) == 1
    asked = measure.asked()

    measure.end()

    assert measure.told == [SpeedMeasured(SpeedRates(300.0, 12.0))]
    assert measure.posted[1:] == [ForgetChat(asked.chat)]


def test_no_prompt_begins_like_an_earlier_one(measure: Measure) -> None:
    beginnings = set()
    for _ in range(5):
        measure.door.begin()
        beginnings.add(measure.asked().messages[0].text[:8])
        measure.end()
    assert len(beginnings) == 5


@pytest.mark.parametrize(
    "reason", [FinishReason.STOPPED, FinishReason.MODEL_CHANGED, FinishReason.FAILED]
)
def test_an_answer_that_was_cut_is_no_measurement(measure: Measure, reason: FinishReason) -> None:
    measure.door.begin()
    measure.end(reason)

    assert measure.told == [SpeedNotMeasured()]


def test_it_can_be_cancelled_and_ends_with_the_engine(measure: Measure) -> None:
    measure.door.cancel()
    assert measure.posted == []
    measure.door.begin()
    request = measure.engine.id_of(measure.asked())
    measure.door.cancel()
    assert measure.posted[-1] == Stop(request)
    assert measure.told == []
    measure.engine.die(problem_of(RuntimeError("it ended")))
    assert measure.told == [SpeedNotMeasured()]
