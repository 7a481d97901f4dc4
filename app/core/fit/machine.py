"""What memory a machine has, and how much of it is left to others."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.fit.model_memory import RAM
from app.core.plain_value import replace

GPU_KINDS = ("gpu", "igpu")
_MIB = 2**20
_LEAST_RAM_RESERVE = 512 * _MIB
_LEAST_DEVICE_RESERVE = 512 * _MIB
_RESERVED_SHARE = 20  # one part in so many
_MOST_RESERVED_SHARE = 4  # of a small device


def _reserve(total_bytes: int, least: int) -> int:
    return min(max(least, total_bytes // _RESERVED_SHARE), total_bytes // _MOST_RESERVED_SHARE)


@dataclass(frozen=True, slots=True)
class DeviceMemory:
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


@dataclass(frozen=True, slots=True)
class MachineMemory:
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
