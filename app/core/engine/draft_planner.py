"""Which answers get how many drafted tokens in a batch: as many as make all together fastest.

The model computes drafted tokens along with the one that is known, at a small part of the time that
they would take one after the other. The sampler of the answer then chooses at each of their
positions as it would without them, and they count as far as it chooses the same; what is left over
is cut off again. So drafts change when a token is said, never which.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.lengths import best_lengths
from app.core.engine.drafting.step_costs import StepCosts
from app.core.protocol import DraftPolicy

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.scheduler import Share
    from app.core.engine.stored_model import StoredModel
    from app.core.llama import Context, Model

logger = logging.getLogger(__name__)

MOST_DRAFTED = 24  # tokens of one batch
MOST_FOR_ONE = 15  # with the token that is known a batch of 16
_MOST_IN_A_ROW = 32  # batches with drafts, then one without shows again how long that takes


class DraftPlanner:
    """Adds drafts to the batches of one context, and learns what they cost and bring.

    Args:
        stored: says where segments end; no draft goes beyond, for a state is taken there.
        can_roll_back: whether what a batch computed can be cut off again; nothing is drafted else.
    """

    def __init__(
        self, model: Model, context: Context, stored: StoredModel, *, can_roll_back: bool
    ) -> None:
        self._model = model
        self._n_ctx = context.n_ctx
        self._stored = stored
        self._can_roll_back = can_roll_back
        self._costs = StepCosts()
        self._n_in_a_row = 0

    def plan(self, shares: list[Share], capacity: int) -> list[Share]:
        """Return the shares of a batch with drafts, at most `capacity` tokens together."""
        growing = [share for share in shares if _goes_on(share)] if self._can_roll_back else []
        if not growing:
            return shares
        n_certain = sum(share.end - share.begin for share in shares)
        room = min(MOST_DRAFTED, capacity - n_certain)
        drafts = [self._draft(share, room) for share in growing]
        if not any(draft.tokens for draft in drafts):
            return shares
        lengths = self._lengths(growing, drafts, n_certain, room)
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
        for share in growing if self._costs.reach else ():
            answer = share.sequence.answer
            if answer is not None and share.draft.tokens:
                answer.drafter.timed(self._costs.seconds(n_certain) / seconds)
        self._costs.took(n_certain + n_drafted, seconds)
        if any(share.draft.tokens and not share.sequence.n_cached for share in shares):
            logger.info("nothing is drafted any more: its chat had to be read again")
            self._can_roll_back = False

    def _draft(self, share: Share, room: int) -> DraftedTokens:
        """Return what an answer may say next, as far as its batch may go."""
        sequence = share.sequence
        answer = sequence.answer
        assert answer is not None
        if answer.command.drafts is DraftPolicy.NEVER:
            return NO_DRAFT
        limit, n_wanted = answer.command.max_tokens, len(sequence.wanted)
        n_most = min(
            MOST_FOR_ONE,
            room,
            self._n_ctx - n_wanted - 1,
            sequence.saved.room_in_segment(n_wanted, self._stored.longest_segment),
            limit - len(answer.generated) - 1 if limit else MOST_FOR_ONE,
        )
        draft = answer.drafter.draft(sequence.wanted, n_most, always=_drafts_always(share))
        ends = (at for at, token in enumerate(draft.tokens) if self._model.is_end(token))
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


def _all_of(drafts: Series[DraftedTokens], room: int) -> list[int]:
    """Return the lengths of all drafts, the last ones shortened where there is no room."""
    lengths = []
    for draft in drafts:
        lengths.append(min(len(draft.tokens), room))
        room -= lengths[-1]
    return lengths


def _is_stream(share: Share) -> bool:
    """Whether a share is the last token that an answer has said."""
    return share.sequence.answer is not None and share.end - share.begin == 1


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
    return answer is not None and answer.command.drafts is DraftPolicy.ALWAYS
