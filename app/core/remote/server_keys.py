"""The keys of servers: each in the keyring of the system, under the address of its server.

A key belongs to one origin: who changes the address of a server gives the key anew, so that none
is ever sent elsewhere.

Threads: any; each call waits for the keyring, so never the interface's.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from app.core.desktop_words import keyring
from app.core.keyring_entry import KeyringEntry, KeyringRefused, is_secret
from app.core.remote.errors import KeyNotKept, KeyUnusable

if TYPE_CHECKING:
    from app.core.net import WebOrigin
    from app.core.remote.server import Server


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
            KeyUnusable: it cannot be one.
            KeyNotKept: it holds as long as this object.
        """
        if key and not is_secret(key):
            raise KeyUnusable
        try:
            self._entry(server).keep(key)
        except KeyringRefused as error:
            raise KeyNotKept(keyring(), str(error)) from None

    def use(self, server: Server, key: str) -> None:
        """Take a key for this run alone.

        Raises:
            AddressInvalid: its address is none.
            KeyUnusable: it cannot be one.
        """
        if not is_secret(key):
            raise KeyUnusable
        self._entry(server).use(key)

    def _entry(self, server: Server) -> KeyringEntry:
        origin = server.origin
        with self._lock:
            if origin not in self._entries:
                name = f"server {origin.scheme}://{origin.host}:{origin.port}"
                self._entries[origin] = KeyringEntry(name)
            return self._entries[origin]
