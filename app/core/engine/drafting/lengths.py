"""How many tokens of which drafts are worth the time that they take.

Threads: pure functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Sequence as Series

    from app.core.engine.drafting.draft import DraftedTokens

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


@dataclass(frozen=True, slots=True)
class Growth:
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
