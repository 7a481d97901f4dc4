"""The token of the user for repositories that want to know who downloads.

It lies in the keyring of the system, or comes with the environment; never in a file of ours, never
in a log, and never in an event. The keyring is asked when a token is wanted, not at the start: it
may ask the user for a password.

Threads: any; each call waits for the keyring, so never the interface's.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from app.core.models.hub.errors import NoKeyring
from app.core.models.hub_address import hub_address

if TYPE_CHECKING:
    from types import ModuleType

TOKEN_VARIABLE = "HF_TOKEN"
_SERVICE = "hearth"


class TokenStore:
    """Has the token for one hub.

    Args:
        hub: whose token; its address names the entry in the keyring.
    """

    def __init__(self, hub: str = "") -> None:
        self._hub = hub or hub_address()

    def token(self) -> str:
        """Return the token, "" for none; what stands in the environment wins.

        A keyring that is locked or not there has none.
        """
        given = os.environ.get(TOKEN_VARIABLE, "").strip()
        if given:
            return given if given.isascii() and given.isprintable() else ""
        try:
            return _keyring().get_password(_SERVICE, self._hub) or ""
        except Exception:  # noqa: BLE001 - backends raise what they like, D-Bus errors among them
            return ""

    def keep(self, token: str) -> None:
        """Put a token into the keyring; "" removes it.

        Raises:
            NoKeyring: there is none, or it refuses.
        """
        try:
            keyring = _keyring()
            if token:
                keyring.set_password(_SERVICE, self._hub, token)
            elif keyring.get_password(_SERVICE, self._hub) is not None:
                keyring.delete_password(_SERVICE, self._hub)
        except Exception as error:
            raise NoKeyring(repr(error)) from error


def _keyring() -> Any:
    """Import it when it is wanted: it looks through all installed packages for backends."""
    import keyring

    module: ModuleType = keyring
    return module
