"""Where an engine runs, and the way to it, as whoever uses them sees them.

What the two ends of a link say to each other beside commands and events.

Threads: as each method says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.core.plain_value import TaggedValue
from app.core.protocol.request import RequestId
from app.core.protocol.values import EngineConfig

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol.commands import Command, ToEngine
    from app.core.protocol.events import FromEngine
    from app.core.protocol.request import A, N, Request


class Hello(TaggedValue, frozen=True):
    """The first that each end says.

    Attributes:
        version: `PROTOCOL_VERSION` of that end.
        build: version of Hearth, as it is shown to users.
    """

    version: int
    build: str


class Ready(TaggedValue, frozen=True):
    """The engine is built and takes commands."""


class Heartbeat(TaggedValue, frozen=True):
    """The end that sends it is alive.

    Attributes:
        n_turns: how many steps the engine has made; one that is busy and makes none hangs.
        is_busy: the engine has work, so that its next event may take a while.
    """

    n_turns: int
    is_busy: bool


class AnswerLost(TaggedValue, frozen=True):
    """The answer to a call cannot be sent: a defect; whoever asked is told that there is none."""

    request: RequestId


LinkMessage = Hello | EngineConfig | Ready | Heartbeat | AnswerLost


class EngineHost(Protocol):
    """Runs an engine, here or elsewhere.

    Each call gets one reply, or none where `EngineStopped` comes first.
    """

    def post(self, message: ToEngine) -> None:
        """Send a call or a command. Threads: any; must not block."""

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        """Serve until `Shutdown` is done, or nothing more can be.

        The last event is `EngineStopped`. Threads: the engine's own; returns, never raises.
        """


class EngineClient(Protocol):
    """One front end's way to the engine."""

    def ask(
        self,
        request: Request[A, N],
        then: Callable[[A], None],
        on_news: Callable[[N], None] = ...,
    ) -> RequestId:
        """Ask something. Threads: any.

        Args:
            request: what is asked.
            then: gets the answer, once, whatever happens; must not block.
            on_news: gets what comes before that; must not block.

        Returns:
            What `Stop` takes, and `StopThinking`.
        """

    def post(self, command: Command) -> None:
        """Send a command. Threads: any."""
