"""The page of tools in the whole program: what is added at a terminal, and ends with the window."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.ui.tools.tools_model import State
from tests.helpers import tool_server

if TYPE_CHECKING:
    from tests.e2e.conftest import Command, Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SCRIPT = str(Path(tool_server.__file__))


def test_a_server_of_the_terminal_runs_from_the_page_and_ends_with_the_window(
    start: Any, hearth: Command, tiny_model: Path
) -> None:
    added = hearth("tools", "add", "files", "--", sys.executable, SCRIPT)
    assert added.code == 0, added.err
    program: Program = start(tiny_model)
    page = program.window.tools.show_page()
    program.until(lambda: page.rows.rowCount() == 2)
    page.select("files")
    page.start_button.click()

    def is_running() -> bool:
        group = page.selected()
        return group is not None and group.state is State.RUNNING and bool(group.tools)

    program.until(is_running)
    box = program.window.tools._tools.box
    client = box._client(box.servers.find("files"))
    assert client.is_running
    program.quit()
    assert not client.is_running
