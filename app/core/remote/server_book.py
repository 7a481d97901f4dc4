"""The servers that the user has added: a file of them, without their keys.

Threads: any.
"""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any, Final

from msgspec import to_builtins

from app.core.errors import KnownError, Problem
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
from app.core.system.files import file_state, move_aside, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


MOST_SERVERS: Final = 100
MOST_MODELS: Final = 2000


class ServerBook:
    """A list of servers, in the order of their names.

    Args:
        file: JSON; need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._found: dict[str, Server] = {}  # by name; guarded by _lock
        self._read_at: tuple[int, ...] = ()  # how the file was then; guarded by _lock
        self._problem: Problem | None = None
        self._observers: list[Callable[[], None]] = []

    def on_change(self, observer: Callable[[], None]) -> None:
        """Call this after each change, on the thread that made it."""
        self._observers.append(observer)

    def all(self) -> tuple[Server, ...]:
        """Return all of them."""
        with self._lock:
            return tuple(sorted(self._read().values(), key=lambda one: one.name.casefold()))

    def find(self, name: str) -> Server | None:
        """Return the one of a name; None for none."""
        with self._lock:
            return self._read().get(name)

    def put(self, one: Server, *, instead_of: str = "") -> None:
        """Add one, or change one.

        Args:
            instead_of: the name of the one that is changed; "" for a new one.

        Raises:
            BadServer, AddressInvalid, ServersNotSaved: nothing was changed.
        """
        _check(one)
        with self._lock:
            found = dict(self._read())
            found.pop(instead_of, None)
            if one.name.casefold() in map(str.casefold, found):
                taken = phrase("A server named “{name}” already exists.", name=one.name)
                raise BadServer(taken, phrase("Choose another name."))
            if len(found) >= MOST_SERVERS:
                full = phrase("There are already {n} servers.", n=MOST_SERVERS)
                raise BadServer(full, phrase("Remove one first."))
            found[one.name] = one
            self._write(found)
        self._tell()

    def remove(self, name: str) -> None:
        """Take one off the list; nothing where there is none of that name.

        Raises:
            ServersNotSaved: it is still there.
        """
        with self._lock:
            found = dict(self._read())
            if found.pop(name, None) is None:
                return
            self._write(found)
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

    def _write(self, found: dict[str, Server]) -> None:
        plain = {"servers": [to_builtins(one) for one in found.values()]}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, [json.dumps(plain, indent=1).encode()])
        except OSError as error:
            raise ServersNotSaved(caught=error, path=self._file) from error
        self._found, self._read_at = found, file_state(self._file)

    def _read(self) -> dict[str, Server]:
        state = file_state(self._file)
        if state == self._read_at:
            return self._found
        self._read_at, self._found = state, {}
        if not state:
            return self._found
        try:
            self._found = self._parsed(self._file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            self._problem = Problem(
                phrase("Hearth cannot read the list of your servers."),
                phrase("The list stays empty until you add a server; your chats are not affected."),
                move_aside(self._file),
                repr(error),
            )
        return self._found

    def _parsed(self, data: bytes) -> dict[str, Server]:
        """Return what a file holds; what is not understood in it is left out.

        Raises:
            ValueError: it holds something else.
        """
        said = json.loads(data)
        listed = said.get("servers") if isinstance(said, dict) else None
        if not isinstance(listed, list):
            raise ValueError("no list")
        found = [_understood(plain) for plain in listed[:MOST_SERVERS]]
        return {one.name: one for one in found if one is not None}


def _check(server: Server) -> None:
    check(server, key="?")  # what is said of plain HTTP names the key, too


# -- the file --


def _understood(plain: Any) -> Server | None:
    try:
        server = _server(plain)
        _check(server)
    except (KeyError, TypeError, ValueError, AttributeError, KnownError):
        return None
    return server


def _server(plain: Any) -> Server:
    return Server(
        name=str(plain["name"]),
        address=normal_address(str(plain["address"])),
        kind=_kind(plain.get("kind")),
        models=tuple(map(_model, plain.get("models", ())[:MOST_MODELS])),
        ca_file=str(plain.get("ca_file", "")),
        is_plain_agreed=plain.get("is_plain_agreed") is True,
        sees=plain.get("sees") is True,
    )


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
