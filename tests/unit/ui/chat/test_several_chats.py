"""Several chats are answered at once: what runs, waits, ended unseen or failed is told of each.

Longer than other files: the same few chats go through all of it.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QPushButton, QWidget

from app.core.chats.records import ChatId, MessageId, MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    AnswerFailed,
    AnswerQueued,
    AnswerRefused,
    AnswerResumed,
    ChatChanged,
    ChatOpened,
    ChatsDeleted,
    ChatsListed,
    MessageAdded,
    MessageChanged,
    MessageDeleted,
)
from app.core.plain_value import replace
from app.core.protocol import EngineStopped, ModelLoaded, WaitReason
from app.ui.state.chat_list_item_model import Activity, ChatRole
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.speech.accessible import spoken_name
from app.ui.words.stats_text import Wait, wait_text
from tests.unit.ui.conftest import (
    FULL,
    STREAMING,
    answer,
    click,
    make_chat,
    make_model,
    notice_button,
    question,
)

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

ONE, TWO, THREE, FOUR = (ChatId(number) for number in range(1, 5))

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def id_of(chat: ChatId) -> MessageId:
    return MessageId(10 * chat)


def begin(desk: Desk, *chats: ChatId) -> None:
    """Let answers begin in chats that are listed."""
    for chat in chats:
        begun = answer("", STREAMING, number=id_of(chat), chat=chat)
        desk.post(MessageAdded(chat, begun))


@pytest.fixture
def four(desk: Desk) -> Desk:
    """Four chats, the first of which is open; no answer runs."""
    listed = tuple(make_chat(number) for number in (1, 2, 3, 4))
    desk.post(ChatsListed(listed), ModelLoaded(make_model()))
    desk.window.open_chat.show(ONE)
    desk.post(ChatOpened(listed[0], (question("Hi"),)))
    return desk


def row(desk: Desk, chat: ChatId, role: int) -> object:
    return desk.window.sidebar.chats.index_of(chat).data(role)


def looked_at(desk: Desk) -> list[ChatId | None]:
    return [call[1] for call in desk.calls if call[0] == "look_at"]


# -- what waits, and why --


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (Wait(WaitReason.NO_SEQUENCE, 8), "Waiting: 8 answers are running"),
        (Wait(WaitReason.NO_SEQUENCE, 1), "Waiting: another answer is running"),
        (Wait(WaitReason.NO_SEQUENCE), "Waiting for its turn"),
        (
            Wait(WaitReason.NO_ROOM, 2),
            "Waiting for room in the context beside 2 other answers",
        ),
        (Wait(WaitReason.NO_ROOM, 1), "Waiting for room in the context beside another answer"),
        (Wait(WaitReason.NO_ROOM), "Waiting for room in the context"),
        (Wait(WaitReason.PARKED, 3), "Paused to make room, continues automatically"),
    ],
)
def test_why_an_answer_waits_is_said_in_plain_words(wait: Wait, words: str) -> None:
    assert wait_text(wait) == words


def test_a_queued_answer_says_why_it_waits_wherever_it_is_shown(four: Desk) -> None:
    begin(four, TWO, THREE, ONE)
    four.post(AnswerQueued(ONE, id_of(ONE), WaitReason.NO_SEQUENCE))
    words = "Waiting: 2 answers are running"
    view = four.window.transcript
    assert four.window.status.text() == words
    assert words in spoken_name(view.surface, id_of(ONE))
    assert words in str(row(four, ONE, Qt.ItemDataRole.ToolTipRole))
    assert words in str(row(four, ONE, Qt.ItemDataRole.AccessibleTextRole))
    assert row(four, ONE, ChatRole.ACTIVITY) is Activity.QUEUED
    assert row(four, TWO, ChatRole.ACTIVITY) is Activity.RUNNING

    four.post(MessageChanged(TWO, answer("Done", number=id_of(TWO), chat=2)))
    assert four.window.status.text() == "Waiting: another answer is running"

    four.post(AnswerResumed(ONE, id_of(ONE)))
    assert four.window.status.text() == ""
    assert four.window.open_chat.wait is None
    assert row(four, ONE, ChatRole.ACTIVITY) is Activity.RUNNING


def test_a_parked_answer_keeps_its_words_and_goes_on(four: Desk) -> None:
    begin(four, ONE)
    four.post(
        AnswerDelta(ONE, id_of(ONE), "Once upon"),
        AnswerQueued(ONE, id_of(ONE), WaitReason.PARKED),
    )
    assert four.window.status.text() == "Paused to make room, continues automatically"
    assert "Once upon" in four.window.transcript.visible_text()
    four.post(AnswerResumed(ONE, id_of(ONE)), AnswerDelta(ONE, id_of(ONE), " a time"))
    assert four.window.status.text() == "Answering…"
    assert "Once upon a time" in four.window.transcript.visible_text()


@pytest.mark.parametrize("said", ["", "Once upon a time"])
def test_the_place_of_a_queued_answer_has_a_button_that_stops_it(four: Desk, said: str) -> None:
    begin(four, ONE)
    if said:
        four.post(AnswerDelta(ONE, id_of(ONE), said))
    view = four.window.transcript

    def stops() -> list[object]:
        return [one for one in view.canvas.targets if one.click_target.kind is TargetKind.STOP]

    assert stops() == []
    four.post(AnswerQueued(ONE, id_of(ONE), WaitReason.NO_ROOM))
    four.until(lambda: bool(stops()))
    (stop,) = [one for one in view.canvas.targets if one.click_target.kind is TargetKind.STOP]
    place = stop.rect.center().toPoint()
    four.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert ("stop", ONE) in four.calls
    four.post(AnswerResumed(ONE, id_of(ONE)))
    four.until(lambda: not stops())


def test_what_waits_is_said_of_the_open_chat_alone(four: Desk) -> None:
    begin(four, TWO)
    four.post(AnswerQueued(TWO, id_of(TWO), WaitReason.NO_ROOM))
    assert four.window.status.text() == ""
    assert four.window.open_chat.wait is None
    four.window.open_chat.show(TWO)
    begun = answer("", STREAMING, number=id_of(TWO), chat=2)
    four.post(ChatOpened(make_chat(2), (question("Hi", chat=2), begun)))
    assert four.window.status.text() == "Waiting for room in the context"
    four.window.open_chat.show(ONE)
    assert four.window.status.text() == ""
    assert four.window.open_chat.wait is None


def test_a_late_word_of_an_answer_that_is_over_lets_nothing_wait(four: Desk) -> None:
    begin(four, TWO)
    four.post(
        AnswerQueued(TWO, MessageId(999), WaitReason.PARKED),
        AnswerQueued(THREE, id_of(THREE), WaitReason.PARKED),
    )
    assert row(four, TWO, ChatRole.ACTIVITY) is Activity.RUNNING
    assert row(four, THREE, ChatRole.ACTIVITY) is Activity.NONE


# -- going away and coming back --


def test_a_chat_that_streams_goes_on_when_it_is_left_and_shown_again(four: Desk) -> None:
    begin(four, ONE)
    four.post(AnswerDelta(ONE, id_of(ONE), "Once"))
    four.window.chat.gestures.new_chat()
    four.post(AnswerDelta(ONE, id_of(ONE), " upon"))
    assert not [call for call in four.calls if call[0] == "stop"]
    four.window.open_chat.show(ONE)
    so_far = answer("Once upon", STREAMING, number=id_of(ONE))
    four.post(ChatOpened(make_chat(1), (question("Hi"), so_far)))
    assert four.window.status.text() == "Answering…"
    four.post(AnswerDelta(ONE, id_of(ONE), " a time"))
    assert four.window.transcript.messages.last_answer() == "Once upon a time"


# -- stopping --


def menu_of(desk: Desk, chat: ChatId) -> dict[str, object]:
    view = desk.window.sidebar.view
    view.customContextMenuRequested.emit(
        view.visualRect(desk.window.sidebar.chats.index_of(chat)).center()
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return {action.objectName(): action for action in menu.actions()} | {"menu": menu}


def test_the_menu_of_the_list_stops_what_runs_and_what_waits(four: Desk) -> None:
    begin(four, TWO, THREE)
    four.post(AnswerQueued(THREE, id_of(THREE), WaitReason.NO_SEQUENCE))
    for chat in (TWO, THREE):
        entries = menu_of(four, chat)
        entries["stop"].trigger()  # type: ignore[attr-defined]
        entries["menu"].close()  # type: ignore[attr-defined]
    entries = menu_of(four, FOUR)
    assert "stop" not in entries
    entries["menu"].close()  # type: ignore[attr-defined]
    assert [call for call in four.calls if call[0] == "stop"] == [("stop", TWO), ("stop", THREE)]


def test_escape_stops_the_open_chat_alone(four: Desk) -> None:
    begin(four, ONE, TWO)
    four.qtbot.keyClick(four.window, Qt.Key.Key_Escape)
    assert [call for call in four.calls if call[0] == "stop"] == [("stop", ONE)]


# -- unread --


def test_a_chat_is_looked_at_while_it_is_shown_in_an_active_window(four: Desk) -> None:
    four.until(lambda: looked_at(four)[-1] == ONE)
    four.window.open_chat.show(TWO)
    assert looked_at(four)[-1] is None  # its messages are still on their way
    four.post(ChatOpened(make_chat(2), ()))
    assert looked_at(four)[-1] == TWO
    other = QWidget()
    four.qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    four.until(lambda: looked_at(four)[-1] is None)
    four.window.activateWindow()
    four.until(lambda: looked_at(four)[-1] == TWO)
    four.window.showMinimized()
    four.until(lambda: looked_at(four)[-1] is None)
    four.window.showNormal()
    four.window.activateWindow()
    four.until(lambda: looked_at(four)[-1] == TWO)
    four.window.close()
    four.qtbot.wait(0)
    assert looked_at(four)[-1] == TWO  # who closes the window sees that an answer ends with it


def test_a_dialog_of_the_window_does_not_hide_the_chat(four: Desk) -> None:
    four.until(lambda: looked_at(four)[-1] == ONE)
    dialog = QDialog(four.window)
    dialog.show()
    dialog.activateWindow()
    four.until(lambda: QApplication.activeWindow() is dialog)
    assert looked_at(four)[-1] == ONE


def test_the_list_says_which_chats_are_unread(four: Desk) -> None:
    assert not row(four, TWO, ChatRole.UNREAD)
    four.post(ChatChanged(replace(make_chat(2), is_unread=True)))
    assert row(four, TWO, ChatRole.UNREAD)
    assert "Unread answer" in str(row(four, TWO, Qt.ItemDataRole.ToolTipRole))
    assert "unread answer" in str(row(four, TWO, Qt.ItemDataRole.AccessibleTextRole))


def picture_of(desk: Desk, chat: ChatId) -> QImage:
    """Return what the list shows of a chat."""
    list_view = desk.window.sidebar.view
    place = list_view.visualRect(desk.window.sidebar.chats.index_of(chat))
    return list_view.grab(place).toImage()


def n_pixels(image: QImage, colour: str) -> int:
    wanted = QColor(colour).rgb()
    places = itertools.product(range(image.width()), range(image.height()))
    return sum(image.pixel(x, y) == wanted for x, y in places)


def test_each_mark_of_a_row_is_drawn(four: Desk) -> None:
    """Rows that differ in nothing but what becomes of their answer look different."""
    accent = four.window.theme.colours.accent
    seen, listed = [picture_of(four, TWO)], four.window.sidebar.chats.chat(TWO)
    assert listed is not None
    four.post(ChatChanged(replace(listed, is_unread=True)))
    seen.append(picture_of(four, TWO))
    begin(four, TWO)
    seen.append(picture_of(four, TWO))
    four.post(AnswerQueued(TWO, id_of(TWO), WaitReason.PARKED))
    seen.append(picture_of(four, TWO))
    plain, unread, running, waiting = [n_pixels(image, accent) for image in seen]
    assert plain == waiting == 0  # a clock is quiet
    assert unread > running > 0
    assert seen[3] not in seen[:3]


class PaintCount(QObject):
    """Counts how often a widget is drawn."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.n_paints = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.n_paints += event.type() == QEvent.Type.Paint
        return False


def test_the_dots_of_a_running_answer_move_by_themselves(four: Desk) -> None:
    begin(four, TWO)
    before = picture_of(four, TWO)
    four.until(lambda: picture_of(four, TWO) != before)
    counted = PaintCount(four.window.sidebar.view.viewport())
    four.until(lambda: counted.n_paints >= 3)


# -- what goes wrong elsewhere --


def test_an_answer_that_fails_elsewhere_names_its_chat_and_leads_there(four: Desk) -> None:
    begin(four, TWO)
    four.post(AnswerFailed(TWO, FULL))
    (said,) = four.window.notices.texts()
    assert "In the chat “Chat 2”" in said
    assert str(FULL.what) in said
    click(four, notice_button(four, "Open chat"))
    assert four.window.open_chat.id == TWO
    (said,) = four.window.notices.texts()
    assert "In the chat" not in said
    four.window.open_chat.show(ONE)
    assert four.window.notices.texts() == []


def test_what_ends_several_answers_is_one_notice_that_leads_to_each(four: Desk) -> None:
    begin(four, ONE, TWO, THREE, FOUR)
    failures = [AnswerFailed(chat, FULL) for chat in (TWO, ONE, THREE, FOUR)]
    four.post(*failures, EngineStopped(FULL))
    (said,) = four.window.notices.texts()
    assert "In the chats “Chat 2”, “Chat 3”, “Chat 4”" in said
    click(four, notice_button(four, "Open the first"))
    assert four.window.open_chat.id == TWO
    assert "In the chats “Chat 3”, “Chat 4”" in four.window.notices.texts()[0]
    four.post(ChatsDeleted((make_chat(3),)))
    assert "In the chat “Chat 4”" in four.window.notices.texts()[-1]
    bars = [bar for bar in four.window.notices.findChildren(QPushButton) if bar.isVisible()]
    assert "Open chat" in [bar.text() for bar in bars]


def test_a_notice_that_was_closed_names_only_what_fails_after_it(four: Desk) -> None:
    four.post(AnswerFailed(TWO, FULL))
    four.window.notices.dismiss(str(FULL.what))
    four.post(AnswerRefused(THREE, FULL))
    assert "In the chat “Chat 3”" in four.window.notices.texts()[0]
    four.window.open_chat.show(TWO)
    assert "In the chat “Chat 3”" in four.window.notices.texts()[0]


def test_opening_a_model_says_how_many_answers_that_stops(four: Desk) -> None:
    begin(four, TWO, THREE, FOUR)
    four.window.models.open_path("/models/other.gguf")
    (said,) = four.window.notices.texts()
    assert "3 answers are running. This stops them" in said
    for chat, left in ((TWO, "2 answers are running"), (THREE, "This stops the running answer")):
        four.post(MessageChanged(chat, answer("Done", number=id_of(chat), chat=chat)))
        assert left in four.window.notices.texts()[0]
    four.post(MessageChanged(FOUR, answer("Done", number=id_of(FOUR), chat=4)))
    assert four.window.notices.texts() == ["Open other now?"]
    assert not [call for call in four.calls if call[0] == "load"]
    click(four, notice_button(four, "Open it now"))
    assert [call[1] for call in four.calls if call[0] == "load"] == ["/models/other.gguf"]
    begin(four, TWO)
    assert four.window.notices.texts() == []


def test_a_running_chat_that_is_deleted_lets_the_others_run(four: Desk) -> None:
    begin(four, ONE, TWO, THREE)
    four.post(AnswerQueued(ONE, id_of(ONE), WaitReason.NO_SEQUENCE), ChatsDeleted((make_chat(2),)))
    assert four.window.status.text() == "Waiting: another answer is running"
    stopped = answer("So", MessageStatus.STOPPED, number=id_of(TWO), chat=2)
    four.post(MessageChanged(TWO, stopped))
    assert four.window.status.text() == "Waiting: another answer is running"
    assert row(four, THREE, ChatRole.ACTIVITY) is Activity.RUNNING


def test_an_undo_in_another_chat_that_is_answered_says_which_one(four: Desk) -> None:
    four.post(MessageDeleted(question("Hi", chat=2)), MessageDeleted(question("Hi", chat=1)))
    begin(four, ONE, TWO)
    four.window.chat.deletions.undo_latest()
    assert "This chat is being answered" in four.window.notices.texts()[0]
    four.window.open_chat.show(THREE)
    four.window.chat.deletions.undo_latest()
    assert "“Chat 1” is being answered" in four.window.notices.texts()[0]
