"""The messages that are shown, as facts: observers are told of each change once it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.core.chats.records import MessageId, MessageStatus
from app.ui.kit.theme import Theme
from app.ui.transcript.model.message_list import (
    Added,
    Branched,
    Changed,
    Grown,
    MessageList,
    MessagesReset,
    OptionsChanged,
    Prepended,
    ReadFromMoved,
    Removed,
)
from app.ui.transcript.transcript_view import TranscriptView
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.core.chats.records import Message
    from app.ui.transcript.model.message_list import Change

SAID = [question("a", number=1), answer("b", MessageStatus.STREAMING, number=2)]


class TaskOutcome:
    """Notes every change, and how many messages there were then."""

    def __init__(self, messages: MessageList) -> None:
        self.changes: list[Change] = []
        self.lengths: list[int] = []
        self._messages = messages
        messages.observe(self)

    def messages_changed(self, change: Change) -> None:
        self.changes.append(change)
        self.lengths.append(len(self._messages))


def test_every_change_is_told_after_it() -> None:
    messages = MessageList()
    told = TaskOutcome(messages)

    messages.reset(SAID)
    messages.prepend([question("earlier", number=5), answer("too", number=6)])
    messages.add(question("c", number=3))
    messages.append_text(MessageId(2), "!")
    messages.change(answer("b?", number=2))
    messages.set_read_from(MessageId(3))
    messages.remove(MessageId(3))
    messages.show_branch(SAID, MessageId(2))
    messages.set_versions({MessageId(2): (MessageId(2), MessageId(9))})
    messages.set_can_answer(possible=False)

    assert told.changes == [
        MessagesReset(),
        Prepended(2),
        Added(MessageId(3)),
        Grown(MessageId(2), "!"),
        Changed(MessageId(2)),
        ReadFromMoved(None),
        Removed(MessageId(3), 4),
        Branched(MessageId(2)),
        OptionsChanged(),
        OptionsChanged(),
    ]
    assert told.lengths == [2, 4, 5, 5, 5, 5, 4, 2, 2, 2]


def test_what_changes_nothing_is_not_told() -> None:
    messages = MessageList()
    messages.reset(SAID)
    told = TaskOutcome(messages)

    messages.append_text(MessageId(77), "!")
    messages.change(answer("?", number=77))
    messages.set_read_from(None)
    assert not messages.remove(MessageId(77))

    assert told.changes == []


def test_a_message_that_is_added_again_is_changed() -> None:
    messages = MessageList()
    messages.reset(SAID)
    told = TaskOutcome(messages)

    messages.add(answer("other words", number=2))

    assert told.changes == [Changed(MessageId(2))]
    assert [message.text for message in messages] == ["a", "other words"]


def test_versions_are_those_of_one_chat() -> None:
    messages = MessageList()
    messages.reset(SAID)
    messages.set_versions({MessageId(2): (MessageId(2), MessageId(9))})
    assert messages.versions.of(MessageId(2)) == (1, 2)
    assert messages.versions.step(MessageId(2), 1) == MessageId(9)
    assert messages.versions.step(MessageId(2), -1) is None

    messages.show_branch(SAID, None)
    assert messages.versions.of(MessageId(2)) == (1, 2)
    messages.reset(SAID)
    assert messages.versions.of(MessageId(2)) is None


def shown(qtbot: QtBot, messages: MessageList) -> TranscriptView:
    view = TranscriptView(Theme("light"), messages)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    qtbot.waitExposed(view)
    return view


def test_a_view_shows_the_messages_that_it_is_given_and_what_becomes_of_them(qtbot: QtBot) -> None:
    messages = MessageList()
    messages.reset(SAID)
    view = shown(qtbot, messages)
    assert view.visible_text() == "a\nb"

    messages.append_text(MessageId(2), " and more")
    qtbot.waitUntil(lambda: view.visible_text() == "a\nb and more")
    messages.remove(MessageId(1))
    qtbot.waitUntil(lambda: view.visible_text() == "b and more")
    with qtbot.waitSignal(view.shown):
        messages.reset([question("another chat", number=8)])
    assert view.visible_text() == "another chat"


def test_two_views_of_the_same_messages_keep_places_of_their_own(qtbot: QtBot) -> None:
    messages = MessageList()
    views = shown(qtbot, messages), shown(qtbot, messages)
    said: list[Message] = [
        (question if number % 2 else answer)("words " * 60, number=number)
        for number in range(1, 40)
    ]
    messages.reset(said)
    first, second = views
    first.verticalScrollBar().setValue(0)
    qtbot.keyClick(first, Qt.Key.Key_Home)

    messages.prepend([question("earlier", number=100)])

    assert first.messages is second.messages is messages
    assert first.keyboard.current == MessageId(1)
    assert second.keyboard.current is None
    assert round(first.canvas.origin_of(MessageId(1)).y()) == 24
    assert second.scroller.is_at_end()
