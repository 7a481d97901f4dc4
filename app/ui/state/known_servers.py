"""Which servers the user has added, as far as their list was read: it is a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.fit import GPU_KINDS
from app.core.protocol import ModelLoaded, ProblemRaised, RemoteModel
from app.core.remote import Reach, reach_of
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from app.core.protocol import Device
    from app.core.remote import Server, Servers
    from app.ui.event_bridge import EventBridge


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """Where a model is that a server has.

    Attributes:
        server: what the user calls it.
        host: its name or its number in the network; "" where the server is not known.
        reach: how far what is written goes; None where the server is not known.
    """

    server: str
    host: str = ""
    reach: Reach | None = None

    @property
    def is_elsewhere(self) -> bool:
        """Whether what is written leaves this machine; of an unknown server that is assumed."""
        return self.reach is not Reach.THIS_MACHINE


@dataclass(frozen=True, slots=True)
class _Read:
    """The list, as it is now."""

    servers: tuple[Server, ...]


class KnownServers(QObject):
    """Reads the list aside, at first and after each change of it; then sends `changed`.

    Args:
        servers: the door to them.
        bridge: brings what was read to the interface thread.

    Attributes:
        all: in the order of their names; none before they were read.
        are_read: they were.
    """

    changed = Signal()

    def __init__(self, servers: Servers, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._servers = servers
        self._post = bridge.post
        self._aside = SideWork("list of servers")
        self.all: tuple[Server, ...] = ()
        self.are_read = False
        bridge.subscribe(_Read, self._on_read)
        servers.on_change(self.look)
        self.look()

    def look(self) -> None:
        """Read the list anew. Threads: any."""
        self._aside.add(self._read)

    def find(self, name: str) -> Server | None:
        """Return the server of a name; None for none."""
        return next((one for one in self.all if one.name == name), None)

    def place_of(self, path: str) -> ServerPlace | None:
        """Return where the model at a path is; None for a file on this machine."""
        model = RemoteModel.of(path)
        if model is None:
            return None
        server = self.find(model.server)
        if server is None:
            return ServerPlace(model.server)
        return ServerPlace(server.name, server.origin.host, reach_of(server.address))

    def _read(self) -> None:
        """Look into the file, on the thread aside."""
        servers, problem = self._servers.all(), self._servers.take_problem()
        if problem is not None:
            self._post(ProblemRaised(problem))
        self._post(_Read(servers))

    def _on_read(self, event: _Read) -> None:
        if self.are_read and event.servers == self.all:
            return
        self.all, self.are_read = event.servers, True
        self.changed.emit()


class KnownGpus(QObject):
    """Remembers those of the last model that was loaded.

    Attributes:
        devices: none before the first model, and where none may be used.
        are_known: a model was loaded.
    """

    def __init__(self, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self.devices: tuple[Device, ...] = ()
        self.are_known = False
        bridge.subscribe(ModelLoaded, self._on_loaded)

    @property
    def largest_bytes(self) -> int:
        """All memory of the largest card; 0 without one that has memory of its own."""
        return max((one.total_bytes for one in self.devices if one.kind == "gpu"), default=0)

    def _on_loaded(self, event: ModelLoaded) -> None:
        self.are_known = True
        self.devices = tuple(one for one in event.info.devices if one.kind in GPU_KINDS)
