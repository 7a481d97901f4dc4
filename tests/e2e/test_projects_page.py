"""What the page of a project, and the line above the field, say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.conversations.events import ChatWarmthMeasured
from app.core.messages import Attachment, TextSource
from app.core.projects.values import ProjectContent
from tests.e2e.test_projects_window import begin, folder_of, page_of, papers  # noqa: F401

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Program

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_document_set_on_the_command_line_is_found(
    start: Any,
    tiny_model: Path,
    papers: Path,  # noqa: F811
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    folder = folder_of(program)
    content = ProjectContent("Lighthouse", instructions="x", documents=(str(papers),))
    # all that `hearth projects set NAME --document FILE` does
    window.projects._doors.store.run(lambda store: store.folders.set_project(folder.id, content))
    begin(program)
    words = window.composer.project_bar.words()
    program.quit()
    assert "not found" not in words, words


def test_the_cost_of_a_project_is_its_own(start: Any, tiny_model: Path) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    page = page_of(program)
    page.instructions.setPlainText("You keep the lighthouse. " * 4)
    page.save_button.click()
    program.until(lambda: window.projects._dialog is None)
    begin(program)
    before = window.composer.project_bar.words()
    source = TextSource("/home/a.pdf", "d1" * 16)
    along = Attachment("a.pdf", "The lantern of the pier is lit at nine. " * 120, source)
    told = list[Any]()
    program.hearth.bridge.subscribe(ChatWarmthMeasured, told.append)
    window.composer.attachments.set_attachments((along,))
    window.composer.changed.emit()
    program.until(lambda: window._searched._ticket > 0)
    program.until(lambda: any(one.ticket == window._searched._ticket for one in told))
    after = window.composer.project_bar.words()
    program.quit()
    assert after == before


def test_a_project_whose_name_has_a_slash_is_offered_as_one_file(
    start: Any, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    program.window.chat.listing.new_folder()
    page = page_of(program)
    page.name.setText("AC/DC")
    offered: list[str] = []
    dialogs = program.window.projects._dialogs

    def ask(_parent: object, name: str) -> str:
        offered.append(name)
        return ""

    monkeypatch.setattr(dialogs, "ask_project_target", ask)
    page.export_button.click()
    page.close()
    program.quit()
    assert offered
    assert "/" not in offered[0], offered


def test_a_folder_that_is_gone_is_no_bug(start: Any, tiny_model: Path) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    said: list[Any] = []
    program.window.projects.failed.connect(said.append)
    program.window.sidebar.view.folder_chat_requested.emit(999)  # its menu was open meanwhile
    program.until(lambda: bool(said))
    program.quit()
    assert not said[0].is_bug, said


def test_a_document_that_is_still_being_read_is_not_called_missing(
    start: Any,
    tiny_model: Path,
    papers: Path,  # noqa: F811
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    page = page_of(program)
    page.documents.add([str(papers)])
    page.save_button.click()
    program.until(lambda: window.projects._dialog is None)
    begin(program)  # at once, as one does
    words = window.composer.project_bar.words()
    library = window.documents._library
    program.until(lambda: any(one.digest for one in library.documents()))
    for _ in range(20):
        program.qtbot.wait(50)
    later = window.composer.project_bar.words()
    program.say("When is it lit?")
    along = [one.name for one in window.transcript.messages.message(0).attachments]
    program.quit()
    assert along == [papers.name], (words, later, along)
