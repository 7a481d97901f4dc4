"""From a file to a model that answers: placement on the devices, context size, probe.

Offload is on wherever the build has a GPU backend: all layers, and when memory does not suffice
fewer, then none; what became of it is said in `LoadedModel.notes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app.core.engine.errors import NotAChatModel
from app.core.engine.thread_count import thread_count
from app.core.llama import ALL_LAYERS, Context, ContextParams, Model, ModelParams, library
from app.core.llama.context import F16, Q8_0
from app.core.llama.errors import ModelTooLarge
from app.core.llama.gguf_file import n_layers, survives_amx
from app.core.phrases import Phrase, phrase
from app.core.protocol import Device, KVType, ModelInfo

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import BackendChoice, LoadModel

MAX_CHATS = 8  # chats that may be in the context at once, where another one costs nothing
_MAX_CHATS_WITH_STATE = 4  # where each has megabytes of its own: recurrent layers, windows
_CONTEXT_SIZES = (32_768, 16_384, 8_192, 4_096, 2_048)
_LEAST_CONTEXT = 64  # tokens; a model trained for fewer says nonsense
_RAM_SHARE = 0.25  # of free memory, for the KV cache
_GPU_KINDS = ("gpu", "igpu")
_KV_TYPES = {KVType.F16: F16, KVType.Q8_0: Q8_0}


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model with its context and what the user should know of the load."""

    model: Model
    context: Context
    n_gpu_layers: int
    notes: tuple[Phrase, ...]
    backend: BackendChoice

    @property
    def n_chats(self) -> int:
        """Chats that may be in the context at once."""
        return self.context.params.n_seq_max - 1

    @property
    def scratch_sequence(self) -> int:
        """A sequence id that is no chat's, for copying rows out."""
        return self.n_chats

    @property
    def n_cells(self) -> int:
        """Tokens that all chats together may have in the context."""
        is_shared = self.model.keeps_rows
        return self.context.n_ctx if is_shared else self.context.n_ctx * self.n_chats

    def close(self) -> None:
        """Free context and model, in this order."""
        self.context.close()
        self.model.close()

    def info(self, *, resumable: bool) -> ModelInfo:
        """Describe the model as plain values."""
        model = self.model
        return ModelInfo(
            path=model.path,
            name=model.name,
            description=model.description,
            size_bytes=model.size_bytes,
            n_params=model.n_params,
            n_ctx=self.context.n_ctx,
            n_ctx_train=model.n_ctx_train,
            n_layers=model.n_layers,
            n_gpu_layers=self.n_gpu_layers,
            devices=device_list(),
            notes=self.notes,
            resumable=resumable,
        )


def device_list() -> tuple[Device, ...]:
    """Return the devices of this build; free memory of the CPU is what the system has available."""
    return tuple(
        Device(
            device.name,
            device.description,
            device.kind,
            psutil.virtual_memory().available if device.kind == "cpu" else device.free_bytes,
            device.total_bytes,
        )
        for device in library.devices()
    )


def load(
    command: LoadModel, backend: BackendChoice, on_progress: Callable[[float], bool]
) -> LoadedModel:
    """Load a model and make its context, with as much offload as the memory allows.

    Args:
        on_progress: called with 0..1; returning False cancels.

    Raises:
        KnownError: why this file cannot be used, or `LoadCancelled`.
    """
    if not (backend.use_gpu and library.supports_gpu()):
        return _load_once(command, backend, 0, on_progress)
    most = command.max_gpu_layers
    try:
        return _load_once(command, backend, ALL_LAYERS if most is None else most, on_progress)
    except ModelTooLarge as error:
        failure = error
    for n_gpu_layers in offload_fallbacks(n_layers(command.path)):
        if most is not None and n_gpu_layers >= most:
            continue
        try:
            return _load_once(command, backend, n_gpu_layers, on_progress)
        except ModelTooLarge:
            continue
    raise failure


def offload_fallbacks(n_model_layers: int) -> tuple[int, ...]:
    """Return what to offload when all layers do not fit, most first, ending with none."""
    return tuple(sorted({n_model_layers * 3 // 4, n_model_layers // 2, n_model_layers // 4, 0}))[
        ::-1
    ]


def _load_once(
    command: LoadModel,
    backend: BackendChoice,
    n_gpu_layers: int,
    on_progress: Callable[[float], bool],
) -> LoadedModel:
    if n_gpu_layers == 0:
        _require_ram(command.path)
    use_extra = backend.use_extra_bufts and (not library.uses_amx() or survives_amx(command.path))
    params = ModelParams(n_gpu_layers, use_extra)
    model = Model(command.path, params, on_progress)
    try:
        if not model.generates_text:
            raise NotAChatModel(command.path)
        n_offloaded = model.n_layers if n_gpu_layers == ALL_LAYERS else n_gpu_layers
        context, size_note = _make_context(model, command, on_gpu=n_offloaded > 0)
    except BaseException:
        model.close()
        raise
    offload_note = _offload_note(n_offloaded, model.n_layers, backend)
    notes = tuple(note for note in (offload_note, size_note) if note is not None)
    return LoadedModel(model, context, n_offloaded, notes, backend)


def _require_ram(path: str) -> None:
    """Refuse a file larger than the machine's memory: it would swap the whole system to a halt.

    Raises:
        ModelTooLarge: with both sizes as detail.
    """
    try:
        size = Path(path).stat().st_size
    except OSError:
        return  # `Model` says what is wrong with the file
    total = psutil.virtual_memory().total
    if size > total:
        raise ModelTooLarge(path, f"the file has {size:,} bytes, the machine {total:,}")


def _offload_note(n_offloaded: int, n_model_layers: int, backend: BackendChoice) -> Phrase | None:
    if not library.supports_gpu():
        return None
    if not backend.use_gpu:
        return phrase("The GPU is not used: it failed the self-test on this machine.")
    if n_offloaded == 0:
        return phrase("The GPU has too little free memory; this model runs on the processor.")
    if n_offloaded < n_model_layers:
        return phrase(
            "{n} of {n_layers} layers fit on the GPU; the rest runs slower.",
            n=n_offloaded,
            n_layers=n_model_layers,
        )
    return None


def _make_context(
    model: Model, command: LoadModel, *, on_gpu: bool
) -> tuple[Context, Phrase | None]:
    """Make the context, halving its size while it does not fit.

    Raises:
        ModelTooLarge: not even the smallest fits.
    """
    free_bytes = _free_bytes(on_gpu=on_gpu)
    wished = command.n_ctx or choose_context_size(
        n_ctx_train=model.n_ctx_train,
        bytes_per_token=model.kv_bytes_per_token,
        free_bytes=free_bytes,
    )
    size = wished
    # Systems hand out memory they do not have and kill the process when it is used.
    while size > _CONTEXT_SIZES[-1] and size * model.kv_bytes_per_token > free_bytes // 2:
        size //= 2
    while True:
        params = ContextParams(
            n_ctx=size,
            n_seq_max=_n_chats(model, full_windows=command.full_windows) + 1,
            n_threads=thread_count(),
            kv_type=_KV_TYPES[command.kv_type],
            flash_attention=command.flash_attention,
            full_windows=command.full_windows,
        )
        try:
            context = Context(model, params)
        except ModelTooLarge:
            if size // 2 < _CONTEXT_SIZES[-1]:
                raise
            size //= 2
            continue
        if size == wished:
            return context, None
        return context, phrase(
            "Memory suffices for {n} of {n_wished} tokens.", n=f"{size:,}", n_wished=f"{wished:,}"
        )


def _n_chats(model: Model, *, full_windows: bool) -> int:
    """Return how many chats may be in a context at once.

    Rows of attention lie in cells that all sequences share. A recurrent state, and a window that is
    not held at full length, are reserved for each sequence at load, used or not.
    """
    has_state = not model.can_rewind or (model.n_swa and not full_windows)
    return _MAX_CHATS_WITH_STATE if has_state else MAX_CHATS


def choose_context_size(*, n_ctx_train: int, bytes_per_token: int, free_bytes: int) -> int:
    """Return how many tokens the context should hold when the user did not say.

    The largest usual size that the model was trained for and whose KV cache takes no more than a
    quarter of the free memory; never fewer than the smallest.
    """
    trained = n_ctx_train if n_ctx_train >= _LEAST_CONTEXT else _CONTEXT_SIZES[-1]
    affordable = int(free_bytes * _RAM_SHARE) // max(1, bytes_per_token)
    limit = min(trained, affordable)
    fitting = next((size for size in _CONTEXT_SIZES if size <= limit), None)
    return fitting or min(trained, _CONTEXT_SIZES[-1])


def _free_bytes(*, on_gpu: bool) -> int:
    kinds = _GPU_KINDS if on_gpu else ("cpu",)
    return sum(device.free_bytes for device in device_list() if device.kind in kinds) or (
        psutil.virtual_memory().available
    )
