"""Messages in a pipe: what each side may send, read and written.

Frames in a pipe: the length of a payload in four bytes, then the payload.

Threads: one that reads and one that writes for each stream.
"""

from __future__ import annotations

import contextlib
import os
import select
import struct
import sys
from typing import IO, TYPE_CHECKING, TypeAlias, cast, get_args

from app.core.protocol import (
    AnswerLost,
    EngineConfig,
    FromEngine,
    Heartbeat,
    Hello,
    Ready,
    ToEngine,
)
from app.core.protocol.codec import UnreadableMessage, UnsendableValue, decode, encode

if TYPE_CHECKING:
    from app.core.protocol import LinkMessage


_LENGTH = struct.Struct("<I")
MAX_FRAME_BYTES = 2**30  # far above any message; more is no frame of ours
# A pipe that is ready to be written takes as much without waiting, whole (POSIX, write and poll).
_READY_BYTES = getattr(select, "PIPE_BUF", 0)  # Windows has none


class BrokenPipe(Exception):
    """The other side is gone, in the middle of a frame or between two, or sends no frames."""


def write_frame(stream: IO[bytes], payload: bytes) -> None:
    """Write one frame and send it off.

    Raises:
        UnsendableValue: it is too large; nothing was written.
        BrokenPipe: nobody reads any more.
    """
    if len(payload) > MAX_FRAME_BYTES:
        raise UnsendableValue(f"a message of {len(payload):,} bytes")
    try:
        stream.write(_LENGTH.pack(len(payload)) + payload)
        stream.flush()
    except (OSError, ValueError) as error:  # ValueError: closed on this side
        raise BrokenPipe from error


class ReadyPipe:
    """Takes small frames while a pipe has room, and never waits.

    For the side that writes, beside `write_frame`, which leaves nothing in the stream's buffer; one
    of the two writes at a time. Windows cannot say whether a pipe has room: there it takes nothing.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._room = None
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # what is no file of the system's takes nothing
                self._descriptor = stream.fileno()
                self._room = select.poll()
                self._room.register(self._descriptor, select.POLLOUT)

    def write_frame(self, payload: bytes) -> bool:
        """Write a frame; False, and nothing written, where that might have to wait.

        Raises:
            BrokenPipe: nobody reads any more.
        """
        frame = _LENGTH.pack(len(payload)) + payload
        if self._room is None or len(frame) > _READY_BYTES:
            return False
        try:
            if not self._room.poll(0):
                return False
            os.write(self._descriptor, frame)
        except (OSError, ValueError) as error:
            raise BrokenPipe from error
        return True


def read_frame(stream: IO[bytes]) -> bytes:
    """Wait for a frame and return its payload.

    Raises:
        BrokenPipe: there is none, and there will be none.
    """
    (n_bytes,) = _LENGTH.unpack(_read(stream, _LENGTH.size))
    if n_bytes > MAX_FRAME_BYTES:
        raise BrokenPipe
    return _read(stream, n_bytes)


def _read(stream: IO[bytes], n_bytes: int) -> bytes:
    try:
        data = stream.read(n_bytes)
    except (OSError, ValueError) as error:
        raise BrokenPipe from error
    if len(data) < n_bytes:
        raise BrokenPipe
    return data


Heard: TypeAlias = FromEngine | Ready | Heartbeat | AnswerLost

_TO_ENGINE = frozenset(get_args(ToEngine))
_HEARD = frozenset(get_args(Heard))


def send(pipe: IO[bytes], message: ToEngine | FromEngine | LinkMessage) -> None:
    """Write a message.

    Raises:
        BrokenPipe: nobody reads any more.
        UnsendableValue: it can never be sent.
    """
    write_frame(pipe, encode(message))


def send_at_once(pipe: ReadyPipe, message: ToEngine | FromEngine | LinkMessage) -> bool:
    """Write a message; False, and nothing written, where that might have to wait.

    Raises:
        BrokenPipe: nobody reads any more.
        UnsendableValue: it can never be sent.
    """
    return pipe.write_frame(encode(message))


def receive_order(pipe: IO[bytes]) -> ToEngine:
    """Wait for a call or a command.

    Raises:
        BrokenPipe: there will be none.
        UnreadableMessage: something else came.
    """
    message = decode(read_frame(pipe))
    if type(message) not in _TO_ENGINE:
        raise UnreadableMessage(f"{type(message).__name__} is nothing that an engine takes")
    return cast("ToEngine", message)


def receive_from_engine(pipe: IO[bytes]) -> Heard:
    """Wait for what an engine says.

    Raises:
        BrokenPipe: there will be nothing more.
        UnreadableMessage: something else came.
    """
    message = decode(read_frame(pipe))
    if type(message) not in _HEARD:
        raise UnreadableMessage(f"{type(message).__name__} is nothing that an engine says")
    return cast("Heard", message)


def receive_greeting(pipe: IO[bytes]) -> tuple[Hello, EngineConfig]:
    """Wait for the first two messages that an engine gets.

    Raises:
        BrokenPipe: they do not come.
        UnreadableMessage: something else came.
    """
    hello, config = decode(read_frame(pipe)), decode(read_frame(pipe))
    if not isinstance(hello, Hello) or not isinstance(config, EngineConfig):
        raise UnreadableMessage("an engine is told hello, and then what to build")
    return hello, config
