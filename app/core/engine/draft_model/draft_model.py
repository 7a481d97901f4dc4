"""A draft model at work: it follows the chats of the loaded model, and says what may come next.

It says the likeliest token, and with that token in its context the next one, for all answers at
once, as long as one more is worth its time. What it says is kept only where the answer's own
sampler chooses the same, so nothing that goes wrong here changes a word: it costs the draft model
and nothing else.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from app.core.engine.draft_model.draft_rows import DraftRows
from app.core.engine.draft_model.draft_source import GrowingDraft
from app.core.engine.drafting.step_costs import StepCosts
from app.core.engine.scheduler import Share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Sequence as Series

    from app.core.engine.draft_model.draft_rows import FollowedChat
    from app.core.engine.draft_model.draft_source import DraftWish
    from app.core.engine.draft_model.loaded_draft import LoadedDraft
    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.inbox import Inbox
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.stored_model import StoredModel
    from app.core.llama import Model
    from app.core.protocol import ChatKey

logger = logging.getLogger(__name__)

_Growing: TypeAlias = "GrowingDraft[FollowedChat]"


class DraftModel:
    """The draft model of one loaded model; `close` frees it.

    Args:
        main: the model that it drafts for.
        loaded: the draft model.
        stored: its part of the store.
        inbox: what waits for the engine may end a batch early.
    """

    def __init__(self, main: Model, loaded: LoadedDraft, stored: StoredModel, inbox: Inbox) -> None:
        self._main = main
        self._n_main_vocab = main.n_vocab
        self._loaded = loaded
        self._stored = stored
        self._rows: DraftRows | None = DraftRows(loaded, stored, inbox)
        self._costs = StepCosts()

    @property
    def name(self) -> str:
        """What it is called."""
        return self._loaded.model.name

    def close(self) -> None:
        """Store what is worth it, and free everything native."""
        try:
            self._guarded(DraftRows.close)
        finally:
            self._rows = None
            self._loaded.close()

    # -- following --

    def before(self, shares: Series[Share]) -> None:
        """It reads the text by itself."""

    def after(self, shares: Series[Share]) -> None:
        """It reads the text by itself."""

    needs_every_batch = False

    @property
    def has_work(self) -> bool:
        """Whether `go_on` would get on while nothing else is to be done."""
        rows = self._rows
        return rows is not None and (rows.has_arrived or bool(rows.readable(is_busy=False)))

    def follow(self, sequences: Iterable[Sequence]) -> None:
        """Take note of what is wanted of the loaded model, and get on a little beside it."""
        followed = list(sequences)

        def follow(rows: DraftRows) -> None:
            rows.finish_fetches()
            rows.follow(followed)
            rows.read(is_busy=True)

        self._guarded(follow)

    def go_on(self) -> None:
        """Get on, for nothing else is to be done."""
        self._guarded(lambda rows: rows.read(is_busy=False))

    def drop(self, sequence: Sequence) -> None:
        """Take note that a sequence of the loaded model is emptied."""
        self._guarded(lambda rows: rows.drop(sequence))

    def begin_storing_anew(self, chat: ChatKey) -> None:
        """Take note that what was stored of a chat is gone."""
        self._guarded(lambda rows: rows.begin_storing_anew(chat))

    def identified(self, identity: str) -> None:
        """Take note of what it is; what it has read is stored from now on."""
        if self._stored.identified(identity):
            self._guarded(DraftRows.begin_storing_anew)

    def use_threads(self, n_threads: int) -> None:
        """Compute with so many threads from now on."""
        self._loaded.context.use_threads(n_threads)

    def _guarded(self, work: Callable[[DraftRows], object]) -> None:
        """Do something; what goes wrong ends all drafting by the model, and nothing else."""
        rows = self._rows
        if rows is None:
            return
        try:
            work(rows)
        except Exception as error:
            logger.error("the draft model is not used any more", exc_info=error)
            self._rows = None
            rows.free()

    # -- drafting --

    @property
    def step_seconds(self) -> float:
        """How long it takes to draft a token; 0 while that is not known."""
        return self._costs.seconds(1) if self._costs.reach else 0.0

    def drafts(self, wishes: Series[DraftWish]) -> Mapping[int, DraftedTokens]:
        """Return drafts by the ids of the sequences, which may be empty."""
        made: dict[int, DraftedTokens] = {}

        def make(rows: DraftRows) -> None:
            for one in self._grown(rows, wishes):
                made[one.wish.sequence.seq_id] = one.draft()

        self._guarded(make)
        return made

    def _grown(self, rows: DraftRows, wishes: Series[DraftWish]) -> list[_Growing]:
        found = [(wish, rows.settled(wish.sequence)) for wish in wishes]
        wanted = [GrowingDraft(wish, chat) for wish, chat in found if chat is not None]
        read = rows.read_rest([one.chat for one in wanted])
        drafts = growing = [one for one in wanted if one.chat in read]
        while growing:
            growing = [one for one in growing if self._say(rows, one) and one.goes_on]
            if growing and not self._compute_last(rows, growing):
                break
        return drafts

    def _say(self, rows: DraftRows, one: _Growing) -> bool:
        """Add the token that the draft model says next; False where it ends, or cannot be said."""
        logits = self._loaded.context.logits_in_place(rows.index(one.chat.own))
        token = int(logits.argmax())
        confidence = float(1 / np.exp(logits - logits[token]).sum())
        if token >= self._n_main_vocab or self._main.is_end(token):
            return False
        one.add(token, confidence)
        return True

    def _compute_last(self, rows: DraftRows, growing: list[_Growing]) -> bool:
        """Have the draft model read the last token of each draft; False where it was not."""
        shares = []
        for one in growing:
            own, one.chat.n_text = one.chat.own, 0  # what is drafted has to be cut off again
            own.want_also(one.tokens[-1])
            shares.append(Share(own, own.n_cached, own.n_cached + 1))
        began = time.perf_counter()
        if not rows.compute(shares):
            return False
        self._costs.took(len(shares), time.perf_counter() - began)
        return True
