"""How long batches of so many tokens take, as the loaded model has shown here.

What computing some tokens more costs differs from a thousandth to all of the time of one token, by
the machine, the model and the size of the batch, so it is measured, and measured again.

Threads: the engine thread only.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass

MOST_TOKENS = 128  # of a batch that is taken note of
_WEIGHT = 0.25  # of the newest measurement
_MOST_CHANGE = 2.0  # of a known time by one measurement, which may be of a busy moment
_GUESSED_RISE = 0.05  # of the time of the largest known batch, for each token more
_REACH = 2  # times the size of the largest known batch is tried
_KEPT = 512  # batches; what was not seen for longer is forgotten, so that it is tried again


@dataclass(frozen=True, slots=True)
class _Cost:
    seconds: float
    at: int  # counts batches


class StepCosts:
    """Times of the batches of one model."""

    def __init__(self) -> None:
        self._costs: dict[int, _Cost] = {}
        self._sizes: list[int] = []  # of which there is a cost, ascending
        self._n_batches = 0

    @property
    def reach(self) -> int:
        """Tokens of the largest batch whose time may be guessed; 0 while nothing is known."""
        return _REACH * self._sizes[-1] if self._sizes else 0

    def took(self, n_tokens: int, seconds: float, *, is_plain: bool) -> None:
        """Take note of a batch.

        Args:
            is_plain: it held no drafts. Then what has changed since is the length of the texts or
                the machine, and the times of other sizes change along.
        """
        if n_tokens > MOST_TOKENS or seconds <= 0:
            return
        self._n_batches += 1
        known = self._costs.get(n_tokens)
        if known is None:
            self._costs[n_tokens] = _Cost(seconds, self._n_batches)
        else:
            change = max(1 / _MOST_CHANGE, min(seconds / known.seconds, _MOST_CHANGE))
            factor = 1 + _WEIGHT * (change - 1)
            if is_plain:
                self._costs = {
                    size: _Cost(cost.seconds * factor, cost.at)
                    for size, cost in self._costs.items()
                    if self._n_batches - cost.at < _KEPT
                }
            self._costs[n_tokens] = _Cost(known.seconds * factor, self._n_batches)
        self._sizes = sorted(self._costs)

    def seconds(self, n_tokens: int) -> float:
        """Return how long a batch takes; only while something is known."""
        sizes, costs = self._sizes, self._costs
        above = bisect.bisect_left(sizes, n_tokens)
        if above == len(sizes):
            largest = sizes[-1]
            return costs[largest].seconds * (1 + _GUESSED_RISE * (n_tokens - largest))
        if sizes[above] == n_tokens or above == 0:
            return costs[sizes[above]].seconds
        low, high = sizes[above - 1], sizes[above]
        share = (n_tokens - low) / (high - low)
        return costs[low].seconds + share * (costs[high].seconds - costs[low].seconds)
