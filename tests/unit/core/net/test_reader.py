"""A connection is closed once, and never while it is read."""

from __future__ import annotations

import io
import threading
from typing import Any, cast

import pytest

from app.core.net.transfer import AnswerReader
from app.core.system.stop_signal import StopSignal, TransferStopped


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


class SlowAnswer(Answer):
    def __init__(self) -> None:
        super().__init__(b"")
        self.is_asked, self.may_end, self.is_closed = (threading.Event() for _ in range(3))

    def read1(self, size: int | None = -1, /) -> bytes:
        del size
        self.is_asked.set()
        self.may_end.wait(20)
        return b""

    def shutdown(self) -> None:
        """Whoever reads goes on waiting."""

    def close(self) -> None:
        super().close()
        self.is_closed.set()


def reader_of(answer: Answer) -> AnswerReader:
    return AnswerReader(cast("Any", answer), StopSignal())


def test_an_answer_that_was_read_is_closed_once_when_close_returns() -> None:
    answer = Answer(b"Hello.")
    reader = reader_of(answer)
    assert reader.read() == b"Hello."
    reader.close()
    assert answer.closed_by == [threading.current_thread().name]


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
    assert answer.closed_by == [threading.current_thread().name]


def test_an_answer_that_is_still_being_read_is_closed_behind_that() -> None:
    answer, stop = SlowAnswer(), StopSignal()
    reader = AnswerReader(cast("Any", answer), stop)

    def stop_soon() -> None:
        answer.is_asked.wait(20)
        stop.stop()

    stopping = threading.Thread(target=stop_soon)
    stopping.start()
    with pytest.raises(TransferStopped):
        reader.read()
    stopping.join()
    reader.close()
    assert answer.closed_by == []
    answer.may_end.set()
    assert answer.is_closed.wait(20)
    assert answer.closed_by == ["http answer"]
