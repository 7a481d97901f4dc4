"""Which chats are in the context at once.

Attention costs grow with the highest used cell, and rows restored into an empty context lie in one
piece; so a chat that is idle and is wholly stored leaves the context once another one is wanted.
An idle chat that is not stored stays until its cells or its sequence id are needed.

Threads: the engine thread only.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.core.engine.sequences.sequence import Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.protocol import ChatKey


class SequencePool:
    """The sequences in use, at most `capacity`.

    Args:
        drop: removes a sequence's rows from the context.
    """

    def __init__(self, capacity: int, drop: Callable[[Sequence], None]) -> None:
        self._capacity = capacity
        self._drop = drop
        self._sequences: dict[ChatKey, Sequence] = {}
        self._last_used: dict[ChatKey, float] = {}  # time.monotonic seconds

    def __iter__(self) -> Iterator[Sequence]:
        return iter(list(self._sequences.values()))

    def find(self, chat: ChatKey) -> Sequence | None:
        """Return the sequence of a chat, if it is in the context."""
        return self._sequences.get(chat)

    def n_cells(self, *, without: Sequence | None = None) -> int:
        """Return how many cells of the context are used."""
        return sum(len(s.wanted) for s in self._sequences.values() if s is not without)

    def n_busy_cells(self, *, without: ChatKey) -> int:
        """Return how many cells the running chats use or are about to use."""
        return sum(
            len(s.wanted) for s in self._sequences.values() if s.chat != without and not s.is_idle
        )

    def has_place_for(self, chat: ChatKey) -> bool:
        """Whether a chat could be given work now: its own sequence is idle, or one can be had."""
        found = self._sequences.get(chat)
        if found is not None:
            return found.is_idle
        return len(self._sequences) < self._capacity or any(
            sequence.is_idle for sequence in self._sequences.values()
        )

    def acquire(self, chat: ChatKey) -> Sequence | None:
        """Return a sequence for a chat, None while all are busy."""
        for sequence in list(self._sequences.values()):
            if sequence.chat != chat and sequence.is_idle and _is_stored(sequence):
                self.release(sequence)
        found = self._sequences.get(chat)
        if found is None and len(self._sequences) >= self._capacity and not self.release_oldest():
            return None
        if found is None:
            taken = {sequence.seq_id for sequence in self._sequences.values()}
            free = next(index for index in range(self._capacity) if index not in taken)
            found = self._sequences[chat] = Sequence(free, chat)
        self._last_used[chat] = time.monotonic()
        return found

    def release(self, sequence: Sequence) -> None:
        """Take a sequence out of the context."""
        self._drop(sequence)
        del self._sequences[sequence.chat]
        del self._last_used[sequence.chat]

    def release_oldest(self) -> bool:
        """Take out the idle chat that was used longest ago; False when none is idle."""
        idle = [s for s in self._sequences.values() if s.is_idle]
        if not idle:
            return False
        self.release(min(idle, key=lambda sequence: self._last_used[sequence.chat]))
        return True


def _is_stored(sequence: Sequence) -> bool:
    # The token that ended the last answer is computed only to prove what is stored before it.
    return sequence.saved.end >= sequence.n_cached - 1
