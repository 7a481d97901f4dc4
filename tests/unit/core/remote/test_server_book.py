"""The list of servers: kept in a file, shared with other windows, and never with a key in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyringThere

from app.core.errors import KnownError
from app.core.plain_value import replace
from app.core.remote.errors import KeyNotKept, ServersNotSaved
from app.core.remote.server import BadServer, OfferedModel, Server, ServerKind
from app.core.remote.servers import Servers
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.helpers.memory_keyring import InMemory

STUDIO = Server(
    "studio",
    "https://studio.example/v1",
    ServerKind.VLLM,
    (OfferedModel("a", 4096, sees=True), OfferedModel("b")),
    is_plain_agreed=True,
    sees=True,
)


@pytest.fixture(autouse=True)
def backend() -> Iterator[InMemory]:
    with keyring_in_memory() as backend:
        yield backend


def servers_in(folder: Path) -> Servers:
    return Servers(folder / "config" / "servers.json", lambda: "none")


def test_a_server_is_there_again_with_its_key(tmp_path: Path, backend: InMemory) -> None:
    servers_in(tmp_path).put(STUDIO, "secret-key")

    again = servers_in(tmp_path)
    assert again.all() == (STUDIO,)
    assert again.find("studio") == STUDIO
    assert again.key(STUDIO) == "secret-key"
    assert b"secret-key" not in (tmp_path / "config" / "servers.json").read_bytes()
    assert list(backend.kept.values()) == ["secret-key"]


def test_a_change_is_seen_in_another_window_and_told_here(tmp_path: Path) -> None:
    here, there = servers_in(tmp_path), servers_in(tmp_path)
    n_told: list[int] = []
    here.on_change(lambda: n_told.append(1))
    here.put(STUDIO, "")
    assert there.all() == (STUDIO,)
    there.put(replace(STUDIO, name="attic"), "", instead_of="studio")
    assert [one.name for one in here.all()] == ["attic"]
    here.remove("attic")
    here.remove("attic")
    assert there.all() == ()
    assert len(n_told) == 2


def test_two_servers_have_two_names(tmp_path: Path) -> None:
    servers = servers_in(tmp_path)
    servers.put(STUDIO, "")
    with pytest.raises(BadServer, match="already"):
        servers.put(replace(STUDIO, name="Studio"), "")
    servers.put(replace(STUDIO, name="Studio"), "", instead_of="studio")
    assert [one.name for one in servers.all()] == ["Studio"]


def test_the_key_of_a_server_goes_with_it_unless_another_has_its_place(
    tmp_path: Path, backend: InMemory
) -> None:
    servers = servers_in(tmp_path)
    servers.put(STUDIO, "one")
    servers.put(replace(STUDIO, name="twin"), "one")
    servers.remove("twin")
    assert servers.key(STUDIO) == "one"
    moved = replace(STUDIO, address="https://elsewhere.example/v1")
    servers.put(moved, "", instead_of="studio")
    assert backend.kept == {}
    assert servers.key(moved) == "", "it is never sent to another place"


def test_without_a_keyring_the_key_holds_until_the_end(tmp_path: Path) -> None:
    keyring.set_keyring(NoKeyringThere())  # type: ignore[no-untyped-call]
    servers = servers_in(tmp_path)
    with pytest.raises(KeyNotKept):
        servers.put(STUDIO, "secret")
    assert servers.all() == (STUDIO,)
    assert servers.key(STUDIO) == "secret"
    assert servers_in(tmp_path).key(STUDIO) == ""
    servers.put(STUDIO, "", instead_of="studio")


def test_what_can_be_no_key_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    servers = servers_in(tmp_path)
    with pytest.raises(KnownError, match=r"This is not a key: it contains invalid characters\."):
        servers.put(STUDIO, "two words")
    assert servers.all() == ()


@pytest.mark.parametrize(
    "data", [b"", b"[1]", b"{", b'{"servers": 1}', b"\xff\xfe", b"[" * 100_000]
)
def test_a_damaged_list_is_moved_aside_and_told_once(tmp_path: Path, data: bytes) -> None:
    servers = servers_in(tmp_path)
    file = tmp_path / "config" / "servers.json"
    file.parent.mkdir()
    file.write_bytes(data)
    assert servers.all() == ()
    problem = servers.take_problem()
    assert problem is not None
    assert "servers.json.broken" in problem.text()
    assert servers.take_problem() is None
    assert file.with_name("servers.json.broken").read_bytes() == data
    servers.put(STUDIO, "")
    assert servers_in(tmp_path).all() == (STUDIO,)


def test_an_entry_that_is_not_understood_is_left_out(tmp_path: Path) -> None:
    servers = servers_in(tmp_path)
    servers.put(STUDIO, "")
    file = tmp_path / "config" / "servers.json"
    said = json.loads(file.read_bytes())
    bad = [
        {},
        "server",
        {"name": "a"},
        {"name": "a/b", "address": "https://a.example"},
        {"name": "c", "address": "file:///etc/passwd"},
        {"name": "d", "address": "http://a.example/v1"},
        {"name": "e", "address": "https://a.example", "models": [1]},
    ]
    said["servers"] += [*bad, {"name": "f", "address": "f.example", "kind": "newer", "x": 1}]
    file.write_text(json.dumps(said))
    found = servers_in(tmp_path).all()
    assert [one.name for one in found] == ["f", "studio"]
    assert found[0].kind is ServerKind.OTHER


def test_a_list_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    servers = servers_in(tmp_path)
    with pytest.raises(ServersNotSaved):
        servers.put(STUDIO, "")
    assert servers.all() == ()
