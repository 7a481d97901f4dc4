"""A message sent while the chat is answered waits visibly, and nothing of it is ever lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import MessageAdded, MessageChanged, ModelResting, SendRefused
from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import EngineStopped
from app.ui.composer.composer import BarKey
from app.ui.composer.draft import joined
from tests.unit.ui.conftest import answer, notice_button, question

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from tests.unit.ui.conftest import Desk

CHAT = ChatId(1)


@pytest.fixture
def begun(desk: Desk) -> Message:
    """A chat that is being answered, and a message written meanwhile."""
    desk.open(question("One?"))
    message = answer("", MessageStatus.STREAMING, number=77)
    desk.post(MessageAdded(CHAT, message))
    edit = desk.window.composer.edit
    desk.qtbot.keyClicks(edit, "And two?")
    desk.qtbot.keyClick(edit, Qt.Key.Key_Return)
    return message


def ended(status: MessageStatus = MessageStatus.COMPLETE) -> MessageChanged:
    return MessageChanged(CHAT, answer("Uno.", status, number=77))


def last_sent(desk: Desk) -> tuple[Any, ...]:
    """Return the last call of `send`; a count may be asked for at any time."""
    return next(call for call in reversed(desk.calls) if call[0] == "send")


def sent(desk: Desk) -> list[str]:
    return [text for _chat, text in desk.sent]


def kept(desk: Desk) -> str:
    page = desk.kept(CHAT)
    return joined(*page.waiting, page.draft).text


@pytest.mark.usefixtures("begun")
def test_it_waits_visibly_and_goes_when_the_answer_ends(desk: Desk) -> None:
    bar = desk.window.composer.waiting_bar
    assert bar.isVisible()
    assert "And two?" in bar.words()
    assert desk.window.composer.text() == ""
    assert sent(desk) == []
    assert kept(desk) == "And two?"  # should the program end now
    desk.qtbot.keyClicks(desk.window.composer.edit, "half a third")
    desk.post(ended())
    assert sent(desk) == ["And two?"]
    assert not bar.isVisible()
    desk.post(MessageAdded(CHAT, question("And two?"), desk.ticket))
    assert desk.window.composer.text() == "half a third"
    assert kept(desk) == "half a third"


@pytest.mark.usefixtures("begun")
def test_it_can_be_edited_and_withdrawn(desk: Desk) -> None:
    composer = desk.window.composer
    composer.set_text("more")
    composer.waiting_bar.buttons[BarKey.EDIT].click()
    assert composer.text() == "And two?\n\nmore"
    assert not composer.waiting_bar.isVisible()
    desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    composer.waiting_bar.buttons[BarKey.REMOVE].click()
    assert not composer.waiting_bar.isVisible()
    desk.post(ended())
    assert sent(desk) == []
    assert kept(desk) == ""


@pytest.fixture
def queued_twice(desk: Desk, begun: Message) -> Message:
    """A second message waits behind the first."""
    edit = desk.window.composer.edit
    desk.qtbot.keyClicks(edit, "And three?")
    desk.qtbot.keyClick(edit, Qt.Key.Key_Return)
    return begun


@pytest.mark.usefixtures("queued_twice")
def test_each_message_that_waited_is_sent_by_itself_and_the_last_is_answered(desk: Desk) -> None:
    assert desk.window.composer.waiting_bar.words() == "Queued: 2 messages, the last: And three?"

    desk.post(ended())

    assert sent(desk) == ["And three?"]
    [first] = last_sent(desk)[-1]["earlier"]
    assert first.text == "And two?"
    desk.post(MessageAdded(CHAT, question("And two?", number=78), first.ticket))
    desk.post(MessageAdded(CHAT, question("And three?", number=79), desk.ticket))
    shown = desk.window.transcript.messages
    assert [shown.message(row).text for row in range(len(shown))][-2:] == ["And two?", "And three?"]
    assert kept(desk) == ""


@pytest.mark.usefixtures("queued_twice")
def test_editing_takes_back_the_last_and_leaves_the_others(desk: Desk) -> None:
    bar = desk.window.composer.waiting_bar

    bar.buttons[BarKey.EDIT].click()

    assert desk.window.composer.text() == "And three?"
    assert bar.words() == "Queued: And two?"


@pytest.mark.usefixtures("queued_twice")
def test_all_that_is_refused_is_back_in_the_field_in_order(desk: Desk) -> None:
    problem = Problem(phrase("The disk is full."), NO_WORDS, NO_WORDS)
    desk.post(ended())
    [first] = last_sent(desk)[-1]["earlier"]
    desk.post(SendRefused(CHAT, "And three?", problem, (), desk.ticket))
    desk.post(SendRefused(CHAT, "And two?", problem, (), first.ticket))

    assert desk.window.composer.text() == "And two?\n\nAnd three?"


@pytest.mark.usefixtures("queued_twice")
def test_stopping_the_answer_sends_none_of_those_that_wait(desk: Desk) -> None:
    desk.window.actions_by_key["stop"].trigger()
    desk.post(ended(MessageStatus.STOPPED))

    assert sent(desk) == []
    assert desk.window.composer.text() == "And two?\n\nAnd three?"


@pytest.mark.usefixtures("queued_twice")
def test_stopping_the_answer_from_the_list_sends_none_of_those_that_wait(desk: Desk) -> None:
    desk.window.sidebar.view.stop_requested.emit(CHAT)
    desk.post(ended(MessageStatus.STOPPED))

    assert ("stop", CHAT) in desk.calls
    assert sent(desk) == []
    assert desk.window.composer.text() == "And two?\n\nAnd three?"


@pytest.mark.usefixtures("begun")
def test_stopping_the_answer_does_not_send_it_in_the_same_press(desk: Desk) -> None:
    composer = desk.window.composer
    composer.edit.setFocus()
    desk.window.actions_by_key["stop"].trigger()
    assert ("stop", CHAT) in desk.calls
    assert (composer.text(), composer.waiting_bar.isVisible()) == ("And two?", False)
    desk.post(ended(MessageStatus.STOPPED))
    assert sent(desk) == []
    desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent(desk) == ["And two?"]


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("how", ["failed", "engine gone", "refused"])
def test_what_cannot_be_sent_is_back_in_the_field(desk: Desk, how: str) -> None:
    composer = desk.window.composer
    composer.set_text("more")
    match how:
        case "failed":
            desk.post(ended(MessageStatus.FAILED))
        case "engine gone":
            desk.post(EngineStopped())
        case _:
            problem = Problem(phrase("The disk is full."), NO_WORDS, NO_WORDS)
            desk.post(ended())
            desk.post(SendRefused(CHAT, "And two?", problem, (), desk.ticket))
    assert composer.text() == "And two?\n\nmore"
    assert not composer.waiting_bar.isVisible()
    assert kept(desk) == "And two?\n\nmore"


@pytest.mark.usefixtures("begun")
def test_where_the_model_is_unloaded_it_is_back_in_the_field_and_wakes_nothing(desk: Desk) -> None:
    desk.window.actions_by_key["unload_model"].trigger()
    notice_button(desk, "Unload it now").click()
    desk.post(ended(MessageStatus.STOPPED), ModelResting())

    assert sent(desk) == []
    assert desk.window.composer.text() == "And two?"
    desk.until(lambda: not desk.window.chat.context._pause.isActive())
    assert "measure" not in [call[0] for call in desk.calls]

    desk.qtbot.keyClicks(desk.window.composer.edit, " Yes")

    desk.until(lambda: "measure" in [call[0] for call in desk.calls])


@pytest.mark.usefixtures("begun")
def test_it_waits_in_its_own_chat_also_while_another_is_shown(desk: Desk) -> None:
    composer = desk.window.composer
    composer.set_text("a draft beside it")
    desk.window.open_chat.show(ChatId(2))
    assert not composer.waiting_bar.isVisible()
    assert composer.text() == ""
    desk.window.open_chat.show(CHAT)
    assert composer.waiting_bar.isVisible()
    assert composer.text() == "a draft beside it"
    desk.window.open_chat.show(ChatId(2))
    desk.post(ended())
    assert sent(desk) == ["And two?"]
    assert last_sent(desk)[1] == CHAT
    desk.post(MessageAdded(CHAT, question("And two?"), desk.ticket))
    desk.window.open_chat.show(CHAT)
    assert composer.text() == "a draft beside it"
