"""Models that answer on another machine, or in another program on this one.

`Servers` is the door to those that the user has added; `HostWithServers` stands where the host of
the engine stands. Nothing is ever asked of a server that the user has not named, and nothing is
sent before a model of it is chosen.
"""

from __future__ import annotations

from app.core.remote.errors import KEY_UNUSABLE, KeyNotKept, ServerFailure, ServersNotSaved
from app.core.remote.host import HostWithServers
from app.core.remote.server import (
    LONGEST_NAME,
    BadServer,
    OfferedModel,
    Pairing,
    Reach,
    Server,
    ServerKind,
    normal_address,
    reach_of,
)
from app.core.remote.servers import Servers

__all__ = [
    "KEY_UNUSABLE",
    "LONGEST_NAME",
    "BadServer",
    "HostWithServers",
    "KeyNotKept",
    "OfferedModel",
    "Pairing",
    "Reach",
    "Server",
    "ServerFailure",
    "ServerKind",
    "Servers",
    "ServersNotSaved",
    "normal_address",
    "reach_of",
]
