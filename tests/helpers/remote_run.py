"""Models of servers behind a link, with no engine on this machine."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any, Self

from app.core.content.media import RawMedia
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
from app.core.remote.host import HostWithServers
from app.core.remote.server import Server
from app.core.remote.servers import Servers
from tests.helpers.chat_server import MODEL
from tests.helpers.engine_harness import WAIT_S, Heard
from tests.helpers.link_harness import LinkHarness

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.protocol import FromEngine, RequestId, ToEngine

NAME = "studio"


class NoEngineHere:
    """A host that does nothing but end."""

    def __init__(self) -> None:
        self.posted: list[ToEngine] = []
        self._commands: queue.Queue[ToEngine] = queue.Queue()

    def post(self, command: ToEngine) -> None:
        self.posted.append(command)
        self._commands.put(command)

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        while True:
            match self._commands.get():
                case Shutdown():
                    emit(EngineStopped())
                    return
                case UnloadModel():
                    emit(ModelUnloaded())
                case _:
                    pass


class RemoteRun(LinkHarness):
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
        self.events: queue.Queue[Heard] = queue.Queue()
        self.seen: list[Any] = []
        self.client = self.link.connect(lambda event: self.events.put(Heard(event)))
        self._asked: dict[RequestId, RequestId] = {}  # as the link numbers them
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


def server_at(address: str, **fields: Any) -> Server:
    """Return a server as the user adds it."""
    return Server(NAME, address, **fields)
