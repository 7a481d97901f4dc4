"""A folder becomes a project in the window, and chats begin with it, also after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.conversations.texts.chat_sampling import searched_of
from app.ui.chat.projects import projects_presenter
from app.ui.composer.project_bar import ProjectKey
from tests.helpers.documents import pdf

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatFolder
    from app.ui.chat.projects.project_dialog import ProjectDialog
    from tests.e2e.conftest import Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LINES = [("The lantern of the north pier is lit at half past seven.", 11.0)] * 25
RULES = "You keep the lighthouse, and you answer like a sailor."


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "Häfen und Lichter.pdf"
    path.write_bytes(pdf([[("Lights", 20.0), *LINES]]))
    return path


def folder_of(program: Program) -> ChatFolder:
    """Return the one folder of the list, when it is there."""
    listed = program.window.sidebar.view.items
    program.until(lambda: bool(listed.folders()))
    return listed.folders()[0]


def page_of(program: Program) -> ProjectDialog:
    """Open the page of the one project."""
    projects = program.window.projects
    program.window.sidebar.view.project_requested.emit(folder_of(program).id)
    program.until(lambda: projects._dialog is not None)
    assert projects._dialog is not None
    return projects._dialog


def begin(program: Program) -> None:
    """Show the empty page of the one project, with what it costs."""
    window = program.window
    window.sidebar.view.folder_chat_requested.emit(folder_of(program).id)
    program.until(lambda: window.open_chat.project is not None)
    program.until(lambda: "tokens" in window.composer.project_bar.words())


def test_a_project_is_made_and_its_chats_begin_with_it(
    start: Any, tiny_model: Path, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    page = page_of(program)
    page.name.setText("Lighthouse")
    page.instructions.setPlainText(RULES)
    page.documents.add([str(papers)])
    page.save_button.click()
    program.until(lambda: window.projects._dialog is None)
    program.until(lambda: folder_of(program).name == "Lighthouse")
    assert folder_of(program).project_version == 1
    library = window.documents._library
    program.until(lambda: any(one.digest for one in library.documents()))

    begin(program)
    started = window.open_chat.project
    assert started is not None
    assert started.attachments[0].name == papers.name
    assert "Lighthouse" in window.composer.project_bar.words()
    assert "1 document" in window.composer.project_bar.words()
    program.say("When is it lit?")
    chat = window.open_chat.record
    assert chat is not None
    assert (chat.folder_id, chat.project_version) == (folder_of(program).id, 1)
    assert chat.system_prompt == RULES
    first = window.transcript.messages.message(0)
    assert [one.name for one in first.attachments] == [papers.name]
    assert not window.composer.project_bar.isVisible()
    program.quit()

    program = start(tiny_model)
    program.until_ready()
    window = program.window
    begin(program)
    program.until(lambda: "read already" in window.composer.project_bar.words())
    window.composer.project_bar.buttons[ProjectKey.LEAVE].click()
    assert window.open_chat.project is None
    assert window.open_chat.setup.system_prompt != RULES
    assert not window.composer.project_bar.isVisible()

    begin(program)
    page = page_of(program)
    page.instructions.setPlainText("Be brief.")
    page.save_button.click()
    program.until(lambda: folder_of(program).project_version == 2)
    program.say("And now?")  # begins with what was shown
    new = window.open_chat.record
    assert new is not None
    assert (new.system_prompt, new.project_version) == (RULES, 1)

    bar, asked = window.composer.project_bar, list[str]()

    def agrees(*said: Any) -> bool:
        asked.append(said[3])
        return True

    monkeypatch.setattr(projects_presenter, "agrees", agrees)
    assert "has changed" in bar.words()
    bar.buttons[ProjectKey.RENEW].click()
    program.until(lambda: window.open_chat.setup.system_prompt == "Be brief.")
    assert "reads" in asked[0]
    program.until(lambda: not bar.words())
    assert window.open_chat.record is not None
    assert window.open_chat.record.project_version == 2
    assert (
        "Häfen" in window.transcript.messages.message(0).attachments[0].name
    )  # what was sent stays
    program.quit()


def test_what_a_project_searches_and_what_is_gone_is_said(
    start: Any, tiny_model: Path, papers: Path, tmp_path: Path
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    page = page_of(program)
    page.searched.add([str(papers)])
    page.documents.add([str(tmp_path / "gone.pdf")])
    page.save_button.click()
    program.until(lambda: window.projects._dialog is None)
    begin(program)
    assert "not found" in window.composer.project_bar.words()
    assert searched_of(window.open_chat.setup) == (str(papers),)
    program.quit()


def test_a_project_goes_out_as_a_card_and_comes_in_again(
    start: Any, tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    page = page_of(program)
    page.name.setText("Lighthouse")
    page.instructions.setPlainText(RULES)
    card = tmp_path / "card.json"
    dialogs = window.projects._dialogs
    monkeypatch.setattr(dialogs, "ask_project_target", lambda *_: str(card))
    monkeypatch.setattr(dialogs, "ask_project", lambda *_: str(card))
    page.export_button.click()
    program.until(card.exists)
    page.instructions.clear()
    page.import_button.click()
    program.until(lambda: page.instructions.toPlainText() == RULES)

    card.write_text("{}")
    page.import_button.click()
    program.until(lambda: "card.json" in page._problem.text())
    assert page.instructions.toPlainText() == RULES
    page.close()
    program.quit()
