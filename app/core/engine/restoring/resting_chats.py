"""When the states of chats that rest are stored: at once, or once nobody has written for a while.

Of a memory that cannot be cut the last state of a chat waits in RAM (`saver.py`): the next turn
takes its place, and few of a chat's states are worth their bytes. The chat used last is likely to
go on, so it waits longest.

Threads: the engine thread only.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.engine.memory.stored_model import StoredModel
    from app.core.engine.restoring.saver import Saver
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sequences.sequence_pool import SequencePool

_AGAIN_S = 0.1  # until it is looked again whether the disk has taken what waits
QUIET_S = 120.0  # without work, until the chat used last counts as resting


class RestingChats:
    """Stores the chats of one context that rest."""

    def __init__(self, sequences: SequencePool, saver: Saver, stored: StoredModel) -> None:
        self._sequences = sequences
        self._stored = stored
        self._saver = saver
        self._busy_at = time.perf_counter()

    def busy(self) -> None:
        """Take note that something was computed."""
        self._busy_at = time.perf_counter()

    def wait_s(self) -> float | None:
        """Return in how many seconds a chat is to be stored; None where none is."""
        if not any(map(self._saver.has_to_rest, self._sequences)):
            return None
        if self._stored.store.is_writing:
            return _AGAIN_S
        if self._left() is not None:
            return 0.0
        return max(0.0, self._busy_at + QUIET_S - time.perf_counter())

    def store_next(self) -> None:
        """Store a part of one chat, if one is to be stored now; nothing else is to be done."""
        if self.wait_s() == 0.0:
            left = self._left() or self._sequences.used_last
            if left is not None:
                self._saver.rest_in_part(left)

    def _left(self) -> Sequence | None:
        """Return a chat to store that is not the one used last, or that could not be before."""
        last = self._sequences.used_last
        others = (one for one in self._sequences if one is not last or one.saved.early.are_due)
        return next(filter(self._saver.has_to_rest, others), None)
