"""What one answer is likely to say next, learned from what was said before, and whether that pays.

The longer the text that two places have in common, the likelier is what followed at the first one
to follow at the second; how likely, each answer shows by itself.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.drafting.draft import NO_DRAFT, DraftedTokens
from app.core.engine.drafting.ngram_index import NgramIndex
from app.core.engine.drafting.outcomes import Outcomes
from app.core.engine.drafting.payoff import Payoff

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

# What is expected before an answer has shown anything: from so many matched tokens on, what counts
# as said and as not.
_EXPECTED: tuple[tuple[int, float, float], ...] = ((9, 4.0, 1.0), (5, 1.5, 1.0), (0, 1.0, 1.5))


class Drafter:
    """Drafts for one answer.

    Args:
        before: what else it may repeat, such as another answer to the same question.

    Attributes:
        n_drafted: tokens that were computed ahead.
        n_accepted: of them, those that the answer said.
    """

    def __init__(self, before: Series[int] = ()) -> None:
        self.n_drafted = 0
        self.n_accepted = 0
        self._before = before  # until it is asked for the first time
        self._n_before = len(before)
        self._index = NgramIndex()
        self._outcomes = [Outcomes() for _ in _EXPECTED]
        self._payoff = Payoff()
        self._n_last_accepted = 0

    def draft(self, text: Series[int], n_most: int, *, always: bool = False) -> DraftedTokens:
        """Return what is likely to follow a text.

        Args:
            text: all that is known: the text of the last call and what was said since.
            n_most: tokens at most.
            always: also where it was found not to pay.
        """
        if n_most <= 0:
            return NO_DRAFT
        if not always and not self._payoff.may_try(len(text)):
            return NO_DRAFT
        self._take(text)
        match = self._index.longest_match()
        if match is None:
            return NO_DRAFT
        likelihood = self._likelihood(match.n_tokens)
        return DraftedTokens(self._index.continuation(match, n_most), match.n_tokens, likelihood)

    def _take(self, text: Series[int]) -> None:
        """Take what is new of a text into the index."""
        before, self._before = self._before, ()
        self._index.extend(before)
        self._index.extend(text[len(self._index) - self._n_before :])

    def judged(self, draft: DraftedTokens, n_accepted: int) -> None:
        """Take note of how many tokens of a draft were said; what came after these was not."""
        n_drafted = len(draft.tokens)
        self.n_drafted += n_drafted
        self.n_accepted += n_accepted
        self._n_last_accepted = n_accepted
        kind = _kind(draft.n_matched)
        n_other = int(n_accepted < n_drafted)
        self._outcomes[kind] = self._outcomes[kind].and_now(len(self._index), n_accepted, n_other)

    def timed(self, speed: float) -> None:
        """Take note of how long the batch of the draft took that was judged last.

        Args:
            speed: batches a second of such, relative to batches without drafts.
        """
        n_text = len(self._index) - self._n_before
        self._payoff.measured((1 + self._n_last_accepted) * speed, n_text)

    def _likelihood(self, n_matched: int) -> float:
        kind = _kind(n_matched)
        _from, n_said, n_other = _EXPECTED[kind]
        return self._outcomes[kind].share_said(len(self._index), n_said, n_other)


def _kind(n_matched: int) -> int:
    return next(kind for kind, (begin, *_) in enumerate(_EXPECTED) if n_matched >= begin)
