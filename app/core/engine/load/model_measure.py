"""What a model needs and what the machine has, asked of llama.cpp and the system.

Takes no memory worth speaking of and a tenth of a second, most of it for the file's header.
Native code reads the file and, for a GPU, its driver is started: call it in the engine's process,
or in a child.

Longer than other files: the numbers of one model are measured in one place.

Threads: the one that may use llama.cpp.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import psutil

from app.core.engine.batch.shared_batch import most_outputs
from app.core.engine.drafting.payoff import MOST_DRAFTED, MOST_FOR_ONE
from app.core.engine.errors import NotAChatModel
from app.core.engine.load.companions import chosen_projector, with_head
from app.core.engine.load.device_probe import devices_here
from app.core.engine.load.thread_count import thread_count
from app.core.errors import KnownError
from app.core.fit.machine import GPU_KINDS, DeviceMemory, MachineMemory, Placement
from app.core.fit.model_memory import Cache, ContextShape, ModelMemory, context_shape, weights_of
from app.core.fit.planner import CONTEXT_SIZES, Plan, Refusal, Wish, plan_load
from app.core.ggml import gpu_backends, rpc_servers
from app.core.ggml.devices import has_own_attention
from app.core.llama import (
    ContextParams,
    Model,
    ModelParams,
    Simulation,
    library,
)
from app.core.llama.context import F16, N_BATCH, Q8_0
from app.core.llama.gguf_file import (
    READS_ROWS,
    BlockHead,
    block_head,
    check_adapter,
    check_complete,
    is_head,
    model_layout,
    survives_amx,
    width_of_mtp_layer,
)
from app.core.llama.gguf_reader import GgufReader
from app.core.llama.model import heads_of
from app.core.llama.projector_file import read_projector
from app.core.llama.simulation import simulate
from app.core.plain_value import PlainValue, replace
from app.core.protocol import DEFAULT_LOAD, NO_PROJECTOR, KVType, LoadModel, LoadSettings

if TYPE_CHECKING:
    from app.core.protocol import BackendChoice

logger = logging.getLogger(__name__)

MAX_CHATS = 8  # chats that may be in the context at once, where another one costs nothing
_MAX_CHATS_WITH_STATE = 4  # where each has megabytes of its own: recurrent layers, windows
_LARGEST_SIMULATED = 1 << 17  # tokens: llama.cpp's table of cells is not simulated
_PART_AT_AN_END = 8
_ROLLBACK_PART = 16  # of the weights, so large are the states that are held for that, at most
_FLOAT_BYTES, _HALF_BYTES = 4, 2
_SCORES = 128  # tokens
_SCORES_OF_EXPERTS = 256  # likewise; fewer would read the weights of the experts too often
_MOST_SCORES_BYTES = 512 << 20
_LEAST_FOR_MEDIA = 64 << 20  # bytes, for computing with a projector
_PART_FOR_MEDIA = 0.5  # of its weights, likewise
_MOST_SIMULATIONS = 3  # of placements that were found, until one is found again
_NOTHING = ContextShape((), ())
_KV_TYPES = {KVType.F16: F16, KVType.Q8_0: Q8_0}


class MeasuredDraft(PlainValue, frozen=True):
    """What a draft model takes: bytes of its weights, and the contexts beside them."""

    n_bytes: int
    shape: ContextShape


class Measured(PlainValue, frozen=True):
    """A model as it would be loaded.

    Attributes:
        use_extra_bufts: whether its weights may be repacked.
        simulation: how it is simulated.
        simulated: the placement whose buffers for computing are known; the size of its context does
            not count.
        n_rollback: tokens that a recurrent memory can go back, by what holding its states costs.
        draft: what its draft model needs, or else its layer for multi-token prediction, where it
            has one; counted in `memory`.
        mtp: whether it drafts with that layer.
    """

    memory: ModelMemory
    use_extra_bufts: bool
    simulation: Simulation
    simulated: Placement
    n_rollback: int = 0
    draft: MeasuredDraft | None = None
    mtp: bool = False


class _Contexts(PlainValue, frozen=True):
    """What contexts of a model take.

    Attributes:
        n_ctx_train: tokens it was trained for.
        n_rollback: tokens that their recurrent memory can go back.
    """

    shape: ContextShape
    n_ctx_train: int
    n_rollback: int


def measure_model(
    command: LoadModel, backend: BackendChoice, devices: tuple[DeviceMemory, ...] = ()
) -> Measured:
    """Return what a model needs in RAM, and on the first of some devices.

    Raises:
        KnownError: why this file cannot be used, as for loading.
    """
    use_extra = backend.use_extra_bufts and (not library.uses_amx() or survives_amx(command.path))
    layout = model_layout(command.path)
    n_adapter_bytes = sum(
        check_adapter(adapter.path, layout.architecture) for adapter in command.settings.adapters
    )
    weights = weights_of(layout.tensors).with_adapters(n_adapter_bytes)
    simulation = Simulation(layout.architecture, layout.n_vocab)
    bare = ModelParams(0, use_extra, simulation=simulation)
    contexts = _contexts(command, bare, command.settings.n_ctx)
    in_ram = contexts.shape
    command = with_head(command)
    mtp = None if command.settings.draft_model else _measure_mtp(command, bare)
    weights = weights.with_projector(
        _projector_bytes(chosen_projector(command.path, command.settings))
    )
    draft = mtp or _measure_draft(command, backend)
    if draft is not None:
        weights = weights.with_draft_model(draft.n_bytes)
        in_ram = in_ram.with_draft_model(draft.shape, weights.n_layers)
    memory = ModelMemory(weights, in_ram, None, contexts.n_ctx_train)
    measured = Measured(
        memory,
        use_extra,
        simulation,
        Placement(0),
        contexts.n_rollback,
        draft,
        mtp=mtp is not None,
    )
    if not devices:
        return measured
    everything = ((devices[0].name, weights.n_layers + 1),)
    return measured_again(command, measured, Placement(command.settings.n_ctx, everything))


def _projector_bytes(path: str) -> int:
    """Return what a projector takes, with its buffers for computing; 0 without one.

    How large these become follows from the pictures it is given; llama.cpp does not tell. One that
    cannot be used takes nothing: the model is loaded without it, and the load tells why.
    """
    if not path:
        return 0
    try:
        n_bytes = read_projector(path).n_bytes
    except KnownError:
        return 0
    return n_bytes + max(_LEAST_FOR_MEDIA, int(n_bytes * _PART_FOR_MEDIA))


def _measure_draft(command: LoadModel, backend: BackendChoice) -> MeasuredDraft | None:
    """Return what the draft model needs; None without one, or with one that cannot be used.

    Why it cannot, a load tells: the model is loaded without it.
    """
    settings = command.settings
    path = settings.draft_model
    if not path:
        return None
    alone = LoadSettings(settings.n_ctx, flash_attention=settings.flash_attention)
    alone = replace(alone, full_windows=True, projector=NO_PROJECTOR)
    of_draft = LoadModel(path, alone)
    try:
        check_complete(path)
        if is_head(path):
            return _measured_head(command, path)
        memory = measure_model(of_draft, backend).memory
    except KnownError:
        logger.info("a draft model could not be measured", exc_info=True)
        return None
    return MeasuredDraft(memory.weights.total_bytes, memory.in_ram)


def _measured_head(command: LoadModel, path: str) -> MeasuredDraft:
    """Return what a head needs.

    Raises:
        KnownError: why it cannot be used.
    """
    layout = model_layout(path)
    with GgufReader(path) as header:
        widths = *header.numbers(".embedding_length_out"), *header.numbers(".embedding_length")
    n_bytes = weights_of(layout.tensors).total_bytes + _hidden_bytes(int(next(iter(widths), 0)))
    # The context of these two cannot be simulated without the model's.
    if layout.architecture == READS_ROWS:
        return MeasuredDraft(n_bytes + MAX_CHATS * layout.n_vocab * _FLOAT_BYTES, _NOTHING)
    if (blocks := block_head(path)) is not None:
        return _measured_blocks(path, blocks, n_bytes, layout.n_vocab)
    simulation = Simulation(layout.architecture, layout.n_vocab)
    params = ModelParams(0, use_extra_bufts=False, simulation=simulation, mtp=True)
    alone = LoadModel(path, replace(command.settings, projector=NO_PROJECTOR, adapters=()))
    shape = _contexts(alone, params, command.settings.n_ctx, of_mtp=True).shape
    return MeasuredDraft(n_bytes, shape)


def _measured_blocks(path: str, blocks: BlockHead, n_bytes: int, n_vocab: int) -> MeasuredDraft:
    with GgufReader(path) as header:

        def number(key: str) -> int:
            return int(next(iter(header.numbers(key)), 0))

        n_layers, n_kv_heads = number(".block_count"), number(".attention.head_count_kv")
        width, n_heads = number(".embedding_length"), number(".attention.head_count")
        n_head = number(".attention.key_length") or width // max(1, n_heads)
    n_keys_and_values = 2 * n_kv_heads * n_head
    cell_bytes = n_layers * n_keys_and_values * _HALF_BYTES
    logits = (MOST_DRAFTED + MAX_CHATS + 1) * n_vocab * _FLOAT_BYTES
    shape = ContextShape((Cache(tuple(range(n_layers)), cell_bytes, 0, grows=True),), ())
    return MeasuredDraft(n_bytes + _hidden_bytes(len(blocks.layers) * width) + logits, shape)


def _hidden_bytes(n_hidden: int) -> int:
    """Return what the hidden states of a batch take, computed and handed out."""
    return 2 * N_BATCH * n_hidden * _FLOAT_BYTES


def _measure_mtp(command: LoadModel, bare: ModelParams) -> MeasuredDraft | None:
    """Return what a layer for multi-token prediction needs; None without one that can be used.

    Its weights lie in the file of the model, and are counted with them.
    """
    try:
        n_hidden = width_of_mtp_layer(command.path)
        if not n_hidden:
            return None
        params = replace(bare, mtp=True)
        shape = _contexts(command, params, command.settings.n_ctx, of_mtp=True).shape
    except KnownError:
        logger.info("an MTP layer could not be measured", exc_info=True)
        return None
    return MeasuredDraft(_hidden_bytes(n_hidden), shape)


def measured_again(command: LoadModel, measured: Measured, placement: Placement) -> Measured:
    """Return the same with the buffers for computing of another placement.

    Raises:
        KnownError: why this file cannot be used, as for loading.
    """
    params = replace(model_params(measured, placement), simulation=measured.simulation)
    on_devices = _contexts(command, params, placement.n_ctx).shape
    if measured.draft is not None:
        n_layers = measured.memory.weights.n_layers
        on_devices = on_devices.with_draft_model(measured.draft.shape, n_layers)
    memory = replace(measured.memory, on_devices=on_devices)
    return replace(measured, memory=memory, simulated=replace(placement, n_ctx=0))


def plan_measured(
    command: LoadModel, measured: Measured, machine: MachineMemory
) -> tuple[Measured, Plan | Refusal]:
    """Return how to load a model, and what it needs when it is loaded so.

    Buffers for computing differ from one placement to another, and are known only when one was
    simulated. So what is found is simulated, and found again, until it stays.

    Raises:
        KnownError: why this file cannot be used, as for loading.
    """
    wish = _wish(command.settings)
    found = plan_load(measured.memory, machine, wish)
    for _ in range(_MOST_SIMULATIONS):
        if isinstance(found, Refusal) or not found.placement.shares:
            break
        if replace(found.placement, n_ctx=0) == measured.simulated:
            break
        measured = measured_again(command, measured, found.placement)
        found = plan_load(measured.memory, machine, wish)
    return measured, found


def model_params(
    measured: Measured, placement: Placement, settings: LoadSettings = DEFAULT_LOAD
) -> ModelParams:
    """Return how the weights are placed for a placement."""
    return ModelParams(
        n_gpu_layers=placement.n_gpu_layers,
        use_extra_bufts=measured.use_extra_bufts,
        shares=placement.shares,
        expert_layers_in_ram=placement.expert_layers_in_ram(measured.memory.weights.n_layers),
        memory=settings.weights,
        adapters=settings.adapters,
        mtp=measured.mtp,
    )


def measure_machine(backend: BackendChoice) -> MachineMemory:
    """Return what is free now; devices only where they are to be used.

    Their backends are loaded then. Those of other machines, which are used wherever they are, come
    first, the farthest before all others: the planner fills the last one first.
    """
    if backend.use_gpu:
        gpu_backends.admit()
    ram = psutil.virtual_memory()
    devices = devices_here() if backend.use_gpu or rpc_servers.are_used() else ()
    return MachineMemory(
        ram_free_bytes=ram.available,
        ram_total_bytes=ram.total,
        devices=tuple(
            DeviceMemory(device.name, device.kind, device.free_bytes, device.total_bytes)
            for device in sorted(devices, key=lambda device: -device.round_trip_s)
            if device.kind in GPU_KINDS and (backend.use_gpu or device.round_trip_s)
        ),
    )


def context_params(
    model: Model, settings: LoadSettings, n_ctx: int, n_rollback: int
) -> ContextParams:
    """Return how the context of a model is made.

    Args:
        n_rollback: as measured; a memory that can be cut anywhere needs nothing for it.
    """
    n_seq_max = _n_chats(model, full_windows=settings.full_windows) + 1
    scores = _scores_at_once(model, settings)
    return ContextParams(
        n_ctx=n_ctx,
        n_seq_max=n_seq_max,
        n_threads=settings.n_threads or thread_count(),
        n_ubatch=scores or N_BATCH,
        kv_type=_KV_TYPES[settings.kv_type],
        flash_attention=settings.flash_attention and not scores,
        full_windows=settings.full_windows,
        n_outputs=most_outputs(n_seq_max),
        n_rollback=n_rollback,
    )


def _scores_at_once(model: Model, settings: LoadSettings) -> int:
    """Return for how many tokens at once the processor holds the scores of attention; 0 for flash.

    Flash attention holds no scores, but llama.cpp's own makes few tokens slow on a CPU: one behind
    2,000 took 53 ms and not 29, eight 258 and not 59; a whole prompt is read 20 to 25 % faster with
    it (0.5B shape, 2 cores; a 1B shape and SmolLM2 alike). Ours is faster than both.
    """
    if model.params.n_gpu_layers or settings.kv_type is not KVType.F16:
        return 0
    if settings.flash_attention and model.params.use_extra_bufts and has_own_attention():
        return 0
    has_experts = model.metadata(f"{model.metadata('general.architecture')}.expert_count")
    n_tokens = _SCORES_OF_EXPERTS if has_experts else _SCORES
    n_bytes = n_tokens * heads_of(model) * _wished(model, settings.n_ctx) * _FLOAT_BYTES
    is_affordable = n_bytes <= _MOST_SCORES_BYTES
    return n_tokens if is_affordable or not settings.flash_attention else 0


def _wished(model: Model, n_ctx: int) -> int:
    return n_ctx or min(model.n_ctx_train, CONTEXT_SIZES[0])


def head_context_params(main: ContextParams) -> ContextParams:
    """Return how the context of a head is made, which reads the rows of the main one.

    It computes one token of each chat at once.
    """
    n_tokens = main.n_seq_max
    return replace(
        main, n_batch=n_tokens, n_ubatch=n_tokens, n_outputs=n_tokens, n_rollback=0, mtp=True
    )


def block_context_params(main: ContextParams) -> ContextParams:
    """Return how the context of a head is made that says whole blocks.

    It has room for all tokens of the main one, and for the blocks.
    """
    n_outputs = MOST_DRAFTED + main.n_seq_max
    return replace(
        mtp_context_params(main),
        n_ctx=main.n_ctx + MOST_DRAFTED + n_outputs,
        n_outputs=n_outputs,
        mtp=False,
    )


def mtp_context_params(main: ContextParams) -> ContextParams:
    """Return how the context of a layer for multi-token prediction is made beside the main one.

    It has room for all tokens of the other, and for those that are drafted.
    """
    return replace(
        main,
        n_ctx=main.n_ctx + MOST_DRAFTED,
        kv_type=F16,
        full_windows=True,
        n_outputs=main.n_seq_max,
        n_rollback=0,
        mtp=True,
    )


def _wish(settings: LoadSettings) -> Wish:
    return Wish(settings.n_ctx, settings.max_gpu_layers, settings.split, settings.main_device)


def _contexts(
    command: LoadModel, params: ModelParams, n_ctx: int, *, of_mtp: bool = False
) -> _Contexts:
    """Return what contexts of a model take.

    Args:
        n_ctx: the context that is wanted, for which it is exact; 0 for the largest usual one.
        of_mtp: contexts of its layer for multi-token prediction are meant.
    """
    model = Model(command.path, params, lambda _fraction: True)
    try:
        if not model.is_decoder:
            raise NotAChatModel(path=command.path)
        small = CONTEXT_SIZES[-1]
        large = min(max(2 * small, _wished(model, n_ctx)), _LARGEST_SIMULATED)
        n_rollback = 0 if of_mtp else _affordable_rollback(model, command.settings)
        wanted = context_params(model, command.settings, large, n_rollback)
        if of_mtp:
            wanted = mtp_context_params(wanted)
        sizes = (small, large) if wanted.flash_attention else _ends(small, large)
        contexts = [simulate(model, wanted, size) for size in sizes]
        spans = zip(contexts[::2], contexts[1::2], strict=True)
        return _Contexts(context_shape(*spans), model.n_ctx_train, n_rollback)
    finally:
        model.close()


def _affordable_rollback(model: Model, settings: LoadSettings) -> int:
    """Return how many tokens a memory is to go back that is recurrent; 0 for another.

    Where llama.cpp cannot do that for an architecture, it takes nothing for it.
    """
    if model.can_rewind or model.n_swa:  # what is left of a window beside it cannot be asked for
        return 0
    small = CONTEXT_SIZES[-1]
    plain, with_one = (
        simulate(model, context_params(model, settings, small, n_rollback), small)
        for n_rollback in (0, 1)
    )
    n_bytes = sum(one.n_bytes for one in with_one.caches) - sum(one.n_bytes for one in plain.caches)
    most_bytes = model.size_bytes // _ROLLBACK_PART
    return min(MOST_FOR_ONE, most_bytes // n_bytes) if n_bytes else MOST_FOR_ONE


def _ends(small: int, large: int) -> tuple[int, ...]:
    """Return the sizes at which the cost of attention shows, two at either end of all.

    Computed at once, its scores grow with the context, and in a small one something else is larger.
    """
    step = (large - small) // _PART_AT_AN_END
    return small, small + step, large - step, large


def _n_chats(model: Model, *, full_windows: bool) -> int:
    """Return how many chats may be in a context at once.

    Rows of attention lie in cells that all sequences share. A recurrent state, and a window that is
    not held at full length, are reserved for each sequence at load, used or not.
    """
    has_state = not model.can_rewind or (model.n_swa and not full_windows)
    return _MAX_CHATS_WITH_STATE if has_state else MAX_CHATS
