"""Servers as users write them: addresses, how far they reach, and what cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.net.errors import AddressInvalid
from app.core.remote.server import (
    BadServer,
    Reach,
    Server,
    check,
    normal_address,
    reach_of,
    readable_ca,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("localhost:8080", "http://localhost:8080/v1"),
        ("  127.0.0.1:11435/ ", "http://127.0.0.1:11435/v1"),
        ("192.168.1.5:8000", "http://192.168.1.5:8000/v1"),
        ("studio.local:8000/v1/", "http://studio.local:8000/v1"),
        ("studio", "http://studio/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        ("api.example.com", "https://api.example.com/v1"),
        ("https://API.Example.com/v1/chat/completions", "https://api.example.com/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("http://localhost:1234/v1/models", "http://localhost:1234/v1"),
        ("https://h.example/v1?key=1#x", "https://h.example/v1"),
    ],
)
def test_addresses_are_taken_as_people_copy_them(written: str, address: str) -> None:
    assert normal_address(written) == address
    assert normal_address(address) == address


@pytest.mark.parametrize(
    "written",
    ["", "  ", "ftp://a.example", "https://", "http://user:pass@a.example", "a b.example"],
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(AddressInvalid):
        normal_address(written)


@pytest.mark.parametrize(
    ("address", "reach"),
    [
        ("http://localhost/v1", Reach.THIS_MACHINE),
        ("http://127.0.0.2/v1", Reach.THIS_MACHINE),
        ("http://[::1]/v1", Reach.THIS_MACHINE),
        ("http://10.1.2.3/v1", Reach.PRIVATE_NETWORK),
        ("http://172.16.0.9/v1", Reach.PRIVATE_NETWORK),
        ("http://[fe80::1]/v1", Reach.PRIVATE_NETWORK),
        ("http://nas.lan/v1", Reach.PRIVATE_NETWORK),
        ("http://nas/v1", Reach.PRIVATE_NETWORK),
        ("https://8.8.8.8/v1", Reach.INTERNET),
        ("https://localhost.example.com/v1", Reach.INTERNET),
    ],
)
def test_it_is_known_how_far_words_go(address: str, reach: Reach) -> None:
    assert reach_of(address) is reach


@pytest.mark.parametrize("name", ["", " studio", "a/b", "a:b", "a\\b", "a\nb", "n" * 41])
def test_a_name_that_no_path_can_have_is_refused(name: str) -> None:
    with pytest.raises(BadServer):
        check(Server(name, "https://a.example/v1"))


@pytest.mark.parametrize("name", ["studio", "My Mac", "büro 2", "n" * 40])
def test_other_names_are_taken(name: str) -> None:
    check(Server(name, "https://a.example/v1"))


def test_plain_http_is_for_this_machine_and_where_it_is_agreed_to_for_ones_own_network() -> None:
    check(Server("a", "http://localhost:8080/v1"), key="k")
    with pytest.raises(BadServer, match="Others in your network can read data sent over plain"):
        check(Server("a", "http://10.0.0.2/v1"))
    with pytest.raises(BadServer, match="and the key"):
        check(Server("a", "http://10.0.0.2/v1"), key="k")
    check(Server("a", "http://10.0.0.2/v1", is_plain_agreed=True), key="k")
    with pytest.raises(BadServer, match="anyone between you and the server"):
        check(Server("a", "http://a.example/v1", is_plain_agreed=True))


def test_certificates_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    for data in (None, b"", b"no certificate", b"\0\xff"):
        if data is not None:
            file.write_bytes(data)
        with pytest.raises(BadServer, match="no certificates"):
            readable_ca(Server("a", "https://a.example/v1", ca_file=str(file)))
