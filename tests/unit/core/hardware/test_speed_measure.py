"""The speed is measured with an answer that nobody reads and that leaves nothing behind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.core.hardware import SpeedMeasure, SpeedMeasured, SpeedNotMeasured, SpeedRates
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    EngineStopped,
    FinishReason,
    ForgetChat,
    Generate,
    ModelUnloaded,
    RequestId,
    Stop,
)

if TYPE_CHECKING:
    from app.core.protocol import Command


class Measure:
    def __init__(self) -> None:
        self.posted: list[Command] = []
        self.told: list[SpeedMeasured | SpeedNotMeasured] = []
        self.door = SpeedMeasure(self.posted.append, self.told.append)

    def asked(self) -> Generate:
        command = self.posted[-1]
        assert isinstance(command, Generate)
        return command

    def end(self, reason: FinishReason = FinishReason.LENGTH) -> None:
        asked = self.asked()
        stats = AnswerStats(prefill_tps=300.0, decode_tps=12.0)
        self.door.handle(AnswerFinished(asked.request, asked.chat, reason, stats, record=None))


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
    request = measure.asked().request
    measure.door.cancel()
    assert measure.posted[-1] == Stop(request)
    measure.door.handle(ModelUnloaded())
    assert measure.told == []
    measure.door.handle(EngineStopped())
    assert measure.told == [SpeedNotMeasured()]


def test_answers_of_others_are_not_taken_for_it(measure: Measure) -> None:
    stats = AnswerStats(prefill_tps=1.0)
    measure.door.begin()
    other = replace(measure.asked(), request=RequestId(measure.asked().request + 7))
    measure.door.handle(
        AnswerFinished(other.request, other.chat, FinishReason.END, stats, record=None)
    )
    assert measure.told == []
