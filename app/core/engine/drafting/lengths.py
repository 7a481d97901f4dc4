"""How many tokens of which drafts are worth the time that they take.

Threads: a pure function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Sequence as Series

    from app.core.engine.drafting.draft import DraftedTokens

_LEAST_SPEED = 0.8  # of an answer beside others that gain more
_LEAST_GAIN = 1.05  # of all answers together


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
    best_rate = _LEAST_GAIN * len(drafts) / plain_s
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
        if rate > best_rate and min(said) * plain_s >= _LEAST_SPEED * batch_s:
            best, best_rate = lengths, rate
    return best
