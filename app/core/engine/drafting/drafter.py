"""What one answer is likely to say next, learned from what was said before, and whether that pays.

The longer the text that two places have in common, the likelier is what followed at the first one
to follow at the second; how likely, each answer shows by itself.

Finds where the last tokens of a text were said before, to see what followed there. The places where
the same three tokens end are chained, newest first, by a table of hashes; of a few of them the one
is taken with the longest text in common before it. So a token costs the same however long the text
is, and a prompt is taken at once, by numpy.

Threads: the engine thread only.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.engine.drafting.draft import NO_DRAFT, DraftedTokens
from app.core.engine.drafting.experience import Experience, Outcomes
from app.core.engine.drafting.payoff import Payoff
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence as Series


MIN_MATCHED = 3  # tokens; two of a natural text say little about the third
MAX_MATCHED = 16  # a longer text in common says no more
_N_BUCKETS = 1 << 16
_FACTORS = (40_503, 60_493, 52_711)  # odd, so that each bit of a token counts
_MOST_PLACES = 16  # of the same three tokens, or the same hash
_FEW = 64  # tokens that numpy would take longer for
_NOWHERE = -1


class NgramMatch(PlainValue, frozen=True):
    """An earlier place with the last tokens of a text.

    Attributes:
        n_tokens: how many are the same, `MAX_MATCHED` at most.
        next_at: position of the token that followed there.
    """

    n_tokens: int
    next_at: int


class NgramIndex:
    """The tokens of one text, which only grows."""

    def __init__(self) -> None:
        self._tokens = array("i")
        # Of the three tokens that end at each position: where the same hash was before.
        self._previous = array("i")
        self._latest = array("i", [_NOWHERE]) * _N_BUCKETS

    def __len__(self) -> int:
        return len(self._tokens)

    def extend(self, tokens: Series[int]) -> None:
        """Take more tokens."""
        if len(tokens) < _FEW:
            for token in tokens:
                self._append(token)
        elif len(self) < MIN_MATCHED - 1:
            head = MIN_MATCHED - 1 - len(self)
            self.extend(tokens[:head])
            self._append_many(tokens[head:])
        else:
            self._append_many(tokens)

    def longest_match(self) -> NgramMatch | None:
        """Return where most of the last tokens stood before, the latest of several such places."""
        tokens, end = self._tokens, len(self._tokens) - 1
        best: NgramMatch | None = None
        place = self._previous[end] if end >= 0 else _NOWHERE
        for _ in range(_MOST_PLACES):
            if place == _NOWHERE:
                break
            n_matched = self._n_matched(place, end)
            if n_matched >= MIN_MATCHED and (best is None or n_matched > best.n_tokens):
                best = NgramMatch(n_matched, place + 1)
                if n_matched == MAX_MATCHED:
                    break
            place = self._previous[place]
        assert best is None or best.next_at < len(tokens)
        return best

    def continuation(self, match: NgramMatch, n_tokens: int) -> tuple[int, ...]:
        """Return what followed there; where that runs into the end, it goes on from there again."""
        followed = self._tokens[match.next_at : match.next_at + n_tokens]
        n_repeats = -(-n_tokens // len(followed))  # rounded up
        return tuple((followed * n_repeats)[:n_tokens])

    def _n_matched(self, place: int, end: int) -> int:
        """Return how many tokens up to `place` are those up to `end`."""
        tokens = self._tokens
        most = min(MAX_MATCHED, place + 1)
        for count in range(most):
            if tokens[place - count] != tokens[end - count]:
                return count
        return most

    def _append(self, token: int) -> None:
        tokens = self._tokens
        tokens.append(token)
        place = _NOWHERE
        if len(tokens) >= MIN_MATCHED:
            bucket = _hash(tokens[-3], tokens[-2], token)
            place, self._latest[bucket] = self._latest[bucket], len(tokens) - 1
        self._previous.append(place)

    def _append_many(self, tokens: Series[int]) -> None:
        begin = len(self)
        new = np.fromiter(tokens, np.int32, len(tokens))
        before = np.array(self._tokens[-(MIN_MATCHED - 1) :], np.int32)
        text = np.concatenate([before, new]).astype(np.int64)
        buckets = _hash(text[:-2], text[1:-1], text[2:])
        order = np.argsort(buckets, kind="stable")
        sorted_buckets = buckets[order]
        is_first = np.ones(len(order), bool)
        is_first[1:] = sorted_buckets[1:] != sorted_buckets[:-1]
        is_last = np.roll(is_first, -1)
        latest = np.frombuffer(self._latest, np.int32)
        previous = np.empty(len(order), np.int32)
        previous[order[1:]] = order[:-1] + begin
        previous[order[is_first]] = latest[sorted_buckets[is_first]]
        latest[sorted_buckets[is_last]] = order[is_last] + begin
        self._tokens.frombytes(new.tobytes())
        self._previous.frombytes(previous.tobytes())


def _hash(first: Any, second: Any, third: Any) -> Any:
    """Return the bucket of three tokens, numbers or arrays of them."""
    a, b, c = _FACTORS
    return (first * a + second * b + third * c) % _N_BUCKETS


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


class ModelDrafter:
    """Judges the drafts that a draft model makes for one answer.

    Args:
        experience: with the draft model; grows here.
        n_text: tokens of the text that is answered.

    Attributes:
        n_drafted: tokens that were computed ahead.
        n_accepted: of them, those that the answer said.
        payoff: whether they make the answer faster.
    """

    def __init__(self, experience: Experience | None = None, n_text: int = 0) -> None:
        self.n_drafted = 0
        self.n_accepted = 0
        self.experience = experience or Experience()
        self.payoff = self.experience.begin_answer(n_text)
        self._n_last_accepted = 0

    def judged(self, draft: DraftedTokens, n_accepted: int) -> None:
        """Take note of how many tokens of a draft were said; what came after these was not."""
        self.n_drafted += len(draft.tokens)
        self.n_accepted += n_accepted
        self._n_last_accepted = n_accepted
        for at, confidence in enumerate(draft.confidences[: n_accepted + 1]):
            self.experience.judged(confidence, was_said=at < n_accepted)

    def timed(self, speed: float, n_text: int, *, has_drafted: bool) -> None:
        """Take note of how long a batch took for which the draft model was asked.

        Args:
            speed: batches a second of such, drafting included, relative to batches without drafts.
            n_text: tokens of the text so far.
            has_drafted: whether a draft was in it, which was judged last.
        """
        n_said = 1 + (self._n_last_accepted if has_drafted else 0)
        self.payoff.measured(n_said * speed, n_text)
