"""Which answers get how many drafted tokens in a batch: as many as make all together fastest.

The model computes drafted tokens along with the one that is known, at a small part of the time that
they would take one after the other. The sampler of the answer then chooses at each of their
positions as it would without them, and they count as far as it chooses the same; what is left over
is cut off again. So drafts change when a token is said, never which.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.payoff import (
    LEAST_GAIN,
    MOST_DRAFTED,
    MOST_FOR_ONE,
    Growth,
    best_lengths,
    best_rate,
)
from app.core.engine.drafting.step_costs import StepCosts
from app.core.engine.speculation.draft_source import DraftWish
from app.core.plain_value import PlainValue, replace
from app.core.protocol import DraftPolicy

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.drafting.payoff import Payoff
    from app.core.engine.memory.stored_model import StoredModel
    from app.core.engine.speculation.draft_source import DraftSource
    from app.core.llama import Context, Model

logger = logging.getLogger(__name__)

_FIRST = 2  # tokens of the first draft of a model
_MOST_IN_A_ROW = 32  # batches with drafts, then one without shows again how long that takes


class _Asked(PlainValue, frozen=True):
    """For which sequences the draft model did something for the batch, and how long that took."""

    sequences: frozenset[int] = frozenset()
    seconds: float = 0.0


class DraftPlanner:
    """Adds drafts to the batches of one context, and learns what they cost and bring.

    Args:
        stored: says where segments end; no draft goes beyond, for a state is taken there.
        by_model: drafts where it is likely to do that better than the text itself.
        n_roll_back: tokens at the end of a batch that can be cut off again; nothing is drafted
            where there are none.
    """

    def __init__(
        self,
        model: Model,
        context: Context,
        stored: StoredModel,
        by_model: DraftSource,
        *,
        n_roll_back: int,
    ) -> None:
        self._model = model
        self._n_ctx = context.n_ctx
        self._stored = stored
        self._n_roll_back = n_roll_back
        # llama.cpp computes sequences of different lengths one after the other and moves recurrent
        # states between, but not those to go back to: they are right where all lengths are one.
        self._is_all_or_none = not model.can_rewind
        self._by_model = by_model
        self._costs = StepCosts()
        self._n_in_a_row = 0
        self._asked = _Asked()

    def plan(self, shares: list[Share], capacity: int) -> list[Share]:
        """Return the shares of a batch with drafts, at most `capacity` tokens together."""
        growing = [share for share in shares if _goes_on(share)] if self._n_roll_back else []
        if not growing or (self._is_all_or_none and len(growing) < len(shares)):
            return shares
        n_certain = sum(share.end - share.begin for share in shares)
        room = min(MOST_DRAFTED, capacity - n_certain)
        drafts = [self._draft(share, room) for share in growing]
        drafts = self._with_model(growing, drafts, n_certain, room)
        if not any(draft.tokens for draft in drafts):
            return shares
        lengths = self._lengths(growing, drafts, n_certain, room)
        if self._is_all_or_none:
            lengths = [min(lengths)] * len(lengths)
        drafted = {
            share.sequence.seq_id: replace(share, draft=draft.shortened(length))
            for share, draft, length in zip(growing, drafts, lengths, strict=True)
        }
        return [drafted.get(share.sequence.seq_id, share) for share in shares]

    def took(self, shares: list[Share], seconds: float) -> None:
        """Take note of how long a batch took that has been handed on."""
        growing = [share for share in shares if _is_stream(share)]
        if not growing:
            return
        n_certain = sum(share.end - share.begin for share in shares)
        n_drafted = sum(len(share.draft.tokens) for share in shares)
        self._n_in_a_row = self._n_in_a_row + 1 if n_drafted else 0
        if self._costs.reach:
            speed = self._costs.seconds(n_certain) / (seconds + self._asked.seconds)
            self._measured(growing, speed)
        self._asked = _Asked()
        self._costs.took(n_certain + n_drafted, seconds)
        if any(share.draft.tokens and not share.sequence.n_cached for share in shares):
            logger.info("nothing is drafted any more: its chat had to be read again")
            self._n_roll_back = 0

    def _measured(self, growing: Series[Share], speed: float) -> None:
        """Take note of how fast a batch was, for those whose drafts were in it."""
        for share in growing:
            sequence, draft = share.sequence, share.draft
            answer = sequence.answer
            if answer is None:
                continue
            if draft.tokens and not draft.is_of_model:
                answer.drafter.timed(speed)
            elif sequence.seq_id in self._asked.sequences:
                has_drafted, n_text = bool(draft.tokens), len(sequence.wanted)
                answer.model_drafter.timed(speed, n_text, has_drafted=has_drafted)

    def _with_model(
        self, growing: Series[Share], drafts: list[DraftedTokens], n_certain: int, room: int
    ) -> list[DraftedTokens]:
        """Return the drafts with those of the draft model where they are likely to be better."""
        self._asked = _Asked()
        if not self._by_model.name or self._n_in_a_row >= _MOST_IN_A_ROW:
            return drafts
        both = zip(growing, drafts, strict=True)
        found = [self._wish(share, draft, n_certain, room) for share, draft in both]
        wishes = [wish for wish in found if wish is not None]
        if not wishes:
            return drafts
        began = time.perf_counter()
        made = self._by_model.drafts(wishes)
        self._asked = _Asked(frozenset(made), time.perf_counter() - began)
        of_model = {seq_id: draft for seq_id, draft in made.items() if draft.tokens}
        both = zip(growing, drafts, strict=True)
        return [of_model.get(share.sequence.seq_id, draft) for share, draft in both]

    def _wish(
        self, share: Share, lookup: DraftedTokens, n_certain: int, room: int
    ) -> DraftWish | None:
        """Return what the draft model is asked for; None where it would not pay."""
        sequence = share.sequence
        answer = sequence.answer
        assert answer is not None
        drafter, most = answer.model_drafter, self._most_for(share, room)
        experience = drafter.experience
        # The draft model sees no pictures: what it follows is text alone.
        if answer.request.drafts is DraftPolicy.NEVER or most <= 0 or sequence.media.wanted:
            return None
        if _drafts_always(share):
            is_better = not lookup.tokens or experience.likelihood > lookup.likelihood
            return DraftWish(sequence, experience, Growth(most, None)) if is_better else None
        if not self._costs.reach or not drafter.payoff.may_try(len(sequence.wanted)):
            return None
        step_s = self._by_model.step_seconds
        if not step_s:  # two tokens show how long one takes
            return DraftWish(sequence, experience, Growth(min(most, _FIRST), None))

        def batch_s(n_drafted: int) -> float:
            return self._costs.seconds(n_certain + n_drafted)

        def with_drafting_s(n_drafted: int) -> float:
            return batch_s(n_drafted) + n_drafted * step_s

        most = min(most, self._costs.reach - n_certain)
        of_text, _ = best_rate(lookup.likelihood, min(most, len(lookup.tokens)), batch_s)
        rate, _ = best_rate(experience.likelihood, most, with_drafting_s)
        if rate < LEAST_GAIN / batch_s(0):
            is_due = _is_try_due(drafter.payoff, lookup, len(sequence.wanted))
            few = Growth(min(most, _FIRST), None)
            return DraftWish(sequence, experience, few) if is_due else None
        if rate < of_text:
            return None
        return DraftWish(sequence, experience, Growth(most, with_drafting_s))

    def _most_for(self, share: Share, room: int) -> int:
        """Return how many tokens may be drafted for an answer; none where it is below 1."""
        sequence = share.sequence
        answer = sequence.answer
        assert answer is not None
        limit, n_wanted = answer.request.max_tokens, len(sequence.wanted)
        return min(
            MOST_FOR_ONE,
            self._n_roll_back,
            room,
            self._n_ctx - n_wanted - 1,
            sequence.saved.room_in_segment(n_wanted, self._stored.longest_segment),
            limit - len(answer.generated) - 1 if limit else MOST_FOR_ONE,
        )

    def _draft(self, share: Share, room: int) -> DraftedTokens:
        """Return what an answer may say next by its text, as far as its batch may go."""
        sequence = share.sequence
        answer = sequence.answer
        assert answer is not None
        if answer.request.drafts is DraftPolicy.NEVER:
            return NO_DRAFT
        n_most = self._most_for(share, room)
        draft = answer.drafter.draft(sequence.wanted, n_most, always=_drafts_always(share))
        ends = (
            at for at, token in enumerate(draft.tokens) if token < 0 or self._model.is_end(token)
        )
        return draft.shortened(next(ends, n_most))

    def _lengths(
        self, growing: Series[Share], drafts: Series[DraftedTokens], n_certain: int, room: int
    ) -> list[int]:
        """Return how many tokens of each draft are worth their time."""
        if any(map(_drafts_always, growing)):
            return _all_of(drafts, room)
        if not self._costs.reach or self._n_in_a_row >= _MOST_IN_A_ROW:
            return [0] * len(drafts)
        most = min(room, self._costs.reach - n_certain)
        return best_lengths(drafts, most, lambda n: self._costs.seconds(n_certain + n))


def _is_try_due(payoff: Payoff, lookup: DraftedTokens, n_text: int) -> bool:
    """Whether a draft that is expected to lose is tried, for the text may be another by now.

    Once after each rest, where the text itself drafts nothing; else the draft model rests.
    """
    if not payoff.is_untried:
        payoff.expected_to_lose(n_text)
        return False
    return not lookup.tokens


def _all_of(drafts: Series[DraftedTokens], room: int) -> list[int]:
    """Return the lengths of all drafts, the last ones shortened where there is no room."""
    lengths = []
    for draft in drafts:
        lengths.append(min(len(draft.tokens), room))
        room -= lengths[-1]
    return lengths


def _is_stream(share: Share) -> bool:
    """Whether a share is the last token that an answer has said."""
    is_one = share.end - share.begin == 1
    return is_one and share.sequence.answer is not None and not share.is_medium


def _goes_on(share: Share) -> bool:
    """Whether an answer that has begun says its next token after this share."""
    sequence = share.sequence
    answer = sequence.answer
    return (
        answer is not None
        and bool(answer.generated)
        and _is_stream(share)
        and share.end == len(sequence.wanted)
        and sequence.proving is None
    )


def _drafts_always(share: Share) -> bool:
    answer = share.sequence.answer
    return answer is not None and answer.request.drafts is DraftPolicy.ALWAYS
