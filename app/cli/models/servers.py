"""`hearth models add-server`, `servers` and `remove-server`: models that answer elsewhere."""

from __future__ import annotations

import getpass
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.errors import ErrorRow, KnownError
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.remote.errors import KeyNotKept
from app.core.remote.server import Pairing, Reach, Server, normal_address, reach_of
from app.core.remote.servers import Servers
from app.core.settings.settings import Settings
from app.core.settings.table import PROXY
from app.core.system import paths as places
from app.core.system.desktop_words import keyring

if TYPE_CHECKING:
    import argparse

    from app.core.system.paths import Paths

_MOST_KEY_BYTES = 8192
_REACHES = {
    Reach.THIS_MACHINE: "Messages to it stay on this machine.",
    Reach.PRIVATE_NETWORK: "Hearth sends messages to {host}, in your network.",
    Reach.INTERNET: "Hearth sends messages over the internet to {host}.",
}


# There is no server of this name.
NO_SUCH_SERVER = ErrorRow(
    what=phrase("There is no server “{name}”."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("`hearth models servers` lists your servers."),
)


# A file that should have a key cannot be read.
KEY_FILE_UNREADABLE = ErrorRow(
    what=phrase("Hearth cannot read the key from {path} ({reason})."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Give a readable file with the key on one line."),
)


def key_of_file(path: Path) -> str:
    """Return the key in a file, as far as it may be one.

    Raises:
        KnownError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(_MOST_KEY_BYTES).decode("ascii", "replace").strip()
    except OSError as error:
        raise KEY_FILE_UNREADABLE(path=path, reason=error.strerror or error) from error


def servers_of(options: argparse.Namespace, paths: Paths) -> Servers:
    """Return the servers of the user; what is wrong with their list is told."""
    settings = Settings.load(paths.settings_file, options.given)
    servers = Servers(paths.config / places.SERVERS, lambda: settings.get(PROXY))
    problem = servers.take_problem()
    if problem is not None:
        print(f"hearth: {printable(problem.text())}", file=sys.stderr)
    return servers


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        help="address of its API, such as localhost:8080 or api.example.com/v1",
    )
    parser.add_argument("--name", metavar="NAME", default="", help="name of your choice")
    parser.add_argument(
        "--key", action="store_true", help="prompt for its key, or read it from a pipe"
    )
    parser.add_argument(
        "--ca-file", metavar="FILE", default="", help="trusted certificates for this server (PEM)"
    )
    parser.add_argument(
        "--plain-http",
        action="store_true",
        help="accept plain HTTP: others in your network can read the messages and the key",
    )
    parser.add_argument("--sees", action="store_true", help="its models accept pictures")


def _add(options: argparse.Namespace, paths: Paths) -> int:
    servers = servers_of(options, paths)
    pairing = Pairing.of(options.address)
    address = normal_address(options.address) if pairing is None else pairing.address
    key = "" if pairing is None else pairing.key
    if options.key:
        key = _asked_key(address)
    server = Server(
        options.name,
        address,
        ca_file=str(Path(options.ca_file).absolute()) if options.ca_file else "",
        is_plain_agreed=options.plain_http,
        sees=options.sees,
    )
    server = replace(server, name=options.name or _free_name(server.origin.host, servers))
    print(f"hearth: contacting {server.origin.host}", file=sys.stderr)
    server = servers.ask(server, key)
    try:
        servers.put(server, key)
    except KeyNotKept as error:
        words = f"hearth: {error.what} The key was not saved; give it with --key-file."
        print(words, file=sys.stderr)
    if options.json:
        print(json.dumps(_facts(server, has_key=bool(key))))
        return 0
    host = server.origin.host
    models = "1 model" if len(server.models) == 1 else f"{len(server.models)} models"
    print(f"{printable(server.name)} has {models}.")
    print(_REACHES[reach_of(server.address)].format(host=host))
    print(f'hearth ask --server "{printable(server.name)}" TEXT uses the first one.')
    return 0


def _asked_key(address: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return getpass.getpass(f"Key for {address} (it is not shown): ").strip()


def _free_name(host: str, servers: Servers) -> str:
    """Return a name for a server: its host, with a number where that is taken."""
    base = host.replace(":", "-")[:30] or "server"
    taken = {server.name.casefold() for server in servers.all()}
    names = (base if n == 1 else f"{base} {n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name.casefold() not in taken)


def _facts(server: Server, *, has_key: bool) -> dict[str, Any]:
    """Return a server as plain values for JSON."""
    return {
        "name": server.name,
        "address": server.address,
        "kind": server.kind.value,
        "reach": reach_of(server.address).name.lower(),
        "key": has_key,
        "models": [
            {"name": one.name, "context": one.n_ctx or None, "sees": one.sees, "hears": one.hears}
            for one in server.models
        ],
    }


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check", action="store_true", help="check the current models of each server"
    )


def _list(options: argparse.Namespace, paths: Paths) -> int:
    servers = servers_of(options, paths)
    found = [
        (_checked(servers, server) if options.check else (server, "")) for server in servers.all()
    ]
    if options.json:
        facts = [
            _facts(server, has_key=bool(servers.key(server)))
            | ({"problem": problem} if options.check else {})
            for server, problem in found
        ]
        print(json.dumps({"servers": facts}))
        return 0
    if not found:
        print("You have no servers yet; `hearth models add-server ADDRESS` adds one.")
    for server, problem in found:
        print(printable(f"{server.name}  {server.address}  {server.kind.value}"))
        for model in server.models:
            print(printable(f"  {model.name}"))
        if problem:
            print(printable(f"  {problem}"))
    return 0


def _checked(servers: Servers, server: Server) -> tuple[Server, str]:
    """Ask a server what it has; return it, and what is wrong with it."""
    print(f"hearth: contacting {server.origin.host}", file=sys.stderr)
    try:
        return surveyed(servers, server), ""
    except KnownError as error:
        return server, error.problem().text()


def surveyed(servers: Servers, server: Server) -> Server:
    """Ask a server what it has, and keep what it says.

    Raises:
        KnownError: it does not say, or that cannot be kept.
    """
    now = servers.ask(server, servers.key(server))
    if now != server:
        servers.book.put(now, instead_of=server.name)
    return now


def _remove_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="name of the server")


def _remove(options: argparse.Namespace, paths: Paths) -> int:
    servers = servers_of(options, paths)
    server = servers.find(options.name)
    if server is None:
        raise NO_SUCH_SERVER(name=options.name)
    servers.remove(server.name)
    if options.json:
        print(json.dumps({"removed": server.name}))
    else:
        print(
            f"{printable(server.name)} was removed, and its key is no longer in the {keyring()}. "
            "Chats that it answered are kept."
        )
    return 0


ADD_SERVER = Verb(_add_arguments, _add)
SERVERS = Verb(_list_arguments, _list)
REMOVE_SERVER = Verb(_remove_arguments, _remove)
