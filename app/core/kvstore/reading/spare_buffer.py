"""Memory for the next restore, fetched from the system before anybody waits for it.

A process gets fresh memory zeroed and page by page: for a state of 50 MB that takes as long as
reading it from the file cache, and twenty times as long in a virtual machine whose host has taken
the pages back. Every chat that is opened would wait for it.

The piece is as large as the largest state so far, within limits: who has chats of that length opens
the next one, too.

Threads: any; the piece is to be fetched aside, so that a restore never waits for it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np
import psutil

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST_BYTES = 64 << 20  # some thousand tokens of a small model
_MOST_BYTES = 256 << 20  # what is larger is fetched anew each time
_MEMORY_SHARE = 64  # nor more than one part in so many of the machine's memory


class SpareBuffer:
    """Keeps one piece of memory ready; it belongs to whoever takes it."""

    def __init__(self) -> None:
        self._piece: NDArray[np.uint8] | None = None
        self._is_closed = False
        self._wanted_bytes = _LEAST_BYTES
        share = psutil.virtual_memory().total // _MEMORY_SHARE
        self._most_bytes = max(_LEAST_BYTES, min(_MOST_BYTES, share))

    def close(self) -> None:
        """Let go of the piece."""
        self._is_closed = True
        self._piece = None

    def prepare(self) -> None:
        """Get a piece ready unless one is that suffices."""
        wanted = self._wanted_bytes
        piece = self._piece
        if self._is_closed or (piece is not None and piece.size >= wanted):
            return
        self._piece = piece = None  # not both at once
        with contextlib.suppress(MemoryError):  # then there is none
            piece = np.empty(wanted, np.uint8)
            piece.fill(0)
            self._piece = None if self._is_closed else piece

    def take(self, n_bytes: int) -> NDArray[np.uint8]:
        """Return memory with undefined contents: uint8 [n_bytes].

        Raises:
            MemoryError: there is not so much.
        """
        if n_bytes <= self._most_bytes:
            self._wanted_bytes = max(self._wanted_bytes, n_bytes)
        piece = self._piece
        if piece is None or n_bytes > piece.size:
            return np.empty(n_bytes, np.uint8)
        self._piece = None
        return piece[:n_bytes]
