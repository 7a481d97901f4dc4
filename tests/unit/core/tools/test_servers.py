"""The list of servers, and the lists of other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from keyring.errors import PasswordDeleteError

from app.core.errors import KnownError
from app.core.net.errors import AddressInvalid
from app.core.plain_value import replace
from app.core.system.keyring_entry import KeyringRefused
from app.core.tools.importing import known_files, servers_in
from app.core.tools.servers import MOST_SERVERS, ServerList, ToolChoices, ToolServer
from tests.helpers.memory_keyring import keyring_in_memory

WEB = ToolServer("web", ("npx", "-y", "a server"), "/home/me", secrets=("API_KEY",))


@pytest.fixture
def servers(tmp_path: Path) -> ServerList:
    return ServerList(tmp_path / "config" / "tools.json")


def test_servers_are_kept_in_the_order_of_their_names(servers: ServerList, tmp_path: Path) -> None:
    servers.add(replace(WEB, secrets=()), {})
    servers.add(ToolServer("Alpha", address="https://a.example/mcp"), {})
    servers.choose(ToolChoices("/home/me/notes"))

    again = ServerList(tmp_path / "config" / "tools.json")
    assert [one.name for one in again.all()] == ["Alpha", "web"]
    assert again.choices().folder == "/home/me/notes"
    again.remove("web")
    assert [one.name for one in servers.all()] == ["Alpha"]
    with pytest.raises(KnownError, match="no tool server"):
        servers.find("web")


def test_the_user_is_shown_all_that_is_started(servers: ServerList) -> None:
    assert WEB.origin == "API_KEY=*** npx -y 'a server' (in /home/me)"
    assert (
        len({one.digest for one in (WEB, replace(WEB, folder=""), replace(WEB, secrets=()))}) == 3
    )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name": "a_b"}, "not a name"),
        ({"name": ""}, "not a name"),
        ({"name": "x" * 25}, "not a name"),
        ({"name": "WEB"}, "one of this name"),
        ({"command": ()}, "no command"),
        ({"command": ("npx", "a\0b")}, "no command"),
        ({"secrets": ("A=B",)}, "variable"),
    ],
)
def test_what_cannot_be_a_server_is_refused(
    servers: ServerList, changes: dict[str, Any], why: str
) -> None:
    servers.add(replace(WEB, secrets=()), {})

    with pytest.raises(KnownError, match=why):
        servers.add(replace(WEB, **{"name": "other", **changes}), {})
    with pytest.raises(AddressInvalid):
        servers.add(ToolServer("other", address="ftp://x"), {})
    assert len(servers.all()) == 1


def test_there_are_only_so_many(servers: ServerList) -> None:
    for number in range(MOST_SERVERS):
        servers.add(ToolServer(f"s{number}", ("x",)), {})
    with pytest.raises(KnownError, match="already"):
        servers.add(ToolServer("more", ("x",)), {})


def test_secrets_without_a_keyring_are_not_written_elsewhere(
    servers: ServerList, tmp_path: Path
) -> None:
    with pytest.raises(KeyringRefused):
        servers.add(WEB, {"API_KEY": "s3cret"})
    assert servers.all() == ()
    assert not (tmp_path / "config" / "tools.json").exists()


def test_a_server_is_changed_in_its_place_and_keeps_the_secrets_that_it_still_has(
    servers: ServerList,
) -> None:
    with keyring_in_memory() as backend:
        servers.add(replace(WEB, secrets=("API_KEY", "OLD")), {"API_KEY": "a", "OLD": "b"})
        servers.change(replace(WEB, folder="/srv", secrets=("API_KEY", "NEW")), {"NEW": "c"})
        assert {name: key for (_, name), key in backend.kept.items()} == {
            "tool server web: API_KEY": "a",
            "tool server web: NEW": "c",
        }
    assert [one.folder for one in servers.all()] == ["/srv"]
    with pytest.raises(KnownError, match="no command"):
        servers.change(replace(WEB, command=()), {})
    with pytest.raises(KnownError, match="no tool server"):
        servers.change(replace(WEB, name="other"), {})


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"servers": [{}]}', b"\xff", b"[" * 10**6])
def test_a_damaged_list_is_empty_and_says_so(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "tools.json"
    file.write_bytes(data)
    servers = ServerList(file)

    assert servers.all() == ()
    problem = servers.take_problem()
    assert problem is not None
    assert "cannot read the list of your tool servers" in problem.text()
    servers.add(replace(WEB, secrets=()), {})
    assert len(ServerList(file).all()) == 1


# -- files of other programs --


def written(tmp_path: Path, said: Any) -> Path:
    file = tmp_path / "mcp.json"
    file.write_text("\ufeff" + json.dumps(said), "utf-8")
    return file


def test_the_lists_of_other_programs_are_found_where_they_keep_them() -> None:
    assert known_files() == []
    file = Path.home() / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text("{}")
    (Path.home() / ".lmstudio").write_text("no folder")
    assert known_files() == [("Cursor", file)]


@pytest.mark.parametrize("key", ["mcpServers", "servers"])
def test_programs_and_addresses_are_found(tmp_path: Path, key: str) -> None:
    file = written(
        tmp_path,
        {
            key: {
                "My Files!": {
                    "command": "npx",
                    "args": ["-y", "server-filesystem", "/home/me"],
                    "env": {"API_KEY": "s3cret", "HOME_KEY": "${env:HOME_KEY}"},
                },
                "remote": {
                    "url": "https://x.example/mcp",
                    "headers": {"Authorization": "Bearer k"},
                },
            }
        },
    )

    found, left_out = servers_in(file)

    assert left_out == []
    assert [one.server for one in found] == [
        ToolServer(
            "My-Files",
            ("npx", "-y", "server-filesystem", "/home/me"),
            secrets=("API_KEY", "HOME_KEY"),
        ),
        ToolServer("remote", address="https://x.example/mcp", secrets=("Authorization",)),
    ]
    assert [dict(one.secrets) for one in found] == [
        {"API_KEY": "s3cret"},
        {"Authorization": "Bearer k"},
    ]


@pytest.mark.parametrize(
    ("one", "why"),
    [
        ({"command": "x", "disabled": True}, "switched off"),
        ({"command": "x", "enabled": False}, "switched off"),
        ({"url": "https://x.example/sse", "type": "sse"}, "older form"),
        ({}, "neither a command nor an address"),
        (None, "neither a command nor an address"),
        ({"command": ["x"]}, "neither a command nor an address"),
        ({"command": "x", "args": "y"}, "neither a command nor an address"),
        ({"command": "x", "env": {"A": 3}}, "no text"),
        ({"command": "x", "args": ["${workspaceFolder}"]}, "fills in"),
        ({"command": "x", "env": {"A": "${input:key}"}}, "fills in"),
    ],
)
def test_what_cannot_be_taken_over_says_why(tmp_path: Path, one: Any, why: str) -> None:
    found, left_out = servers_in(written(tmp_path, {"mcpServers": {"name": one}}))

    assert found == []
    assert why in str(left_out[0])


@pytest.mark.parametrize("said", [[], {}, {"mcpServers": []}, "x", None])
def test_a_file_of_something_else_is_refused(tmp_path: Path, said: Any) -> None:
    with pytest.raises(KnownError, match="not a list of MCP servers"):
        servers_in(written(tmp_path, said))


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_bytes(b"\xff{")
    for name in ("broken.json", "missing.json", "."):
        with pytest.raises(KnownError, match="not a list of MCP servers"):
            servers_in(tmp_path / name)


def test_a_server_is_changed_though_the_keyring_keeps_what_it_no_longer_needs(
    servers: ServerList, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: str) -> None:
        raise PasswordDeleteError

    with keyring_in_memory() as backend:
        servers.add(replace(WEB, secrets=("API_KEY", "OLD")), {"API_KEY": "a", "OLD": "b"})
        monkeypatch.setattr(backend, "delete_password", refuse)
        left = servers.change(replace(WEB, folder="/srv"), {})

    assert left == ("OLD",)
    assert [(one.folder, one.secrets) for one in servers.all()] == [("/srv", ("API_KEY",))]
