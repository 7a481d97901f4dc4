"""Owning wrapper of a loaded model and its vocabulary.

Which weights llama.cpp has copied into RAM, read from what it logs while it loads a model. Weights
that are mapped from their file take RAM that the system counts as free. Those it has read, locked
or brought into another layout (repacked, AMX) take it for as long as the model is loaded.

The tokens of a vocabulary that are no pieces of plain text.

Source: llama.cpp src/llama-model.cpp, load_tensors (the line), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_cpp import llama_cpp as native
from msgspec import field

from app.core.errors import BugError
from app.core.gguf.summary import name_of_model
from app.core.llama import library
from app.core.llama.adapters import load_adapter
from app.core.llama.errors import (
    DamagedModelFile,
    LoadCancelled,
    ModelLoadFailure,
    ModelTooLarge,
    UnknownArchitecture,
)
from app.core.llama.gguf_reader import check_magic, model_files
from app.core.llama.model_params import ModelParams, NativeModelParams
from app.core.plain_value import PlainValue
from app.core.protocol import WeightsMode
from app.core.system.file_cache import read_into_cache

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from app.core.errors import KnownError


_MIB = 2**20
_BUFFER = re.compile(r"\w+: +(\S+) +model buffer size = +([\d.]+) MiB")
_MAPPED = "_Mapped"


def copied_bytes(lines: Iterable[str], on_devices: Collection[str], *, is_locked: bool) -> int:
    """Return how many bytes of RAM the weights take that are given back with the model only.

    Args:
        lines: what llama.cpp has logged while it loaded the model.
        on_devices: kinds of buffers that lie on devices, as `library.buffer_types` has them.
        is_locked: the system must not let go of mapped weights either.
    """
    found = filter(None, map(_BUFFER.match, lines))
    return sum(
        round(float(size) * _MIB)
        for kind, size in (match.groups() for match in found)
        if kind not in on_devices and (is_locked or not kind.endswith(_MAPPED))
    )


# What converters write where they know no name.
_UNKNOWN_ARCHITECTURE = "unknown model architecture: '"
_INCOMPLETE = ("corrupted or incomplete", "not within the file bounds", "failed to read")
_SHARE_OF_READING = 0.8  # of the progress of a load, where the file had to be read
_OUT_OF_RAM = ("unable to allocate", "failed to allocate", "out of memory", "cannot allocate")


class Model:
    """A model in memory; `close` frees it. Threads: the engine thread only.

    Args:
        path: GGUF file, the first one of a split model.
        params: how the weights are placed.
        on_progress: called with 0..1 while loading; returning False cancels.

    Attributes:
        is_lock_refused: the weights were to stay in RAM, and the system does not allow that.
        copied_bytes: of RAM that the weights take and the system does not count as free.
        adapters: native pointer and scale of each, for `Context` only.

    Raises:
        KnownError: one of `llama.errors`, saying why the file cannot be used.
        LoadCancelled: `on_progress` returned False.
    """

    def __init__(
        self, path: str, params: ModelParams, on_progress: Callable[[float], bool]
    ) -> None:
        check_magic(path)
        library.initialise()
        library.clear_warnings()
        share_read = self._read_file(path, on_progress) if params.is_mapped else 0.0
        cancelled = False

        def progress(fraction: float, _user: ctypes.c_void_p) -> bool:
            nonlocal cancelled
            cancelled = not on_progress(share_read + (1 - share_read) * fraction)
            return not cancelled

        # The callback object must outlive the call that uses it.
        callback = native.llama_progress_callback(progress)
        native_params = NativeModelParams(params)
        native_params.struct.progress_callback = callback
        with library.recorded_log() as lines:
            handle = native.llama_model_load_from_file(os.fsencode(path), native_params.struct)
        if not handle:
            raise LoadCancelled(path=path) if cancelled else _explain_failure(path)
        self.path = path
        self.params = params
        # llama.cpp only warns where the system does not lock as much.
        self.is_lock_refused = "failed to mlock" in library.recent_warnings()
        is_locked = params.memory is WeightsMode.LOCKED and not self.is_lock_refused
        self.copied_bytes = copied_bytes(lines, library.buffer_types(), is_locked=is_locked)
        self._handle = handle
        self.adapters = self._load_adapters()
        self._vocab = native.llama_model_get_vocab(handle)
        self._piece_buffer = ctypes.create_string_buffer(256)
        self._pieces: dict[int, bytes] = {}

    def _read_file(self, path: str, on_progress: Callable[[float], bool]) -> float:
        """Have the system read what it does not hold of a model.

        Returns:
            What share of the load that was.

        Raises:
            LoadCancelled: `on_progress` returned False.
        """
        share = 0.0
        for fraction in read_into_cache([Path(file) for file in model_files(path)]):
            share = _SHARE_OF_READING
            if not on_progress(share * fraction):
                raise LoadCancelled(path=path)
        return share

    def _load_adapters(self) -> tuple[tuple[Any, float], ...]:
        try:
            return tuple(
                (load_adapter(self._handle, adapter.path), adapter.scale)
                for adapter in self.params.adapters
            )
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Free the weights; every context of the model must be closed before."""
        if self._handle:
            native.llama_model_free(self._handle)
            self._handle = None

    @property
    def handle(self) -> Any:
        """The native pointer, for `Context` and samplers only."""
        return self._handle

    @property
    def vocab_handle(self) -> Any:
        """The native vocabulary pointer, for samplers only."""
        return self._vocab

    # -- what it is --

    def metadata(self, key: str) -> str:
        """Return a GGUF metadata value as text, "" when absent."""
        buffer = ctypes.create_string_buffer(1024)
        n_bytes = native.llama_model_meta_val_str(
            self._handle, key.encode("utf-8"), buffer, len(buffer)
        )
        return buffer.value.decode("utf-8", "replace") if n_bytes >= 0 else ""

    @property
    def name(self) -> str:
        """What people call the model."""
        return name_of_model(self.metadata, Path(self.path).name)

    @property
    def description(self) -> str:
        """Architecture, size and quantisation in llama.cpp's short form."""
        buffer = ctypes.create_string_buffer(256)
        native.llama_model_desc(self._handle, buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace")

    @property
    def size_bytes(self) -> int:
        """Bytes of all tensors."""
        return int(native.llama_model_size(self._handle))

    @property
    def n_params(self) -> int:
        """Number of parameters."""
        return int(native.llama_model_n_params(self._handle))

    @property
    def n_layers(self) -> int:
        """Number of layers."""
        return int(native.llama_model_n_layer(self._handle))

    @property
    def n_ctx_train(self) -> int:
        """Context length the model was trained for, tokens; 0 when the file says nonsense."""
        return max(0, int(native.llama_model_n_ctx_train(self._handle)))

    @property
    def n_swa(self) -> int:
        """Width of the sliding attention window in tokens; 0 for none."""
        return max(0, int(native.llama_model_n_swa(self._handle)))

    @property
    def can_rewind(self) -> bool:
        """Whether the memory of a sequence can be cut at any token."""
        return not (
            native.llama_model_is_recurrent(self._handle)
            or native.llama_model_is_hybrid(self._handle)
        )

    @property
    def keeps_rows(self) -> bool:
        """Whether each token takes a cell of the context; not where all layers are recurrent."""
        return not native.llama_model_is_recurrent(self._handle)

    @property
    def generates_text(self) -> bool:
        """Whether the model answers text with text; embedding models and encoders do not."""
        return self.is_decoder and self._has_vocabulary

    @property
    def n_hidden(self) -> int:
        """Numbers in a hidden state, of which the output makes logits."""
        return int(native.llama_model_n_embd_out(self._handle))

    @property
    def is_decoder(self) -> bool:
        """Whether the model continues what it reads; whether it knows words is not asked."""
        handle = self._handle
        architecture = self.metadata("general.architecture")
        is_causal = self.metadata(f"{architecture}.attention.causal") != "false"
        return (
            is_causal
            and bool(native.llama_model_has_decoder(handle))
            and not native.llama_model_has_encoder(handle)
            and not native.llama_model_is_diffusion(handle)
        )

    @property
    def _has_vocabulary(self) -> bool:
        # llama.cpp aborts the process when text is given to a model without a tokenizer.
        return int(native.llama_vocab_type(self._vocab)) != native.LLAMA_VOCAB_TYPE_NONE

    @property
    def chat_template(self) -> str:
        """The model's own Jinja chat template, "" when it has none."""
        raw = native.llama_model_chat_template(self._handle, None)
        return raw.decode("utf-8", "replace") if raw else ""

    # -- vocabulary --

    @functools.cached_property
    def n_vocab(self) -> int:
        """Number of tokens in the vocabulary."""
        return int(native.llama_vocab_n_tokens(self._vocab))

    @property
    def bos(self) -> int:
        """The beginning-of-sequence token; negative for none."""
        return int(native.llama_vocab_bos(self._vocab))

    @property
    def eos(self) -> int:
        """The end-of-sequence token; negative for none."""
        return int(native.llama_vocab_eos(self._vocab))

    @property
    def adds_bos(self) -> bool:
        """Whether prompts of this model begin with `bos`."""
        return bool(native.llama_vocab_get_add_bos(self._vocab))

    def is_end(self, token: int) -> bool:
        """Return whether `token` ends an answer."""
        return bool(native.llama_vocab_is_eog(self._vocab, token))

    def tokenize(self, text: str, *, special: bool = True, add_special: bool = False) -> list[int]:
        """Return the token ids of `text`.

        Args:
            text: to be cut.
            special: recognise control tokens that are written out in it.
            add_special: put before and behind it what the vocabulary says stands there; only where
                `can_mark_texts`, for llama.cpp ends the process where it does not know these.
        """
        data = text.encode("utf-8", "replace")
        capacity = len(data) + 8
        while True:
            buffer = (native.llama_token * capacity)()
            n_tokens = native.llama_tokenize(
                self._vocab, data, len(data), buffer, capacity, add_special, special
            )
            if n_tokens >= 0:
                return list(buffer[:n_tokens])
            capacity = -n_tokens

    def piece(self, token: int, *, special: bool) -> bytes:
        """Return the bytes a token stands for; control tokens are empty unless `special`.

        Raises:
            BugError: the vocabulary has no such token; llama.cpp would end the process.
        """
        if not 0 <= token < self.n_vocab:
            raise BugError(f"there is no token {token} among {self.n_vocab}")
        buffer = self._piece_buffer
        n_bytes = native.llama_token_to_piece(self._vocab, token, buffer, len(buffer), 0, special)
        if n_bytes < 0:
            self._piece_buffer = buffer = ctypes.create_string_buffer(-n_bytes)
            n_bytes = native.llama_token_to_piece(
                self._vocab, token, buffer, len(buffer), 0, special
            )
        return buffer.raw[:n_bytes]

    def pieces(self, tokens: Sequence[int]) -> list[bytes]:
        """Return the bytes of each token, control tokens written out."""
        known = self._pieces  # a long chat is looked up at each start, and has few different ones
        for token in set(tokens).difference(known):
            known[token] = self.piece(token, special=True)
        return [known[token] for token in tokens]


def _explain_failure(path: str) -> KnownError:
    """Name the reason of a failed load from what llama.cpp logged about it."""
    log = library.recent_warnings()
    lowered = log.lower()
    if _UNKNOWN_ARCHITECTURE in log:
        architecture = log.split(_UNKNOWN_ARCHITECTURE, 1)[1].split("'", 1)[0]
        return UnknownArchitecture(log, path=path, architecture=architecture)
    if any(phrase in lowered for phrase in _OUT_OF_RAM):
        return ModelTooLarge(log, path=path)
    if any(phrase in lowered for phrase in _INCOMPLETE):
        return DamagedModelFile(log, path=path)
    return ModelLoadFailure(log, path=path)


_CONTROL = native.LLAMA_TOKEN_ATTR_CONTROL | native.LLAMA_TOKEN_ATTR_UNKNOWN
_NO_PLAIN_TEXT = _CONTROL | native.LLAMA_TOKEN_ATTR_USER_DEFINED


class SpecialTokens(PlainValue, frozen=True):
    """Tokens by their text.

    Attributes:
        control: control tokens, and the one for what is unknown.
        user_defined: added tokens that any text is cut into where it has them.
    """

    control: dict[str, int] = field(default_factory=dict)
    user_defined: dict[str, int] = field(default_factory=dict)


NO_SPECIAL_TOKENS = SpecialTokens()


def special_tokens_of(model: Model) -> SpecialTokens:
    """Return the special tokens of a model; asks for each token of its vocabulary once."""
    vocabulary = model.vocab_handle
    # llama.cpp aborts the process when a model without a tokenizer is asked.
    has_tokens = native.llama_vocab_type(vocabulary) != native.LLAMA_VOCAB_TYPE_NONE
    control: dict[str, int] = {}
    user_defined: dict[str, int] = {}
    for token in range(model.n_vocab if has_tokens else 0):
        attributes = native.llama_vocab_get_attr(vocabulary, token)
        if attributes & _NO_PLAIN_TEXT:
            text = native.llama_vocab_get_text(vocabulary, token).decode("utf-8", "replace")
            (control if attributes & _CONTROL else user_defined)[text] = token
    return SpecialTokens(control, user_defined)


def heads_of(model: Model) -> int:
    """Return the attention heads of a layer."""
    return int(native.llama_model_n_head(model.handle))
