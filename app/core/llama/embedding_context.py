"""Owning wrapper of a llama.cpp context that makes one vector of each sequence of a batch.

All tokens of a sequence are in one batch, which is computed at once: where each token sees all
others, there is no other way. Nothing stays behind from one batch to the next.

Threads: the engine thread only.
Source: llama.cpp examples/embedding/embedding.cpp and src/llama-context.cpp (encode, decode), as in
llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import numpy as np
from llama_cpp import llama_cpp as native

from app.core.errors import BugError
from app.core.llama import library
from app.core.llama.adapters import apply_adapters
from app.core.llama.batch import Batch
from app.core.llama.errors import DecodeFailure, ModelTooLarge
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from app.core.llama.model import Model

_FLASH_ATTENTION_AUTO = -1
_CELLS = 256  # contexts are multiples of so many


class Pooling(enum.IntEnum):
    """How a model makes one vector of those of its tokens; llama.cpp's own numbers."""

    MEAN = 1
    CLS = 2  # that of the first token
    LAST = 3  # that of the last one


def makes_embeddings(model: Model) -> bool:
    """Return whether a model makes vectors of texts as llama.cpp computes them for all decoders."""
    handle = model.handle
    kind = int(native.llama_vocab_type(model.vocab_handle))
    return kind != native.LLAMA_VOCAB_TYPE_NONE and not (
        native.llama_model_has_encoder(handle) or native.llama_model_is_diffusion(handle)
    )


def can_mark_texts(model: Model) -> bool:
    """Return whether the tokens are known that stand before and behind a text."""
    vocab = model.vocab_handle
    if int(native.llama_vocab_type(vocab)) == native.LLAMA_VOCAB_TYPE_WPM:
        return model.bos >= 0 and int(native.llama_vocab_sep(vocab)) >= 0
    has_begin = not model.adds_bos or model.bos >= 0
    return has_begin and (not native.llama_vocab_get_add_eos(vocab) or model.eos >= 0)


class EmbeddingParams(PlainValue, frozen=True):
    """Size of a context.

    Attributes:
        n_tokens: most of one batch.
        n_text: most of one sequence; some models know no position behind.
        n_sequences: most of one batch.
    """

    n_tokens: int
    n_text: int
    n_sequences: int
    n_threads: int


class EmbeddingContext:
    """One context; `close` frees it.

    Raises:
        ModelTooLarge: it does not fit into memory.
    """

    def __init__(self, model: Model, params: EmbeddingParams) -> None:
        self.params = params
        native_params = native.llama_context_default_params()
        n_cells = -(-params.n_tokens // _CELLS) * _CELLS
        native_params.n_ctx = native_params.n_batch = native_params.n_ubatch = n_cells
        native_params.n_seq_max = params.n_sequences
        native_params.n_threads = native_params.n_threads_batch = params.n_threads
        native_params.flash_attn_type = _FLASH_ATTENTION_AUTO
        native_params.kv_unified = True
        native_params.no_perf = True
        native_params.embeddings = True
        library.clear_warnings()
        self._handle = native.llama_init_from_model(model.handle, native_params)
        if not self._handle:
            raise ModelTooLarge(library.recent_warnings(), path=model.path)
        if model.adapters and not apply_adapters(self._handle, model.adapters):
            self.close()
            raise BugError("llama.cpp did not take the adapters that it has read")
        self._memory = native.llama_get_memory(self._handle)
        self.n_embedding = model.n_hidden
        self._batch = Batch(n_cells)

    def close(self) -> None:
        """Free the context."""
        if self._handle:
            native.llama_free(self._handle)
            self._handle = None
            self._batch.close()

    def use_threads(self, n_threads: int) -> None:
        """Compute with so many threads from now on."""
        native.llama_set_n_threads(self._handle, n_threads, n_threads)

    def embed(self, sequences: Sequence[Sequence[int]]) -> npt.NDArray[np.float32]:
        """Return a vector of each of some sequences of tokens.

        Args:
            sequences: none of them empty, and together no more than the context takes.

        Returns:
            float32 [n_sequences, n_embedding], as the model gives them, of any length.

        Raises:
            DecodeFailure: llama.cpp failed.
        """
        self._require_room(sequences)
        if self._memory:
            native.llama_memory_clear(self._memory, True)
        self._batch.clear()
        for seq_id, tokens in enumerate(sequences):
            self._batch.add(seq_id, tokens, 0, frozenset(range(len(tokens))))
        code: int = native.llama_decode(self._handle, self._batch.handle)
        if code != 0:
            raise DecodeFailure(library.recent_warnings(), code=code)
        vectors = np.empty((len(sequences), self.n_embedding), np.float32)
        for seq_id in range(len(sequences)):
            pointer = native.llama_get_embeddings_seq(self._handle, seq_id)
            if not pointer:
                raise DecodeFailure("there is no embedding of a sequence", code=code)
            vectors[seq_id] = np.ctypeslib.as_array(pointer, (self.n_embedding,))
        return vectors

    def _require_room(self, sequences: Sequence[Sequence[int]]) -> None:
        """Refuse what llama.cpp would end the process for.

        Raises:
            BugError: there is too much of it, or nothing in a sequence.
        """
        n_tokens = sum(map(len, sequences))
        fits = n_tokens <= self.params.n_tokens and len(sequences) <= self.params.n_sequences
        if not fits or not all(0 < len(one) <= self.params.n_text for one in sequences):
            raise BugError(f"{len(sequences)} sequences of {n_tokens} tokens are no batch")


def normalised(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return vectors of length 1 and of the same direction; one without any stays as it is."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    divided: npt.NDArray[np.float32] = (vectors / np.where(lengths > 0, lengths, 1.0)).astype("<f4")
    return divided
