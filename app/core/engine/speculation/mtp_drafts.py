"""Drafts of the layer for multi-token prediction (MTP) that some models bring along.

For some it lies in a second file, the head; that of Gemma 4 reads the rows of the model itself.

It says the token after next: from the hidden state of a token and the token that was said after it.
With what it made of both, and the token that it said, it says the next one, and so on. What it says
is kept only where the answer's own sampler chooses the same.

While drafting for an answer does not pay, or is not wanted, the loaded model keeps no hidden
states, and the layer computes nothing.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from app.core.engine.drafting.step_costs import StepCosts
from app.core.engine.speculation.draft_source import DraftSource, GrowingDraft
from app.core.engine.speculation.mtp_rows import ChatOfHead, MtpChat
from app.core.llama import DecodeOutcome, HiddenBatch
from app.core.plain_value import PlainValue
from app.core.protocol import DraftPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Sequence as Series

    from numpy.typing import NDArray

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.drafting.experience import Experience
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.speculation.draft_source import DraftWish
    from app.core.llama import Context, Model
    from app.core.protocol import ChatKey

logger = logging.getLogger(__name__)

NAME = "MTP"
FEW_STATES = 16  # so many are read where the next tokens are drafted
_MOST_UNASKED = 64  # batches of answers; then it sleeps until a draft is wanted
_Chat: TypeAlias = MtpChat | ChatOfHead
_Growing: TypeAlias = "GrowingDraft[_Chat]"


class _Row(PlainValue, frozen=True):
    """The row that is made next of a chat: of a token, and a state, at a position."""

    chat: _Chat
    token: int
    state: NDArray[np.float32]
    pos: int


class MtpDrafts(DraftSource):
    """The layer of one loaded model; `close` frees its context.

    Args:
        model: the loaded one, and its context.
        context: of the layer.
        head: the second file, where the layer lies in one; freed here.
    """

    has_work = False
    needs_every_batch = True  # a state is at hand once

    def __init__(
        self, model: Model, main: Context, context: Context, head: Model | None = None
    ) -> None:
        self._model = model
        self._head = head
        self._main = main
        self._context = context
        self._batch = HiddenBatch(context.n_batch, model.n_hidden)
        self._no_states = np.empty((0, model.n_hidden), np.float32)
        self._chats: dict[int, _Chat] = {}  # by the id of the sequence
        self._kept: frozenset[int] = frozenset()  # whose states the running batch keeps
        self._experience: Experience | None = None  # until an answer was drafted for
        self._costs = StepCosts()
        self._n_unasked = 0  # batches of answers since a draft was wanted
        self._has_failed = False

    @property
    def name(self) -> str:
        """What it is called."""
        if self._has_failed:
            return ""
        return self._head.name if self._head is not None else NAME

    def close(self) -> None:
        """Free everything native."""
        self._chats.clear()
        self._batch.close()
        self._context.close()
        if self._head is not None:
            self._head.close()

    # -- following --

    def before(self, shares: Series[Share]) -> None:
        """Have the loaded model keep hidden states where drafts are wanted of them."""
        self._guarded(lambda: self._keep_states(shares))

    def _keep_states(self, shares: Series[Share]) -> None:
        if any(map(_is_of_growing_answer, shares)):
            self._n_unasked += 1
        kept = [share.sequence for share in shares if self._is_wanted(share.sequence)]
        self._kept = frozenset(sequence.seq_id for sequence in kept)
        self._main.keep_hidden_states(keep=bool(kept))
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

    def _chat_of(self, main: Sequence) -> _Chat:
        chat = self._chats.get(main.seq_id)
        if chat is None or chat.main is not main:
            if chat is not None:
                chat.clear()
            chat = self._new_chat(main)
            self._chats[main.seq_id] = chat
        return chat

    def _new_chat(self, main: Sequence) -> _Chat:
        if self._context.reads_rows:
            return ChatOfHead(main, self._no_states)
        return MtpChat(main, self._context, self._no_states)

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
                states = self._main.hidden_states(at, at + len(tokens))
                self._chats[sequence.seq_id].take(share.begin, tokens, states)
            at += len(tokens)

    def follow(self, sequences: Iterable[Sequence]) -> None:  # noqa: ARG002 - those of the batch
        """Make the rows of what was read just now; a few wait for the next draft."""
        kept, self._kept = self._kept, frozenset()
        for seq_id in kept:
            chat = self._chats.get(seq_id)  # none where its sequence was emptied meanwhile
            if chat is not None and len(chat.states) > FEW_STATES:
                self._guarded(lambda chat=chat: self._read(chat))  # type: ignore[misc]

    def _read(self, chat: _Chat) -> None:
        chat.settle()
        while n_tokens := min(chat.n_readable, self._batch.capacity):
            if not self._compute_next([(chat, n_tokens)], asked=False):
                return

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
        """It is a part of the loaded model."""

    def use_threads(self, n_threads: int) -> None:
        """Compute with so many threads from now on."""
        self._context.use_threads(n_threads)

    def _guarded(self, work: Callable[[], object]) -> None:
        """Do something; what goes wrong ends all drafting by the layer, and nothing else."""
        if self._has_failed:
            return
        try:
            work()
        except Exception as error:
            logger.error("the MTP layer is not used any more", exc_info=error)
            self._has_failed = True
            self._kept = frozenset()
            self._chats.clear()
            self._main.keep_hidden_states(keep=False)

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

    def _grown(self, wishes: Series[DraftWish]) -> list[_Growing]:
        found = [(wish, self._settled(wish.sequence)) for wish in wishes]
        growing = [GrowingDraft(wish, chat) for wish, chat in found if chat is not None]
        at = self._compute_next([(one.chat, one.chat.n_readable) for one in growing], asked=True)
        if not at:
            return []
        drafts = growing
        while True:
            rows = [self._say(one, at[one.chat.main.seq_id]) for one in growing]
            growing = [one for one, row in zip(growing, rows, strict=True) if row is not None]
            at = self._compute_drafted([row for row in rows if row is not None])
            if not at:
                return drafts

    def _settled(self, main: Sequence) -> _Chat | None:
        """Bring what follows an answer up to what was said; None where that cannot be."""
        chat = self._chats.get(main.seq_id)
        if chat is None or chat.main is not main:
            return None
        chat.settle()
        if chat.n_rows == len(main.wanted):
            chat.read_last_again()
        return chat if chat.is_at_end and chat.n_readable <= 2 * FEW_STATES else None

    def _say(self, one: _Growing, index: int) -> _Row | None:
        """Add the token that the layer says; return the row with which it would say the next.

        None where the draft ends.
        """
        logits = self._context.logits_in_place(index)
        token = int(logits.argmax())
        confidence = float(1 / np.exp(logits - logits[token]).sum())
        if self._model.is_end(token):
            return None
        one.add(token, confidence)
        if not one.goes_on:
            return None
        pos = one.chat.draft_pos(len(one.tokens))
        return _Row(one.chat, token, self._context.hidden_state(index), pos)

    # -- computing --

    def _compute_next(self, wanted: Series[tuple[_Chat, int]], *, asked: bool) -> dict[int, int]:
        """Make the next rows of chats.

        Args:
            wanted: the chats with how many rows of each.
            asked: what the layer says after the last one of each is asked for.

        Returns:
            Where that lies, by sequence id; empty where the rows were not made.
        """
        at: dict[int, int] = {}
        self._batch.clear()
        for chat, n_tokens in wanted:
            end = chat.n_rows + n_tokens
            tokens, states = chat.main.wanted[chat.n_rows : end], chat.states[:n_tokens]
            logits_at = frozenset({end - 1} if asked else ())
            seq_id = chat.main.seq_id
            added = self._batch.add_behind(seq_id, tokens, states, chat.n_rows, logits_at)
            at[seq_id] = added.get(end - 1, -1)
        if not wanted or not self._decode([chat for chat, _n in wanted]):
            return {}
        for chat, n_tokens in wanted:
            chat.has_read(n_tokens)
        return at

    def _compute_drafted(self, rows: Series[_Row]) -> dict[int, int]:
        """Make rows of drafted tokens; return where what the layer says after them lies."""
        if not rows:
            return {}
        at: dict[int, int] = {}
        self._batch.clear()
        for row in rows:
            seq_id, asked = row.chat.main.seq_id, frozenset({row.pos})
            row.chat.has_drafted()  # what is drafted has to be cut off again
            added = self._batch.add_behind(seq_id, [row.token], row.state, row.pos, asked)
            at[seq_id] = added[row.pos]
        began = time.perf_counter()
        if not self._decode([row.chat for row in rows]):
            return {}
        self._costs.took(len(rows), time.perf_counter() - began)
        return at

    def _decode(self, chats: Series[_Chat]) -> bool:
        """Compute the batch; where there is no room, its chats begin anew.

        Raises:
            KnownError: llama.cpp failed for good.
        """
        if self._context.decode(self._batch) is DecodeOutcome.DONE:
            return True
        logger.info("the context of the MTP layer is full")
        for chat in chats:
            chat.clear()
        return False


def _is_of_growing_answer(share: Share) -> bool:
    answer = share.sequence.answer
    return answer is not None and bool(answer.generated)
