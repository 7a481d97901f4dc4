"""The token of the user for repositories that want to know who downloads.

It lies in the keyring of the system, or comes with the environment; never in a file of ours, never
in a log, and never in an event. The keyring is asked when a token is wanted, not at the start: it
may ask the user for a password.

Threads: any; each call waits for the keyring, so never the interface's.
"""

from __future__ import annotations

import os

from app.core.keyring_entry import KeyringEntry, KeyringRefused, is_secret
from app.core.models.hub.errors import NoKeyring, TokenUnusable
from app.core.models.hub_address import hub_address

TOKEN_VARIABLE = "HF_TOKEN"


class TokenStore:
    """Has the token for one hub.

    Args:
        hub: whose token; its address names the entry in the keyring.
    """

    def __init__(self, hub: str = "") -> None:
        self._entry = KeyringEntry(hub or hub_address())

    @property
    def is_given(self) -> bool:
        """Whether the environment brings one, which wins over the keyring's."""
        return bool(os.environ.get(TOKEN_VARIABLE, "").strip())

    def token(self) -> str:
        """Return the token, "" for none; what stands in the environment wins.

        A keyring that is locked or not there has none; a text that cannot be a token is none.
        """
        given = os.environ.get(TOKEN_VARIABLE, "").strip()
        token = given or self._entry.secret()
        return token if is_secret(token) else ""

    def keep(self, token: str) -> None:
        """Put a token into the keyring; "" removes it.

        Raises:
            TokenUnusable: it cannot be one.
            NoKeyring: there is none, or it refuses. This object has the token all the same.
        """
        if token and not is_secret(token):
            raise TokenUnusable
        try:
            self._entry.keep(token)
        except KeyringRefused as error:
            raise NoKeyring(str(error)) from None
