"""Frames in a pipe."""

from __future__ import annotations

import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.engine_link import wire
from app.core.engine_link.wire import MAX_FRAME_BYTES, BrokenPipe, read_frame, write_frame
from app.core.protocol.codec import UnsendableValue


@given(st.lists(st.binary(max_size=200)))
def test_what_is_written_is_read_in_order(payloads: list[bytes]) -> None:
    pipe = io.BytesIO()
    for payload in payloads:
        write_frame(pipe, payload)
    pipe.seek(0)
    assert [read_frame(pipe) for _ in payloads] == payloads
    with pytest.raises(BrokenPipe):
        read_frame(pipe)


@given(st.binary(min_size=1, max_size=50), st.data())
def test_a_frame_that_is_cut_off_is_none(payload: bytes, data: st.DataObject) -> None:
    pipe = io.BytesIO()
    write_frame(pipe, payload)
    whole = pipe.getvalue()
    part = whole[: data.draw(st.integers(0, len(whole) - 1))]
    with pytest.raises(BrokenPipe):
        read_frame(io.BytesIO(part))


def test_a_length_that_nobody_sends_is_not_waited_for() -> None:
    with pytest.raises(BrokenPipe):
        read_frame(io.BytesIO((MAX_FRAME_BYTES + 1).to_bytes(4, "little") + b"x"))


def test_a_pipe_that_nobody_reads_is_broken() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        with pytest.raises(BrokenPipe):
            write_frame(pipe, b"hello")
        os.dup2(os.open(os.devnull, os.O_WRONLY), pipe.fileno())  # so that closing can flush


def test_a_frame_larger_than_a_pipe_holds_comes_whole() -> None:
    import threading

    reading, writing = os.pipe()
    payload = os.urandom(3_000_000)
    with os.fdopen(reading, "rb") as incoming, os.fdopen(writing, "wb") as outgoing:
        sender = threading.Thread(target=write_frame, args=(outgoing, payload))
        sender.start()
        assert read_frame(incoming) == payload
        sender.join()


def test_a_frame_that_nobody_would_take_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MAX_FRAME_BYTES", 10)
    pipe = io.BytesIO()
    with pytest.raises(UnsendableValue):
        write_frame(pipe, b"x" * 11)
    assert pipe.getvalue() == b""
    write_frame(pipe, b"x" * 10)
