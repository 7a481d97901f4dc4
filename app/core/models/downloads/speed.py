"""How fast a download is and how long it will take, without numbers that jump.

Threads: a meter belongs to one thread.
"""

from __future__ import annotations

import math

_MEMORY_S = 5.0  # what is longer ago hardly counts
_SETTLED_S = 1.0  # before, a number would be a guess


class SpeedMeter:
    """Averages over the last seconds, the newest counting most.

    Args:
        now_s: of any clock that only goes forwards.
        n_bytes: where the count begins; bytes of an earlier run have no speed.
    """

    def __init__(self, now_s: float, n_bytes: int) -> None:
        self._began_s = self._last_s = now_s
        self._last_bytes = n_bytes
        self._rate = 0.0
        self._weight = 0.0

    def count(self, now_s: float, n_bytes: int) -> None:
        """Take in how many bytes there are now, of all."""
        passed_s = now_s - self._last_s
        if passed_s <= 0:
            return
        kept = math.exp(-passed_s / _MEMORY_S)
        newest = max(0, n_bytes - self._last_bytes) / passed_s
        self._rate = kept * self._rate + (1 - kept) * newest
        self._weight = kept * self._weight + (1 - kept)
        self._last_s, self._last_bytes = now_s, n_bytes

    @property
    def bytes_per_s(self) -> float:
        """The speed; 0 until it is known."""
        is_settled = self._last_s - self._began_s >= _SETTLED_S
        return self._rate / self._weight if is_settled and self._weight else 0.0

    def seconds_left(self, n_left: int) -> float | None:
        """Return how long `n_left` bytes take at this speed; None if that is not known."""
        return n_left / self.bytes_per_s if self.bytes_per_s >= 1 else None
