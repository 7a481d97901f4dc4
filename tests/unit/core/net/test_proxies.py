"""Through which proxy servers are asked, and that a proxy that is none is told."""

from __future__ import annotations

import pytest

from app.core.net.client import HttpClient, HttpOptions, authorisation, proxy_for, without_password
from app.core.net.errors import ProxyFailed
from tests.helpers.feed_server import FeedServer, http
from tools.bench.free_port import free_port

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


@pytest.mark.parametrize(
    "proxy",
    [
        "http://me:secret@host:99999",
        "http://me:sec#ret@host:1",
        "http://me:secret@[::1",
        "me:secret@host:port",
        "http://me:sec/ret@host:1",
        "me:secret@x://y",
        "http://me:sec://ret@host:port",
        "socks5://me:secret@host:1",
    ],
)
def test_no_part_of_a_password_is_shown_however_the_address_is_mistyped(proxy: str) -> None:
    with pytest.raises(ProxyFailed) as raised:
        proxy_for("https", "hub.example", proxy)

    assert "ret" not in raised.value.problem().text() + raised.value.detail
    assert "sec" not in raised.value.problem().text() + raised.value.detail


def test_a_name_and_a_password_of_any_letters_become_a_header() -> None:
    assert authorisation("http://proxy.example:1") == {}
    header = authorisation("http://j%C3%B6rg:%E2%82%AC%40@proxy.example:1")
    assert header == {"Proxy-Authorization": "Basic asO2cmc64oKsQA=="}


def test_a_token_for_this_machine_is_not_told_to_a_proxy() -> None:
    proxy = FeedServer([http(b"{}")])
    client = HttpClient(HttpOptions(proxy=proxy.feed.removesuffix("/latest.json")))

    client.get_json("http://127.0.0.1:9/", token="hf_secret")

    assert "hf_secret" not in proxy.requests[0]
    client.close()
    proxy.close()


def test_a_proxy_that_wants_a_password_is_named() -> None:
    proxy = FeedServer([http(b"", "407 Proxy Authentication Required")])
    address = proxy.feed.removesuffix("/latest.json")
    client = HttpClient(HttpOptions(proxy=address))

    with pytest.raises(ProxyFailed) as raised:
        client.get_json("http://hub.example/")

    assert address in raised.value.problem().text()
    assert not raised.value.is_transient
    client.close()
    proxy.close()


@pytest.mark.parametrize(("status", "may_pass"), [("403 Forbidden", False), ("503 Busy", True)])
def test_a_proxy_that_has_a_fault_is_asked_again_and_one_that_refuses_is_not(
    status: str, may_pass: bool
) -> None:
    proxy = FeedServer([http(b"", status)])
    client = HttpClient(HttpOptions(proxy=proxy.feed.removesuffix("/latest.json")))

    with pytest.raises(ProxyFailed) as raised:
        client.get_json("https://hub.example/")

    assert raised.value.is_transient == may_pass
    client.close()
    proxy.close()


def test_a_proxy_that_is_not_there_may_be_there_later() -> None:
    client = HttpClient(HttpOptions(proxy=f"http://127.0.0.1:{free_port()}"))

    with pytest.raises(ProxyFailed) as raised:
        client.get_json("https://hub.example/")

    assert raised.value.is_transient
    client.close()
