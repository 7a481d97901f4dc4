"""How much of the time of answers goes into reading their texts for the draft model.

A draft model can draft for an answer only when it has read all that comes before, which may take
longer than the answer itself: how long that becomes, nobody knows. So an answer, its prompt
counted, is slowed by a small part while nothing is known of what drafts gain, and by more where
they gained before. Nothing is read before its first word. What is left is read when nothing else is
to be done.

Threads: the engine thread only.
"""

from __future__ import annotations

_SHARE = 1 / 8  # of the time of answers, while it is not known whether drafts pay
_PAYING_SHARE = 1 / 2  # where they did
_MOST_SPARE_S = 0.5  # so that what an answer left over does not slow down the next one
_LONGEST_ROUND_S = 1.0  # in a longer one something else was done


class ReadingTime:
    """What may still be spent on reading beside answers."""

    def __init__(self) -> None:
        self._spare_s = 0.0
        self._piece_s = 0.0  # what reading took last
        self._since: float | None = None  # None while nothing is answered

    @property
    def is_left(self) -> bool:
        """Whether there is time for a piece like the last one."""
        return self._spare_s > 0 and self._spare_s >= min(self._piece_s, _MOST_SPARE_S)

    def answering(self, now: float, *, is_paying: bool) -> None:
        """Take note that something is being answered.

        Args:
            now: seconds, on a clock that never goes back.
            is_paying: whether drafts gained when that was measured last.
        """
        if self._since is not None:
            passed = min(now - self._since, _LONGEST_ROUND_S)
            share = _PAYING_SHARE if is_paying else _SHARE
            self._spare_s = min(self._spare_s + share * passed, _MOST_SPARE_S)
        self._since = now

    def read(self, began: float, now: float) -> None:
        """Take note of what was read between two times, beside answers; its time is no answer's."""
        self._piece_s = now - began
        self._spare_s -= self._piece_s
        self._since = now

    def stop(self) -> None:
        """Nothing is answered any more."""
        self._since = None
