"""A draft model at work: it follows the chats of the loaded model, and says what may come next.

It says the likeliest token, and with that token in its context the next one, for all answers at
once, as long as one more is worth its time. What it says is kept only where the answer's own
sampler chooses the same, so nothing that goes wrong here changes a word: it costs the draft model
and nothing else.

From the settings of a model to what drafts for it, or the reason why nothing does. Without a draft
model a layer for multi-token prediction drafts, where the model has been loaded with one.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from app.core.engine.batch.scheduler import Share
from app.core.engine.drafting.step_costs import StepCosts
from app.core.engine.load.model_measure import (
    block_context_params,
    head_context_params,
    mtp_context_params,
)
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.model_identity import ModelIdentification
from app.core.engine.speculation.block_drafts import BlockDrafts
from app.core.engine.speculation.draft_rows import DraftRows
from app.core.engine.speculation.draft_source import DraftSource, DraftWish, GrowingDraft
from app.core.engine.speculation.loaded_draft import (
    DraftModelFailed,
    DraftModelNotUsed,
    DraftsNotPossible,
    load_draft,
    load_head,
)
from app.core.engine.speculation.mtp_drafts import MtpDrafts
from app.core.errors import KnownError
from app.core.llama import Context
from app.core.llama.gguf_file import READS_ROWS, block_head, is_head
from app.core.llama.gguf_reader import model_files
from app.core.plain_value import replace
from app.core.protocol import ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from collections.abc import Sequence as Series

    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.inbox import Inbox
    from app.core.engine.load.loader import LoadedModel
    from app.core.engine.memory.state_probe import ProbedMemory
    from app.core.engine.model_identity import FilesIdentified, ModelIdentity
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.speculation.draft_rows import FollowedChat
    from app.core.engine.speculation.loaded_draft import LoadedDraft
    from app.core.kvstore.store import KVStore
    from app.core.llama import ContextParams, Model
    from app.core.protocol import ChatKey, Event


logger = logging.getLogger(__name__)

_Growing: TypeAlias = "GrowingDraft[FollowedChat]"


class DraftModel(DraftSource):
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


class DraftModels:
    """Loads the draft model of the one model that is loaded, and knows what it is.

    Its files are read after those of the other, one at a time.

    Args:
        identities: remembers what was read.
        inbox: is told when files were read, and may end a batch early.
        emit: receives events.
    """

    def __init__(
        self, identities: ModelIdentity, inbox: Inbox, emit: Callable[[Event], None]
    ) -> None:
        self._inbox = inbox
        self._emit = emit
        self._identification = ModelIdentification(identities, inbox.put)
        self._drafting: DraftModel | None = None

    def load(
        self, beside: LoadedModel, probed: ProbedMemory, store: KVStore, *, is_read: bool
    ) -> DraftSource:
        """Load what the settings name; where that cannot be used, the reason is told.

        Args:
            beside: what it is to draft for.
            probed: whether that can take drafts at all.
            store: keeps its rows.
            is_read: whether the files of `beside` were read.
        """
        path = beside.settings.draft_model
        if not path:
            return _of_mtp_layer(beside, probed)
        try:
            if not probed.can_roll_back:
                raise DraftsNotPossible(path=beside.model.path)
            if is_head(path):
                return _of_head(path, beside)
            self._drafting = self._load(path, beside, store, is_read=is_read)
            return self._drafting
        except KnownError as error:
            known = error
        except Exception as error:
            logger.exception("a draft model could not be loaded")
            known = DraftModelFailed(repr(error), path=path)
        self._emit(ProblemRaised(DraftModelNotUsed(known).problem()))
        return DraftSource()

    def _load(self, path: str, beside: LoadedModel, store: KVStore, *, is_read: bool) -> DraftModel:
        self._identification.note(model_files(path))
        loaded = load_draft(path, beside)
        try:
            if is_read:
                self._identification.read()
            identity = self._identification.loaded()
            stored = StoredModel(loaded.model, loaded.context, store, loaded.layout, identity)
            return DraftModel(beside.model, loaded, stored, self._inbox)
        except BaseException:
            loaded.close()
            raise

    def identified(self, notice: FilesIdentified) -> None:
        """Take note of files that were read: those of the draft model, or those before them."""
        if self._drafting is None:
            return
        if self._identification.is_of(notice):
            identity = self._identification.take(notice)
        else:
            self._identification.read()
            identity = self._identification.loaded()
        if identity is not None:
            self._drafting.identified(identity)

    def close(self) -> None:
        """The model goes."""
        self._drafting = None
        self._identification.close()


def _of_mtp_layer(beside: LoadedModel, probed: ProbedMemory) -> DraftSource:
    """Return what the model itself drafts with."""
    if not beside.model.params.mtp or not probed.can_roll_back:
        return DraftSource()
    try:
        context = Context(beside.model, mtp_context_params(_params_of(beside)))
    except KnownError:
        logger.info("there is no context for the MTP layer", exc_info=True)
        return DraftSource()
    return MtpDrafts(beside.model, beside.context, context)


def _of_head(path: str, beside: LoadedModel) -> DraftSource:
    """Return what drafts with a head in a file of its own.

    Raises:
        KnownError: why it cannot be used.
    """
    head = load_head(path, beside)
    main = _params_of(beside)
    try:
        reads_rows = head.metadata("general.architecture") == READS_ROWS
        blocks = block_head(path)
        if blocks is not None:
            context = Context(head, block_context_params(main), beside.context)
            return BlockDrafts(beside.model, beside.context, head, context, blocks)
        params = head_context_params(main) if reads_rows else mtp_context_params(main)
        context = Context(head, params, beside.context if reads_rows else None)
        return MtpDrafts(beside.model, beside.context, context, head, reads_rows=reads_rows)
    except BaseException:
        head.close()
        raise


def _params_of(beside: LoadedModel) -> ContextParams:
    return replace(beside.context.params, n_ctx=beside.context.n_ctx)
