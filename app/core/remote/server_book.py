"""The servers that the user has added: a file of them, without their keys.

What cannot be understood is moved aside and told. Another Hearth may write the file, too: it is
read again whenever it has changed.

Threads: any.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from app.core.broken_file import move_aside
from app.core.errors import KnownError, Problem
from app.core.files import file_state, write_atomically
from app.core.net import NetError
from app.core.phrases import phrase
from app.core.remote.errors import ServersNotSaved
from app.core.remote.server import (
    BadServer,
    OfferedModel,
    Server,
    ServerKind,
    check,
    normal_address,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_SERVERS: Final = 100
MOST_MODELS: Final = 2000


class ServerBook:
    """The list of servers, in the order of their names.

    Args:
        file: JSON; need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._servers: dict[str, Server] = {}  # by name; guarded by _lock
        self._read_at: tuple[int, ...] = ()  # how the file was then; guarded by _lock
        self._problem: Problem | None = None
        self._observers: list[Callable[[], None]] = []

    def on_change(self, observer: Callable[[], None]) -> None:
        """Call this after each change, on the thread that made it."""
        self._observers.append(observer)

    def servers(self) -> tuple[Server, ...]:
        """Return all servers."""
        with self._lock:
            return tuple(sorted(self._read().values(), key=lambda one: one.name.casefold()))

    def find(self, name: str) -> Server | None:
        """Return the server of a name; None for none."""
        with self._lock:
            return self._read().get(name)

    def put(self, server: Server, *, instead_of: str = "") -> None:
        """Add a server, or change one.

        Args:
            instead_of: the name of the one that is changed; "" for a new one.

        Raises:
            BadServer: its name is taken, or something else in it cannot be.
            AddressInvalid: its address is none.
            ServersNotSaved: nothing was changed.
        """
        check(server, key="?")
        with self._lock:
            servers = dict(self._read())
            servers.pop(instead_of, None)
            if server.name.casefold() in map(str.casefold, servers):
                raise BadServer(
                    phrase("There is a server “{name}” already.", name=server.name),
                    phrase("Choose another name."),
                )
            if len(servers) >= MOST_SERVERS:
                raise BadServer(
                    phrase("There are {n} servers already.", n=MOST_SERVERS),
                    phrase("Remove one first."),
                )
            servers[server.name] = server
            self._write(servers)
        self._tell()

    def remove(self, name: str) -> None:
        """Take a server off the list; nothing where there is none of that name.

        Raises:
            ServersNotSaved: it is still there.
        """
        with self._lock:
            servers = dict(self._read())
            if servers.pop(name, None) is None:
                return
            self._write(servers)
        self._tell()

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the file, once; None where nothing was."""
        with self._lock:
            self._read()
            problem, self._problem = self._problem, None
        return problem

    def _tell(self) -> None:
        for observer in self._observers:
            observer()

    def _write(self, servers: dict[str, Server]) -> None:
        plain = {"servers": [asdict(server) for server in servers.values()]}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, [json.dumps(plain, indent=1).encode()])
        except OSError as error:
            raise ServersNotSaved(self._file, error) from error
        self._servers, self._read_at = servers, file_state(self._file)

    def _read(self) -> dict[str, Server]:
        state = file_state(self._file)
        if state == self._read_at:
            return self._servers
        self._read_at, self._servers = state, {}
        if not state:
            return self._servers
        try:
            self._servers = _parsed(self._file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            self._problem = Problem(
                what=phrase("The list of your servers cannot be read."),
                effect=phrase("No server is there until you add one; your chats are not affected."),
                remedy=move_aside(self._file),
                detail=repr(error),
            )
        return self._servers


# -- the file --


def _parsed(data: bytes) -> dict[str, Server]:
    """Return the servers of the file; one that is not understood is left out.

    Raises:
        ValueError: it holds something else.
    """
    said = json.loads(data)
    if not isinstance(said, dict) or not isinstance(said.get("servers"), list):
        raise ValueError("no list of servers")
    found = [_server(one) for one in said["servers"][:MOST_SERVERS]]
    return {server.name: server for server in found if server is not None}


def _server(plain: Any) -> Server | None:
    try:
        server = Server(
            name=str(plain["name"]),
            address=normal_address(str(plain["address"])),
            kind=_kind(plain.get("kind")),
            models=tuple(map(_model, plain.get("models", ())[:MOST_MODELS])),
            ca_file=str(plain.get("ca_file", "")),
            is_plain_agreed=plain.get("is_plain_agreed") is True,
            sees=plain.get("sees") is True,
        )
        check(server)
    except (KeyError, TypeError, ValueError, AttributeError, NetError, KnownError):
        return None
    return server


def _kind(word: Any) -> ServerKind:
    return ServerKind(word) if word in list(ServerKind) else ServerKind.OTHER


def _model(plain: Any) -> OfferedModel:
    n_ctx = plain.get("n_ctx", 0)
    return OfferedModel(
        str(plain["name"]),
        n_ctx if isinstance(n_ctx, int) and n_ctx > 0 else 0,
        sees=plain.get("sees") is True,
        hears=plain.get("hears") is True,
    )
