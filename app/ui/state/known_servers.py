"""What the window knows of servers and graphics cards, and how it names servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject, Signal

from app.core.fit.machine import GPU_KINDS
from app.core.plain_value import PlainValue
from app.core.protocol import Device, ModelLoaded, ProblemRaised, RemoteModel
from app.core.remote.server import Reach, Server, ServerKind, reach_of
from app.core.system.lanes import Lane
from app.ui.words.plain_text import isolated
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.core.remote.servers import Servers
    from app.ui.kit.event_bridge import EventBridge


class ServerPlace(PlainValue, frozen=True):
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


class _Read(PlainValue, frozen=True):
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
        self._aside = Lane("list of servers")
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


_KINDS = {
    ServerKind.HEARTH: "Hearth",
    ServerKind.LLAMA_SERVER: "llama-server",
    ServerKind.VLLM: "vLLM",
    ServerKind.SGLANG: "SGLang",
    ServerKind.OTHER: QT_TR_NOOP("OpenAI-compatible API"),
}


def kind_words(kind: ServerKind) -> str:
    """Return what runs on a server."""
    return tr(_KINDS[kind])


def messages_go_to(place: ServerPlace) -> str:
    """Return the line that is there as long as what is written leaves this machine."""
    server, host = isolated(place.server), isolated(place.host)
    if not place.host or place.host == place.server:
        return tr("Messages go to {server}", server=server)
    return tr("Messages go to {server} ({host})", server=server, host=host)


def cost_of(server: str) -> str:
    """Return what choosing a model of a server means for a chat."""
    return tr("Hearth sends the chat to {server}, which reads it there.", server=isolated(server))


def where_words(reach: Reach, host: str) -> str:
    """Return what leaves this machine, and where to, before that is agreed to.

    Args:
        reach: how far it goes.
        host: the name or the number of the other machine.
    """
    named = isolated(host)
    match reach:
        case Reach.THIS_MACHINE:
            return tr(
                "This server is a program on this machine. With each message, Hearth sends it "
                "the whole chat, including pictures; Hearth cannot see whether it forwards "
                "them. Your chats stay stored here."
            )
        case Reach.PRIVATE_NETWORK:
            return tr(
                "{host} is another machine in your network. With each message, Hearth sends it "
                "the whole chat, including pictures. Your chats stay stored on this machine.",
                host=named,
            )
        case Reach.INTERNET:
            return tr(
                "{host} is on the internet. With each message, Hearth sends it the whole chat, "
                "including pictures, and its operator can read them. Your chats stay stored on "
                "this machine.",
                host=named,
            )
        case unknown:
            assert_never(unknown)


def shown_name(model: RemoteModel) -> str:
    """Return how a model of a server is called where models are listed."""
    return type(model)(isolated(model.server), isolated(model.model)).full_name
