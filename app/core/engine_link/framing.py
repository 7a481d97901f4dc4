"""Frames in a pipe: the length of a payload in four bytes, then the payload.

Threads: one that reads and one that writes for each stream.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from app.core.protocol.errors import UnsendableValue

if TYPE_CHECKING:
    from typing import IO

_LENGTH = struct.Struct("<I")
MAX_FRAME_BYTES = 2**30  # far above any message; more is no frame of ours


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
