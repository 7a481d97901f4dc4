"""The thread that reads an answer alone closes its connection."""

from __future__ import annotations

import io
import threading
from typing import Any, cast

import pytest

from app.core.net.stop_signal import StopSignal
from app.core.net.transfer import AnswerReader


class Answer(io.BytesIO):
    """Bytes of an answer; notes which threads close it."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.closed_by: list[str] = []

    def close(self) -> None:
        self.closed_by.append(threading.current_thread().name)
        super().close()


class BrokenAnswer(Answer):
    def read1(self, size: int | None = -1, /) -> bytes:
        del size
        raise ConnectionResetError


def reader_of(answer: Answer) -> AnswerReader:
    return AnswerReader(cast("Any", answer), StopSignal())


def test_an_answer_that_was_read_is_closed_once_when_close_returns() -> None:
    answer = Answer(b"Hello.")
    reader = reader_of(answer)
    assert reader.read() == b"Hello."
    reader.close()
    assert answer.closed_by == ["http answer"]


def test_an_answer_that_was_never_read_is_closed() -> None:
    answer = Answer(b"Hello.")
    reader_of(answer).close()
    assert answer.closed_by == [threading.current_thread().name]


def test_an_answer_that_broke_off_is_closed_once() -> None:
    answer = BrokenAnswer(b"")
    reader = reader_of(answer)
    with pytest.raises(ConnectionResetError):
        reader.read()
    reader.close()
    assert answer.closed_by == ["http answer"]
