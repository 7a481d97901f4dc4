"""From a file to a model that makes embeddings.

Such models are small: all of one goes to the GPUs where they have room for it, else none of it.

Threads: the engine thread only.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.core.engine.device_probe import devices_here
from app.core.engine.embedding.embedder import BATCH_TOKENS, Embedder
from app.core.engine.errors import NotAChatModel, WouldFreezeMachine
from app.core.engine.model_measure import measure_machine
from app.core.engine.thread_count import thread_count
from app.core.llama import Model, ModelParams, library
from app.core.llama.embedding_context import (
    EmbeddingContext,
    EmbeddingParams,
    can_mark_texts,
    makes_embeddings,
)
from app.core.llama.errors import DamagedModelFile, ModelTooLarge
from app.core.llama.gguf_file import survives_amx
from app.core.llama.gguf_reader import model_files
from app.core.phrases import phrase
from app.core.protocol import ModelInfo

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import BackendChoice, LoadModel

USUAL_TOKENS: Final = 2048  # of one text, where the settings of the model say nothing
_MOST_SEQUENCES: Final = 32  # of one batch
_ALL_LAYERS: Final = 1 << 10
_MARGIN: Final = 1.3  # what computing takes beside the weights, of a GPU


def load_embedder(
    command: LoadModel,
    backend: BackendChoice,
    on_progress: Callable[[float], bool],
) -> Embedder:
    """Load a model that makes embeddings.

    Args:
        command: to load it.
        backend: what of the llama.cpp build is used.
        on_progress: called with 0..1; returning False cancels.
        emit: receives the embeddings.

    Raises:
        KnownError: why this file cannot be used, or `LoadCancelled`.
    """
    n_bytes = sum(Path(file).stat().st_size for file in model_files(command.path))
    n_gpu_layers = _n_gpu_layers(command, backend, n_bytes)
    while True:
        try:
            return _loaded(command, backend, n_gpu_layers, on_progress)
        except ModelTooLarge:
            if not n_gpu_layers:
                raise
            n_gpu_layers = 0  # a device has less than it said


def _n_gpu_layers(command: LoadModel, backend: BackendChoice, n_bytes: int) -> int:
    """Return how many layers are computed on a GPU.

    Raises:
        WouldFreezeMachine: there is no place that has room for the model.
    """
    machine = measure_machine(backend)
    most = command.settings.max_gpu_layers
    if most != 0 and any(one.free_bytes > n_bytes * _MARGIN for one in machine.devices):
        return _ALL_LAYERS if most is None else most
    if n_bytes > machine.ram_free_bytes:
        raise WouldFreezeMachine(command.path, n_bytes, machine.ram_free_bytes)
    return 0


def _loaded(
    command: LoadModel,
    backend: BackendChoice,
    n_gpu_layers: int,
    on_progress: Callable[[float], bool],
) -> Embedder:
    settings = command.settings
    may_repack = backend.use_extra_bufts
    use_extra = may_repack and (not library.uses_amx() or survives_amx(command.path))
    params = ModelParams(
        n_gpu_layers, use_extra, memory=settings.weights, adapters=settings.adapters
    )
    model = Model(os.fspath(command.path), params, on_progress)
    try:
        if not makes_embeddings(model):
            raise NotAChatModel(command.path)
        if not can_mark_texts(model):
            raise DamagedModelFile(command.path, "no token is named that begins or ends a text")
        context = _context(model, command)
    except BaseException:
        model.close()
        raise
    info = _info(model, context, command, backend, min(n_gpu_layers, model.n_layers))
    return Embedder(model, context, info)


def _context(model: Model, command: LoadModel) -> EmbeddingContext:
    """Make the context, for shorter texts where memory does not suffice.

    Raises:
        ModelTooLarge: not even short ones fit.
    """
    n_text = command.settings.n_ctx or USUAL_TOKENS
    if model.n_ctx_train:
        n_text = min(n_text, model.n_ctx_train)
    n_threads = command.settings.n_threads or thread_count()
    while True:
        try:
            n_tokens = max(n_text, BATCH_TOKENS)
            params = EmbeddingParams(n_tokens, n_text, _MOST_SEQUENCES, n_threads)
            return EmbeddingContext(model, params)
        except ModelTooLarge:
            if n_text // 2 < BATCH_TOKENS:
                raise
            n_text //= 2


def _info(
    model: Model,
    context: EmbeddingContext,
    command: LoadModel,
    backend: BackendChoice,
    n_gpu_layers: int,
) -> ModelInfo:
    return ModelInfo(
        path=model.path,
        name=model.name,
        description=model.description,
        size_bytes=model.size_bytes,
        n_params=model.n_params,
        n_ctx=context.params.n_text,
        n_ctx_train=model.n_ctx_train,
        n_layers=model.n_layers,
        n_gpu_layers=n_gpu_layers,
        devices=devices_here(),
        notes=(phrase("This model makes embeddings for other programs, and answers no chats."),),
        resumable=False,
        settings=command.settings,
        backend=backend,
        drafts=False,
        n_embedding=context.n_embedding,
    )
