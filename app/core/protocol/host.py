"""Where an engine runs, and the way to it, as whoever uses them sees them.

Threads: as each method says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol.commands import Command, ToEngine
    from app.core.protocol.events import FromEngine
    from app.core.protocol.request import A, N, Request, RequestId


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
