"""Words are sent, answers come, and nothing typed is lost."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageId, MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    ChatCreated,
    ChatOpened,
    MessageAdded,
    MessageChanged,
    MessageRemoved,
    SendRefused,
)
from app.core.protocol import ModelLoaded
from app.ui.composer.composer import ComposerState
from tests.unit.ui.conftest import (
    FULL,
    STREAMING,
    Desk,
    answer,
    make_chat,
    make_model,
    question,
    write,
)


def test_a_first_message_makes_a_chat(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model()))
    write(desk, "Hello there")
    assert desk.sent == [(None, "Hello there")]
    assert desk.window.composer.text() == ""  # on its way
    states = [desk.window.composer.state]
    said = question("Hello there", number=1)
    begun = answer("", STREAMING, number=2)
    desk.post(
        ChatCreated(make_chat(1, "Hello there"), desk.ticket),
        MessageAdded(ChatId(1), said, desk.ticket),
        MessageAdded(ChatId(1), begun),
    )
    assert desk.window.composer.text() == ""
    assert desk.window.windowTitle() == "Hello there – Hearth"
    assert desk.window.transcript.isVisible()
    states.append(desk.window.composer.state)
    assert states == [ComposerState.SENDING, ComposerState.ANSWERING]
    desk.post(AnswerDelta(ChatId(1), begun.id, "Hi "), AnswerDelta(ChatId(1), begun.id, "you"))
    desk.until(lambda: "Hi you" in desk.window.transcript.visible_text())


def test_return_pressed_twice_sends_once(desk: Desk) -> None:
    desk.open()
    write(desk, "Hello")
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert desk.sent == [(1, "Hello")]


def test_words_that_could_not_be_stored_stay_in_the_field(desk: Desk) -> None:
    desk.open()
    write(desk, "Precious words")
    desk.post(SendRefused(ChatId(1), "Precious words", FULL, (), desk.ticket))
    assert desk.window.composer.text() == "Precious words"
    assert desk.window.composer.state is ComposerState.READY
    assert "The disk is full." in desk.window.notices.texts()[0]


def test_words_refused_for_another_chat_wait_there(desk: Desk) -> None:
    desk.open()
    write(desk, "Precious words")
    desk.window.open_chat.show(ChatId(2))
    desk.post(SendRefused(ChatId(1), "Precious words", FULL, (), desk.ticket))
    assert desk.window.composer.text() == ""
    desk.window.open_chat.show(ChatId(1))
    assert desk.window.composer.text() == "Precious words"


def test_each_chat_keeps_its_draft(desk: Desk) -> None:
    desk.open()
    write(desk, "half a thought", send=False)
    desk.window.open_chat.show(ChatId(2))
    assert desk.window.composer.text() == ""
    write(desk, "another", send=False)
    desk.window.open_chat.show(ChatId(1))
    assert desk.window.composer.text() == "half a thought"


def test_escape_stops_the_answer(desk: Desk) -> None:
    desk.open(question("?"), answer("Well", STREAMING))
    desk.window.composer.edit.setFocus()
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Escape)
    desk.until(lambda: ("stop", 1) in desk.calls)


def test_regenerate_replaces_the_answer(desk: Desk) -> None:
    old = answer("old words")
    desk.open(question("?"), old)
    desk.window.actions_by_key["regenerate"].trigger()
    assert desk.calls[-1] == ("regenerate", 1, old.id)
    new = answer("new words")
    desk.post(MessageRemoved(ChatId(1), old.id), MessageAdded(ChatId(1), new))
    desk.until(lambda: "new words" in desk.window.transcript.visible_text())
    assert "old words" not in desk.window.transcript.visible_text()


def test_continue_goes_on_with_the_same_answer(desk: Desk) -> None:
    cut = answer("Once upon", MessageStatus.INTERRUPTED, number=5)
    desk.open(question("?"), cut)
    desk.window.actions_by_key["continue"].trigger()
    assert desk.calls[-1] == ("continue_answer", 1)
    desk.post(
        MessageChanged(ChatId(1), answer("Once upon", STREAMING, number=5)),
        AnswerDelta(ChatId(1), MessageId(5), " a time"),
        MessageChanged(ChatId(1), answer("Once upon a time", number=5)),
    )
    desk.until(lambda: "Once upon a time" in desk.window.transcript.visible_text())


def test_an_answer_in_another_chat_does_not_show_here(desk: Desk) -> None:
    desk.open(question("here"))
    elsewhere = answer("", STREAMING, number=8, chat=2)
    desk.post(MessageAdded(ChatId(2), elsewhere), AnswerDelta(ChatId(2), MessageId(8), "there"))
    assert "there" not in desk.window.transcript.visible_text()
    assert desk.window.composer.state is ComposerState.READY


def test_a_chat_opened_in_the_middle_of_its_answer_can_be_stopped(desk: Desk) -> None:
    desk.open()
    desk.window.open_chat.show(ChatId(2))
    begun = answer("So far", STREAMING, number=8, chat=2)
    desk.post(ChatOpened(make_chat(2), (begun,)), AnswerDelta(ChatId(2), MessageId(8), " so good"))
    desk.until(lambda: "So far so good" in desk.window.transcript.visible_text())
    assert desk.window.open_chat.is_answering


def test_page_keys_in_an_empty_field_scroll_the_chat(desk: Desk) -> None:
    desk.open(*(answer("Some words. " * 200) for _ in range(9)))
    bar, edit = desk.window.transcript.verticalScrollBar(), desk.window.composer.edit
    desk.until(lambda: bar.value() == bar.maximum() > 0)
    edit.setFocus()
    end = bar.value()
    desk.qtbot.keyClick(edit, Qt.Key.Key_PageUp)
    above = bar.value()
    assert above < end
    desk.qtbot.keyClick(edit, Qt.Key.Key_PageDown)
    here = bar.value()
    assert here > above
    desk.qtbot.keyClicks(edit, "words")
    desk.qtbot.keyClick(edit, Qt.Key.Key_PageUp)
    assert bar.value() == here
