"""Tool servers as a user adds them, real programs all of them, and a keyring nobody unlocks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.tools.own.run_code import code_tool
from app.core.tools.servers import ToolServer
from app.ui.tools import tools_presenter
from app.ui.tools.tools_model import ToolColumn
from tests.helpers import tool_server
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.ui.tools.tools_dialog import ToolsDialog
    from tests.helpers.memory_keyring import InMemory
    from tests.unit.ui.conftest import Desk

N_OWN = 5 + (code_tool().lacks is None)  # code can be run on some machines alone
SCRIPT = str(Path(tool_server.__file__))


@pytest.fixture(autouse=True)
def backend() -> Iterator[InMemory]:
    with keyring_in_memory() as backend:
        yield backend


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools_presenter, "_LOOK_MS", 20)


def server(name: str, *how: str) -> ToolServer:
    return ToolServer(name, (sys.executable, SCRIPT, *how))


def page_with(desk: Desk, *servers: ToolServer, is_agreed: bool = True) -> ToolsDialog:
    """Open the page with these in the list, the last of them chosen."""
    box = desk.tools.box
    for one in servers:
        box.servers.add(one, {})
        if is_agreed:
            box.permissions.agree(one.name, one.digest)
    page = desk.window.tools.show_page()
    desk.until(lambda: page.rows.rowCount() == len(servers) + 1)
    page.select(servers[-1].name if servers else "")
    return page


def row(page: ToolsDialog, name: str) -> list[str]:
    """Return what stands in the row of a server, or of Hearth's own tools."""
    number = page.rows.row_of(name)
    return [page.rows.index(number, column).data() for column in ToolColumn] if number >= 0 else []


def until_state(desk: Desk, page: ToolsDialog, name: str, state: str) -> None:
    """Wait until a server is so; some seconds, for a program has to start."""
    desk.qtbot.waitUntil(
        lambda: bool(row(page, name)) and row(page, name)[ToolColumn.STATE] == state, timeout=30_000
    )


def tools_in(page: ToolsDialog) -> list[str]:
    return [page.names.item(at).text() for at in range(page.names.count())]
