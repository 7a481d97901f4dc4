"""Which compute devices there are, asked in a child process where that is not safe to ask.

To list GPUs means to start their drivers. One that is broken or too old ends the process that asks,
there and then or at its end, and nothing in Python can catch that.

Threads: any; `list_devices` waits for the child.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import psutil

from app.core.own_program import describe_exit, die_with_parent, own_command, own_environment
from app.core.protocol import Device

if TYPE_CHECKING:
    from collections.abc import Sequence

CHILD_COMMAND = "devices-child"
_TIMEOUT_S = 60.0
_VULKAN = "Vulkan"  # as ggml calls its devices, with a number


@dataclass(frozen=True, slots=True)
class DevicesListed:
    """What there is, in llama.cpp's order."""

    devices: tuple[Device, ...]


@dataclass(frozen=True, slots=True)
class DevicesUnknown:
    """The child that asked did not answer.

    Attributes:
        reason: how it ended, in words.
    """

    reason: str


def devices_here() -> tuple[Device, ...]:
    """Return the devices of the backends that are loaded into this process.

    Free memory of the processor is what the system has available.
    """
    from app.core.llama import library

    return tuple(
        Device(
            device.name,
            device.description,
            device.kind,
            psutil.virtual_memory().available if device.kind == "cpu" else device.free_bytes,
            device.total_bytes,
            device.backend,
        )
        for device in library.devices()
    )


def list_devices(command: Sequence[str] | None = None) -> DevicesListed | DevicesUnknown:
    """Return the devices of this build without trusting any driver.

    A build for the processor alone is asked in this process, which is quicker.

    Args:
        command: how to start the child; None for this program.
    """
    from app.core.llama import gpu_backends

    if command is None and not gpu_backends.are_possible():
        return DevicesListed(devices_here())
    try:
        child = subprocess.run(
            command or own_command(CHILD_COMMAND),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=own_environment(),
            timeout=_TIMEOUT_S,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            check=False,
        )
    except OSError as error:
        return DevicesUnknown(f"could not be started: {error}")
    except subprocess.TimeoutExpired:
        return DevicesUnknown(f"hung for {_TIMEOUT_S:.0f} s")
    if child.returncode != 0:
        return DevicesUnknown(describe_exit(child.returncode, child.stderr))
    return _read(child.stdout)


def _read(output: bytes) -> DevicesListed | DevicesUnknown:
    try:
        # Drivers print where they like: ours is the last line.
        rows = json.loads(output.strip().rsplit(b"\n", 1)[-1])
        return DevicesListed(tuple(Device(**row) for row in rows))
    except (ValueError, TypeError):
        return DevicesUnknown("gave no readable answer")


def run_devices_child() -> int:
    """Write the devices to standard output as one line of JSON; return the exit code."""
    from app.core.llama import gpu_backends
    from app.core.llama.vulkan_drivers import vulkan_drivers

    die_with_parent()
    gpu_backends.admit()
    found = devices_here()
    drivers = vulkan_drivers() if any(one.name.startswith(_VULKAN) for one in found) else {}
    rows = [asdict(replace(one, driver=drivers.get(one.description, ""))) for one in found]
    sys.stdout.write("\n" + json.dumps(rows) + "\n")
    return 0
