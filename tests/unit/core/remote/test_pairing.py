"""One line that pairs two machines."""

from __future__ import annotations

import pytest

from app.core.net.errors import AddressInvalid
from app.core.remote.server import Pairing


@pytest.mark.parametrize(
    "address", ["http://localhost:11435/v1", "http://[fe80::1]:1/v1", "https://a.example/x/v1"]
)
def test_what_one_shows_the_other_takes(address: str) -> None:
    pairing = Pairing(address, "key-with-#-and+")
    assert Pairing.of(f"  {pairing.text}\n") == pairing


def test_an_address_alone_is_none() -> None:
    assert Pairing.of("localhost:8080") is None


@pytest.mark.parametrize("rest", ["", "http://a", "http://a#", "http://a#two words", "x y#secret"])
def test_a_damaged_one_is_told_without_its_key(rest: str) -> None:
    with pytest.raises(AddressInvalid) as caught:
        Pairing.of(f"hearth+{rest}")
    assert "secret" not in caught.value.problem().text()
    assert "two words" not in caught.value.problem().text()
