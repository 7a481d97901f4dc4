"""Who runs the engine of this machine, behind whatever is joined to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.remote.host import HostWithServers

if TYPE_CHECKING:
    from app.core.engine_link import EngineLink


def engine_host(link: EngineLink) -> Any:
    """Return the host of the engine itself."""
    host = link.host
    assert isinstance(host, HostWithServers)
    return host.here
