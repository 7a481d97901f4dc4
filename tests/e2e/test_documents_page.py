"""Listed documents in the whole program: read by themselves, and once for several chats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.ui.documents import documents_looks, shared_reading

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths
    from tests.e2e.conftest import Command, Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def report(tmp_path: Path) -> Path:
    report = tmp_path / "report.md"
    report.write_text("The sea rose by four feet. " * 40, "utf-8")
    return report


def ask_about(program: Program, file: Path, question: str) -> None:
    """Ask in a new chat, with a file that goes along."""
    program.window.chat.gestures.new_chat()
    program.window.composer.attach_files([str(file)])
    program.until(lambda: bool(program.window.composer.written().attachments))
    program.say(question)


def test_a_listed_file_is_read_by_itself_and_says_what_chats_share_of_it(
    start: Any,
    hearth: Command,
    tiny_model: Path,
    report: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(documents_looks, "_FIRST_MS", 100)
    monkeypatch.setattr(shared_reading, "_PAUSE_MS", 10)
    assert hearth("documents", "add", str(report)).code == 0
    report.write_text("The sea rose by five feet. " * 40, "utf-8")  # since it was listed
    program: Program = start(tiny_model)
    changes: list[None] = []
    program.window.documents.changed.connect(lambda: changes.append(None))
    program.until_ready()
    program.until(lambda: bool(changes))
    for question in ("How far?", "Who says so?"):
        ask_about(program, report, question)
    page = program.window.documents.show_page()
    program.until(lambda: page.rows.file_at(page.rows.index(0, 0)) is not None)
    shared, told = program.window.documents._shared, list[str]()
    shared.told.connect(told.append)
    page.tree.setCurrentIndex(page.rows.index(0, 0))
    program.until(lambda: bool(told))
    while not told[-1]:  # rows are stored behind the answers
        told.clear()
        shared.look_at(page.selected_file())
        program.until(lambda: bool(told))
    assert "Read once for 2 chats" in page.words()
    page.open_button.click()
    viewer = program.window.documents.viewer
    program.until(lambda: viewer._dialog is not None)
    assert viewer._dialog is not None
    assert "five feet" in viewer._dialog.text.toPlainText()
    program.quit()


def test_where_nothing_is_listed_no_database_is_made(
    start: Any, paths: Paths, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents_looks, "_FIRST_MS", 1)
    program: Program = start(tiny_model)
    program.until_ready()
    program.until(lambda: not program.window.documents.looks._first.isActive())
    program.window.documents.show_page()
    program.quit()
    assert not [one.name for one in paths.data.iterdir() if one.name.startswith("documents")]
