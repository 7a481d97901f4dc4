"""A loaded model at work that makes vectors of texts.

One batch at a time: between two, commands are taken, and requests have their turns, so that one
with thousands of texts holds up no other.

From a file to a model that makes embeddings. Such models are small: all of one goes to the GPUs
where they have room for it, else none of it.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.core.engine.errors import (
    NO_MODEL_LOADED,
    TEXT_TOO_LONG,
    TEXT_WITHOUT_TOKENS,
    UNKNOWN_TOKEN,
    NotAChatModel,
    WouldFreezeMachine,
)
from app.core.engine.load.device_probe import devices_here
from app.core.engine.load.model_measure import measure_machine
from app.core.engine.load.thread_count import thread_count
from app.core.errors import KnownError, problem_of
from app.core.llama import Model, ModelParams, library
from app.core.llama.embedding_context import (
    EmbeddingContext,
    EmbeddingParams,
    can_mark_texts,
    makes_embeddings,
    normalised,
)
from app.core.llama.errors import DamagedModelFile, ModelTooLarge
from app.core.llama.gguf_file import survives_amx
from app.core.llama.gguf_reader import model_files
from app.core.phrases import Amount, phrase
from app.core.protocol import ModelInfo, TextsEmbedded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.protocol import BackendChoice, Embed, LoadModel, Pending, RequestId


logger = logging.getLogger(__name__)

_BATCH_TOKENS: Final = 512  # of several texts together; a longer one has a batch for itself


@dataclass(slots=True, eq=False)
class _Job:
    """A request that is being served.

    Attributes:
        left: the texts without tokens so far.
        tokens: of the next texts, which are not computed yet.
        vectors: so far, each float32 [n, n_embedding].
        n_tokens: of each text so far.
    """

    pending: Pending[Embed]
    left: Iterator[list[int]]
    tokens: deque[list[int]] = field(default_factory=deque)
    vectors: list[bytes] = field(default_factory=list)
    n_tokens: list[int] = field(default_factory=list)


class Embedder:
    """Serves the requests to one loaded model; `close` frees it.

    Attributes:
        info: what is told of the model.
    """

    def __init__(
        self,
        model: Model,
        context: EmbeddingContext,
        info: ModelInfo,
    ) -> None:
        self._model = model
        self._context = context
        self._jobs: deque[_Job] = deque()
        self.info = info

    def close(self) -> None:
        """End what is asked for, and free everything native."""
        for job in self._jobs:
            self._refuse(job.pending, NO_MODEL_LOADED())
        self._jobs.clear()
        self._context.close()
        self._model.close()

    @property
    def has_work(self) -> bool:
        """Whether `step` would do something."""
        return bool(self._jobs)

    def embed(self, pending: Pending[Embed]) -> None:
        """Make vectors, beside what else was asked for."""
        self._context.use_threads(self.info.settings.n_threads or thread_count())
        self._jobs.append(_Job(pending, self._all_tokens(pending.request)))

    def stop(self, request: RequestId) -> None:
        """Give up a request; nobody who waits for its end is left waiting."""
        stopped = [job for job in self._jobs if job.pending.id == request]
        for job in stopped:
            self._jobs.remove(job)
            job.pending.fail()

    def step(self) -> None:
        """Compute one batch of the request whose turn it is; what fails ends that one alone."""
        if not self._jobs:
            return
        job = self._jobs.popleft()
        try:
            batch = self._next_batch(job)
            if batch:
                job.vectors.append(normalised(self._context.embed(batch)).tobytes())
                job.n_tokens += map(len, batch)
                self._jobs.append(job)
            else:
                self._finish(job)
        except Exception as error:  # noqa: BLE001 - the request's outermost frame
            self._refuse(job.pending, error)

    def _next_batch(self, job: _Job) -> list[list[int]]:
        """Return the tokens of the next texts; empty behind the last.

        Raises:
            KnownError: a text cannot be embedded.
        """
        batch: list[list[int]] = []
        n_left = _BATCH_TOKENS
        while len(batch) < self._context.params.n_sequences:
            tokens = job.tokens.popleft() if job.tokens else next(job.left, None)
            if tokens is None:
                break
            if batch and len(tokens) > n_left:
                job.tokens.appendleft(tokens)
                break
            batch.append(tokens)
            n_left -= len(tokens)
        return batch

    def _all_tokens(self, command: Embed) -> Iterator[list[int]]:
        """Give the tokens of each text.

        Raises:
            KnownError: a text cannot be embedded.
        """
        for number, text in enumerate(command.texts):
            yield self._fitting(number, self._model.tokenize(text, special=False, add_special=True))
        for number, tokens in enumerate(command.tokens):
            self._require_known(number, tokens)
            yield self._fitting(number, list(tokens))

    def _fitting(self, number: int, tokens: list[int]) -> list[int]:
        most = self._context.params.n_text
        if len(tokens) > most:
            raise TEXT_TOO_LONG(number=number + 1, n_tokens=Amount(len(tokens)), most=Amount(most))
        if not tokens:
            raise TEXT_WITHOUT_TOKENS(number=number + 1)
        return tokens

    def _require_known(self, number: int, tokens: tuple[int, ...]) -> None:
        for token in tokens:
            if not 0 <= token < self._model.n_vocab:
                raise UNKNOWN_TOKEN(number=number + 1, token=token, n_vocab=self._model.n_vocab)

    def _finish(self, job: _Job) -> None:
        job.pending.answer(
            TextsEmbedded(
                self._context.n_embedding,
                b"".join(job.vectors),
                tuple(job.n_tokens),
            )
        )

    def _refuse(self, pending: Pending[Embed], error: Exception) -> None:
        if not isinstance(error, KnownError):
            logger.error("texts could not be embedded", exc_info=error)
        pending.fail(problem_of(error))


_USUAL_TOKENS: Final = 2048  # of one text, where the settings of the model say nothing
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
    """Return how many layers are computed on a GPU: as many as are allowed, or none.

    The planner is not asked: the model is to fit as a whole.

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
            raise NotAChatModel(path=command.path)
        if not can_mark_texts(model):
            raise DamagedModelFile(
                "no token is named that begins or ends a text", path=command.path
            )
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
    n_text = command.settings.n_ctx or _USUAL_TOKENS
    if model.n_ctx_train:
        n_text = min(n_text, model.n_ctx_train)
    n_threads = command.settings.n_threads or thread_count()
    while True:
        try:
            n_tokens = max(n_text, _BATCH_TOKENS)
            params = EmbeddingParams(n_tokens, n_text, _MOST_SEQUENCES, n_threads)
            return EmbeddingContext(model, params)
        except ModelTooLarge:
            if n_text // 2 < _BATCH_TOKENS:
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
        notes=(phrase("This model makes embeddings for other programs; it cannot chat."),),
        resumable=False,
        settings=command.settings,
        backend=backend,
        drafts=False,
        n_embedding=context.n_embedding,
    )
