"""Frames in a pipe: the length of a payload in four bytes, then the payload.

Threads: one that reads and one that writes for each stream.
"""

from __future__ import annotations

import contextlib
import os
import select
import struct
import sys
from typing import TYPE_CHECKING

from app.core.protocol.errors import UnsendableValue

if TYPE_CHECKING:
    from typing import IO

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
