"""The tool servers that the user has added, and what else is chosen for tools: one small file.

What servers get as variables or headers may be secret, so the file has their names only; the values
lie in the keyring of the system. A variable without one there is passed on from our environment.

Threads: any; what asks the keyring waits for it, so never the interface's.
"""

from __future__ import annotations

import re
import shlex
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from app.core.errors import Problem
from app.core.net.addresses import WebOrigin
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.system.files import file_state, move_aside, write_atomically
from app.core.system.keyring_entry import KeyringEntry, KeyringRefused
from app.core.tools.errors import TOOL_SERVER_REFUSED, TOOL_SERVER_UNKNOWN, TOOLS_NOT_SAVED
from app.core.tools.values import digest_of

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_SERVERS: Final = 50
LONGEST_NAME: Final = 24
_MOST_BYTES: Final = 4_000_000
_NAME: Final = re.compile(rf"[A-Za-z0-9-]{{1,{LONGEST_NAME}}}")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_()-]{0,100}")


class ToolServer(PlainValue, frozen=True):
    """A server that has tools: a program that Hearth starts, or an address.

    Attributes:
        name: letters, digits and hyphens.
        command: the program and its arguments; empty for an address.
        folder: in which the program works; "" for the user's home.
        address: of a server over HTTP; "" for a program.
        secrets: names of variables for the program, or of headers for the address.
    """

    name: str
    command: tuple[str, ...] = ()
    folder: str = ""
    address: str = ""
    secrets: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """All that is started or contacted, as the user is shown it."""
        if self.address:
            headers = f" (with {', '.join(self.secrets)})" if self.secrets else ""
            return f"{self.address}{headers}"
        variables = [f"{name}=***" for name in self.secrets]
        folder = f" (in {self.folder})" if self.folder else ""
        return f"{' '.join([*variables, shlex.join(self.command)])}{folder}"

    @property
    def digest(self) -> str:
        """What the user's word is bound to: another command or address has another one."""
        return digest_of(self.origin)


class ToolChoices(PlainValue, frozen=True):
    """What is chosen for Hearth's own tools.

    Attributes:
        folder: that a model may read files of; "" for none.
        engine: that searches the web, see `web_search.ENGINES`; "" for none.
        engine_address: of one that has an address of the user's.
    """

    folder: str = ""
    engine: str = ""
    engine_address: str = ""


class _File(PlainValue, frozen=True):
    servers: tuple[ToolServer, ...] = ()
    choices: ToolChoices = ToolChoices()


class ServerList:
    """The file.

    Args:
        file: JSON; need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._known = _File()  # guarded by _lock, as all here
        self._read_at: tuple[int, ...] = ()
        self._problem: Problem | None = None

    def all(self) -> tuple[ToolServer, ...]:
        """Return all servers, in the order of their names."""
        with self._lock:
            return self._read().servers

    def find(self, name: str) -> ToolServer:
        """Return the server of a name.

        Raises:
            KnownError: there is none.
        """
        found = next((one for one in self.all() if one.name == name), None)
        if found is None:
            raise TOOL_SERVER_UNKNOWN(name=name[:100])
        return found

    def choices(self) -> ToolChoices:
        """Return what is chosen for Hearth's own tools."""
        with self._lock:
            return self._read().choices

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the file, once; None where nothing was."""
        with self._lock:
            self._read()
            problem, self._problem = self._problem, None
        return problem

    def add(self, server: ToolServer, secrets: Mapping[str, str]) -> None:
        """Add a server, with the values of its secrets.

        Args:
            secrets: by the names that it has; those without one come from our environment.

        Raises:
            KnownError: it cannot be added so, or not be saved.
            KeyringRefused: there is no keyring for its secrets; nothing was changed.
        """
        with self._lock:
            known = self._read()
            _check(server, known.servers)
            for name, value in secrets.items():
                _entry(server, name).keep(value)
            servers = sorted((*known.servers, server), key=lambda one: one.name.casefold())
            self._write(replace(known, servers=tuple(servers)))

    def change(self, server: ToolServer, secrets: Mapping[str, str]) -> tuple[str, ...]:
        """Put a server in the place of the one of its name; secrets that it still has stay kept.

        Args:
            secrets: other values, by the names that it has.

        Returns:
            Names of secrets that it no longer has and the keyring did not give up; all else was
            done.

        Raises:
            KnownError: there is none of this name, it cannot be so, or it cannot be saved.
            KeyringRefused: the keyring does not take its secrets; the list was not changed.
        """
        with self._lock:
            known = self._read()
            others = tuple(one for one in known.servers if one.name != server.name)
            if len(others) == len(known.servers):
                raise TOOL_SERVER_UNKNOWN(name=server.name[:100])
            _check(server, others)
            for name, value in secrets.items():
                _entry(server, name).keep(value)
            servers = tuple(server if one.name == server.name else one for one in known.servers)
            before = next(one for one in known.servers if one.name == server.name)
            self._write(replace(known, servers=servers))
        left = []
        for name in before.secrets:
            if name not in server.secrets:
                try:
                    _entry(server, name).keep("")
                except KeyringRefused:
                    left.append(name)
        return tuple(left)

    def remove(self, name: str) -> None:
        """Take a server off the list, and its secrets out of the keyring.

        Raises:
            KnownError: there is none of this name, or it is still there.
            KeyringRefused: its secrets are still in the keyring; all else was done.
        """
        gone = self.find(name)
        with self._lock:
            known = self._read()
            left = tuple(one for one in known.servers if one.name != name)
            self._write(replace(known, servers=left))
        self.forget_secrets((gone,))

    def choose(self, choices: ToolChoices) -> None:
        """Keep what is chosen for Hearth's own tools.

        Raises:
            KnownError: it cannot be saved.
        """
        with self._lock:
            self._write(replace(self._read(), choices=choices))

    def forget_secrets(self, servers: tuple[ToolServer, ...]) -> None:
        """Take the secrets of servers out of the keyring.

        Raises:
            KeyringRefused: they are still there.
        """
        for server in servers:
            for name in server.secrets:
                _entry(server, name).keep("")

    def _write(self, known: _File) -> None:
        data = msgspec.json.format(msgspec.json.encode(known), indent=1)
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, [data])
        except OSError as error:
            raise TOOLS_NOT_SAVED(caught=error, path=self._file) from error
        self._known, self._read_at = known, file_state(self._file)

    def _read(self) -> _File:
        state = file_state(self._file)
        if state == self._read_at:
            return self._known
        self._read_at, self._known = state, _File()
        if not state:
            return self._known
        try:
            with self._file.open("rb") as file:
                self._known = msgspec.json.decode(file.read(_MOST_BYTES), type=_File)
        except (OSError, ValueError, RecursionError) as error:  # msgspec's are ValueErrors
            self._problem = Problem(
                phrase("Hearth cannot read the list of your tool servers."),
                phrase("The list stays empty until you add one; your chats are not affected."),
                move_aside(self._file),
                repr(error),
            )
        return self._known


def secret_of(server: ToolServer, name: str) -> str:
    """Return the value of a variable or a header from the keyring; "" where it has none."""
    return _entry(server, name).secret()


def _entry(server: ToolServer, name: str) -> KeyringEntry:
    return KeyringEntry(f"tool server {server.name}: {name}")


def _check(server: ToolServer, known: tuple[ToolServer, ...]) -> None:
    why = ""
    if not _NAME.fullmatch(server.name):
        why = "this is not a name for it"
    elif server.name.casefold() in (one.name.casefold() for one in known):
        why = "there is one of this name"
    elif len(known) >= MOST_SERVERS:
        why = f"there are {MOST_SERVERS} already"
    elif any("\0" in part for part in server.command) or not any((*server.command, server.address)):
        why = "it has no command"
    elif not all(_VARIABLE.fullmatch(name) for name in server.secrets):
        why = "a variable has a name that no system takes"
    if why:
        raise TOOL_SERVER_REFUSED(name=server.name[:100], why=why)
    if server.address:
        WebOrigin.of(server.address)  # which refuses what is no address


def folder_of(server: ToolServer) -> Path:
    """Return the folder in which the program of a server works."""
    return Path(server.folder) if server.folder else Path.home()
