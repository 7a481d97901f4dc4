"""A way to lay a model out over RAM and devices, and what it takes of each.

llama.cpp counts the output as the last layer and offloads from there: with `n_gpu_layers` of 1 only
the output is on a device, with one more than the model has layers everything is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.fit.model_memory import RAM

if TYPE_CHECKING:
    from app.core.fit.model_memory import ModelMemory


@dataclass(frozen=True, slots=True)
class Placement:
    """Where what is.

    Attributes:
        n_ctx: tokens of the context.
        shares: devices in the order of the layers, with how many each has, the output counted as
            one; none for a model in RAM.
        n_expert_layers_in_ram: the experts of so many layers, the first ones, stay in RAM.
    """

    n_ctx: int
    shares: tuple[tuple[str, int], ...] = ()
    n_expert_layers_in_ram: int = 0

    @property
    def n_gpu_layers(self) -> int:
        """Offloaded layers, the output counted as one."""
        return sum(count for _name, count in self.shares)

    def expert_layers_in_ram(self, n_layers: int) -> tuple[int, ...]:
        """Return the layers of a model of so many whose experts stay in RAM."""
        return tuple(range(min(n_layers, self.n_expert_layers_in_ram)))


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """What a model takes in one place, bytes.

    Attributes:
        place: `RAM` or the name of a device.
    """

    place: str
    weights_bytes: int
    cache_bytes: int
    compute_bytes: int

    @property
    def total_bytes(self) -> int:
        """All of it."""
        return self.weights_bytes + self.cache_bytes + self.compute_bytes


def memory_use(model: ModelMemory, placement: Placement) -> tuple[MemoryUse, ...]:
    """Return what a placement takes: of RAM first, then of each device in its order.

    Buffers for computing are those of the placement that `model.on_devices` was simulated with.
    """
    weights = model.weights
    shape = model.on_devices if placement.shares and model.on_devices else model.in_ram
    places = _places(weights.n_layers, placement)
    taken: dict[str, list[float]] = {RAM: [float(weights.input_bytes), 0.0]}
    for name, _count in placement.shares:
        taken[name] = [0.0, 0.0]
    of_caches = shape.bytes_by_layer(placement.n_ctx)
    n_experts_in_ram = placement.n_expert_layers_in_ram
    for layer, n_bytes in enumerate(weights.layer_bytes):
        here = taken[places[layer]]
        in_ram = weights.expert_bytes[layer] if layer < n_experts_in_ram else 0
        taken[RAM][0] += in_ram
        here[0] += n_bytes - in_ram
        here[1] += of_caches.get(layer, 0.0)
    output = weights.output_bytes
    if places[-1] != RAM:
        output += weights.shared_bytes
    taken[places[-1]][0] += output
    return tuple(
        MemoryUse(
            place=place,
            weights_bytes=round(weights_bytes),
            cache_bytes=round(cache_bytes),
            compute_bytes=shape.compute_bytes(place, placement.n_ctx),
        )
        for place, (weights_bytes, cache_bytes) in taken.items()
    )


def _places(n_layers: int, placement: Placement) -> list[str]:
    """Return the place of each layer, and of the output at the end."""
    n_in_ram = max(0, n_layers + 1 - placement.n_gpu_layers)
    places = [RAM] * n_in_ram
    for name, count in placement.shares:
        places += [name] * count
    return places[: n_layers + 1]
