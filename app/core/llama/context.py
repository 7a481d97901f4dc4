"""Owning wrapper of a llama.cpp context: memory for `n_ctx` tokens shared by its sequences.

A running decode can be aborted from any thread without entering Python: ggml polls a C function
`bool f(void *)` once per graph node, and libc's `strlen` on a two-byte buffer is such a function.
A Python callback in its place would need the GIL hundreds of times a token.

Threads: the engine thread only, except `abort`, which any thread may call.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
import sys
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from llama_cpp import llama_cpp as native

from app.core.errors import BugError
from app.core.llama import library, states
from app.core.llama.adapters import apply_adapters
from app.core.llama.errors import CacheTypeUnsupported, DecodeFailure, ModelTooLarge
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from app.core.errors import KnownError
    from app.core.llama.model import Model


F16, Q8_0 = 1, 8  # ggml type ids
N_BATCH = 512
_FLASH_ATTENTION_AUTO, _FLASH_ATTENTION_OFF = -1, 0
_PARTIAL_ONLY = 1
_MAX_VIEWS = 1024  # of logits; more than a batch has tokens
_CELLS = 256  # contexts are multiples of so many
_UINT8_POINTER = ctypes.POINTER(ctypes.c_uint8)
_MROPE = frozenset({native.LLAMA_ROPE_TYPE_MROPE, native.LLAMA_ROPE_TYPE_IMROPE})
_C_LIBRARY = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)


class DecodeOutcome(enum.Enum):
    """How a `Context.decode` ended."""

    DONE = enum.auto()
    NO_ROOM = enum.auto()  # no free cells; the memory is as before
    ABORTED = enum.auto()  # the memory may hold a part of the batch


class NativeBatch(Protocol):
    """What one decode computes: tokens, or vectors in place of them."""

    @property
    def handle(self) -> Any:
        """The native structure."""

    @property
    def n_outputs(self) -> int:
        """How many logits are wanted of it."""


class ContextParams(PlainValue, frozen=True):
    """Size and shape of a context.

    Attributes:
        n_ctx: cells, shared by all sequences (`kv_unified`).
        n_batch: most tokens in one decode; fewer in a smaller context.
        n_ubatch: tokens computed at once; an abort on a GPU takes effect between two of these.
        n_seq_max: sequence ids in use, 0 to `n_seq_max - 1`.
        n_outputs: most tokens of a decode whose logits are asked for, `n_seq_max` or more; 0 for
            all. Each takes 4 bytes for each word of the vocabulary, wherever the output is
            computed, whether it is asked for or not.
        kv_type: ggml type of the KV cache, F16 or Q8_0.
        flash_attention: False holds V transposed and cannot quantise it.
        full_windows: hold layers with a sliding window at full length, several times the memory.
        n_rollback: last tokens of a sequence that can be cut off although its memory is recurrent,
            right after the batch that computed them. The states of all sequences are held once more
            for each.
        mtp: of layers for multi-token prediction alone, for a `HiddenBatch`.
    """

    n_ctx: int
    n_seq_max: int
    n_threads: int
    n_batch: int = N_BATCH
    n_ubatch: int = 512
    kv_type: int = F16
    flash_attention: bool = True
    full_windows: bool = False
    n_outputs: int = 0
    n_rollback: int = 0
    mtp: bool = False


class Context:
    """One llama.cpp context; `close` frees it.

    Args:
        beside: the context that lends what this one lacks: `model` is a head that drafts for the
            model there, and reads its cells or its words. It has to be closed after this one.

    Attributes:
        n_ctx: cells that it has.
        n_batch: most tokens that one decode takes.
        n_rollback: as in its params; 0 where llama.cpp cannot do that for the architecture.
        n_embd_inp: numbers in a vector that can stand in place of a token.
        uses_mrope: whether a position has several axes.

    Raises:
        ModelTooLarge: the context does not fit into memory.
        CacheTypeUnsupported: this model has no KV cache of that type.
    """

    def __init__(self, model: Model, params: ContextParams, beside: Context | None = None) -> None:
        self.params = params
        self._abort_flag = ctypes.create_string_buffer(2)
        native_params = native.llama_context_default_params()
        # llama.cpp would round it up itself, but allow no more tokens at once than were asked for,
        # and end the process where a batch has more.
        native_params.n_ctx = -(-params.n_ctx // _CELLS) * _CELLS
        native_params.n_batch = params.n_batch
        native_params.n_ubatch = params.n_ubatch
        native_params.n_seq_max = params.n_seq_max
        native_params.n_outputs_max = params.n_outputs
        native_params.n_rs_seq = params.n_rollback
        if params.mtp:
            native_params.ctx_type = native.LLAMA_CONTEXT_TYPE_MTP
        if beside is not None:
            native_params.ctx_other = beside.handle
        native_params.n_threads = params.n_threads
        native_params.n_threads_batch = params.n_threads
        native_params.flash_attn_type = (
            _FLASH_ATTENTION_AUTO if params.flash_attention else _FLASH_ATTENTION_OFF
        )
        native_params.type_k = params.kv_type
        native_params.type_v = params.kv_type if params.flash_attention else F16
        native_params.kv_unified = True
        native_params.swa_full = params.full_windows
        native_params.no_perf = True
        native_params.abort_callback = ctypes.cast(_C_LIBRARY.strlen, native.ggml_abort_callback)
        native_params.abort_callback_data = ctypes.cast(self._abort_flag, ctypes.c_void_p)
        library.clear_warnings()
        self._handle = native.llama_init_from_model(model.handle, native_params)
        if not self._handle:
            raise _explained(model.path, params, library.recent_warnings())
        self._apply(model)
        self._kv = native.llama_get_memory(self._handle)
        self._n_vocab, self._n_hidden = model.n_vocab, model.n_hidden
        if params.mtp:
            states.keep_hidden_states(self._handle, keep=True)
        self._views: dict[int, npt.NDArray[np.float32]] = {}  # of logits, by their address
        self.n_ctx = int(native.llama_n_ctx(self._handle))
        self.n_batch = int(native.llama_n_batch(self._handle))
        self.n_rollback = int(native.llama_n_rs_seq(self._handle))
        self.n_embd_inp = int(native.llama_model_n_embd_inp(model.handle))
        self.uses_mrope = int(native.llama_model_rope_type(model.handle)) in _MROPE

    def _apply(self, model: Model) -> None:
        if model.adapters and not apply_adapters(self._handle, model.adapters):
            self.close()
            raise BugError("llama.cpp did not take the adapters that it has read")

    def close(self) -> None:
        """Free the context."""
        if self._handle:
            native.llama_free(self._handle)
            self._handle = None

    @property
    def handle(self) -> Any:
        """The native pointer, for `SamplerChain` only."""
        return self._handle

    # -- computing --

    def use_threads(self, n_threads: int) -> None:
        """Compute with so many threads from now on."""
        native.llama_set_n_threads(self._handle, n_threads, n_threads)

    def abort(self) -> None:
        """Make a running decode return soon, and the next ones at once. Any thread."""
        self._abort_flag[0] = b"\1"

    def clear_abort(self) -> None:
        """Let decodes run again."""
        self._abort_flag[0] = b"\0"

    @contextlib.contextmanager
    def seeing_all(self) -> Iterator[None]:
        """Let all tokens of a batch see each other meanwhile; each must be computed at once."""
        native.llama_set_causal_attn(self._handle, False)
        try:
            yield
        finally:
            native.llama_set_causal_attn(self._handle, True)

    def decode(self, batch: NativeBatch) -> DecodeOutcome:
        """Compute one batch.

        Raises:
            BugError: more logits are asked for than there is room for; llama.cpp would abort.
            DecodeFailure: llama.cpp failed for good; the memory may hold a part of the batch.
        """
        if 0 < self.params.n_outputs < batch.n_outputs:
            raise BugError(f"{batch.n_outputs} logits are asked for in one batch")
        code: int = native.llama_decode(self._handle, batch.handle)
        if code == 0:
            return DecodeOutcome.DONE
        if code == 1:
            return DecodeOutcome.NO_ROOM
        if code == 2:
            return DecodeOutcome.ABORTED
        raise DecodeFailure(library.recent_warnings(), code=code)

    def logits(self, batch_index: int) -> npt.NDArray[np.float32]:
        """Return a copy of the logits of one token of the last batch: float32 [n_vocab]."""
        return self.logits_in_place(batch_index).copy()

    def logits_in_place(self, batch_index: int) -> npt.NDArray[np.float32]:
        """Return the logits of one token of the last batch, which the next decode overwrites.

        Returns:
            float32 [n_vocab], in llama.cpp's own memory.
        """
        pointer = native.llama_get_logits_ith(self._handle, batch_index)
        address = ctypes.addressof(pointer.contents)
        view = self._views.get(address)
        if view is None:  # making one takes as long as finding the likeliest token in it
            if len(self._views) == _MAX_VIEWS:  # llama.cpp has moved its buffer again and again
                self._views.clear()
            view = np.ctypeslib.as_array(pointer, (self._n_vocab,))
            self._views[address] = view
        return view

    def keep_hidden_states(self, *, keep: bool) -> None:
        """Keep the hidden states of all tokens of the next batches, or keep none."""
        states.keep_hidden_states(self._handle, keep=keep)

    def hidden_states(self, begin: int, end: int) -> npt.NDArray[np.float32]:
        """Return copies of those of the tokens `[begin, end)` of the last batch.

        Returns:
            float32 [end - begin, n_hidden].
        """
        return states.hidden_states(self._handle, begin, end, self._n_hidden)

    def hidden_state(self, batch_index: int) -> npt.NDArray[np.float32]:
        """Return a copy of that of one token of the last batch: float32 [n_hidden]."""
        return states.hidden_state(self._handle, batch_index, self._n_hidden)

    def keep_layer_inputs(self, layers: tuple[int, ...], *, keep: bool) -> None:
        """Keep what goes into some layers, of all tokens of the next batches, or keep none."""
        states.keep_layer_inputs(self._handle, layers, keep=keep)

    def layer_inputs(
        self, layers: tuple[int, ...], begin: int, end: int
    ) -> npt.NDArray[np.float32]:
        """Return copies of what went into layers, of the tokens `[begin, end)` of the last batch.

        Returns:
            float32 [end - begin, len(layers) * n_hidden].
        """
        return states.layer_inputs(self._handle, layers, begin, end, self._n_hidden)

    # -- KV cache --

    def remove(self, seq_id: int, begin: int, end: int = -1) -> bool:
        """Drop positions `[begin, end)`; False when this memory cannot be cut there.

        A recurrent memory says that it can for the last `n_rollback` tokens, but is right only for
        those of the last batch of a sequence, once; until more of the sequence is computed, copies
        of it hold the state before the cut.
        """
        return bool(native.llama_memory_seq_rm(self._kv, seq_id, begin, end))

    def copy(self, source: int, target: int, begin: int, end: int) -> None:
        """Let `target` share the cells of `source` at positions `[begin, end)`."""
        native.llama_memory_seq_cp(self._kv, source, target, begin, end)

    def clear(self) -> None:
        """Empty the whole memory, data included."""
        native.llama_memory_clear(self._kv, True)

    def positions(self, seq_id: int) -> tuple[int, int]:
        """Return the first and last position of a sequence, (-1, -1) when it is empty."""
        return (
            int(native.llama_memory_seq_pos_min(self._kv, seq_id)),
            int(native.llama_memory_seq_pos_max(self._kv, seq_id)),
        )

    # -- state --

    def state(self, seq_id: int, *, partial: bool = False) -> npt.NDArray[np.uint8]:
        """Return the state bytes of a sequence, a new buffer: uint8 [n_bytes], empty on failure.

        Args:
            seq_id: whose.
            partial: only what cannot be rolled back: sliding windows and recurrent state.
        """
        flags = _PARTIAL_ONLY if partial else 0
        capacity = int(native.llama_state_seq_get_size_ext(self._handle, seq_id, flags))
        buffer = np.empty(capacity, np.uint8)
        n_bytes = int(
            native.llama_state_seq_get_data_ext(
                self._handle, buffer.ctypes.data_as(_UINT8_POINTER), capacity, seq_id, flags
            )
        )
        return buffer[:n_bytes]

    def set_state(
        self, seq_id: int, state: npt.NDArray[np.uint8], *, partial: bool = False
    ) -> bool:
        """Replace a sequence by `state`; only bytes that we assembled and checked may come here.

        llama.cpp verifies next to nothing. On False the sequence is empty.

        Args:
            seq_id: whose.
            state: as `state` gave it.
            partial: only what cannot be rolled back; the rows of all else stay.
        """
        flags = _PARTIAL_ONLY if partial else 0
        n_bytes = native.llama_state_seq_set_data_ext(
            self._handle, state.ctypes.data_as(_UINT8_POINTER), state.nbytes, seq_id, flags
        )
        if n_bytes == state.nbytes:
            return True
        self.remove(seq_id, -1)
        return False


def _explained(path: str, params: ContextParams, log: str) -> KnownError:
    """Return why there is no context, from what llama.cpp logged about it."""
    if params.kv_type != F16 and "does not divide" in log:
        return CacheTypeUnsupported(log, path=path)
    return ModelTooLarge(log, path=path)
