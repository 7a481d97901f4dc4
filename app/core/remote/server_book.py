"""The servers that the user has added: a file of them, without their keys.

Threads: any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.core.named_list import ListKind, NamedList
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
    from pathlib import Path

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
