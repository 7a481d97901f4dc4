"""Our client and servers that the `mcp` package makes understand each other."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.system.other_program import plain_environment
from app.core.system.stop_signal import StopSignal
from app.core.tools.mcp.address import ServerAddress
from app.core.tools.mcp.client import McpClient
from app.core.tools.mcp.messages import MODERN
from app.core.tools.mcp.program import ServerProgram
from tests.helpers.waiting import wait_until
from tools.bench.free_port import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

PEER = Path(__file__).parents[3] / "helpers" / "tool_peer.py"


def asked_of(client: McpClient) -> list[str]:
    tools = {one.own_name: one for one in client.tools(StopSignal())}
    calls = [
        ("add", '{"first": 19, "second": 23}'),
        ("greet", '{"name": "Zoë 👩‍👧"}'),
        ("fail", "{}"),
        ("add", '{"first": "many"}'),
    ]
    assert set(tools) == {"add", "greet", "fail"}
    results = [client.call(tools[name], given, StopSignal()) for name, given in calls]
    assert [one.is_error for one in results] == [False, False, True, True]
    return [one.text for one in results[:2]]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[McpClient]:
    command = (sys.executable, str(PEER), "stdio")

    def connect() -> ServerProgram:
        return ServerProgram("peer", command, plain_environment({}), tmp_path)

    client = McpClient("peer", "a command", connect)
    yield client
    client.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A peer that listens."""
    port = free_port()
    command = [sys.executable, str(PEER), "http", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as peer:
        wait_until(lambda: _listens(port))
        yield f"http://127.0.0.1:{port}/mcp"
        peer.kill()


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
        return True
    return False


@pytest.fixture
def remote(address: str) -> Iterator[McpClient]:
    client = McpClient(
        "peer", address, lambda: ServerAddress("peer", address, {}), holds_line=False
    )
    yield client
    client.close()


@pytest.mark.parametrize("is_of_old", [False, True])
def test_a_server_with_an_address_is_asked_in_both_eras(
    remote: McpClient, monkeypatch: pytest.MonkeyPatch, *, is_of_old: bool
) -> None:
    monkeypatch.setattr(remote, "_is_of_old", is_of_old)

    assert asked_of(remote) == ["42", "Hello, Zoë 👩‍👧!"]
    assert remote._connection is not None
    assert (remote._connection.version == MODERN) is not is_of_old


def test_a_program_of_the_newer_era_is_asked(program: McpClient) -> None:
    assert asked_of(program) == ["42", "Hello, Zoë 👩‍👧!"]
    assert program._connection is not None
    assert program._connection.version == MODERN


def test_a_program_is_asked_in_the_earlier_era(
    program: McpClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "_is_of_old", True)

    assert asked_of(program) == ["42", "Hello, Zoë 👩‍👧!"]
    assert program._connection is not None
    assert program._connection.version != MODERN
