"""Addresses that a stranger wrote lead to the public internet or nowhere."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import pytest

from app.core.net.addresses import WebOrigin, is_public, require_public
from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import LeadsElsewhere, NetError, NotPublic
from tests.helpers.feed_server import FeedServer, http

if TYPE_CHECKING:
    from collections.abc import Iterator

PRIVATE = [
    *("127.0.0.1", "127.8.8.8", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("0.0.0.0", "100.64.1.1", "224.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1"),
    *("::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::c0a8:101", "2002:7f00:1::", "2002:a00:1::"),
    *("2001:db8::1", "2001:0:7f00:1::1", "fec0::1", "localhost", ""),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_these_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_these_are_public(address: str) -> None:
    assert is_public(address)


@pytest.fixture
def server() -> Iterator[FeedServer]:
    server = FeedServer([http(b"{}")])
    yield server
    server.close()


@pytest.fixture
def client() -> Iterator[HttpClient]:
    client = HttpClient(HttpOptions(is_public_only=True, stays_on_site=True))
    yield client
    client.close()


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001"]
)
def test_nothing_is_sent_to_this_machine_however_it_is_written(
    client: HttpClient, server: FeedServer, host: str
) -> None:
    port = server.socket.getsockname()[1]

    with pytest.raises(NetError):
        client.open(f"http://{host}:{port}/")
    assert server.requests == []


def test_a_name_that_leads_here_is_refused_and_so_is_one_that_leads_here_too(
    client: HttpClient, server: FeedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = server.socket.getsockname()[1]

    def look_up(_host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*kind, ("93.184.216.34", port)), (*kind, ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    with pytest.raises(NotPublic, match="not an address of the public internet"):
        client.open(f"http://rebinding.example:{port}/")
    assert server.requests == []


def test_what_was_judged_is_what_is_connected_to(
    client: HttpClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name is looked up once, so that no second answer can be another one."""
    looked_up, reached = [], []

    def look_up(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        looked_up.append(host)
        address = "93.184.216.34" if len(looked_up) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(_self: socket.socket, address: Any) -> None:
        reached.append(address)
        raise ConnectionRefusedError(111, "refused")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)

    with pytest.raises(NetError):
        client.open("http://rebinding.example/")
    assert looked_up == ["rebinding.example"]
    assert reached == [("93.184.216.34", 80)]


def test_a_redirect_to_another_site_is_told_and_not_followed() -> None:
    there = "Location: http://other.example/x"
    server = FeedServer([http(b"", "302 Found", there)])
    client = HttpClient(HttpOptions(stays_on_site=True))
    try:
        with pytest.raises(LeadsElsewhere) as caught:
            client.open(server.feed)
    finally:
        client.close()
        server.close()

    assert caught.value.address == "http://other.example/x"


@pytest.mark.parametrize(
    "host", ["printer", "nas.local", "db.internal", "10.0.0.1", "127.1", "2130706433"]
)
def test_a_proxy_is_not_sent_to_what_is_not_public(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = socket.getaddrinfo

    def look_up(name: str, port: int, *_: Any, **__: Any) -> Any:
        if name.replace(".", "").isdecimal():
            return real(name, port)
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    with pytest.raises(NotPublic):
        require_public(WebOrigin.of(f"http://{host}/"))
    require_public(WebOrigin.of("https://example.org/"))


def test_a_token_may_be_a_header_of_its_own() -> None:
    server = FeedServer([http(b"{}")])
    client = HttpClient(HttpOptions(token_header="X-Subscription-Token"))
    try:
        client.get_json(server.feed, token="k1")
    finally:
        client.close()
        server.close()

    assert "X-Subscription-Token: k1" in server.requests[0]
    assert "Authorization" not in server.requests[0]
