"""An engine in this very process, for tests and where a process of its own is not wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.hosting import build_engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.kvstore.store import KVStore
    from app.core.protocol import EngineConfig, FromEngine, ToEngine


class InProcess:
    """Runs the engine on the thread that calls `run`."""

    def __init__(self, config: EngineConfig) -> None:
        self._emit: Callable[[FromEngine], None] = _nobody_listens
        self._hosted = build_engine(config, self._told)

    def _told(self, message: FromEngine) -> None:
        self._emit(message)

    @property
    def store(self) -> KVStore:
        """Where the engine keeps rows; waits until that is open."""
        return self._hosted.opening.opened()

    def post(self, message: ToEngine) -> None:
        """Send a call or a command. Threads: any."""
        self._hosted.engine.post(message)

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        """Serve until `Shutdown`, and close the store."""
        self._emit = emit
        self._hosted.engine.run()
        self._hosted.opening.close()


def _nobody_listens(_message: FromEngine) -> None:
    """Drop what is told before anybody listens; nothing is, as nothing runs."""
