"""Does a model fit, and how is it best laid out: arithmetic over plain values.

What a model needs is measured (`core.llama.simulation` lets llama.cpp lay it out without taking the
memory), what the machine has is asked; this part puts both together. It knows no file and no native
code, so that every limit can be tried in a test.

Threads: pure functions over frozen values, any thread.
"""

from __future__ import annotations

from app.core.fit.machine import (
    GPU_KINDS,
    DeviceMemory,
    MachineMemory,
    MemoryUse,
    Placement,
    memory_use,
)
from app.core.fit.model_memory import (
    RAM,
    Cache,
    ContextShape,
    ModelMemory,
    SimulatedCache,
    SimulatedContext,
    Weights,
    context_shape,
    weights_of,
)
from app.core.fit.planner import (
    CONTEXT_SIZES,
    ESTIMATED_CONTEXT,
    ESTIMATED_WISH,
    Plan,
    Refusal,
    Wish,
    estimated_model,
    plan_load,
    shared_out,
)
from app.core.fit.verdict import FitReport, PlaceReport, Verdict, report_fit

__all__ = [
    "CONTEXT_SIZES",
    "ESTIMATED_CONTEXT",
    "ESTIMATED_WISH",
    "GPU_KINDS",
    "RAM",
    "Cache",
    "ContextShape",
    "DeviceMemory",
    "FitReport",
    "MachineMemory",
    "MemoryUse",
    "ModelMemory",
    "PlaceReport",
    "Placement",
    "Plan",
    "Refusal",
    "SimulatedCache",
    "SimulatedContext",
    "Verdict",
    "Weights",
    "Wish",
    "context_shape",
    "estimated_model",
    "memory_use",
    "plan_load",
    "report_fit",
    "shared_out",
    "weights_of",
]
