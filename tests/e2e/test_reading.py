"""Finding, choosing, copying, deleting and reading larger, in what the guide has really said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.ui.transcript.satellites.message_menu import message_menu

if TYPE_CHECKING:
    from tests.e2e.conftest import Program

CTRL = Qt.KeyboardModifier.ControlModifier


def two_turns(start: Any) -> tuple[Program, str]:
    program: Program = start()
    program.until_ready()
    first = program.say("How do I add a model?")
    program.say("Where are my chats stored?")
    return program, first


def choose(program: Program, row: int, words: str) -> None:
    view = program.window.transcript
    actions = {one.text(): one for one in message_menu(view.surface, view.stack[row]).actions()}
    actions[words].trigger()


def test_words_of_an_answer_are_found_chosen_and_copied(start: Any) -> None:
    program, first = two_turns(start)
    window = program.window
    window.actions_by_key["find"].trigger()
    program.qtbot.keyClicks(window.find_bar.edit, "GGUF")
    program.until(lambda: "1 of" in window.find_bar.count.text())
    program.qtbot.keyClick(window.find_bar.edit, Qt.Key.Key_Escape)
    view = window.transcript
    view.setFocus()
    program.qtbot.keyClick(view, Qt.Key.Key_A, CTRL)
    program.qtbot.keyClick(view, Qt.Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text()
    assert "How do I add a model?" in copied
    assert "`" not in copied
    choose(program, 1, "Copy as Markdown")
    assert QGuiApplication.clipboard().text() == first


def test_a_deleted_message_comes_back_with_its_memory(start: Any) -> None:
    program: Program = start()
    program.until_ready()
    program.say("My name is Robin.")
    said = program.say("How do I add a model?")
    stack = program.window.transcript.stack
    choose(program, 2, "Delete this and all below")
    program.until(lambda: len(stack) == 2)
    program.click_notice("Undo")
    program.until(lambda: len(stack) == 4)
    assert stack[3].text == said
    program.until(lambda: program.status() == "Picked up where you left off")


def test_an_answer_given_again_is_another_version_read_from_memory(start: Any) -> None:
    program, _ = two_turns(start)
    view = program.window.transcript
    with program.one_answer():
        choose(program, 3, "Regenerate")
    assert view.messages.versions.of(view.messages.message(3).id) == (2, 2)
    stats = dict(view.messages.message(3).stats)
    assert float(stats["n_reused"]) > float(stats["n_prompt"]) / 2


def test_larger_text_stays_larger_after_a_restart(start: Any) -> None:
    program, _ = two_turns(start)
    usual = program.window.transcript.stack[1].height()
    for _step in range(4):
        program.window.actions_by_key["zoom_in"].trigger()
    program.until(lambda: program.window.transcript.stack[1].height() > usual)
    program.quit()
    again = start()
    again.until_ready()
    assert again.window.theme.zoom > 1.3
