"""Tool servers that others publish, made with two versions of the `mcp` package, work with ours.

That of the time lies beside Python. The others are large, or do not go along with our packages:
they are run where they lie in the folder that HEARTH_TOOL_SERVERS names.

    python -m venv new; new/bin/pip install mcp-server-fetch
    python -m venv old; old/bin/pip install mcp-server-sqlite 'mcp<2'
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.core.messages import ToolCall
from app.core.system.stop_signal import StopSignal
from app.core.tools.permissions import Permissions
from app.core.tools.servers import ServerList, ToolServer
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Decision, Question
from tests.helpers.feed_server import FeedServer, http

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.tools.values import ToolResult

FOLDERS = os.pathsep.join(
    (os.environ.get("HEARTH_TOOL_SERVERS", ""), str(Path(sys.executable).parent))
)


class Desk:
    """A toolbox with one public server."""

    def __init__(self, folder: Path, name: str, *arguments: str) -> None:
        program = shutil.which(f"mcp-server-{name}", path=FOLDERS)
        if program is None:
            pytest.skip(f"mcp-server-{name} is not installed")
        servers = ServerList(folder / "tools.json")
        permissions = Permissions(folder / "allowed.json")
        server = ToolServer(name, (program, *arguments), str(folder))
        servers.add(server, {})
        permissions.agree(server.name, server.digest)
        self.box, self._name = Toolbox(servers, permissions, list, lambda: ""), name
        self.names = {tool.own_name for tool in self.box.tools_of(servers.find(name), StopSignal())}

    def call(self, name: str, **arguments: Any) -> ToolResult:
        """Call a tool as the user allows it once."""
        tool = self.box.find(f"{self._name}__{name}")
        call = ToolCall(tool.name, json.dumps(arguments))
        assert self.box.permissions.standing(tool, call) is Question.NEW
        grant = self.box.permissions.decide(tool, call, Decision.ONCE)
        return self.box.call(tool, call, grant)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def opened(name: str, *arguments: str) -> Desk:
        desks.append(Desk(tmp_path, name, *arguments))
        return desks[-1]

    yield opened
    for one in desks:
        one.box.close()


def test_the_server_of_the_time(desk: Callable[..., Desk]) -> None:
    here = desk("time", "--local-timezone", "Europe/Berlin")
    assert here.names == {"get_current_time", "convert_time"}
    given = {"source_timezone": "Europe/Berlin", "target_timezone": "Asia/Tokyo"}
    told = here.call("convert_time", **given, time="12:30")
    assert not told.is_error
    assert json.loads(told.text)["source"]["datetime"].endswith(
        ("12:30:00+01:00", "12:30:00+02:00")
    )
    wrong = here.call("get_current_time", timezone="Nowhere/Land")
    assert wrong.is_error
    assert "Nowhere/Land" in wrong.text


def test_the_server_that_fetches_pages(desk: Callable[..., Desk]) -> None:
    page = FeedServer([http(b"<html><body><p>Rye bread.</p></body></html>", "200 OK",
                            "Content-Type: text/html")])  # fmt: skip
    try:
        here = desk("fetch", "--ignore-robots-txt", "--allow-private-ips")
        assert here.names == {"fetch"}
        told = here.call("fetch", url=page.feed)
        assert "Rye bread." in told.text
        assert len(page.requests) == 1
    finally:
        page.close()


def test_the_server_of_a_database(desk: Callable[..., Desk], tmp_path: Path) -> None:
    here = desk("sqlite", "--db-path", str(tmp_path / "bread.db"))
    assert {"read_query", "write_query", "create_table", "list_tables"} <= here.names
    here.call("create_table", query="CREATE TABLE bread (name TEXT)")
    here.call("write_query", query="INSERT INTO bread VALUES ('Zoë’s 🍞')")
    assert here.call("read_query", query="SELECT * FROM bread").text == "[{'name': 'Zoë’s 🍞'}]"
    here.call("read_query", query="DROP TABLE bread")
    assert "bread" in here.call("list_tables").text
