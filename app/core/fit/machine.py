"""What memory a machine has, and how much of it is left to others.

A way to lay a model out over RAM and devices, and what it takes of each. llama.cpp counts the
output as the last layer and offloads from there: with `n_gpu_layers` of 1 only the output is on a
device, with one more than the model has layers everything is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.fit.model_memory import RAM
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from app.core.fit.model_memory import ModelMemory


GPU_KINDS = ("gpu", "igpu")
_MIB = 2**20
_LEAST_RAM_RESERVE = 512 * _MIB
_LEAST_DEVICE_RESERVE = 512 * _MIB
_RESERVED_SHARE = 20  # one part in so many
_MOST_RESERVED_SHARE = 4  # of a small device


def _reserve(total_bytes: int, least: int) -> int:
    return min(max(least, total_bytes // _RESERVED_SHARE), total_bytes // _MOST_RESERVED_SHARE)


class DeviceMemory(PlainValue, frozen=True):
    """The memory of one GPU.

    Attributes:
        name: as llama.cpp has it.
        kind: "gpu", or "igpu" for one that has a part of the machine's RAM.
    """

    name: str
    kind: str
    free_bytes: int
    total_bytes: int

    @property
    def usable_bytes(self) -> int:
        """What a model may take: the rest is for the screen and the driver's own buffers."""
        return max(0, self.free_bytes - _reserve(self.total_bytes, _LEAST_DEVICE_RESERVE))


class MachineMemory(PlainValue, frozen=True):
    """What there is now.

    Attributes:
        ram_free_bytes: what the system can give without taking from other programs.
        ram_total_bytes: all of it.
        devices: GPUs in llama.cpp's order; none where none is to be used.
    """

    ram_free_bytes: int
    ram_total_bytes: int
    devices: tuple[DeviceMemory, ...] = ()

    @property
    def ram_usable_bytes(self) -> int:
        """What a model may take without slowing other programs down."""
        return max(0, self.ram_free_bytes - _reserve(self.ram_total_bytes, _LEAST_RAM_RESERVE))

    @property
    def ram_limit_bytes(self) -> int:
        """What a model may take when others give way; beyond it the machine would swap."""
        return self.ram_total_bytes - _reserve(self.ram_total_bytes, _LEAST_RAM_RESERVE)

    def given_back(self, freed: tuple[tuple[str, int], ...]) -> MachineMemory:
        """Return the machine as it is when places have so many more bytes free.

        What an integrated GPU gives back, it gives back to RAM.
        """
        by_place = dict(freed)
        devices = tuple(
            replace(
                device,
                free_bytes=min(
                    device.total_bytes, device.free_bytes + by_place.get(device.name, 0)
                ),
            )
            for device in self.devices
        )
        in_ram = {RAM} | {device.name for device in self.devices if device.kind == "igpu"}
        ram_bytes = sum(n_bytes for place, n_bytes in freed if place in in_ram)
        ram_free_bytes = min(self.ram_total_bytes, self.ram_free_bytes + ram_bytes)
        return replace(self, ram_free_bytes=ram_free_bytes, devices=devices)


class Placement(PlainValue, frozen=True):
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


class MemoryUse(PlainValue, frozen=True):
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
