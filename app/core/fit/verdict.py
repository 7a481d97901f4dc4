"""Fits, smaller context, slow, will not fit: the planner's answer in words and in a table.

The words are `Phrase`s, the table is plain numbers: a window, a command line and a test show the
same arithmetic.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.fit.machine import MemoryUse, Placement
from app.core.fit.model_memory import RAM
from app.core.fit.planner import Plan, Refusal
from app.core.phrases import Amount, Phrase, phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.fit.machine import MachineMemory
    from app.core.fit.model_memory import ModelMemory

_GB = 1e9


class Verdict(enum.StrEnum):
    """How a model goes into a machine now."""

    FITS = "fits"
    SMALLER_CONTEXT = "smaller-context"  # than the one that is wanted
    SLOW = "slow"  # it runs, and something holds it up
    WONT_FIT = "wont-fit"


class PlaceReport(PlainValue, frozen=True):
    """One place with what the model takes of it and what is free there, bytes."""

    use: MemoryUse
    free_bytes: int
    total_bytes: int


class FitReport(PlainValue, frozen=True):
    """A verdict with its arithmetic.

    Attributes:
        reason: one sentence: why it is so.
        places: RAM first, then every device that is used.
        placement: None where none is safe. A model may be loaded so and yet not fit: for a chat.
    """

    verdict: Verdict
    reason: Phrase
    places: tuple[PlaceReport, ...]
    placement: Placement | None


def report_fit(
    model: ModelMemory, machine: MachineMemory, found: Plan | Refusal, n_needed: int = 0
) -> FitReport:
    """Say how a model fits, from what `plan_load` found for it.

    Args:
        n_needed: tokens that the context must hold for a chat; 0 for any context.
    """
    free = {RAM: (machine.ram_free_bytes, machine.ram_total_bytes)}
    free |= {device.name: (device.free_bytes, device.total_bytes) for device in machine.devices}
    places = tuple(PlaceReport(use, *free[use.place]) for use in found.uses)
    if isinstance(found, Refusal):
        return FitReport(Verdict.WONT_FIT, refusal_reason(found), places, None)
    n_ctx = found.placement.n_ctx
    if n_ctx < n_needed:
        reason = _too_small(model, n_ctx, n_needed)
        return FitReport(Verdict.WONT_FIT, reason, places, found.placement)
    verdict, reason = _judge(model, machine, found)
    return FitReport(verdict, reason, places, found.placement)


def refusal_reason(refusal: Refusal) -> Phrase:
    """Say why a model is not loaded."""
    return phrase(
        "It needs {needed} GB of memory; taking more than {limit} GB would freeze this machine.",
        needed=Amount(refusal.needed_bytes / _GB, 1),
        limit=Amount(refusal.limit_bytes / _GB, 1),
    )


def _too_small(model: ModelMemory, n_ctx: int, n_needed: int) -> Phrase:
    """Say why a chat has no room in a model that could be loaded."""
    if model.n_ctx_train < n_needed:
        return phrase(
            "With room for an answer, this chat needs {n_needed} tokens; the model was trained "
            "for {n_ctx}.",
            n_needed=Amount(n_needed),
            n_ctx=Amount(model.n_ctx_train),
        )
    return phrase(
        "With room for an answer, this chat needs {n_needed} tokens; there is memory for {n_ctx}.",
        n_needed=Amount(n_needed),
        n_ctx=Amount(n_ctx),
    )


def _as_wished(placement: Placement, n_layers: int) -> Phrase:
    """Say why a model that could have more of a GPU has not."""
    if not placement.shares:
        return phrase("Its settings keep it off the GPU; it runs on the processor.")
    return phrase(
        "Its settings allow {n} of {n_layers} layers on the GPU.",
        n=placement.n_gpu_layers,
        n_layers=n_layers,
    )


def _judge(model: ModelMemory, machine: MachineMemory, plan: Plan) -> tuple[Verdict, Phrase]:
    placement, n_layers = plan.placement, model.weights.n_layers
    if plan.crowds_others:
        return Verdict.SLOW, phrase(
            "It needs {needed} GB of memory and {free} GB is free: other programs may slow "
            "down, and Hearth may read parts of the model from disk repeatedly.",
            needed=Amount(plan.uses[0].total_bytes / _GB, 1),
            free=Amount(machine.ram_free_bytes / _GB, 1),
        )
    if placement.n_ctx < plan.n_ctx_wished:
        return Verdict.SMALLER_CONTEXT, phrase(
            "It fits with a context of {n} tokens, but not with the {n_wished} requested.",
            n=Amount(placement.n_ctx),
            n_wished=Amount(plan.n_ctx_wished),
        )
    if not machine.devices:
        return Verdict.FITS, phrase("There is enough free memory.")
    if placement.n_gpu_layers == plan.most_gpu_layers != n_layers:  # that was wished, not forced
        return Verdict.FITS, _as_wished(placement, n_layers)
    if not placement.shares:
        return Verdict.SLOW, phrase(
            "The GPU has too little free memory; this model runs on the processor."
        )
    if placement.n_expert_layers_in_ram:
        return Verdict.SLOW, phrase(
            "The experts of {n} of {n_layers} layers stay on the processor; the rest fits on "
            "the GPU.",
            n=placement.n_expert_layers_in_ram,
            n_layers=n_layers,
        )
    if placement.n_gpu_layers <= n_layers:
        return Verdict.SLOW, phrase(
            "{n} of {n_layers} layers fit on the GPU; the rest runs slower.",
            n=placement.n_gpu_layers,
            n_layers=n_layers,
        )
    return Verdict.FITS, phrase("All layers fit on the GPU.")
