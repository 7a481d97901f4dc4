"""The servers that the user has added: a file of them, without their keys.

Threads: any.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from app.core.errors import KnownError, Problem
from app.core.files import file_state, move_aside, write_atomically
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

    from app.core.phrases import Phrase


class Named(Protocol):
    """A frozen dataclass with a name."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """What the user calls it."""


N = TypeVar("N", bound=Named)


@dataclass(frozen=True, slots=True)
class ListKind(Generic[N]):
    """What is in a list, and what is said of it.

    Attributes:
        key: under which the list stands in its file.
        most: how many there may be.
        check: raises a `KnownError` for one that cannot be.
        read: makes one of what stands in the file; raises what it likes where it cannot.
        taken: the error for a name that another one has.
        full: the error for one too many.
        not_saved: the error for a file that cannot be written.
        unreadable: what is told of a file that cannot be read, and what that means.
    """

    key: str
    most: int
    check: Callable[[N], None]
    read: Callable[[Any], N]
    taken: Callable[[str], KnownError]
    full: Callable[[], KnownError]
    not_saved: Callable[[Path, OSError], KnownError]
    unreadable: tuple[Phrase, Phrase]


class NamedList(Generic[N]):
    """A list, in the order of the names.

    Args:
        file: JSON; need not exist.
    """

    def __init__(self, file: Path, kind: ListKind[N]) -> None:
        self._file = file
        self._kind = kind
        self._lock = threading.Lock()
        self._found: dict[str, N] = {}  # by name; guarded by _lock
        self._read_at: tuple[int, ...] = ()  # how the file was then; guarded by _lock
        self._problem: Problem | None = None
        self._observers: list[Callable[[], None]] = []

    def on_change(self, observer: Callable[[], None]) -> None:
        """Call this after each change, on the thread that made it."""
        self._observers.append(observer)

    def all(self) -> tuple[N, ...]:
        """Return all of them."""
        with self._lock:
            return tuple(sorted(self._read().values(), key=lambda one: one.name.casefold()))

    def find(self, name: str) -> N | None:
        """Return the one of a name; None for none."""
        with self._lock:
            return self._read().get(name)

    def put(self, one: N, *, instead_of: str = "") -> None:
        """Add one, or change one.

        Args:
            instead_of: the name of the one that is changed; "" for a new one.

        Raises:
            KnownError: of the kind; nothing was changed.
        """
        self._kind.check(one)
        with self._lock:
            found = dict(self._read())
            found.pop(instead_of, None)
            if one.name.casefold() in map(str.casefold, found):
                raise self._kind.taken(one.name)
            if len(found) >= self._kind.most:
                raise self._kind.full()
            found[one.name] = one
            self._write(found)
        self._tell()

    def remove(self, name: str) -> None:
        """Take one off the list; nothing where there is none of that name.

        Raises:
            KnownError: of the kind; it is still there.
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

    def _write(self, found: dict[str, N]) -> None:
        plain = {self._kind.key: [asdict(one) for one in found.values()]}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, [json.dumps(plain, indent=1).encode()])
        except OSError as error:
            raise self._kind.not_saved(self._file, error) from error
        self._found, self._read_at = found, file_state(self._file)

    def _read(self) -> dict[str, N]:
        state = file_state(self._file)
        if state == self._read_at:
            return self._found
        self._read_at, self._found = state, {}
        if not state:
            return self._found
        try:
            self._found = self._parsed(self._file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            what, effect = self._kind.unreadable
            self._problem = Problem(what, effect, move_aside(self._file), repr(error))
        return self._found

    def _parsed(self, data: bytes) -> dict[str, N]:
        """Return what a file holds; what is not understood in it is left out.

        Raises:
            ValueError: it holds something else.
        """
        said = json.loads(data)
        listed = said.get(self._kind.key) if isinstance(said, dict) else None
        if not isinstance(listed, list):
            raise ValueError("no list")
        found = [self._understood(plain) for plain in listed[: self._kind.most]]
        return {one.name: one for one in found if one is not None}

    def _understood(self, plain: Any) -> N | None:
        try:
            one = self._kind.read(plain)
            self._kind.check(one)
        except (KeyError, TypeError, ValueError, AttributeError, KnownError):
            return None
        return one


MOST_SERVERS: Final = 100
MOST_MODELS: Final = 2000


def server_book(file: Path) -> NamedList[Server]:
    """Return the list of servers in a file.

    Its methods raise `BadServer`, `AddressInvalid` and `ServersNotSaved`.
    """
    return NamedList(file, _SERVERS)


def _check(server: Server) -> None:
    check(server, key="?")  # what is said of plain HTTP names the key, too


def _taken(name: str) -> BadServer:
    return BadServer(
        phrase("There is a server “{name}” already.", name=name), phrase("Choose another name.")
    )


def _full() -> BadServer:
    return BadServer(
        phrase("There are {n} servers already.", n=MOST_SERVERS), phrase("Remove one first.")
    )


# -- the file --


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


_SERVERS: Final = ListKind(
    key="servers",
    most=MOST_SERVERS,
    check=_check,
    read=_server,
    taken=_taken,
    full=_full,
    not_saved=ServersNotSaved,
    unreadable=(
        phrase("The list of your servers cannot be read."),
        phrase("No server is there until you add one; your chats are not affected."),
    ),
)
