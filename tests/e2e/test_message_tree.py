"""Versions and branches in the whole program, answered by the built-in guide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from app.ui.transcript.model.click_targets import TargetKind

if TYPE_CHECKING:
    from tests.e2e.conftest import Program


def texts(program: Program) -> list[str]:
    stack = program.window.transcript.stack
    return [stack[row].text for row in range(len(stack))]


def press(program: Program, kind: TargetKind) -> None:
    view = program.window.transcript
    view.viewport().repaint()
    found = next(target for target in view.canvas.targets if target.click_target.kind is kind)
    place = found.rect.center().toPoint()
    program.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_an_edited_question_is_answered_and_the_old_branch_stays_after_a_restart(
    start: Any,
) -> None:
    program = start()
    program.until_ready()
    first = program.say("How do I add a model?")
    second = program.say("Where are my chats stored?")
    program.qtbot.keyClick(program.window.composer.edit, Qt.Key.Key_Up)
    assert program.window.composer.text() == "Where are my chats stored?"
    program.window.composer.edit.selectAll()
    with program.one_answer():
        program.send("What does resumed mean?")
    changed = texts(program)
    assert changed[:3] == ["How do I add a model?", first, "What does resumed mean?"]
    assert len(changed) == 4
    assert changed[3] != second
    # All before the change was still in memory; only what is new was read.
    assert program.window.transcript.stack[3].note == ""

    press(program, TargetKind.PREVIOUS)
    program.until(lambda: texts(program)[2:] == ["Where are my chats stored?", second])
    program.quit()

    again = start()
    again.until_ready()
    again.until(lambda: len(again.window.transcript.stack) == 4)
    assert texts(again)[2:] == ["Where are my chats stored?", second]
    again.until(lambda: "from disk" in again.figures())
    press(again, TargetKind.NEXT)
    again.until(lambda: texts(again) == changed)
    again.until(lambda: "from disk" in again.figures() or "in memory" in again.figures())


def test_a_chat_that_goes_off_another_one_begins_with_its_stored_memory(start: Any) -> None:
    program = start()
    program.until_ready()
    program.say("My name is Robin.")
    program.say("How do I add a model?")
    stack = program.window.transcript.stack
    program.window.transcript.requests.fork.emit(stack.messages.message(1).id)
    program.until(lambda: len(stack) == 2)
    assert program.window.windowTitle().startswith("My name is Robin. (2)")
    program.until(lambda: program.status() == "Picked up where you left off")
    answer = program.say("What is my name?")
    assert "Robin" in answer
    assert stack[3].note == ""
