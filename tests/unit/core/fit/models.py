"""A model and machines for the arithmetic: round numbers, so that every limit can be told."""

from __future__ import annotations

from app.core.fit.machine import DeviceMemory, MachineMemory
from app.core.fit.model_memory import (
    RAM,
    ContextShape,
    ModelMemory,
    SimulatedCache,
    SimulatedContext,
    Weights,
    context_shape,
)

GIB = 2**30
MIB = 2**20
N_LAYERS = 32


def shape(place: str, *, kv_per_token: int = 128 * 1024, compute: int = 256 * MIB) -> ContextShape:
    """Return a context of one cache that computes in one place, and a bit in RAM."""

    def context(n_ctx: int) -> SimulatedContext:
        cache = SimulatedCache(n_ctx, n_ctx * kv_per_token, tuple(range(N_LAYERS)))
        places = {RAM: 16 * MIB} | {place: compute}
        return SimulatedContext(n_ctx, (cache,), tuple(places.items()))

    return context_shape((context(2048), context(4096)))


def model(
    *,
    layer_bytes: int = 128 * MIB,
    expert_bytes: int = 0,
    device: str = "GPU0",
    kv_per_token: int = 128 * 1024,
    n_ctx_train: int = 131_072,
) -> ModelMemory:
    """Return a model of 32 layers: 4 GiB of them, 1 GiB of vocabulary, 1 GiB of cache at 8,192."""
    weights = Weights(
        input_bytes=512 * MIB,
        layer_bytes=(layer_bytes,) * N_LAYERS,
        expert_bytes=(expert_bytes,) * N_LAYERS,
        output_bytes=512 * MIB,
        shared_bytes=0,
    )
    return ModelMemory(
        weights,
        shape(RAM, kv_per_token=kv_per_token),
        shape(device, kv_per_token=kv_per_token),
        n_ctx_train,
    )


def gpu(free: int, name: str = "GPU0", kind: str = "gpu") -> DeviceMemory:
    """Return a device of which `free` bytes can be used by a model."""
    total = 40 * GIB
    return DeviceMemory(name, kind, free + total // 20, total)


def machine(ram: int, *devices: DeviceMemory, ram_total: int = 0) -> MachineMemory:
    """Return a machine of whose RAM `ram` bytes can be used, by default all but what is kept."""
    total = ram_total or ram * 20 // 19 + 20
    return MachineMemory(ram + max(512 * MIB, total // 20), max(total, ram + 512 * MIB), devices)
