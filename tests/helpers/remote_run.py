"""Models of servers behind a link, with no engine on this machine."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any, Self

from app.core.content import RawMedia
from app.core.engine_link import EngineLink
from app.core.protocol import (
    EngineStopped,
    LoadModel,
    ModelLoaded,
    ModelUnloaded,
    RemoteModel,
    Shutdown,
    UnloadModel,
)
from app.core.remote import HostWithServers, Server, Servers
from tests.helpers.chat_server import MODEL
from tests.helpers.engine_harness import WAIT_S, EngineHarness

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.protocol import Command, Event

NAME = "studio"


class NoEngineHere:
    """A host that does nothing but end."""

    def __init__(self) -> None:
        self.posted: list[Command] = []
        self._commands: queue.Queue[Command] = queue.Queue()

    def post(self, command: Command) -> None:
        self.posted.append(command)
        self._commands.put(command)

    def run(self, emit: Callable[[Event], None]) -> None:
        while True:
            match self._commands.get():
                case Shutdown():
                    emit(EngineStopped())
                    return
                case UnloadModel():
                    emit(ModelUnloaded())
                case _:
                    pass


class RemoteRun(EngineHarness):
    """Asks a model of a server; a context manager.

    Args:
        folder: keeps everything.
        server: is added first.
        key: that it wants.
        model: of it that is asked.
    """

    def __init__(self, folder: Path, server: Server, *, key: str = "", model: str = MODEL) -> None:
        folder.mkdir(exist_ok=True)
        self.here = NoEngineHere()
        self.servers = Servers(folder / "servers.json", lambda: "none")
        self.servers.put(server, key)
        self.media = RawMedia(folder / "media")
        self.link = EngineLink(HostWithServers(self.here, self.servers, self.media))
        self.events: queue.Queue[Event] = queue.Queue()
        self.seen: list[Event] = []
        self.client = self.link.connect(self.events.put)
        self._thread = threading.Thread(target=self.link.run, name="engine")
        self.path = RemoteModel(server.name, model).path
        self._requests = 0
        self.info = None

    def __enter__(self) -> Self:
        self._thread.start()
        self.post(LoadModel(self.path))
        return self

    def loaded(self) -> Self:
        """Wait until the model answers."""
        self.info = self.wait(ModelLoaded).info
        return self

    def __exit__(self, *_: object) -> None:
        self.post(Shutdown())
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def post(self, command: Command) -> None:
        self.client.post(command)


def server_at(address: str, **fields: Any) -> Server:
    """Return a server as the user adds it."""
    return Server(NAME, address, **fields)
