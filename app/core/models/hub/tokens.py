"""The token of the user for repositories that want to know who downloads.

It lies in the keyring of the system, or comes with the environment; never in a file of ours, never
in a log, and never in an event. The keyring is asked when a token is wanted, not at the start: it
may ask the user for a password.

Threads: any; each call waits for the keyring, so never the interface's.
"""

from __future__ import annotations

import os
import re
import threading
from typing import TYPE_CHECKING, Any

from app.core.models.hub.errors import NoKeyring, TokenUnusable
from app.core.models.hub_address import hub_address

if TYPE_CHECKING:
    from types import ModuleType

TOKEN_VARIABLE = "HF_TOKEN"
_SERVICE = "hearth"
_TOKEN = re.compile(r"[!-~]{1,4096}")  # what a header can carry


class TokenStore:
    """Has the token for one hub; the keyring is asked once at most, as it may ask for a password.

    Args:
        hub: whose token; its address names the entry in the keyring.
    """

    def __init__(self, hub: str = "") -> None:
        self._hub = hub or hub_address()
        self._lock = threading.Lock()
        self._known: str | None = None  # guarded by _lock; None until the keyring was asked

    @property
    def is_given(self) -> bool:
        """Whether the environment brings one, which wins over the keyring's."""
        return bool(os.environ.get(TOKEN_VARIABLE, "").strip())

    def token(self) -> str:
        """Return the token, "" for none; what stands in the environment wins.

        A keyring that is locked or not there has none; a text that cannot be a token is none.
        """
        if self.is_given:
            token = os.environ[TOKEN_VARIABLE].strip()
        else:
            with self._lock:
                if self._known is None:
                    self._known = self._in_keyring()
                token = self._known
        return token if _TOKEN.fullmatch(token) else ""

    def keep(self, token: str) -> None:
        """Put a token into the keyring; "" removes it.

        Raises:
            TokenUnusable: it cannot be one.
            NoKeyring: there is none, or it refuses. This object has the token all the same.
        """
        if token and not _TOKEN.fullmatch(token):
            raise TokenUnusable
        with self._lock:
            self._known = token
        try:
            self._put(token)
        except Exception as error:  # noqa: BLE001 - what they like here, too
            # Never the words of the error: a backend may repeat what it was given.
            raise NoKeyring(type(error).__name__) from None

    def _in_keyring(self) -> str:
        try:
            return _keyring().get_password(_SERVICE, self._hub) or ""
        except Exception:  # noqa: BLE001 - backends raise what they like, D-Bus errors among them
            return ""

    def _put(self, token: str) -> None:
        keyring = _keyring()
        if token:
            keyring.set_password(_SERVICE, self._hub, token)
            if keyring.get_password(_SERVICE, self._hub) != token:
                raise LookupError  # a backend that keeps nothing, as some are set up to
        elif keyring.get_password(_SERVICE, self._hub) is not None:
            keyring.delete_password(_SERVICE, self._hub)


def _keyring() -> Any:
    """Import it when it is wanted: it looks through all installed packages for backends."""
    import keyring

    module: ModuleType = keyring
    return module
