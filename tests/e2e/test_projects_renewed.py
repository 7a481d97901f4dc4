"""A chat goes on with what its project gives now, if its user wants that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.conversations.events import ChatWarmthMeasured
from app.ui.chat.projects import projects_presenter
from app.ui.composer.project_bar import ProjectKey
from tests.e2e.test_projects_window import begin, page_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Program

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def _save(program: Program, words: str) -> None:
    page = page_of(program)
    page.instructions.setPlainText(words)
    page.save_button.click()
    program.until(lambda: program.window.projects._dialog is None)


def test_a_question_about_a_chat_is_asked_in_that_chat_alone(
    start: Any, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    _save(program, "Be long.")
    begin(program)
    program.say("Hello")
    begun = window.open_chat.id
    assert begun is not None
    _save(program, "Be brief.")
    bar, asked_in = window.composer.project_bar, list[Any]()
    program.until(lambda: "has changed" in bar.words())

    def agrees(*_said: Any) -> bool:
        asked_in.append(window.open_chat.id)
        return False

    monkeypatch.setattr(projects_presenter, "agrees", agrees)
    bar.buttons[ProjectKey.RENEW].click()
    window.open_chat.show_new()  # at once something else
    told = list[Any]()
    program.hearth.bridge.subscribe(ChatWarmthMeasured, told.append)
    program.until(lambda: any(one.chat_id == begun for one in told))
    assert not asked_in
    window.open_chat.show(begun)
    program.until(lambda: "has changed" in bar.words())
    assert window.open_chat.setup.system_prompt == "Be long."
    program.quit()


def test_new_documents_of_a_project_go_along_with_the_next_message(
    start: Any, tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.chat.listing.new_folder()
    _save(program, "Be long.")
    begin(program)
    program.say("Hello")
    lease = tmp_path / "lease.md"
    lease.write_text("The rent is due. " * 40, "utf-8")
    page = page_of(program)
    page.documents.add([str(lease)])
    page.save_button.click()
    program.until(lambda: window.projects._dialog is None)
    bar = window.composer.project_bar
    program.until(lambda: "has changed" in bar.words())
    monkeypatch.setattr(projects_presenter, "agrees", lambda *_: True)
    bar.buttons[ProjectKey.RENEW].click()
    program.until(lambda: not bar.words())
    chips = [one.name for one in window.composer.attachments.attachments()]
    program.quit()
    assert chips == ["lease.md"]  # it goes along with the next message
