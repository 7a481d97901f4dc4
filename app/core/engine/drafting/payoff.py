"""Whether drafting pays for one answer, by what it was measured to gain, and when it rests.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

_WEIGHT = 0.25  # of the newest batch in the gain
_LEAST_GAIN = 0.9  # below, an answer is drafted for no more for a while
_GOOD_GAIN = 1.05  # above, the next while is short again
_SHORTEST_REST = 32  # tokens
_LONGEST_REST = 512


@dataclass(frozen=True, slots=True)
class _Trying:
    """Its batches hold drafts.

    Attributes:
        gain: tokens a second, relative to what they would be without, as it was measured lately.
        n_rest: for how many tokens it rests next.
    """

    gain: float = 1.0
    n_rest: int = _SHORTEST_REST


@dataclass(frozen=True, slots=True)
class _Resting:
    """Drafting did not pay; it is tried again when the text has `until` tokens."""

    until: int
    n_rest: int


_State: TypeAlias = _Trying | _Resting


class Payoff:
    """Of one way to draft, for one answer."""

    def __init__(self) -> None:
        self._state: _State = _Trying()

    @property
    def is_resting(self) -> bool:
        """Whether it did not pay when it was measured last."""
        return isinstance(self._state, _Resting)

    @property
    def is_paying(self) -> bool:
        """Whether it was measured to pay."""
        return isinstance(self._state, _Trying) and self._state.gain > _GOOD_GAIN

    def may_try(self, n_text: int) -> bool:
        """Whether it pays, or is to be tried again now.

        Args:
            n_text: tokens of the text so far.
        """
        match self._state:
            case _Resting(until=until, n_rest=n_rest):
                if n_text < until:
                    return False
                self._state = _Trying(n_rest=n_rest)
            case _Trying():
                pass
        return True

    def measured(self, rate: float, n_text: int) -> None:
        """Take note of how fast one batch was.

        Args:
            rate: tokens a second, relative to what they would have been without drafts.
            n_text: tokens of the text so far.
        """
        match self._state:
            case _Trying(gain=gain, n_rest=n_rest):
                gain += _WEIGHT * (rate - gain)
                if gain < _LEAST_GAIN:
                    self._state = _Resting(n_text + n_rest, min(2 * n_rest, _LONGEST_REST))
                else:
                    self._state = _Trying(gain, _SHORTEST_REST if gain > _GOOD_GAIN else n_rest)
            case _Resting():
                pass

    def go_on_from(self, other: Payoff, n_text: int) -> None:
        """Begin as another answer ended: where it did not pay there, rest for as long here.

        Args:
            n_text: tokens of the text so far.
        """
        match other._state:
            case _Resting(n_rest=n_rest):
                self._state = _Resting(n_text + n_rest, n_rest)
            case _Trying():
                self._state = other._state
