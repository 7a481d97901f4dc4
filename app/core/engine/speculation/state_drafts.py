"""Drafts that are made of what the loaded model has computed of each token anyway.

What it has made of a token is at hand once, right after the batch. While drafting for an answer
does not pay, or is not wanted, the loaded model keeps nothing, and nothing else is computed.

Threads: the engine thread only.
"""

from __future__ import annotations

import abc
import logging
from typing import TYPE_CHECKING, Generic, TypeVar

from app.core.engine.drafting.step_costs import StepCosts
from app.core.engine.speculation.draft_source import DraftSource, GrowingDraft
from app.core.engine.speculation.mtp_rows import ChatOfHead, MtpChat
from app.core.protocol import DraftPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Sequence as Series

    import numpy as np
    from numpy.typing import NDArray

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.drafting.experience import Experience
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.speculation.draft_source import DraftWish
    from app.core.llama import Context, Model
    from app.core.protocol import ChatKey

logger = logging.getLogger(__name__)

FEW_STATES = 16  # so many are read where the next tokens are drafted
_MOST_UNASKED = 64  # batches of answers; then it sleeps until a draft is wanted
Chat = TypeVar("Chat", bound=MtpChat | ChatOfHead)


class StateDrafts(DraftSource, abc.ABC, Generic[Chat]):
    """What drafts with the states of one loaded model; `close` frees its context.

    Args:
        main: the context of the loaded model.
        context: of what drafts.
        name: what it is called.
        head: the second file, where what drafts lies in one; freed here.
    """

    has_work = False
    needs_every_batch = True  # a state is at hand once

    def __init__(self, main: Context, context: Context, name: str, head: Model | None) -> None:
        self._head = head
        self._main = main
        self._context = context
        self._name = name
        self._chats: dict[int, Chat] = {}  # by the id of the sequence
        self._kept: frozenset[int] = frozenset()  # whose states the running batch keeps
        self._experience: Experience | None = None  # until an answer was drafted for
        self._costs = StepCosts()
        self._n_unasked = 0  # batches of answers since a draft was wanted
        self._has_failed = False

    @property
    def name(self) -> str:
        """What it is called; "" once it has failed."""
        return "" if self._has_failed else self._name

    def close(self) -> None:
        """Free everything native."""
        self._chats.clear()
        self._context.close()
        if self._head is not None:
            self._head.close()

    # -- what differs --

    @abc.abstractmethod
    def _keep(self, *, keep: bool) -> None:
        """Have the loaded model keep its states, or none."""

    @abc.abstractmethod
    def _states(self, begin: int, end: int) -> NDArray[np.float32]:
        """Return the states of the tokens `[begin, end)` of its last batch: float32 [n, width]."""

    @abc.abstractmethod
    def _new_chat(self, main: Sequence) -> Chat: ...

    @abc.abstractmethod
    def _read(self, chat: Chat) -> None:
        """Make the rows that can be made now."""

    @abc.abstractmethod
    def _grown(self, wishes: Series[DraftWish]) -> list[GrowingDraft[Chat]]: ...

    # -- following --

    def before(self, shares: Series[Share]) -> None:
        """Have the loaded model keep hidden states where drafts are wanted of them."""
        self._guarded(lambda: self._keep_states(shares))

    def _keep_states(self, shares: Series[Share]) -> None:
        if any(map(_is_of_growing_answer, shares)):
            self._n_unasked += 1
        kept = [share.sequence for share in shares if self._is_wanted(share.sequence)]
        self._kept = frozenset(sequence.seq_id for sequence in kept)
        self._keep(keep=bool(kept))
        for sequence in kept:
            self._chat_of(sequence).settle()

    def _is_wanted(self, sequence: Sequence) -> bool:
        answer = sequence.answer
        if sequence.media.wanted:
            return False  # the layer knows tokens alone
        if answer is None:
            return self._experience is None or not self._experience.payoff.is_resting
        match answer.request.drafts:
            case DraftPolicy.NEVER:
                return False
            case DraftPolicy.ALWAYS:
                return True
            case DraftPolicy.WHERE_IT_PAYS:
                self._experience = answer.model_drafter.experience
                may_try = answer.model_drafter.payoff.may_try(len(sequence.wanted))
                return may_try and self._n_unasked <= _MOST_UNASKED

    def _chat_of(self, main: Sequence) -> Chat:
        chat = self._chats.get(main.seq_id)
        if chat is None or chat.main is not main:
            if chat is not None:
                chat.clear()
            chat = self._new_chat(main)
            self._chats[main.seq_id] = chat
        return chat

    def after(self, shares: Series[Share]) -> None:
        """Take the hidden states of what was computed, while they are there."""
        if self._kept:
            self._guarded(lambda: self._take_states(shares))

    def _take_states(self, shares: Series[Share]) -> None:
        at = 0
        for share in shares:
            sequence = share.sequence
            tokens = [*sequence.wanted[share.begin : share.end], *share.draft.tokens]
            if sequence.seq_id in self._kept:
                states = self._states(at, at + len(tokens))
                self._chats[sequence.seq_id].take(share.begin, tokens, states)
            at += len(tokens)

    def follow(self, sequences: Iterable[Sequence]) -> None:  # noqa: ARG002 - those of the batch
        """Make the rows of what was read just now; a few wait for the next draft."""
        kept, self._kept = self._kept, frozenset()
        for seq_id in kept:
            chat = self._chats.get(seq_id)  # none where its sequence was emptied meanwhile
            if chat is not None and len(chat.states) > FEW_STATES:
                self._guarded(lambda chat=chat: self._read(chat))  # type: ignore[misc]

    def go_on(self) -> None:
        """There is nothing to do: what was not read beside the loaded model cannot be read."""

    def drop(self, sequence: Sequence) -> None:
        """Follow a sequence no more."""
        chat = self._chats.get(sequence.seq_id)
        if chat is not None and chat.main is sequence:
            chat.clear()
            del self._chats[sequence.seq_id]

    def begin_storing_anew(self, chat: ChatKey) -> None:
        """Nothing is stored."""

    def identified(self, identity: str) -> None:
        """It is of no use without the loaded model."""

    def use_threads(self, n_threads: int) -> None:
        """Compute with so many threads from now on."""
        self._context.use_threads(n_threads)

    def _guarded(self, work: Callable[[], object]) -> None:
        """Do something; what goes wrong ends this drafting, and nothing else."""
        if self._has_failed:
            return
        try:
            work()
        except Exception as error:
            logger.error("%s is not used any more", self._name, exc_info=error)
            self._has_failed = True
            self._kept = frozenset()
            self._chats.clear()
            self._keep(keep=False)

    # -- drafting --

    @property
    def step_seconds(self) -> float:
        """How long it takes to draft a token; 0 while that is not known."""
        return self._costs.seconds(1) if self._costs.reach else 0.0

    def drafts(self, wishes: Series[DraftWish]) -> Mapping[int, DraftedTokens]:
        """Return drafts by the ids of the sequences, which may be empty."""
        made: dict[int, DraftedTokens] = {}
        self._n_unasked = 0

        def make() -> None:
            for one in self._grown(wishes):
                made[one.wish.sequence.seq_id] = one.draft()

        self._guarded(make)
        return made


def _is_of_growing_answer(share: Share) -> bool:
    answer = share.sequence.answer
    return answer is not None and bool(answer.generated)
