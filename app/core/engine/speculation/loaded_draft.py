"""A draft model with its context, loaded beside the model that it drafts for.

Its context has a sequence for each of the other's, with the same ids, and room for all their tokens
and for those that are drafted. Windows are kept at full length, so that it can be cut anywhere.

Why a model works without the draft model that was chosen for it, in the user's words.

Threads: the engine thread only.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.engine.batch.shared_batch import most_outputs
from app.core.engine.drafting.payoff import MOST_DRAFTED
from app.core.engine.errors import NotAChatModel
from app.core.engine.memory.state_probe import probe_memory
from app.core.errors import KnownError, WordedError
from app.core.fit.model_memory import weights_of
from app.core.fit.planner import shared_out
from app.core.gguf.companions import is_head_of, read_vocabulary
from app.core.gguf.cursor import open_source
from app.core.gguf.parser import read_header
from app.core.llama import Context, ContextParams, Model, ModelParams
from app.core.llama.gguf_file import block_head, check_complete, model_layout, survives_amx
from app.core.llama.library import uses_amx
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from app.core.engine.load.loader import LoadedModel
    from app.core.kvstore.format.layout import KVLayout


class DraftModelNotUsed(KnownError):
    """A draft model cannot be used; its model works without it."""

    def __init__(self, error: KnownError) -> None:
        super().__init__(
            what=error.what,
            effect=phrase("The model works without a draft model."),
            remedy=phrase("Choose another draft model in the settings of the model, or none."),
            detail=error.detail,
        )


class _OtherVocabulary(WordedError):
    """The draft model cuts text into other tokens."""

    what = phrase("{path} does not have the same vocabulary as the main model.")
    effect = phrase("Its tokens would have a different meaning there.")
    remedy = phrase("Choose a small model of the same family.")


class _OtherModel(WordedError):
    """A head drafts for one model only."""

    what = phrase("{path} drafts for another model.")
    effect = phrase("The model works without a draft model.")
    remedy = phrase("Choose the file that was made for this model, or none.")


class DraftsNotPossible(WordedError):
    """Of the draft model, or of the model it is to draft for, nothing can be taken back."""

    what = phrase("{path} cannot be a draft model: its state cannot be rolled back.")
    effect = phrase("The model works without a draft model.")
    remedy = phrase("Choose a model without recurrent layers.")


class DraftModelFailed(WordedError):
    """Something unforeseen went wrong with a draft model."""

    what = phrase("Hearth could not use the draft model {path}.")
    effect = phrase("The model works without a draft model.")
    remedy = phrase("Choose another model.")


class LoadedDraft(PlainValue, frozen=True):
    """A draft model; `close` frees it.

    Attributes:
        layout: how the state of a sequence is arranged; None when none can be stored.
    """

    model: Model
    context: Context
    layout: KVLayout | None

    @property
    def scratch_sequence(self) -> int:
        """A sequence id that is no chat's, for copying rows out."""
        return self.context.params.n_seq_max - 1

    @property
    def n_most_text(self) -> int:
        """Tokens of a text that it can follow; it was trained for no longer one."""
        room = self.context.n_ctx - MOST_DRAFTED
        return min(room, self.model.n_ctx_train or room)

    def close(self) -> None:
        """Free context and model, in this order."""
        self.context.close()
        self.model.close()


def load_draft(path: str, beside: LoadedModel) -> LoadedDraft:
    """Load a draft model.

    Args:
        path: of its file.
        beside: what it is to draft for.

    Raises:
        KnownError: why it cannot be used.
    """
    check_complete(path)
    if not _has_same_vocabulary(path, beside.model.path):
        raise _OtherVocabulary(path=path)
    model = Model(path, _params(path, beside), lambda _fraction: True)
    try:
        if not model.generates_text:
            raise NotAChatModel(path=path)
        if not model.can_rewind:
            raise DraftsNotPossible(path=path)
        context = Context(model, draft_context_params(beside))
    except BaseException:
        model.close()
        raise
    try:
        scratch = context.params.n_seq_max - 1
        probed = probe_memory(model, context, scratch=scratch)
        if not probed.can_roll_back:
            raise DraftsNotPossible(path=path)
        return LoadedDraft(model, context, probed.layout)
    except BaseException:
        context.close()
        model.close()
        raise


def load_head(path: str, beside: LoadedModel) -> Model:
    """Load a head.

    Raises:
        KnownError: why it cannot be used.
    """
    check_complete(path)
    with open_source(Path(path)) as head, open_source(Path(beside.model.path)) as model:
        if not is_head_of(read_header(model), read_header(head)):
            raise _OtherModel(path=path)
    if not _has_same_vocabulary(path, beside.model.path):
        raise _OtherVocabulary(path=path)
    blocks = block_head(path)
    if blocks is not None and not blocks.fits(beside.model.n_layers, beside.model.n_vocab):
        raise _OtherModel(path=path)
    params = replace(_params(path, beside), mtp=blocks is None)
    return Model(path, params, lambda _fraction: True)


def draft_context_params(beside: LoadedModel) -> ContextParams:
    """Return how the context of a draft model is made."""
    n_seq_max = beside.n_chats + 1
    return ContextParams(
        n_ctx=beside.context.n_ctx + MOST_DRAFTED,
        n_seq_max=n_seq_max,
        n_threads=beside.n_threads,
        flash_attention=beside.settings.flash_attention,
        full_windows=True,
        n_outputs=most_outputs(n_seq_max),
    )


def _has_same_vocabulary(path: str, other: str) -> bool:
    with open_source(Path(path)) as one, open_source(Path(other)) as two:
        return read_vocabulary(one).is_like(read_vocabulary(two))


def _params(path: str, beside: LoadedModel) -> ModelParams:
    """Return how its weights are placed: the same part of them on the same devices."""
    main = beside.model.params
    n_offloaded = sum(count for _device, count in main.shares)
    n_layers = weights_of(model_layout(path).tensors).n_layers + 1
    count = round(n_layers * n_offloaded / (beside.model.n_layers + 1))
    split = tuple((device, float(share)) for device, share in main.shares)
    shares = shared_out(min(n_layers, count), split) if split else ()
    return ModelParams(
        n_gpu_layers=sum(share for _device, share in shares),
        use_extra_bufts=main.use_extra_bufts and (not uses_amx() or survives_amx(path)),
        shares=shares,
        memory=main.memory,
    )
