"""What is asked of a move, and what came of it: plain values that may cross threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.core.protocol import MovedMemory


@dataclass(frozen=True, slots=True, eq=False)
class WantedMemory:
    """A chat whose memory is to be copied out.

    Attributes:
        place: of the chat in the file.
        sequences: int32 [n] each, from position 0: what was computed for anything else stays.
    """

    place: int
    sequences: tuple[NDArray[np.int32], ...]


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What came of a move; attributes as in `MemoryMoved`."""

    chats: tuple[MovedMemory, ...] = ()
    n_bytes: int = 0
    n_damaged: int = 0
    was_stopped: bool = False


class MoveWatch(Protocol):
    """Who looks at a move while it lasts. Threads: any; must not block."""

    def progress(self, n_done: int, n_total: int) -> None:
        """Take note of the bytes that are done, of how many."""

    def is_stopped(self) -> bool:
        """Tell whether the rest is wanted no more."""
