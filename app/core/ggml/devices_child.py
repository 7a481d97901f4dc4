"""A child that lists the devices, starting every driver: only its parent needs to survive that.

It loads nothing else, so that it is done before the parent has loaded what it needs itself.
"""

from __future__ import annotations

from msgspec.structs import asdict

from app.core.ggml import gpu_backends
from app.core.ggml.devices import devices
from app.core.ggml.vulkan_drivers import vulkan_drivers
from app.core.system.probes import say

_VULKAN = "Vulkan"  # as ggml calls its devices, with a number


def run_devices_child() -> int:
    """Write the devices to standard output as one line of JSON; return the exit code.

    Each is an object with the fields of `NativeDevice` but the handle, and `driver`.
    """
    gpu_backends.admit()
    found = devices()
    drivers = vulkan_drivers() if any(one.name.startswith(_VULKAN) for one in found) else {}
    rows = [asdict(one) | {"driver": drivers.get(one.description, "")} for one in found]
    for row in rows:
        del row["handle"]
    say(rows)
    return 0
