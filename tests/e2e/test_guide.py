"""What the guide says, not only how many tokens it took: after a resume it still knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from guide.corpus import is_right, load_facts
from PySide6.QtCore import Qt

from app.core.models.builtin import STARTER_QUESTIONS

if TYPE_CHECKING:
    from app.core.system.paths import Paths
    from tests.e2e.conftest import Program

pytestmark = pytest.mark.usefixtures("all_threads")
FACTS = load_facts()
STARTER_FACTS = ("add-model", "which-model", "privacy", "where-chats")


def figures(ran: Any) -> dict[str, Any]:
    assert ran.code == 0, ran.err
    return dict(ran.figures)


def test_a_fresh_machine_is_told_how_to_add_a_model(hearth: Any) -> None:
    ran = hearth("ask", "How do I add a model?")
    assert ran.code == 0, ran.err
    assert is_right(FACTS["add-model"], ran.out)


def test_a_name_told_to_one_process_is_known_to_the_next_through_the_restored_rows(
    hearth: Any, paths: Paths
) -> None:
    told = figures(hearth("ask", "--json", "Hi, my name is Thaddeus."))
    assert "Thaddeus" in told["text"]
    chat = str(told["chat_id"])
    figures(hearth("ask", "--json", "--chat", chat, "What is a context?"))
    asked = figures(hearth("ask", "--json", "--chat", chat, "What is my name?"))
    assert asked["text"] == "Your name is Thaddeus."
    assert asked["restored_tokens"] > 40
    assert asked["prompt_tokens"] - asked["restored_tokens"] - asked["reused_tokens"] < 20

    for file in paths.kv_store.rglob("*.kvs"):
        file.unlink()
    reread = figures(hearth("ask", "--json", "--chat", chat, "And what is my name?"))
    assert "Thaddeus" in reread["text"]
    assert reread["restored_tokens"] == 0


def test_another_chat_does_not_know_the_name(hearth: Any) -> None:
    figures(hearth("ask", "--json", "Hello, I am Thaddeus."))
    stranger = figures(hearth("ask", "--json", "--new", "What is my name?"))
    assert is_right(FACTS["name-unknown"], stranger["text"])
    assert "Thaddeus" not in stranger["text"]


@pytest.mark.parametrize("index", range(4))
def test_each_starter_card_gets_its_answer_with_one_click(
    start: Any, paths: Paths, index: int
) -> None:
    program: Program = start()
    program.until_ready()
    card = program.window.welcome.starters.cards[index]
    with program.one_answer():
        program.qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    transcript = program.window.transcript
    assert STARTER_QUESTIONS[index] in transcript.visible_text()
    said = transcript.messages.last_answer()
    if STARTER_FACTS[index] == "where-chats":
        assert f"`{paths.data}`" in said
    else:
        assert is_right(FACTS[STARTER_FACTS[index]], said)


def test_the_window_knows_the_name_after_a_restart(start: Any) -> None:
    program: Program = start()
    program.until_ready()
    assert "Marguerite" in program.say("My name is Marguerite.")
    program.say("How do I rename a chat?")
    program.quit()

    again: Program = start()
    again.until_ready()
    again.open_first_chat()
    again.until(lambda: "Resumed" in again.figures())
    assert again.say("What is my name?") == "Your name is Marguerite."


def test_a_regenerated_and_a_stopped_answer_leave_the_chat_sound(start: Any) -> None:
    program: Program = start()
    program.until_ready()
    program.say("I am called Martin.")
    first = program.say("Can I use it without internet?")
    with program.one_answer():
        program.window.actions_by_key["regenerate"].trigger()
    assert program.window.transcript.messages.last_answer() == first
    with program.one_answer():
        program.send("What does resumed mean?")
        program.until(lambda: program.window.transcript.messages.last_answer() not in ("", first))
        program.qtbot.keyClick(program.window.composer.edit, Qt.Key.Key_Escape)
    assert "Martin" in program.say("What is my name?")
