"""What one answer is likely to say next, learned from what was said before, and whether that pays.

The longer the text that two places have in common, the likelier is what followed at the first one
to follow at the second; how likely, each answer shows by itself.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from app.core.engine.drafting.draft import NO_DRAFT, DraftedTokens
from app.core.engine.drafting.ngram_index import NgramIndex

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

_MEMORY = 0.985  # of an outcome is left one token later: half of it after 46 tokens
_WEIGHT = 0.25  # of the newest batch in the gain
_LEAST_GAIN = 0.9  # below, an answer is drafted for no more for a while
_GOOD_GAIN = 1.05  # above, the next while is short again
_SHORTEST_REST = 32  # tokens
_LONGEST_REST = 512


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """How many drafted tokens were said and how many were not, weighed by how long ago."""

    n_said: float
    n_other: float
    at: int = 0

    def aged(self, at: int) -> _Outcomes:
        """Return the same as it counts when the text has `at` tokens."""
        left = _MEMORY ** (at - self.at)
        return _Outcomes(self.n_said * left, self.n_other * left, at)


# What is expected before an answer has shown anything: from so many matched tokens on, what counts
# as said and as not.
_EXPECTED: tuple[tuple[int, float, float], ...] = ((9, 4.0, 1.0), (5, 1.5, 1.0), (0, 1.0, 1.5))


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
        self._outcomes = [_Outcomes(0.0, 0.0) for _ in _EXPECTED]
        self._state: _State = _Trying()
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
        if isinstance(self._state, _Resting) and not always:
            if len(text) < self._state.until:
                return NO_DRAFT
            self._state = _Trying(n_rest=self._state.n_rest)
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
        aged = self._outcomes[kind].aged(len(self._index))
        n_other = aged.n_other + (n_accepted < n_drafted)
        self._outcomes[kind] = replace(aged, n_said=aged.n_said + n_accepted, n_other=n_other)

    def timed(self, speed: float) -> None:
        """Take note of how long the batch of the draft took that was judged last.

        Args:
            speed: batches a second of such, relative to batches without drafts.
        """
        match self._state:
            case _Trying(gain=gain, n_rest=n_rest):
                gain += _WEIGHT * ((1 + self._n_last_accepted) * speed - gain)
                if gain < _LEAST_GAIN:
                    longer = min(2 * n_rest, _LONGEST_REST)
                    n_tokens = len(self._index) - self._n_before
                    self._state = _Resting(n_tokens + n_rest, longer)
                else:
                    self._state = _Trying(gain, _SHORTEST_REST if gain > _GOOD_GAIN else n_rest)
            case _Resting():
                pass

    def _likelihood(self, n_matched: int) -> float:
        kind = _kind(n_matched)
        _from, n_said, n_other = _EXPECTED[kind]
        seen = self._outcomes[kind].aged(len(self._index))
        n_said, n_other = n_said + seen.n_said, n_other + seen.n_other
        return n_said / (n_said + n_other)


def _kind(n_matched: int) -> int:
    return next(kind for kind, (begin, *_) in enumerate(_EXPECTED) if n_matched >= begin)
