"""What a model needs, as far as the size of its files tells: for one that is not here yet.

The weights are the files. How large a KV cache and buffers for computing are, only the header says;
what is allowed for them here is what dense models of its size take at most in 4 bits, a little
more than most. So an estimate refuses rather too early than too late.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.fit.model_memory import RAM, Cache, Compute, ContextShape, ModelMemory
from app.core.fit.planner import Wish
from app.core.fit.weights import Weights

if TYPE_CHECKING:
    from app.core.fit.machine import MachineMemory

ESTIMATED_CONTEXT = 8_192  # tokens
ESTIMATED_WISH = Wish(n_ctx=ESTIMATED_CONTEXT)
_N_LAYERS = 32
_END_SHARE = 0.05  # of the weights: the input, and the output
# Of small models the cache is half as large as the weights, of larger ones it hardly grows.
_SMALL_CACHE_SHARE = 0.5
_LARGE_CACHE_BYTES = 1.2e9
_LARGE_CACHE_SHARE = 0.04
_SMALL_COMPUTE_SHARE = 0.2
_MOST_COMPUTE_BYTES = 0.35e9


def estimated_model(size_bytes: int, machine: MachineMemory) -> ModelMemory:
    """Return what a model whose files have so many bytes needs on a machine, roughly."""
    n_ends = round(size_bytes * _END_SHARE)
    layer_bytes = (size_bytes - 2 * n_ends) // _N_LAYERS
    weights = Weights(
        input_bytes=n_ends,
        layer_bytes=(layer_bytes,) * _N_LAYERS,
        expert_bytes=(0,) * _N_LAYERS,
        output_bytes=n_ends,
        shared_bytes=0,
    )
    cache = Cache(
        layers=tuple(range(_N_LAYERS)),
        bytes_per_cell=_cache_bytes(size_bytes) / ESTIMATED_CONTEXT,
        most_cells=ESTIMATED_CONTEXT,
        grows=True,
    )
    compute_bytes = min(size_bytes * _SMALL_COMPUTE_SHARE, _MOST_COMPUTE_BYTES)

    def shape(places: tuple[str, ...]) -> ContextShape:
        compute = tuple(Compute(place, compute_bytes, 0.0) for place in places)
        return ContextShape((cache,), compute)

    devices = tuple(device.name for device in machine.devices)
    on_devices = shape((RAM, *devices)) if devices else None
    return ModelMemory(weights, shape((RAM,)), on_devices, ESTIMATED_CONTEXT)


def _cache_bytes(size_bytes: int) -> float:
    large = _LARGE_CACHE_BYTES + size_bytes * _LARGE_CACHE_SHARE
    return min(size_bytes * _SMALL_CACHE_SHARE, large)
