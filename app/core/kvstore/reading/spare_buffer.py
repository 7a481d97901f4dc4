"""Memory for the next restore, fetched from the system before anybody waits for it.

A process gets fresh memory zeroed and page by page: for a state of 50 MB that takes as long as
reading it from the file cache, and twenty times as long in a virtual machine whose host has taken
the pages back. Every chat that is opened would wait for it.

Threads: any; the piece is to be fetched aside, so that a restore never waits for it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_READY_BYTES = 64 << 20  # some thousand tokens of a small model; what is larger is fetched anew


class SpareBuffer:
    """Keeps one piece of memory ready; it belongs to whoever takes it."""

    def __init__(self) -> None:
        self._piece: NDArray[np.uint8] | None = None
        self._is_closed = False

    def close(self) -> None:
        """Let go of the piece."""
        self._is_closed = True
        self._piece = None

    def prepare(self) -> None:
        """Get a piece ready unless one is."""
        if self._piece is None and not self._is_closed:
            with contextlib.suppress(MemoryError):  # then there is none
                piece = np.empty(_READY_BYTES, np.uint8)
                piece.fill(0)
                self._piece = None if self._is_closed else piece

    def take(self, n_bytes: int) -> NDArray[np.uint8]:
        """Return memory with undefined contents: uint8 [n_bytes].

        Raises:
            MemoryError: there is not so much.
        """
        if n_bytes > _READY_BYTES:
            return np.empty(n_bytes, np.uint8)
        piece, self._piece = self._piece, None
        return np.empty(n_bytes, np.uint8) if piece is None else piece[:n_bytes]
