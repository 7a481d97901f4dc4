"""`Servers`, the door: which servers the user has added, what each has, and the key that it wants.

Threads: any; what asks a server or the keyring waits for it, so never the interface's.
"""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Final

from app.core.plain_value import replace
from app.core.remote.errors import KEY_UNUSABLE, KeyNotKept
from app.core.remote.server import check, readable_ca
from app.core.remote.server_book import ServerBook
from app.core.remote.survey import options_for, survey
from app.core.system.desktop_words import keyring
from app.core.system.keyring_entry import KeyringEntry, KeyringRefused, is_secret

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.errors import Problem
    from app.core.net.addresses import WebOrigin
    from app.core.remote.server import Server
    from app.core.system.stop_signal import StopSignal


class ServerKeys:
    """Has the keys of all servers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: dict[WebOrigin, KeyringEntry] = {}  # guarded by _lock

    def key(self, server: Server) -> str:
        """Return the key of a server; "" for none.

        Raises:
            AddressInvalid: its address is none.
        """
        key = self._entry(server).secret()
        return key if is_secret(key) else ""

    def keep(self, server: Server, key: str) -> None:
        """Put the key of a server into the keyring; "" removes it.

        Raises:
            AddressInvalid: its address is none.
            KnownError: it cannot be one.
            KeyNotKept: it holds as long as this object.
        """
        if key and not is_secret(key):
            raise KEY_UNUSABLE()
        try:
            self._entry(server).keep(key)
        except KeyringRefused as error:
            raise KeyNotKept(str(error), keyring=keyring()) from None

    def use(self, server: Server, key: str) -> None:
        """Take a key for this run alone.

        Raises:
            AddressInvalid: its address is none.
            KnownError: it cannot be one.
        """
        if not is_secret(key):
            raise KEY_UNUSABLE()
        self._entry(server).use(key)

    def _entry(self, server: Server) -> KeyringEntry:
        origin = server.origin
        with self._lock:
            if origin not in self._entries:
                name = f"server {origin.scheme}://{origin.host}:{origin.port}"
                self._entries[origin] = KeyringEntry(name)
            return self._entries[origin]


_SILENCE_S: Final = 20.0  # of a server that is only asked what it has


class Servers:
    """The servers of the user.

    Args:
        file: where their list is kept, JSON.
        proxy: returns the user's setting.
    """

    def __init__(self, file: Path, proxy: Callable[[], str]) -> None:
        self.book = ServerBook(file)
        self.keys = ServerKeys()
        self.proxy = proxy

    def all(self) -> tuple[Server, ...]:
        """Return all, in the order of their names."""
        return self.book.all()

    def find(self, name: str) -> Server | None:
        """Return the one of a name; None for none."""
        return self.book.find(name)

    def on_change(self, observer: Callable[[], None]) -> None:
        """Call this after each change of the list, on the thread that made it."""
        self.book.on_change(observer)

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the list, once; None where nothing was."""
        return self.book.take_problem()

    def key(self, server: Server) -> str:
        """Return the key that a server wants; "" for none."""
        return self.keys.key(server)

    def ask(self, server: Server, key: str, stop: StopSignal | None = None) -> Server:
        """Ask a server what it is and has; return it with what it says.

        Raises:
            BadServer, AddressInvalid: it cannot be asked as it was written.
            ServerFailure: it does not answer as it should.
            TransferStopped: `stop` was called.
        """
        from app.core.net.client import HttpClient  # which most starts never need

        check(server, key)
        readable_ca(server)
        client = HttpClient(options_for(server, self.proxy(), _SILENCE_S))
        with contextlib.closing(client):
            found = survey(client, server, key, stop)
        return replace(server, kind=found.kind, models=found.models)

    def put(self, server: Server, key: str, *, instead_of: str = "") -> None:
        """Add a server with its key, or change one.

        Args:
            key: that it wants; "" for none.
            instead_of: the name of the one that is changed; "" for a new one.

        Raises:
            BadServer, AddressInvalid, KnownError, ServersNotSaved: nothing was changed.
            KeyNotKept: the key holds until the end of the program; all else was done.
        """
        check(server, key)
        readable_ca(server)
        before = self.book.find(instead_of) if instead_of else None
        failed: KeyNotKept | None = None
        try:
            self.keys.keep(server, key)
        except KeyNotKept as error:
            failed = error if key else None
        self.book.put(server, instead_of=instead_of)
        if before is not None:
            self._forget_key(before)
        if failed is not None:
            raise failed

    def remove(self, name: str) -> None:
        """Take a server off the list, and its key out of the keyring.

        Raises:
            ServersNotSaved: it is still there.
        """
        server = self.book.find(name)
        if server is not None:
            self.book.remove(name)
            self._forget_key(server)

    def forget_keys(self, servers: Sequence[Server]) -> None:
        """Take the keys of servers out of the keyring, as far as there is one."""
        for server in servers:
            with contextlib.suppress(KeyNotKept):
                self.keys.keep(server, "")

    def _forget_key(self, gone: Server) -> None:
        """Forget the key of a server that is gone, unless another one has its place."""
        if all(one.origin != gone.origin for one in self.book.all()):
            self.forget_keys([gone])
