"""One secret in the keyring of the system; never in a file of ours, a log or an event.

The keyring is asked when the secret is wanted, once at most, as it may ask its user for a password.

Threads: any; each call waits for the keyring, so never the interface's.
"""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

_SERVICE = "hearth"
_SECRET = re.compile(r"[!-~]{1,4096}")  # what a header can carry


class KeyringRefused(Exception):
    """There is no keyring, or it does not keep what it is given; says which error, without words.

    A backend may repeat what it was given in the words of its errors.
    """


class KeyringEntry:
    """A secret under a name.

    Args:
        name: of the entry, such as the address for which the secret is.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._known: str | None = None  # guarded by _lock; None until the keyring was asked

    def secret(self) -> str:
        """Return it, "" for none; a keyring that is locked or not there has none."""
        with self._lock:
            if self._known is None:
                self._known = self._in_keyring()
            return self._known

    def keep(self, secret: str) -> None:
        """Put it into the keyring; "" removes it.

        Raises:
            KeyringRefused: it is not there. This object has the secret all the same.
        """
        with self._lock:
            self._known = secret
        try:
            self._put(secret)
        except Exception as error:  # noqa: BLE001 - backends raise what they like
            raise KeyringRefused(type(error).__name__) from None

    def use(self, secret: str) -> None:
        """Have this object know a secret that is kept nowhere."""
        with self._lock:
            self._known = secret

    def _in_keyring(self) -> str:
        try:
            return _keyring().get_password(_SERVICE, self._name) or ""
        except Exception:  # noqa: BLE001 - backends raise what they like, D-Bus errors among them
            return ""

    def _put(self, secret: str) -> None:
        keyring = _keyring()
        if secret:
            keyring.set_password(_SERVICE, self._name, secret)
            if keyring.get_password(_SERVICE, self._name) != secret:
                raise LookupError  # a backend that keeps nothing, as some are set up to
        elif keyring.get_password(_SERVICE, self._name) is not None:
            keyring.delete_password(_SERVICE, self._name)


def is_secret(text: str) -> bool:
    """Whether a text can be one: printable ASCII without blanks."""
    return _SECRET.fullmatch(text) is not None


def _keyring() -> Any:
    """Import it when it is wanted: it looks through all installed packages for backends."""
    import keyring

    module: ModuleType = keyring
    return module
