"""What the two ends of a link say to each other beside commands and events.

Threads: values only, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.core.protocol.values import EngineConfig


@dataclass(frozen=True, slots=True)
class Hello:
    """The first that each end says.

    Attributes:
        version: `PROTOCOL_VERSION` of that end.
        build: version of Hearth, as it is shown to users.
    """

    version: int
    build: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine is built and takes commands."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The end that sends it is alive.

    Attributes:
        n_turns: how many steps the engine has made; one that is busy and makes none hangs.
        is_busy: the engine has work, so that its next event may take a while.
    """

    n_turns: int
    is_busy: bool


LinkMessage = Hello | EngineConfig | Ready | Heartbeat
