"""The small window for one question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    ChatCreated,
    ChatsDeleted,
    ChatsListed,
    MessageAdded,
    MessageChanged,
    SendRefused,
)
from app.core.protocol import ModelLoaded
from tests.unit.ui.conftest import FULL, answer, make_chat, make_model, question

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from app.ui.window.quick_window import QuickWindow
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
CHAT = ChatId(9)


@pytest.fixture
def small(desk: Desk) -> QuickWindow:
    """The small window over a model that is loaded and some chats."""
    desk.post(ChatsListed((make_chat(1),)), ModelLoaded(make_model()))
    desk.window.actions_by_key["quick_ask"].trigger()
    window = desk.window.quick_ask.window
    assert window is not None
    desk.qtbot.waitExposed(window)
    return window


def ask(desk: Desk, small: QuickWindow, text: str) -> int:
    """Type and send; returns the ticket."""
    desk.qtbot.keyClicks(small.field, text)
    desk.qtbot.keyClick(small.field, Qt.Key.Key_Return)
    calls = [call for call in desk.calls if call[0] == "send"]
    assert calls[-1][2] == text
    return int(calls[-1][-1]["ticket"])


def begin_answer(desk: Desk, small: QuickWindow) -> Message:
    """Ask, and let the answer begin."""
    ticket = ask(desk, small, "What is it?")
    said = answer("", MessageStatus.STREAMING, chat=9)
    desk.post(
        ChatCreated(make_chat(9, "What is it?"), ticket),
        MessageAdded(CHAT, question("What is it?", chat=9), ticket),
        MessageAdded(CHAT, said),
    )
    return said


def test_a_question_goes_into_a_new_chat_and_its_answer_streams_there(
    desk: Desk, small: QuickWindow
) -> None:
    desk.window.open_chat.show(ChatId(1))
    said = begin_answer(desk, small)
    assert [call[1] for call in desk.calls if call[0] == "send"] == [None]
    desk.post(AnswerDelta(CHAT, said.id, "It is **this**."))
    assert small.transcript.isVisible()
    assert "It is this." in small.transcript.visible_text()
    assert small.field.text() == ""
    assert not small.transcript.messages.can_answer  # no button that would do nothing
    assert desk.window.open_chat.id == ChatId(1)  # which is left as it is


def test_the_large_window_on_its_empty_page_does_not_take_the_chat(
    desk: Desk, small: QuickWindow
) -> None:
    assert desk.window.open_chat.is_new
    begin_answer(desk, small)
    assert desk.window.open_chat.is_new


def test_open_in_hearth_shows_that_chat(desk: Desk, small: QuickWindow) -> None:
    begin_answer(desk, small)
    desk.qtbot.mouseClick(small.open_button, Qt.MouseButton.LeftButton)
    assert desk.window.open_chat.id == CHAT
    assert not small.isVisible()


def test_escape_hides_it_and_the_next_time_it_begins_anew(desk: Desk, small: QuickWindow) -> None:
    begin_answer(desk, small)
    desk.qtbot.keyClick(small.field, Qt.Key.Key_Escape)
    assert not small.isVisible()
    assert not [call for call in desk.calls if call[0] == "stop"]
    desk.window.actions_by_key["quick_ask"].trigger()
    assert small.isVisible()
    assert not small.transcript.isVisibleTo(small)
    assert desk.window.quick_ask.chat_id is None


def test_what_is_asked_next_goes_on_with_the_chat_once_the_answer_has_ended(
    desk: Desk, small: QuickWindow
) -> None:
    said = begin_answer(desk, small)
    desk.qtbot.keyClicks(small.field, "And then?")
    desk.qtbot.keyClick(small.field, Qt.Key.Key_Return)
    assert small.field.text() == "And then?"  # it is still answering
    ended = answer("This.", chat=9, number=int(said.id))
    desk.post(MessageChanged(CHAT, ended))
    desk.qtbot.keyClick(small.field, Qt.Key.Key_Return)
    assert [call[1] for call in desk.calls if call[0] == "send"] == [None, CHAT]


def test_without_a_model_the_question_stays_and_it_is_said(desk: Desk) -> None:
    desk.window.actions_by_key["quick_ask"].trigger()
    small = desk.window.quick_ask.window
    assert small is not None
    desk.qtbot.keyClicks(small.field, "Hello?")
    desk.qtbot.keyClick(small.field, Qt.Key.Key_Return)
    assert small.field.text() == "Hello?"
    assert "No model can answer yet" in small.note.text()
    assert not [call for call in desk.calls if call[0] == "send"]
    desk.post(ModelLoaded(make_model()))
    assert small.note.text() == ""
    desk.qtbot.keyClick(small.field, Qt.Key.Key_Return)
    assert [call[2] for call in desk.calls if call[0] == "send"] == ["Hello?"]


def test_a_question_that_cannot_be_stored_is_there_again(desk: Desk, small: QuickWindow) -> None:
    ticket = ask(desk, small, "Hello?")
    desk.post(SendRefused(None, "Hello?", FULL, ticket=ticket))
    assert small.field.text() == "Hello?"
    assert "disk is full" in small.note.text()
    assert desk.window.composer.text() == ""  # it was not written there


def test_its_chat_is_looked_at_while_it_is_in_front(desk: Desk, small: QuickWindow) -> None:
    desk.until(lambda: QApplication.activeWindow() is small)
    begin_answer(desk, small)
    looked_at = [call[1] for call in desk.calls if call[0] == "look_at"]
    assert looked_at[-1] == CHAT
    desk.qtbot.keyClick(small.field, Qt.Key.Key_Escape)
    desk.until(lambda: [c[1] for c in desk.calls if c[0] == "look_at"][-1] != CHAT)


def test_a_chat_that_is_deleted_goes_from_it(desk: Desk, small: QuickWindow) -> None:
    begin_answer(desk, small)
    desk.post(ChatsDeleted((make_chat(9),)))
    assert not small.transcript.isVisibleTo(small)
    ask(desk, small, "Another one?")
    assert [call[1] for call in desk.calls if call[0] == "send"] == [None, None]


def test_a_link_in_the_answer_is_asked_about_in_hearth(desk: Desk, small: QuickWindow) -> None:
    begin_answer(desk, small)
    small.transcript.requests.follow_link.emit("https://example.org/")
    assert any("example.org" in text for text in desk.window.notices.texts())


def test_the_answer_can_be_stopped_there_and_all_else_is_done_in_hearth(
    desk: Desk, small: QuickWindow
) -> None:
    said = begin_answer(desk, small)
    small.transcript.requests.end_thinking.emit()
    assert ("stop_thinking", CHAT) in [call[:2] for call in desk.calls]
    small.transcript.requests.stop.emit()
    assert ("stop", CHAT) in [call[:2] for call in desk.calls]
    small.transcript.requests.edit.emit(said.id)
    assert desk.window.open_chat.id == CHAT
    assert not small.isVisible()


def test_letters_typed_at_the_answer_go_into_the_field(desk: Desk, small: QuickWindow) -> None:
    begin_answer(desk, small)
    small.transcript.setFocus()
    desk.qtbot.keyClicks(small.transcript, "ab")
    assert small.field.text()[:1] == "a"
    assert small.field.hasFocus()


def test_it_goes_with_the_large_window(desk: Desk, small: QuickWindow) -> None:
    desk.window.close()
    assert not small.isVisible()
    assert desk.window.quick_ask.window is None
