"""Whether a model thinks before it answers: chosen at the composer, ended from the transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import AnswerDelta, ChatChanged, MessageAdded, MessageChanged
from app.core.messages import TextKind
from app.core.plain_value import replace
from app.core.protocol import (
    EngineStopped,
    ModelLoaded,
    ModelUnloaded,
    ThinkingChoice,
    ThinkingOptions,
)
from app.ui.transcript.model.click_targets import TargetKind
from tests.unit.ui.conftest import STREAMING, answer, make_chat, make_model, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

SWITCH = ThinkingOptions(can_switch=True)
EFFORTS = ThinkingOptions(efforts=("low", "medium", "high", "galactic"))

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def load(desk: Desk, options: ThinkingOptions) -> None:
    desk.post(ModelLoaded(replace(make_model(), thinking=options)))


def entries(desk: Desk) -> list[tuple[str, bool]]:
    """Return what the menu offers, and what is chosen."""
    menu = desk.window.composer.thinking_button.menu()
    menu.aboutToShow.emit()
    title, *offered = menu.actions()
    assert (title.text(), title.isEnabled()) == ("Thinking", False)
    return [(action.text(), action.isChecked()) for action in offered]


def choose(desk: Desk, words: str) -> None:
    menu = desk.window.composer.thinking_button.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == words).trigger()


def test_there_is_a_choice_only_where_the_template_offers_one(desk: Desk) -> None:
    button = desk.window.composer.thinking_button
    assert button.isHidden()
    load(desk, ThinkingOptions())
    assert button.isHidden()
    load(desk, SWITCH)
    assert not button.isHidden()
    assert entries(desk) == [("Default", True), ("On", False), ("Off", False)]
    desk.post(ModelUnloaded())
    assert button.isHidden()
    load(desk, EFFORTS)
    assert [words for words, _ in entries(desk)] == [
        "Default",
        "Low effort",
        "Medium effort",
        "High effort",
        "galactic",
    ]
    desk.post(EngineStopped(None))
    assert button.isHidden()


def test_what_is_chosen_is_kept_with_the_chat_and_nothing_else_of_it_is_changed(
    desk: Desk,
) -> None:
    desk.open(question("Hi"), answer("Hello."))
    load(desk, SWITCH)
    button = desk.window.composer.thinking_button
    chat = replace(make_chat(1), sampling=(("temperature", 0.5),))
    desk.post(ChatChanged(chat))
    choose(desk, "Off")
    name, chat_id, setup = next(call for call in desk.calls if call[0] == "set_up")
    assert (name, chat_id) == ("set_up", ChatId(1))
    assert dict(setup.sampling) == {"temperature": 0.5, "thinking": "off"}
    assert setup.system_prompt == chat.system_prompt
    desk.post(ChatChanged(replace(chat, sampling=setup.sampling)))
    assert entries(desk) == [("Default", False), ("On", False), ("Off", True)]
    assert button.accessibleName() == "Thinking: Off"
    n_calls = len(desk.calls)
    choose(desk, "Off")
    assert len(desk.calls) == n_calls
    choose(desk, "Default")
    *_, (_, _, setup) = (call for call in desk.calls if call[0] == "set_up")
    assert dict(setup.sampling) == {"temperature": 0.5}


def test_a_chat_that_is_not_made_yet_can_choose(desk: Desk) -> None:
    load(desk, EFFORTS)
    choose(desk, "High effort")
    assert dict(desk.window.open_chat.setup.sampling) == {"thinking": "high"}
    assert ("High effort", True) in entries(desk)


def test_what_another_model_offered_is_not_shown_as_chosen(desk: Desk) -> None:
    desk.open(question("Hi"))
    load(desk, SWITCH)
    desk.post(ChatChanged(replace(make_chat(1), sampling=(("thinking", "high"),))))
    assert ("Default", True) in entries(desk)


def begin_to_think(desk: Desk) -> MessageId:
    desk.open(question("Hi"))
    begun = answer("", STREAMING, number=7)
    desk.post(MessageAdded(ChatId(1), begun))
    desk.post(
        AnswerDelta(ChatId(1), begun.id, "<|x|>", TextKind.MARK),
        AnswerDelta(ChatId(1), begun.id, "Let me see", TextKind.THINKING),
    )
    return begun.id


def test_thinking_is_ended_from_its_line(desk: Desk, qtbot: QtBot) -> None:
    begin_to_think(desk)
    view = desk.window.transcript
    view.viewport().repaint()
    places = {one.click_target.kind: one.rect for one in view.canvas.targets}
    assert not places[TargetKind.THINKING].intersects(places[TargetKind.END_THINKING])
    middle = places[TargetKind.END_THINKING].center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert ("stop_thinking", ChatId(1)) in desk.calls


def test_what_ends_it_is_gone_when_the_answer_has_begun(desk: Desk) -> None:
    message_id = begin_to_think(desk)
    view = desk.window.transcript
    desk.post(AnswerDelta(ChatId(1), message_id, "<|y|>", TextKind.MARK))
    desk.post(AnswerDelta(ChatId(1), message_id, "Good "))
    desk.post(AnswerDelta(ChatId(1), message_id, "morning."))
    view.viewport().repaint()
    kinds = {one.click_target.kind for one in view.canvas.targets}
    assert TargetKind.THINKING in kinds
    assert TargetKind.END_THINKING not in kinds
    assert "Good morning." in view.visible_text()
    assert "<|" not in view.visible_text()
    stats = (("thinking_begin", 5), ("thinking_end", 15), ("answer_begin", 20))
    whole = answer("<|x|>Let me see<|y|>Good morning.", number=7, stats=stats)
    desk.post(MessageChanged(ChatId(1), whole))
    assert "Good morning." in view.visible_text()
    assert "<|" not in view.visible_text()
    assert view.messages.last_answer() == "Good morning."


def test_a_choice_reaches_the_template_as_it_was_made() -> None:
    for word in ("", "on", "off", "high"):
        assert ThinkingChoice.of_word(word).word == word
    assert SWITCH.fitting(ThinkingChoice(is_on=False, effort="high")) == ThinkingChoice(False)
    assert EFFORTS.fitting(ThinkingChoice(is_on=True, effort="high")).word == "high"
