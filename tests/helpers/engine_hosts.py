"""Who runs the engine of this machine, behind whatever is joined to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.machines import HostWithMachines
from app.core.remote import HostWithServers

if TYPE_CHECKING:
    from app.core.engine_link import EngineLink


def engine_host(link: EngineLink) -> Any:
    """Return the host of the engine itself."""
    host: Any = link.host
    while isinstance(host, HostWithServers | HostWithMachines):
        host = host.here
    return host
