"""From a file to a model that answers: planned, loaded, and planned again where memory ran out.

What the model needs and what is free is known before anything is loaded (`model_measure`); how it
is laid out, `core.fit` decides. Where a device has less than it said, the next plan counts on less.
What became of it is said in `LoadedModel.notes`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.engine.errors import NotAChatModel, WouldFreezeMachine
from app.core.engine.load.device_probe import devices_here
from app.core.engine.load.model_measure import (
    context_params,
    measure_machine,
    measure_model,
    model_params,
    plan_measured,
)
from app.core.engine.load.thread_count import thread_count
from app.core.errors import BugError
from app.core.fit.machine import MachineMemory, memory_use
from app.core.fit.model_memory import RAM
from app.core.fit.planner import CONTEXT_SIZES, Plan
from app.core.fit.verdict import Verdict, report_fit
from app.core.ggml import gpu_backends
from app.core.llama import Context, Model
from app.core.llama.errors import ModelTooLarge
from app.core.phrases import Amount, Phrase, phrase
from app.core.plain_value import PlainValue, replace
from app.core.protocol import NO_SENSES, NO_THINKING_OPTIONS, LoadedPlacement, ModelInfo, PlaceUse

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.load.model_measure import Measured
    from app.core.fit.verdict import FitReport
    from app.core.protocol import BackendChoice, LoadModel, LoadSettings, Senses, ThinkingOptions

logger = logging.getLogger(__name__)

_LEFT_AFTER_FAILURE = 0.75  # of what a device said it had
_MOST_FAILURES = 4  # then nothing is offloaded


class LoadedModel(PlainValue, frozen=True):
    """A model with its context and what the user should know of the load."""

    model: Model
    context: Context
    settings: LoadSettings
    n_gpu_layers: int
    notes: tuple[Phrase, ...]
    backend: BackendChoice
    placement: LoadedPlacement

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

    @property
    def n_threads(self) -> int:
        """Threads to compute with now."""
        return self.settings.n_threads or thread_count()

    def close(self) -> None:
        """Free context and model, in this order."""
        self.context.close()
        self.model.close()

    def info(
        self,
        *,
        resumable: bool,
        drafts: bool,
        draft_model: str = "",
        thinking: ThinkingOptions = NO_THINKING_OPTIONS,
        senses: Senses = NO_SENSES,
        takes_tools: bool = True,
    ) -> ModelInfo:
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
            devices=devices_here(),
            notes=self.notes,
            resumable=resumable,
            drafts=drafts,
            draft_model=draft_model,
            settings=self.settings,
            placement=self.placement,
            backend=self.backend,
            thinking=thinking,
            senses=senses,
            takes_tools=takes_tools,
        )


def load(
    command: LoadModel,
    backend: BackendChoice,
    on_progress: Callable[[float], bool],
) -> LoadedModel:
    """Load a model and make its context, with as much offload as the memory allows.

    Args:
        on_progress: called with 0..1; returning False cancels.

    Raises:
        KnownError: why this file cannot be used, or `LoadCancelled`.
    """
    machine = measure_machine(backend)
    measured = measure_model(command, backend, machine.devices)
    for n_failures in range(_MOST_FAILURES + 1):
        way = _plan(command, measured, machine)
        try:
            return _load_planned(command, backend, way, on_progress)
        except ModelTooLarge:
            if not way.plan.placement.shares:
                raise
        left = _LEFT_AFTER_FAILURE if n_failures + 1 < _MOST_FAILURES else 0.0
        machine = _with_less(machine, left)
    raise BugError("a machine without devices was planned for with devices")


class _Way(PlainValue, frozen=True):
    """A plan with what it was made of."""

    measured: Measured
    machine: MachineMemory
    plan: Plan


def _plan(command: LoadModel, measured: Measured, machine: MachineMemory) -> _Way:
    """Return how to load a model.

    Raises:
        WouldFreezeMachine: no way is safe.
    """
    measured, found = plan_measured(command, measured, machine)
    if isinstance(found, Plan):
        return _Way(measured, machine, found)
    raise WouldFreezeMachine(command.path, found.needed_bytes, found.limit_bytes)


def _with_less(machine: MachineMemory, share: float) -> MachineMemory:
    """Return a machine whose devices have only a share of what they say is free."""
    devices = tuple(
        replace(device, free_bytes=int(device.free_bytes * share)) for device in machine.devices
    )
    return replace(machine, devices=devices)


def _load_planned(
    command: LoadModel,
    backend: BackendChoice,
    way: _Way,
    on_progress: Callable[[float], bool],
) -> LoadedModel:
    placement = way.plan.placement
    params = model_params(way.measured, placement, command.settings)
    model = Model(command.path, params, on_progress)
    try:
        if not model.generates_text:
            raise NotAChatModel(path=command.path)
        context = _make_context(model, command, way)
    except BaseException:
        model.close()
        raise
    report = report_fit(way.measured.memory, way.machine, way.plan)
    return LoadedModel(
        model=model,
        context=context,
        settings=command.settings,
        n_gpu_layers=min(placement.n_gpu_layers, model.n_layers),
        notes=_notes(way, report, backend, model, context),
        backend=backend,
        placement=_loaded_placement(way, report, model, context),
    )


def _loaded_placement(
    way: _Way, report: FitReport, model: Model, context: Context
) -> LoadedPlacement:
    """Return where everything is; the context may have become smaller than it was planned."""
    placement = replace(way.plan.placement, n_ctx=context.n_ctx)
    memory = way.measured.memory
    counts = dict(placement.shares)
    n_in_ram = memory.weights.n_layers + 1 - placement.n_gpu_layers
    return LoadedPlacement(
        reason=report.reason,
        uses=tuple(
            PlaceUse(
                place=use.place,
                n_layers=n_in_ram if use.place == RAM else counts[use.place],
                weights_bytes=use.weights_bytes,
                cache_bytes=use.cache_bytes,
                compute_bytes=use.compute_bytes,
            )
            for use in memory_use(memory, placement)
        ),
        n_expert_layers_in_ram=placement.n_expert_layers_in_ram,
        n_threads=context.params.n_threads,
        copied_bytes=model.copied_bytes,
    )


def _notes(
    way: _Way, report: FitReport, backend: BackendChoice, model: Model, context: Context
) -> tuple[Phrase, ...]:
    """Return what the user should know of a load."""
    notes = []
    if not backend.use_gpu and gpu_backends.are_possible():
        notes.append(phrase("The GPU is not used: it failed the self-test on this machine."))
    if report.verdict is Verdict.SLOW:
        notes.append(report.reason)
    if context.n_ctx < way.plan.n_ctx_wished:
        notes.append(
            phrase(
                "There is memory for {n} of {n_wished} tokens.",
                n=Amount(context.n_ctx),
                n_wished=Amount(way.plan.n_ctx_wished),
            )
        )
    if model.is_lock_refused:
        notes.append(phrase("The system does not let Hearth lock the whole model in memory."))
    return tuple(notes)


def with_room_at_once(loaded: LoadedModel, n_tokens: int) -> LoadedModel:
    """Return a model in a context that computes so many tokens at once, if there is memory for it.

    Some pictures have to be computed at once: all their cells see each other.

    Args:
        loaded: whose context is as it was made; it may be closed afterwards.
        n_tokens: how many.
    """
    params = loaded.context.params
    if n_tokens <= min(params.n_ubatch, loaded.context.n_batch):
        return loaded
    wanted = replace(params, n_ctx=loaded.context.n_ctx, n_batch=n_tokens, n_ubatch=n_tokens)
    loaded.context.close()
    try:
        context = Context(loaded.model, wanted)
    except ModelTooLarge:  # pictures that are too large are refused then
        logger.info("no memory to compute %d tokens at once", n_tokens)
        context = Context(loaded.model, replace(params, n_ctx=loaded.context.n_ctx))
    return replace(loaded, context=context)


def _make_context(model: Model, command: LoadModel, way: _Way) -> Context:
    """Make the context, halving its size where there is less memory than the system says.

    Raises:
        ModelTooLarge: not even the smallest fits, or a device has too little.
    """
    size, n_rollback = way.plan.placement.n_ctx, way.measured.n_rollback
    while True:
        try:
            return Context(model, context_params(model, command.settings, size, n_rollback))
        except ModelTooLarge:
            if way.plan.placement.shares or size // 2 < CONTEXT_SIZES[-1]:
                raise
            size //= 2
