"""The door to the engine: several clients over one host, which runs the engine here or elsewhere.

Threads: `post` and `connect` from any thread, and they return at once; `run` on the thread that the
engine has for itself. Events come on that thread, `MemoryReport` also on others.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import threading
from typing import TYPE_CHECKING, Protocol

from app.core.engine_link.routing import ClientId, Routes
from app.core.protocol import (
    EngineRestarted,
    EngineStopped,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import Command, Event

logger = logging.getLogger(__name__)


class EngineHost(Protocol):
    """Where an engine runs."""

    def post(self, command: Command) -> None:
        """Send a command. Threads: any; must not block."""

    def run(self, emit: Callable[[Event], None]) -> None:
        """Serve until `Shutdown` is done, or nothing more can be.

        The last event is `EngineStopped`. Threads: the engine's own; returns, never raises.
        """


class EngineClient:
    """One front end's way to the engine."""

    def __init__(self, link: EngineLink, number: ClientId) -> None:
        self._link = link
        self._number = number

    def post(self, command: Command) -> None:
        """Send a command; its request ids are this client's own. Threads: any."""
        self._link.post_for(self._number, command)

    def close(self) -> None:
        """Hear nothing more; what this client asked for is stopped."""
        self._link.disconnect(self._number)


class EngineLink:
    """Joins clients with the engine.

    Args:
        host: runs it.
    """

    def __init__(self, host: EngineHost) -> None:
        self.host = host
        self._routes = Routes()
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._clients: dict[ClientId, Callable[[Event], None]] = {}  # guarded by _lock
        self._loaded: ModelLoaded | None = None
        self._coming: list[str] = []  # paths of models that are to be loaded; guarded by _lock

    @property
    def is_load_coming(self) -> bool:
        """Whether a load was asked for and has not ended; the engine may not know of it yet."""
        return bool(self._coming)

    @property
    def loaded(self) -> ModelLoaded | None:
        """What was told of the model that answers, for a client that comes later. Any thread."""
        return self._loaded

    def connect(self, on_event: Callable[[Event], None]) -> EngineClient:
        """Add a client.

        Args:
            on_event: gets its events, and those for all, on the engine's threads; must not block.
        """
        number = ClientId(next(self._numbers))
        with self._lock:
            self._clients[number] = on_event
        return EngineClient(self, number)

    def disconnect(self, client: ClientId) -> None:
        """Take a client away, and stop what it asked for."""
        with self._lock:
            self._clients.pop(client, None)
        for request in self._routes.forget(client):
            self.host.post(Stop(request))

    def post_for(self, client: ClientId, command: Command) -> None:
        """Send a client's command."""
        if isinstance(command, LoadModel):
            with self._lock:
                self._coming.append(command.path)
        sent = self._routes.outgoing(client, command)
        if sent is not None:
            self.host.post(sent)

    def run(self) -> None:
        """Serve the engine until it has ended."""
        self.host.run(self._deliver)

    def _deliver(self, event: Event) -> None:
        match event:
            case ModelLoaded(info):
                self._loaded = event
                self._end_load(info.path)
            case ModelLoadFailed(path):
                self._loaded = None
                self._end_load(path)
            case EngineStopped():
                self._loaded = None
                with self._lock:
                    self._coming.clear()
            case ModelUnloaded() | EngineRestarted():
                self._loaded = None
            case _:
                pass
        to, told = self._routes.incoming(event)
        if told is None:
            return
        with self._lock:
            receivers = [one for number, one in self._clients.items() if to in (None, number)]
        for receive in receivers:
            try:
                receive(told)
            except Exception:
                # One broken client must silence neither the others nor the engine.
                logger.exception("a client failed at an event")

    def _end_load(self, path: str) -> None:
        """Take a load off the list; the model that was there before is told of again, too."""
        with self._lock, contextlib.suppress(ValueError):
            self._coming.remove(path)
