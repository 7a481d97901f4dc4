"""A model that makes vectors of texts, on the processor alone: what a search needs of one.

Texts of any length: what does not fit into the context is cut off. Weights stay in the layout of
their file, which no build of llama.cpp crashes with.

Threads: one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import psutil

from app.core.llama.embedding_context import (
    EmbeddingContext,
    EmbeddingParams,
    can_mark_texts,
    makes_embeddings,
    normalised,
)
from app.core.llama.errors import DamagedModelFile, ModelTooLarge, NotAnEmbeddingModel
from app.core.llama.gguf_file import check_complete, says_it_embeds
from app.core.llama.gguf_reader import model_files
from app.core.llama.model import Model
from app.core.llama.model_params import ModelParams

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

_MOST_TOKENS: Final = 2048  # of a text
_BATCH_TOKENS: Final = 512  # of several texts together; a longer one has a batch for itself
_MOST_SEQUENCES: Final = 32


class TextEmbedding:
    """A loaded model and its context; `close` frees them.

    Args:
        path: GGUF file, the first one of a split model.
        n_threads: to compute with.

    Attributes:
        names: what the file calls itself, in small letters, with its own name; for conventions.

    Raises:
        KnownError: one of `llama.errors`, saying why the file cannot be used.
    """

    def __init__(self, path: str, n_threads: int) -> None:
        check_complete(path)
        if not says_it_embeds(path):
            raise NotAnEmbeddingModel(path=path)
        n_bytes = sum(Path(file).stat().st_size for file in model_files(path))
        if n_bytes > psutil.virtual_memory().available:
            raise ModelTooLarge(f"{n_bytes} bytes", path=path)
        self._model = Model(path, ModelParams(use_extra_bufts=False), lambda _fraction: True)
        try:
            if not makes_embeddings(self._model):
                raise NotAnEmbeddingModel(path=path)
            if not can_mark_texts(self._model):
                raise DamagedModelFile("no token is named that begins or ends a text", path=path)
            n_text = min(self._model.n_ctx_train or _MOST_TOKENS, _MOST_TOKENS)
            n_tokens = max(n_text, _BATCH_TOKENS)
            params = EmbeddingParams(n_tokens, n_text, _MOST_SEQUENCES, n_threads)
            self._context = EmbeddingContext(self._model, params)
        except BaseException:
            self._model.close()
            raise
        ends = self._tokens("")
        self._has_end = bool(ends) and ends[-1] != self._model.bos
        said = [self._model.metadata(f"general.{key}") for key in ("architecture", "name")]
        self.names = " ".join((*said, Path(path).name)).lower()

    def close(self) -> None:
        """Free the context and the model."""
        self._context.close()
        self._model.close()

    def vectors(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return a vector of each text.

        Returns:
            float32 [n_texts, n_embedding], of length 1; zeros for a text without tokens.

        Raises:
            DecodeFailure: llama.cpp failed.
        """
        found = np.zeros((len(texts), self._context.n_embedding), np.float32)
        for first, batch in self._batches(texts):
            full = [at for at, tokens in enumerate(batch, first) if tokens]
            if full:
                found[full] = normalised(self._context.embed([one for one in batch if one]))
        return found

    def _batches(self, texts: Sequence[str]) -> Iterator[tuple[int, list[list[int]]]]:
        """Give the tokens of texts that are computed at once, and the place of the first."""
        first, batch, n_tokens = 0, list[list[int]](), 0
        for at, text in enumerate(texts):
            tokens = self._cut(self._tokens(text))
            is_full = len(batch) == _MOST_SEQUENCES or n_tokens + len(tokens) > _BATCH_TOKENS
            if batch and is_full:
                yield first, batch
                first, batch, n_tokens = at, [], 0
            batch.append(tokens)
            n_tokens += len(tokens)
        if batch:
            yield first, batch

    def _tokens(self, text: str) -> list[int]:
        return self._model.tokenize(text, special=False, add_special=True)

    def _cut(self, tokens: list[int]) -> list[int]:
        """Leave out what is too long of a text, and keep the token that ends it."""
        most = self._context.params.n_text
        if len(tokens) <= most:
            return tokens
        return [*tokens[: most - 1], tokens[-1]] if self._has_end else tokens[:most]
