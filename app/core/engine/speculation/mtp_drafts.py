"""Drafts of the layer for multi-token prediction (MTP) that some models bring along.

For some it lies in a second file, the head; that of Gemma 4 reads the rows of the model itself.

It says the token after next: from the hidden state of a token and the token that was said after it.
With what it made of both, and the token that it said, it says the next one, and so on. What it says
is kept only where the answer's own sampler chooses the same.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from app.core.engine.speculation.draft_source import GrowingDraft
from app.core.engine.speculation.mtp_rows import ChatOfHead, MtpChat
from app.core.engine.speculation.state_drafts import FEW_STATES, StateDrafts
from app.core.llama import DecodeOutcome, HiddenBatch
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    from numpy.typing import NDArray

    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.speculation.draft_source import DraftWish
    from app.core.llama import Context, Model

logger = logging.getLogger(__name__)

NAME = "MTP"
_Chat: TypeAlias = MtpChat | ChatOfHead
_Growing: TypeAlias = "GrowingDraft[_Chat]"


class _Row(PlainValue, frozen=True):
    """The row that is made next of a chat: of a token, and a state, at a position."""

    chat: _Chat
    token: int
    state: NDArray[np.float32]
    pos: int


class MtpDrafts(StateDrafts[_Chat]):
    """The layer of one loaded model; `close` frees its context.

    Args:
        model: the loaded one, and its context.
        context: of the layer.
        head: the second file, where the layer lies in one; freed here.
        reads_rows: whether it reads the rows of the loaded model, and has none of its own.
    """

    def __init__(
        self,
        model: Model,
        main: Context,
        context: Context,
        head: Model | None = None,
        *,
        reads_rows: bool = False,
    ) -> None:
        super().__init__(main, context, head.name if head is not None else NAME, head)
        self._model = model
        self._reads_rows = reads_rows
        self._batch = HiddenBatch(context.n_batch, model.n_hidden)
        self._no_states = np.empty((0, model.n_hidden), np.float32)

    def close(self) -> None:
        """Free everything native."""
        self._batch.close()
        super().close()

    # -- following --

    def _keep(self, *, keep: bool) -> None:
        self._main.keep_hidden_states(keep=keep)

    def _states(self, begin: int, end: int) -> NDArray[np.float32]:
        return self._main.hidden_states(begin, end)

    def _new_chat(self, main: Sequence) -> _Chat:
        if self._reads_rows:
            return ChatOfHead(main, self._no_states)
        return MtpChat(main, self._context, self._no_states)

    def _read(self, chat: _Chat) -> None:
        chat.settle()
        while n_tokens := min(chat.n_readable, self._batch.capacity):
            if not self._compute_next([(chat, n_tokens)], asked=False):
                return

    # -- drafting --

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
        if token >= self._model.n_vocab or self._model.is_end(token):
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
