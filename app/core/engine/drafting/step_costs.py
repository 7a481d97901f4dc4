"""How long batches of so many tokens take, as the loaded model has shown here.

What computing some tokens more costs differs from a thousandth to all of the time of one token, by
the machine, the model and the size of the batch, so it is measured, and measured again.

How much of the time of answers goes into reading their texts for the draft model. A draft model can
draft for an answer only when it has read all that comes before, which may take longer than the
answer itself: how long that becomes, nobody knows. So an answer, its prompt counted, is slowed by a
small part while nothing is known of what drafts gain, and by more where they gained before. Nothing
is read before its first word. What is left is read when nothing else is to be done.

Threads: the engine thread only.
"""

from __future__ import annotations

import bisect
from collections import deque
from dataclasses import dataclass, field

MOST_TOKENS = 128  # of a batch that is taken note of
_N_LATEST = 5  # measurements of one size; their median counts, for any may be of a busy moment
_GUESSED_RISE = 0.05  # of the time of the largest known batch, for each token more
_REACH = 2  # times the size of the largest known batch is tried
_KEPT = 256  # batches; what was not seen for longer is forgotten, so that it is tried again


@dataclass(slots=True)
class _Times:
    """Of the batches of one size; `at` counts batches of any."""

    latest: deque[float] = field(default_factory=lambda: deque(maxlen=_N_LATEST))
    median: float = 0.0
    at: int = 0

    def add(self, seconds: float, at: int) -> None:
        self.latest.append(seconds)
        self.at = at
        self.median = sorted(self.latest)[(len(self.latest) - 1) // 2]


class StepCosts:
    """Times of the batches of one model."""

    def __init__(self) -> None:
        self._times: dict[int, _Times] = {}
        self._sizes: list[int] = []  # that were measured, ascending
        self._n_batches = 0

    @property
    def reach(self) -> int:
        """Tokens of the largest batch whose time may be guessed; 0 while nothing is known."""
        return _REACH * self._sizes[-1] if self._sizes else 0

    def took(self, n_tokens: int, seconds: float) -> None:
        """Take note of a batch."""
        if n_tokens > MOST_TOKENS or seconds <= 0:
            return
        self._n_batches += 1
        self._times.setdefault(n_tokens, _Times()).add(seconds, self._n_batches)
        oldest = self._n_batches - _KEPT
        self._times = {size: one for size, one in self._times.items() if one.at > oldest}
        self._sizes = sorted(self._times)

    def seconds(self, n_tokens: int) -> float:
        """Return how long a batch takes; only while something is known."""
        sizes, times = self._sizes, self._times
        above = bisect.bisect_left(sizes, n_tokens)
        if above == len(sizes):
            largest = sizes[-1]
            return times[largest].median * (1 + _GUESSED_RISE * (n_tokens - largest))
        if sizes[above] == n_tokens or above == 0:
            return times[sizes[above]].median
        low, high = sizes[above - 1], sizes[above]
        share = (n_tokens - low) / (high - low)
        return times[low].median + share * (times[high].median - times[low].median)


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
