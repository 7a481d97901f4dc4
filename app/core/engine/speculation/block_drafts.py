"""Drafts of a head that says a whole block of tokens at once (dflash, DSpark).

Its rows are made of what goes into some layers of the loaded model, of each token. Behind them it
reads the last token of the text and masks, which all see each other, and says what stands in place
of the masks. Those with a chain (DSpark) say something in place of the last token as well.

Threads: the engine thread only.
Source: llama.cpp common/speculative.cpp, llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import contextlib
import logging
import time
from typing import TYPE_CHECKING

import numpy as np

from app.core.engine.speculation.draft_source import GrowingDraft
from app.core.engine.speculation.mtp_rows import ChatOfBlocks
from app.core.engine.speculation.state_drafts import FEW_STATES, StateDrafts
from app.core.llama import Batch, DecodeOutcome
from app.core.llama.media_batch import N_AXES, MediaBatch

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    from numpy.typing import NDArray

    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.speculation.draft_source import DraftWish
    from app.core.llama import Context, Model
    from app.core.llama.gguf_file import BlockHead

logger = logging.getLogger(__name__)


class BlockDrafts(StateDrafts[ChatOfBlocks]):
    """The head of one loaded model; `close` frees it and its context.

    Args:
        model: the loaded one, and its context.
        head: what drafts for it, and its context.
        kind: what the head's file says of it.
    """

    def __init__(
        self, model: Model, main: Context, head: Model, context: Context, kind: BlockHead
    ) -> None:
        super().__init__(main, context, head.name, head)
        self._model = model
        self._kind = kind
        self._batch = Batch(context.n_batch)
        self._is_kept = False

    def close(self) -> None:
        """Free everything native."""
        self._batch.close()
        super().close()

    # -- following --

    def _keep(self, *, keep: bool) -> None:
        if keep is not self._is_kept:  # llama.cpp plans its buffers anew
            self._main.keep_layer_inputs(self._kind.layers, keep=keep)
            self._is_kept = keep

    def _states(self, begin: int, end: int) -> NDArray[np.float32]:
        return self._main.layer_inputs(self._kind.layers, begin, end)

    def _new_chat(self, main: Sequence) -> ChatOfBlocks:
        width = self._model.n_hidden * len(self._kind.layers)
        return ChatOfBlocks(main, self._context, np.empty((0, width), np.float32))

    def _read(self, chat: ChatOfBlocks) -> None:
        chat.settle()
        while n_rows := min(chat.n_readable, self._context.n_batch):
            places = np.arange(chat.n_rows, chat.n_rows + n_rows, dtype=np.int32)
            axes = np.zeros((N_AXES if self._context.uses_mrope else 1, n_rows), np.int32)
            axes[: N_AXES - 1] = places
            states = np.ascontiguousarray(chat.states[:n_rows])
            outcome = self._context.decode(MediaBatch(chat.main.seq_id, states, axes))
            if outcome is not DecodeOutcome.DONE:
                logger.info("the context of the head is full")
                chat.clear()
                return
            chat.has_read(n_rows)

    # -- drafting --

    def _grown(self, wishes: Series[DraftWish]) -> list[GrowingDraft[ChatOfBlocks]]:
        found = [(wish, self._settled(wish.sequence)) for wish in wishes]
        growing = [GrowingDraft(wish, chat) for wish, chat in found if chat is not None]
        if not growing:
            return []
        room = self._context.params.n_outputs // len(growing)
        most = max(one.wish.growth.most for one in growing)
        n_tokens = min(most + self._kind.first, self._kind.n_block, room)
        began = time.perf_counter()
        begins = self._said(growing, n_tokens)
        for one, begin in zip(growing, begins, strict=False):  # none where there was no room
            for index in range(begin + self._kind.first, begin + n_tokens):
                if not self._say(one, index):
                    break
        self._costs.took(1, (time.perf_counter() - began) / max(1, n_tokens - self._kind.first))
        return growing if begins else []

    def _settled(self, main: Sequence) -> ChatOfBlocks | None:
        """Bring what follows an answer up to what was said; None where that cannot be."""
        chat = self._chats.get(main.seq_id)
        if chat is None or chat.main is not main:
            return None
        chat.settle()
        if not chat.is_at_end or chat.n_readable > 2 * FEW_STATES:
            return None
        self._read(chat)
        return chat if chat.n_rows == len(main.wanted) else None

    def _said(self, growing: Series[GrowingDraft[ChatOfBlocks]], n_tokens: int) -> list[int]:
        """Compute a block for each chat, all equally long; return where each begins.

        What is said in them lies there in place of the tokens.
        """
        self._batch.clear()
        begins = []
        for one in growing:
            chat = one.chat
            chat.has_drafted()  # what the block leaves behind has to be cut off again
            begins.append(self._batch.n_tokens)
            tokens = [chat.main.wanted[-1], *[self._kind.mask] * (n_tokens - 1)]
            asked = frozenset(range(chat.n_rows, chat.n_rows + n_tokens))
            self._batch.add(chat.main.seq_id, tokens, chat.n_rows, asked)
        sight = contextlib.nullcontext() if self._kind.is_causal else self._context.seeing_all()
        with sight:
            outcome = self._context.decode(self._batch)
        if outcome is DecodeOutcome.DONE:
            return begins
        logger.info("the context of the head is full")
        for one in growing:
            one.chat.clear()
        return []

    def _say(self, one: GrowingDraft[ChatOfBlocks], index: int) -> bool:
        """Add the token that is said at a place; return whether the next is worth looking at."""
        logits = self._context.logits_in_place(index)
        token = int(logits.argmax())
        if token >= self._model.n_vocab or self._model.is_end(token):
            return False
        one.add(token, float(1 / np.exp(logits - logits[token]).sum()))
        return one.goes_on
