"""A loaded model at work that makes vectors of texts.

One batch at a time: between two, commands are taken, and requests have their turns, so that one
with thousands of texts holds up no other.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from app.core.engine.errors import NoModelLoaded, TextTooLong, TextWithoutTokens, UnknownToken
from app.core.engine.thread_count import thread_count
from app.core.errors import KnownError, problem_of
from app.core.protocol import TextsEmbedded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.llama import Model
    from app.core.llama.embedding_context import EmbeddingContext
    from app.core.protocol import Embed, ModelInfo, Pending, RequestId

logger = logging.getLogger(__name__)

BATCH_TOKENS: Final = 512  # of several texts together; a longer one has a batch for itself


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
            self._refuse(job.pending, NoModelLoaded())
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
                job.vectors.append(_normalised(self._context.embed(batch)).tobytes())
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
        n_left = BATCH_TOKENS
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
            raise TextTooLong(number, len(tokens), most)
        if not tokens:
            raise TextWithoutTokens(number)
        return tokens

    def _require_known(self, number: int, tokens: tuple[int, ...]) -> None:
        for token in tokens:
            if not 0 <= token < self._model.n_vocab:
                raise UnknownToken(number, token, self._model.n_vocab)

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


def _normalised(
    vectors: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return vectors of length 1 and of the same direction; one without any stays as it is."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    divided: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = (
        vectors / np.where(lengths > 0, lengths, 1.0)
    ).astype("<f4")
    return divided
