"""What the window knows of the servers that the user has added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.plain_value import replace
from app.core.remote.server import Reach, Server
from app.ui.state.known_servers import KnownServers, ServerPlace
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.ui.conftest import Desk

STUDIO = Server("studio", "http://192.168.1.5:8080/v1", is_plain_agreed=True)


@pytest.fixture(autouse=True)
def backend() -> Iterator[object]:
    with keyring_in_memory() as backend:
        yield backend


@pytest.fixture
def known(desk: Desk) -> KnownServers:
    return desk.window._known_servers


def test_they_are_read_at_first_and_whenever_the_list_changes(
    desk: Desk, known: KnownServers
) -> None:
    desk.until(lambda: known.are_read)
    assert known.all == ()
    desk.servers.put(STUDIO, "")
    desk.until(lambda: known.all == (STUDIO,))
    desk.servers.remove("studio")
    desk.until(lambda: known.all == ())


def test_nothing_is_told_where_nothing_has_changed(desk: Desk, known: KnownServers) -> None:
    desk.servers.put(STUDIO, "")
    desk.until(lambda: known.all == (STUDIO,))
    told: list[object] = []
    known.changed.connect(lambda: told.append(known.all))
    known.look()
    desk.servers.put(replace(STUDIO, sees=True), "", instead_of="studio")
    desk.until(lambda: bool(told))
    assert len(told) == 1


def test_where_a_model_is_is_known_by_its_path(desk: Desk, known: KnownServers) -> None:
    desk.servers.put(STUDIO, "")
    desk.servers.put(Server("here", "http://localhost:1/v1"), "")
    desk.until(lambda: len(known.all) == 2)
    assert known.place_of("/models/a.gguf") is None
    assert known.place_of("") is None
    studio = known.place_of("server:studio/a/b")
    assert studio == ServerPlace("studio", "192.168.1.5", Reach.PRIVATE_NETWORK)
    assert studio.is_elsewhere
    here = known.place_of("server:here/a")
    assert here is not None
    assert not here.is_elsewhere
    gone = known.place_of("server:gone/a")
    assert gone == ServerPlace("gone")
    assert gone.is_elsewhere
