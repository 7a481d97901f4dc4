"""What one Hearth shows, and another is given, to use it as a server: its address and the key.

    hearth+http://192.168.1.5:11435/v1#KEY

Whoever has that text can ask the model there, so it is shown only where somebody asks for it.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.core.keyring_entry import is_secret
from app.core.net import AddressInvalid
from app.core.remote.server import normal_address

_PREFIX: Final = "hearth+"


@dataclass(frozen=True, slots=True)
class Pairing:
    """An address and the key that belongs to it.

    Attributes:
        address: as `normal_address` gives it.
        key: never shown in a log.
    """

    address: str
    key: str

    @property
    def text(self) -> str:
        """One line to be copied."""
        return f"{_PREFIX}{self.address}#{self.key}"

    @classmethod
    def of(cls, written: str) -> Pairing | None:
        """Return what a text stands for; None where it is no such text.

        Raises:
            AddressInvalid: it is one, and is damaged.
        """
        text = written.strip()
        if not text.startswith(_PREFIX):
            return None
        address, mark, key = text.removeprefix(_PREFIX).partition("#")
        if not mark or not is_secret(key):
            raise AddressInvalid(address)  # never with what may be the key
        return cls(normal_address(address), key)
