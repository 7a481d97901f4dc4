"""A keyring that keeps what it is given in memory alone."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import keyring
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

if TYPE_CHECKING:
    from collections.abc import Iterator


class InMemory(KeyringBackend):
    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError
        del self.kept[service, username]


@contextlib.contextmanager
def keyring_in_memory() -> Iterator[InMemory]:
    """Have programs use one of those instead of the system's."""
    before = keyring.get_keyring()
    backend = InMemory()
    keyring.set_keyring(backend)
    try:
        yield backend
    finally:
        keyring.set_keyring(before)
