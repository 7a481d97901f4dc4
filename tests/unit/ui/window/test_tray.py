"""The icon in the tray, and what is told while nobody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QCloseEvent, QWindow
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import (
    ChatChanged,
    ChatsDeleted,
    ChatsListed,
    MessageAdded,
    MessageChanged,
)
from app.core.plain_value import replace
from app.core.settings.table import NOTIFY_ANSWERS, TRAY
from tests.unit.ui.conftest import answer, make_chat

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from tests.unit.ui.conftest import Desk

STREAMING, COMPLETE, FAILED = (
    MessageStatus.STREAMING,
    MessageStatus.COMPLETE,
    MessageStatus.FAILED,
)


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(desk: Desk) -> Clock:
    """The time by which answers are long."""
    clock = Clock()
    desk.window._long_answers._clock = clock
    desk.post(ChatsListed(tuple(make_chat(n, f"Chat {n}") for n in (1, 2, 3))))
    return clock


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system with a tray that shows messages, as far as Qt says so."""
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)


@pytest.fixture
def told(desk: Desk) -> list[tuple[str, str]]:
    said: list[tuple[str, str]] = []
    desk.window.tray.told.connect(lambda title, words: said.append((title, words)))
    return said


def look_away(desk: Desk) -> None:
    desk.window.hide()
    desk.until(lambda: QApplication.activeWindow() is None)


def answered(
    desk: Desk, clock: Clock, seconds: float, chat: int = 2, end: MessageStatus = COMPLETE
) -> None:
    """Let a chat be answered for some time."""
    message: Message = answer("", STREAMING, chat=chat)
    desk.post(MessageAdded(ChatId(chat), message))
    clock.now += seconds
    ended = replace(message, text="Secret words.", status=end)
    desk.post(MessageChanged(ChatId(chat), ended))


def test_a_long_answer_that_ends_unseen_is_told_by_its_title_alone(
    desk: Desk, clock: Clock, told: list[tuple[str, str]]
) -> None:
    look_away(desk)
    answered(desk, clock, 11)
    desk.until(lambda: told == [("Chat 2", "The answer is ready.")])


def test_a_short_one_or_a_seen_one_is_not_told(
    desk: Desk, clock: Clock, told: list[tuple[str, str]]
) -> None:
    answered(desk, clock, 60)
    look_away(desk)
    answered(desk, clock, 9)
    desk.qtbot.wait(20)
    assert told == []


def test_a_chat_whose_memory_is_off_is_not_named(
    desk: Desk, clock: Clock, told: list[tuple[str, str]]
) -> None:
    desk.post(ChatChanged(replace(make_chat(2, "Very private"), memory_off=True)))
    look_away(desk)
    answered(desk, clock, 11)
    desk.until(lambda: told == [("Hearth", "The answer is ready.")])


def test_one_that_failed_is_told_and_one_that_was_deleted_is_not(
    desk: Desk, clock: Clock, told: list[tuple[str, str]]
) -> None:
    look_away(desk)
    answered(desk, clock, 11, end=FAILED)
    desk.until(lambda: told == [("Chat 2", "The answer ended with an error.")])
    desk.post(MessageAdded(ChatId(3), answer("", STREAMING, chat=3)))
    clock.now += 60
    desk.post(ChatsDeleted((make_chat(3),)))
    desk.qtbot.wait(20)
    assert len(told) == 1


def test_who_wants_silence_has_it(desk: Desk, clock: Clock, told: list[tuple[str, str]]) -> None:
    desk.window.settings.change(NOTIFY_ANSWERS, "silent")
    look_away(desk)
    answered(desk, clock, 11)
    desk.qtbot.wait(20)
    assert told == []


def test_a_click_opens_that_chat(desk: Desk, clock: Clock, tray: None) -> None:
    look_away(desk)
    answered(desk, clock, 11)
    desk.until(lambda: desk.window.tray._icon is not None)
    icon = desk.window.tray._icon
    assert icon is not None
    assert icon.isVisible()  # without it the system would take the message away
    desk.window.hide()
    icon.messageClicked.emit()
    assert desk.window.open_chat.id == ChatId(2)
    assert desk.window.isVisible()


def close_by_frame(desk: Desk) -> None:
    """Close the window as the system does it at a click on its cross."""
    handle = desk.window.windowHandle()
    assert isinstance(handle, QWindow)

    class Spontaneous(QCloseEvent):
        def spontaneous(self) -> bool:
            return True

    desk.window.closeEvent(Spontaneous())


def test_a_window_that_is_closed_goes_into_the_tray_and_says_so_once(
    desk: Desk, tray: None, told: list[tuple[str, str]]
) -> None:
    closed: list[object] = []
    desk.window.closed.connect(lambda: closed.append(True))
    desk.window.settings.change(TRAY, "keep")
    for _ in range(2):
        desk.window.show()
        close_by_frame(desk)
        assert not desk.window.isVisible()
    assert closed == []
    assert [title for title, _ in told] == ["Hearth stays in the tray"]
    assert desk.window.notices.is_shown("tray")
    assert desk.window.tray._menu is not None
    desk.window.tray._menu.actions()[0].trigger()
    assert desk.window.isVisible()

    desk.window.actions_by_key["quit"].trigger()
    assert closed == [True]
    assert desk.window.tray._icon is not None
    assert not desk.window.tray._icon.isVisible()


def test_an_answer_that_ends_while_the_window_is_in_the_tray_is_unread(
    desk: Desk, tray: None
) -> None:
    desk.open(answer("Hello"))
    desk.window.settings.change(TRAY, "keep")
    desk.until(lambda: ("look_at", ChatId(1)) in desk.calls)
    desk.window._attention._is_closing = True  # as the event on its way to the window does it
    close_by_frame(desk)
    assert [call for call in desk.calls if call[0] == "look_at"][-1] == ("look_at", None)


def test_without_the_setting_or_a_tray_closing_closes(desk: Desk) -> None:
    closed: list[object] = []
    desk.window.closed.connect(lambda: closed.append(True))
    close_by_frame(desk)
    assert len(closed) == 1
    desk.window.settings.change(TRAY, "keep")  # no tray here
    close_by_frame(desk)
    assert len(closed) == 2


def test_the_icon_is_there_while_it_is_wanted(desk: Desk, tray: None) -> None:
    icons = [desk.window.tray._icon]
    desk.window.settings.change(TRAY, "keep")
    icons.append(desk.window.tray._icon)
    none, icon = icons
    assert none is None
    assert icon is not None
    shown = [icon.isVisible()]
    desk.window.settings.change(TRAY, "close")
    assert [*shown, icon.isVisible()] == [True, False]
