"""Whether drafting pays for one answer, by what it was measured to gain, and when it rests.

How many tokens of which drafts are worth the time that they take.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Sequence as Series

    from app.core.engine.drafting.draft import DraftedTokens


_WEIGHT = 0.12  # of the newest batch in the gain: one draft of which nothing is said ends nothing
_LEAST_GAIN = 0.9  # below, an answer is drafted for no more for a while
_GOOD_GAIN = 1.05  # above, the next while is short again
_SHORTEST_REST = 32  # tokens
_LONGEST_REST = 512


class _Trying(PlainValue, frozen=True):
    """Its batches hold drafts.

    Attributes:
        gain: tokens a second, relative to what they would be without, as it was measured lately.
        n_rest: for how many tokens it rests next.
        is_untried: nothing was measured since the last rest.
    """

    gain: float = 1.0
    n_rest: int = _SHORTEST_REST
    is_untried: bool = True

    def rest(self, n_text: int) -> _Resting:
        return _Resting(n_text + self.n_rest, min(2 * self.n_rest, _LONGEST_REST))


class _Resting(PlainValue, frozen=True):
    """Drafting did not pay; it is tried again when the text has `until` tokens."""

    until: int
    n_rest: int


_State: TypeAlias = _Trying | _Resting


class Payoff:
    """Of one way to draft, for one answer."""

    def __init__(self) -> None:
        self._state: _State = _Trying()
        self._n_text = 0  # tokens of the text when it was asked last

    @property
    def is_resting(self) -> bool:
        """Whether it did not pay when it was measured last."""
        return isinstance(self._state, _Resting)

    @property
    def is_paying(self) -> bool:
        """Whether it was measured to pay."""
        return isinstance(self._state, _Trying) and self._state.gain > _GOOD_GAIN

    @property
    def is_untried(self) -> bool:
        """Whether nothing was measured since the last rest, so that it may pay by now."""
        return isinstance(self._state, _Trying) and self._state.is_untried

    def may_try(self, n_text: int) -> bool:
        """Whether it pays, or is to be tried again now.

        Args:
            n_text: tokens of the text so far.
        """
        self._n_text = n_text
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
            case _Trying(gain=gain, n_rest=n_rest) as trying:
                gain += _WEIGHT * (rate - gain)
                if gain < _LEAST_GAIN:
                    self._state = trying.rest(n_text)
                else:
                    n_rest = _SHORTEST_REST if gain > _GOOD_GAIN else n_rest
                    self._state = _Trying(gain, n_rest, is_untried=False)
            case _Resting():
                pass

    def expected_to_lose(self, n_text: int) -> None:
        """Rest for a while: by what is known, nothing would be gained.

        Args:
            n_text: tokens of the text so far.
        """
        if isinstance(self._state, _Trying):
            self._state = self._state.rest(n_text)

    def go_on_from(self, other: Payoff, n_text: int) -> None:
        """Begin as another answer ended: where it did not pay there, rest for what is left of it.

        Args:
            n_text: tokens of the text so far.
        """
        self._n_text = n_text
        match other._state:
            case _Resting(until=until, n_rest=n_rest):
                self._state = _Resting(n_text + max(0, until - other._n_text), n_rest)
            case _Trying():
                self._state = other._state


MOST_DRAFTED = 24  # tokens of one batch
MOST_FOR_ONE = 15  # with the token that is known a batch of 16
_LEAST_SPEED = 0.8  # of an answer beside others that gain more
LEAST_GAIN = 1.05  # of all answers together


def best_lengths(
    drafts: Series[DraftedTokens], most: int, seconds: Callable[[int], float]
) -> list[int]:
    """Return how many tokens of each draft make the answers fastest, all of them together.

    Args:
        drafts: one for each answer, which may be empty.
        most: drafted tokens together.
        seconds: returns how long the batch takes with so many of them.
    """
    best = lengths = [0] * len(drafts)
    said = [1.0] * len(drafts)  # tokens that each answer is expected to say
    likelihoods = [draft.likelihood for draft in drafts]  # of the next token of each
    plain_s = seconds(0)
    least_rate = LEAST_GAIN * len(drafts) / plain_s
    for n_drafted in range(1, most + 1):
        open_ones = [at for at, draft in enumerate(drafts) if lengths[at] < len(draft.tokens)]
        if not open_ones:
            break
        at = max(open_ones, key=likelihoods.__getitem__)
        lengths = [*lengths[:at], lengths[at] + 1, *lengths[at + 1 :]]
        said[at] += likelihoods[at]
        likelihoods[at] *= drafts[at].likelihood
        batch_s = seconds(n_drafted)
        rate = sum(said) / batch_s
        if rate > least_rate and min(said) * plain_s >= _LEAST_SPEED * batch_s:
            best, least_rate = lengths, rate
    return best


def best_rate(likelihood: float, most: int, seconds: Callable[[int], float]) -> tuple[float, int]:
    """Return how many tokens a second an answer says with the best draft, and how long that is.

    Args:
        likelihood: that a drafted token is said, if all before it were.
        most: drafted tokens.
        seconds: returns how long the batch takes with so many, drafting included.
    """
    said = reach = 1.0
    best, length = 1 / seconds(0), 0
    for n_drafted in range(1, most + 1):
        reach *= likelihood
        said += reach
        rate = said / seconds(n_drafted)
        if rate > best:
            best, length = rate, n_drafted
    return best, length


class Growth(PlainValue, frozen=True):
    """How long a draft may become that is made one token after the other.

    Attributes:
        most: tokens.
        seconds: returns how long the batch takes with so many, drafting included; None where time
            does not count.
    """

    most: int
    seconds: Callable[[int], float] | None

    def goes_on(self, n_drafted: int, said: float, reach: float) -> bool:
        """Whether one token more is worth its time.

        Args:
            n_drafted: tokens that there are.
            said: tokens that the answer is expected to say with them.
            reach: that it says one more.
        """
        if n_drafted >= self.most:
            return False
        if self.seconds is None:
            return True
        return (said + reach) / self.seconds(n_drafted + 1) > said / self.seconds(n_drafted)
