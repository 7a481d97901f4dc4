"""Through which proxy servers are asked, and that a proxy that is none is told."""

from __future__ import annotations

import pytest

from app.core.net.errors import ProxyFailed
from app.core.net.proxies import proxy_for, without_password

VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


@pytest.mark.parametrize("name", ["https_proxy", "HTTPS_PROXY", "all_proxy"])
def test_the_environment_names_the_proxy(environment: pytest.MonkeyPatch, name: str) -> None:
    environment.setenv(name, "http://proxy.example:3128")

    assert proxy_for("https", "hub.example") == "http://proxy.example:3128"


def test_without_a_word_about_one_there_is_none() -> None:
    assert proxy_for("https", "hub.example") == ""


def test_exceptions_and_this_machine_go_without(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("https_proxy", "http://proxy.example:3128")
    environment.setenv("no_proxy", "intern.example")

    assert proxy_for("https", "intern.example") == ""
    assert proxy_for("https", "127.0.0.1") == ""


def test_the_setting_wins_over_the_environment(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("https_proxy", "http://proxy.example:3128")

    assert proxy_for("https", "hub.example", "other.example:80") == "http://other.example:80"
    assert proxy_for("https", "hub.example", "none") == ""


@pytest.mark.parametrize(
    "proxy", ["socks5://a:1", "http://", "http://a:99999", "http://[", "x://y"]
)
def test_what_is_no_http_proxy_is_told(proxy: str) -> None:
    with pytest.raises(ProxyFailed):
        proxy_for("https", "hub.example", proxy)


def test_a_password_is_not_shown() -> None:
    assert without_password("http://me:secret@proxy.example:3128") == "http://proxy.example:3128"
