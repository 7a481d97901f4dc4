"""From the settings of a model to what drafts for it, or the reason why nothing does.

Without a draft model a layer for multi-token prediction drafts, where the model has been loaded
with one.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.engine.draft_model.draft_model import DraftModel
from app.core.engine.draft_model.draft_source import NoDraftModel
from app.core.engine.draft_model.errors import (
    DraftModelFailed,
    DraftModelNotUsed,
    DraftsNotPossible,
)
from app.core.engine.draft_model.loaded_draft import load_draft
from app.core.engine.draft_model.mtp_drafts import MtpDrafts
from app.core.engine.model_identity import ModelIdentification
from app.core.engine.model_measure import mtp_context_params
from app.core.engine.stored_model import StoredModel
from app.core.errors import KnownError
from app.core.llama import Context
from app.core.llama.gguf_reader import model_files
from app.core.plain_value import replace
from app.core.protocol import ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.draft_model.draft_source import DraftSource
    from app.core.engine.inbox import Inbox
    from app.core.engine.loader import LoadedModel
    from app.core.engine.model_identity import FilesIdentified, ModelIdentity
    from app.core.engine.state_probe import ProbedMemory
    from app.core.kvstore import KVStore
    from app.core.protocol import Event

logger = logging.getLogger(__name__)


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
                raise DraftsNotPossible(beside.model.path)
            self._drafting = self._load(path, beside, store, is_read=is_read)
            return self._drafting
        except KnownError as error:
            known = error
        except Exception as error:
            logger.exception("a draft model could not be loaded")
            known = DraftModelFailed(path, error)
        self._emit(ProblemRaised(DraftModelNotUsed(known).problem()))
        return NoDraftModel()

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
        return NoDraftModel()
    main = replace(beside.context.params, n_ctx=beside.context.n_ctx)
    try:
        context = Context(beside.model, mtp_context_params(main))
    except KnownError:
        logger.info("there is no context for the MTP layer", exc_info=True)
        return NoDraftModel()
    return MtpDrafts(beside.model, beside.context, context)
