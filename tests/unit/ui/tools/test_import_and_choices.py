"""Servers out of other programs' lists, and what is chosen for Hearth's own tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.core.tools.servers import ToolChoices, ToolServer
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.tools.import_dialog import ServerImportDialog
from app.ui.tools.tool_dialogs import OwnToolsDialog
from tests.unit.ui.conftest import child_of, click
from tests.unit.ui.tools.conftest import N_OWN, page_with, row, tools_in

if TYPE_CHECKING:
    from app.ui.tools.tools_dialog import ToolsDialog
    from tests.helpers.memory_keyring import InMemory
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

NOTES = {"command": "npx", "args": ["-y", "notes server"], "env": {"API_KEY": "abc"}}
WIKI = {"url": "https://wiki.example/mcp"}


def write_list(path: Path, **servers: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"mcpServers": servers}))


def import_over(desk: Desk, page: ToolsDialog) -> ServerImportDialog:
    click(desk, page.import_button)
    dialog = child_of(page, ServerImportDialog)
    desk.until(lambda: "Looking…" not in dialog.words() and dialog.words().count("\n") > 1)
    return dialog


def test_servers_of_another_program_are_added_and_none_is_started(
    desk: Desk, backend: InMemory
) -> None:
    off = {"command": "x", "disabled": True}
    write_list(Path.home() / ".cursor" / "mcp.json", notes=NOTES, wiki=WIKI, off=off)
    page = page_with(desk)
    dialog = import_over(desk, page)
    assert "Cursor" in dialog.words()
    assert "npx -y 'notes server'\nVariables: API_KEY" in dialog.words().replace("\u200b", "")
    assert "off is switched off there." in dialog.words()

    next(box for box, one in dialog.boxes if one.server.name == "wiki").setChecked(False)
    click(desk, dialog.import_button)
    desk.until(lambda: page.rows.rowCount() == 2)
    assert row(page, "notes")[1:3] == ["Not allowed yet", "–"]
    assert backend.kept == {("hearth", "tool server notes: API_KEY"): "abc"}
    assert desk.tools.box.permissions.all() == ()


def test_a_server_that_is_there_is_not_offered_again_and_another_gets_another_name(
    desk: Desk,
) -> None:
    write_list(Path.home() / ".lmstudio" / "mcp.json", wiki=WIKI, notes={"command": "other"})
    known = ToolServer("wiki", address="https://wiki.example/mcp"), ToolServer("notes", ("npx",))
    page = page_with(desk, *known, is_agreed=False)
    dialog = import_over(desk, page)
    assert [(one.server.name, box.isEnabled()) for box, one in dialog.boxes] == [
        *(("wiki", False), ("notes-2", True))
    ]
    assert "You have it already." in dialog.words()


def test_without_a_list_a_file_can_be_chosen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = page_with(desk)
    dialog = import_over(desk, page)
    assert "No list of Claude Desktop" in dialog.words()
    assert not dialog.import_button.isEnabled()
    files = [tmp_path / "mine.json", tmp_path / "broken.json"]
    write_list(files[0], wiki=WIKI)
    files[1].write_text("{")
    chosen = iter(map(str, files))
    monkeypatch.setattr(FileDialogs, "ask_tool_list", lambda *_given: next(chosen))
    click(desk, dialog.file_button)
    click(desk, dialog.file_button)
    desk.until(lambda: all(one.name in dialog.words() for one in files))
    assert "is not a list of MCP servers" in dialog.words()
    assert [one.server.name for _box, one in dialog.boxes] == ["wiki"]


def choices_over(desk: Desk, page: ToolsDialog) -> OwnToolsDialog:
    click(desk, page.own_button)
    return child_of(page, OwnToolsDialog)


def test_a_search_engine_with_a_key_and_a_folder_are_chosen(
    desk: Desk, backend: InMemory, tmp_path: Path
) -> None:
    page = page_with(desk)
    dialog = choices_over(desk, page)
    dialog.engine.setCurrentIndex(dialog.engine.findData("brave"))
    dialog.folder.setText(str(tmp_path))
    click(desk, dialog.save_button)
    desk.until(lambda: row(page, "")[2] == str(N_OWN + 1))
    assert desk.tools.box.servers.choices() == ToolChoices(str(tmp_path), "brave")
    page.names.setCurrentRow(tools_in(page).index("web_search"))
    desk.until(lambda: "needs a key" in page.words())

    desk.until(lambda: desk.window.tools._own is None)
    click(desk, page.own_button)
    again = desk.window.tools._own
    assert again is not None
    again.key.setText("abc")
    click(desk, again.save_button)
    desk.until(lambda: row(page, "")[2] == str(N_OWN + 2))
    assert backend.kept == {("hearth", "search engine brave"): "abc"}


def test_searxng_needs_an_address_and_wikipedia_none(desk: Desk) -> None:
    dialog = choices_over(desk, page_with(desk))
    dialog.engine.setCurrentIndex(dialog.engine.findData("searxng"))
    assert not dialog.save_button.isEnabled()
    dialog.address.setText("https://searx.example")
    assert dialog.save_button.isEnabled()
    dialog.address.clear()
    dialog.engine.setCurrentIndex(dialog.engine.findData("wikipedia"))
    assert dialog.save_button.isEnabled()
    assert not dialog.key.isVisibleTo(dialog)


def test_a_folder_that_is_none_is_refused_and_nothing_is_saved(desk: Desk) -> None:
    page = page_with(desk)
    dialog = choices_over(desk, page)
    dialog.folder.setText("/no/such/folder")
    click(desk, dialog.save_button)
    desk.until(lambda: "There is no folder" in dialog._problem.text())
    assert dialog.isVisible()
    assert desk.tools.box.servers.choices() == ToolChoices()
