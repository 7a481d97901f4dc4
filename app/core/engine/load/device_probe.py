"""Which compute devices there are, asked in a child process where that is not safe to ask.

To list GPUs means to start their drivers. One that is broken or too old ends the process that asks,
there and then or at its end, and nothing in Python can catch that.

Threads: any. A child is reaped by a thread of its own; the child lives no longer than the thread
that began it.
"""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import TYPE_CHECKING

import psutil
from msgspec import convert

from app.core.ggml import gpu_backends
from app.core.ggml.devices import devices
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.protocol import Device
from app.core.system.lanes import Lane
from app.core.system.probes import Probe, ProbeFailed, found_in, own_probe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.phrases import Phrase

_TIMEOUT_S = 60.0
_FRESH_S = 30.0


class DevicesListed(PlainValue, frozen=True):
    """What there is, in llama.cpp's order."""

    devices: tuple[Device, ...]


class DevicesUnknown(PlainValue, frozen=True):
    """The child that asked did not answer.

    Attributes:
        reason: how it ended, in words.
    """

    reason: Phrase


class DeviceListing:
    """A list of devices that is being made while the caller does something else.

    Args:
        command: how to start the child; None for this program.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._begun = time.monotonic()
        self._listed: Future[DevicesListed | DevicesUnknown] = Future()
        try:
            probe = Probe(command or own_probe("devices"))
        except ProbeFailed as error:
            self._listed.set_result(DevicesUnknown(error.how))
            return
        self._listed = Lane("devices").submit(_said_by, probe)

    @property
    def is_fresh(self) -> bool:
        """Whether what it says can be taken for what there is now."""
        return time.monotonic() - self._begun < _FRESH_S

    def result(self) -> DevicesListed | DevicesUnknown:
        """Wait for the list and return it."""
        return self._listed.result()


def _said_by(probe: Probe) -> DevicesListed | DevicesUnknown:
    try:
        listed = convert(found_in(probe.output(_TIMEOUT_S)[0]), tuple[Device, ...])
        return DevicesListed(tuple(map(_with_system_memory, listed)))
    except ProbeFailed as error:
        return DevicesUnknown(error.how)
    except ValueError:
        return DevicesUnknown(phrase("sent no readable answer"))


def begin_listing() -> DeviceListing | None:
    """Begin to list the devices of this build; None where no child is needed for it."""
    return DeviceListing() if gpu_backends.are_possible() else None


def list_devices(begun: DeviceListing | None = None) -> DevicesListed | DevicesUnknown:
    """Return the devices of this build without trusting any driver.

    A build for the processor alone is asked in this process, which is quicker.

    Args:
        begun: a list that was begun already; another is made if it is old.
    """
    listing = begun if begun is not None and begun.is_fresh else begin_listing()
    return DevicesListed(devices_here()) if listing is None else listing.result()


def devices_here() -> tuple[Device, ...]:
    """Return the devices of the backends that are loaded into this process.

    Free memory of the processor is what the system has available.
    """
    return tuple(
        _with_system_memory(
            Device(
                device.name,
                device.description,
                device.kind,
                device.free_bytes,
                device.total_bytes,
                device.backend,
                round_trip_s=device.round_trip_s,
            )
        )
        for device in devices()
    )


def _with_system_memory(device: Device) -> Device:
    if device.kind != "cpu":
        return device
    return replace(device, free_bytes=psutil.virtual_memory().available)
