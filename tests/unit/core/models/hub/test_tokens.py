"""Where the token lies: in the system's keyring or in the environment, and in no file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyringThere
from keyring.errors import PasswordDeleteError

from app.core.models.hub import NoKeyring, TokenStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HUB = "https://huggingface.co"


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


@pytest.fixture(autouse=True)
def backend(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemory]:
    monkeypatch.delenv("HF_TOKEN", raising=False)
    before = keyring.get_keyring()
    backend = InMemory()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


def test_a_token_is_kept_in_the_keyring_for_its_hub_and_forgotten_on_demand(
    backend: InMemory, home: Path
) -> None:
    TokenStore(HUB).keep("hf_secret")

    assert backend.kept == {("hearth", HUB): "hf_secret"}
    assert TokenStore(HUB).token() == "hf_secret"
    assert TokenStore("https://mirror.example").token() == ""
    TokenStore(HUB).keep("")
    TokenStore(HUB).keep("")
    assert TokenStore(HUB).token() == ""
    assert not [file for file in home.rglob("*") if file.is_file()]


def test_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    TokenStore(HUB).keep("hf_kept")
    monkeypatch.setenv("HF_TOKEN", "hf_given\n")

    assert TokenStore(HUB).token() == "hf_given"


def test_a_token_that_would_break_a_header_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf\r\nX: y")

    assert TokenStore(HUB).token() == ""


def test_without_a_keyring_there_is_no_token_and_keeping_one_says_what_to_do() -> None:
    keyring.set_keyring(NoKeyringThere())  # type: ignore[no-untyped-call]

    assert TokenStore(HUB).token() == ""
    with pytest.raises(NoKeyring) as raised:
        TokenStore(HUB).keep("hf_secret")
    assert "HF_TOKEN" in raised.value.problem().text()
    assert "hf_secret" not in raised.value.problem().detail
