"""Where the token lies: in the system's keyring or in the environment, and in no file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyringThere
from keyring.backends.null import Keyring as ForgetfulKeyring

from app.core.errors import KnownError
from app.core.models.hub.api import TokenStore
from app.core.models.hub.errors import NoKeyring
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.helpers.memory_keyring import InMemory

HUB = "https://huggingface.co"


@pytest.fixture(autouse=True)
def backend(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemory]:
    monkeypatch.delenv("HF_TOKEN", raising=False)
    with keyring_in_memory() as backend:
        yield backend


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


@pytest.mark.parametrize(
    "token", ["hf_\u200babc", "\u201chf_abc\u201d", "hf_a\nb", "hf_a b", "hf_\u20ac"]
)
def test_a_text_that_can_be_no_token_is_not_kept_and_not_used(
    backend: InMemory, token: str
) -> None:
    with pytest.raises(
        KnownError, match="This is not a token: it contains invalid characters"
    ) as raised:
        TokenStore(HUB).keep(token)
    assert "hf_" not in raised.value.problem().text() + raised.value.detail
    assert not backend.kept

    backend.set_password("hearth", HUB, token)  # an earlier version has kept it
    assert TokenStore(HUB).token() == ""


def test_a_keyring_that_keeps_nothing_is_told() -> None:
    keyring.set_keyring(ForgetfulKeyring())  # type: ignore[no-untyped-call]
    store = TokenStore(HUB)

    with pytest.raises(NoKeyring):
        store.keep("hf_secret")

    assert store.token() == "hf_secret"  # as long as the program runs


def test_the_keyring_is_asked_once_and_a_new_token_is_used_at_once(
    backend: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    real = backend.get_password

    def get_password(service: str, username: str) -> str | None:
        asked.append(username)
        return real(service, username)

    monkeypatch.setattr(backend, "get_password", get_password)
    store = TokenStore(HUB)

    assert [store.token(), store.token()] == ["", ""]
    assert asked == [HUB]
    store.keep("hf_new")
    assert store.token() == "hf_new"
    store.keep("")
    assert store.token() == ""
