"""The keyboard in the transcript: the ring around a message, and what can be done to it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from app.core.chats.records import MessageStatus
from app.ui.kit.theme import DARK_COLOURS, LIGHT_COLOURS
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from app.core.chats.records import Message
    from app.ui.transcript.transcript_view import TranscriptView
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

TAB = Qt.FocusReason.TabFocusReason
SHORT = tuple(answer(f"message {n}", number=n + 1) for n in range(40))


def focus(qtbot: QtBot, view: TranscriptView, reason: Qt.FocusReason = TAB) -> None:
    view.window().activateWindow()
    view.clearFocus()  # the only widget of a window has it from the start
    view.setFocus(reason)
    qtbot.waitUntil(view.hasFocus)


def ring(view: TranscriptView) -> Message | None:
    """Return the message with a line in the accent colour at the left of it."""
    picture = view.viewport().grab().toImage()
    accents = {QColor(colours.accent).rgb() for colours in (LIGHT_COLOURS, DARK_COLOURS)}
    left = round(view.canvas.column()[0] - 12)
    for row in view.stack.rows_between(
        view.verticalScrollBar().value(), view.verticalScrollBar().value() + 600
    ):
        message = view.messages.message(row)
        middle = round(view.canvas.origin_of(message.id).y() + view.stack[row].height() / 2)
        if any(
            picture.pixel(x, min(max(middle, 1), 598)) in accents for x in range(left - 2, left + 3)
        ):
            return message
    return None


def is_in_view(view: TranscriptView, message: Message) -> bool:
    top = view.canvas.origin_of(message.id).y()
    row = view.messages.row_of(message.id)
    return top >= 0 and top + view.stack[row].height() <= view.viewport().height()


def menu_of(view: TranscriptView, row: int) -> dict[str, QAction]:
    return {
        action.text(): action for action in message_menu(view.surface, view.stack[row]).actions()
    }


@pytest.fixture(autouse=True)
def no_menu_stays_open() -> Iterator[None]:
    yield
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def test_the_ring_comes_with_the_tab_key_and_not_with_the_mouse(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset(SHORT)
    focus(qtbot, view, Qt.FocusReason.MouseFocusReason)
    assert ring(view) is None
    focus(qtbot, view)
    assert ring(view) == SHORT[-1]
    place = view.canvas.origin_of(SHORT[-3].id).toPoint() + QPoint(20, 10)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert ring(view) is None
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert ring(view) == SHORT[-3]


def test_there_is_no_ring_while_the_keyboard_is_elsewhere(qtbot: QtBot, desk: Desk) -> None:
    desk.open(*SHORT)
    view = desk.window.transcript
    focus(qtbot, view)
    assert ring(view) == SHORT[-1]
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert desk.window.composer.edit.hasFocus()
    assert ring(view) is None


@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
)
def test_arrows_lead_through_all_messages_and_each_comes_into_view(
    qtbot: QtBot, view: TranscriptView, modifier: Qt.KeyboardModifier
) -> None:
    view.messages.reset(SHORT)
    focus(qtbot, view)
    for message in SHORT[-2::-1]:
        qtbot.keyClick(view, Qt.Key.Key_Up, modifier)
        assert view.keyboard.shown == message.id
        assert is_in_view(view, message)
    for message in SHORT[1:]:
        qtbot.keyClick(view, Qt.Key.Key_Down, modifier)
        assert view.keyboard.shown == message.id
        assert is_in_view(view, message)
    qtbot.keyClick(view, Qt.Key.Key_Down, modifier)
    assert view.keyboard.shown == SHORT[-1].id


def test_nothing_scrolls_for_a_message_that_is_in_view(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset(SHORT)
    focus(qtbot, view)
    before = view.verticalScrollBar().value()
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.verticalScrollBar().value() == before


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Up])
def test_a_long_message_is_read_line_by_line_before_the_ring_goes_on(
    qtbot: QtBot, view: TranscriptView, key: Qt.Key
) -> None:
    long = answer("\n\n".join(f"paragraph {n}" for n in range(120)), number=100)
    view.messages.reset([SHORT[0], long, SHORT[1]])
    focus(qtbot, view)
    qtbot.keyClick(view, Qt.Key.Key_Home if key == Qt.Key.Key_Down else Qt.Key.Key_End)
    qtbot.keyClick(view, key)
    assert view.keyboard.shown == long.id
    seen: list[float] = []
    while view.keyboard.shown == long.id:
        # The far end, which was read: heights that were only estimated change the scroll value too.
        end = 0.0 if key == Qt.Key.Key_Down else view.stack[1].height()
        seen.append(view.canvas.origin_of(long.id).y() + end)
        assert len(seen) < 1_000
        qtbot.keyClick(view, key)
    steps = [abs(after - before) for before, after in pairwise(seen)]
    assert max(steps) <= view.verticalScrollBar().singleStep() + 2
    assert len(seen) > 50
    assert view.keyboard.shown == (SHORT[1] if key == Qt.Key.Key_Down else SHORT[0]).id


def test_home_and_end_lead_to_the_first_and_last_message(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset(SHORT)
    focus(qtbot, view)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert ring(view) == SHORT[0]
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert ring(view) == SHORT[-1]
    assert view.scroller.is_at_end()


def test_after_scrolling_away_the_ring_goes_on_from_what_is_seen(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset(SHORT)
    focus(qtbot, view)
    view.verticalScrollBar().setValue(0)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert ring(view) == SHORT[0]


def test_the_ring_is_gone_with_its_message(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset(SHORT)
    focus(qtbot, view)
    view.messages.reset([question("another chat")])
    assert ring(view) is None
    view.messages.reset([])
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    assert view.keyboard.shown is None


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Menu, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier),
    ],
)
def test_a_key_opens_the_menu_at_the_message(
    qtbot: QtBot, view: TranscriptView, key: Qt.Key, modifier: Qt.KeyboardModifier
) -> None:
    view.messages.reset(SHORT)
    focus(qtbot, view)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, key, modifier)
    # Some systems send this after the key.
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, QPoint(0, 0), QPoint(0, 0)))
    menus = view.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert len(menus) == 1
    place = view.viewport().mapFromGlobal(menus[0].pos())
    found = view.canvas.message_at(place.toPointF())
    assert found is not None
    assert found[0].message == SHORT[-2]
    assert menus[0].activeAction() is not None
    menus[0].activeAction().trigger()
    assert QGuiApplication.clipboard().text() == "message 38"


def test_copy_takes_the_current_message_when_nothing_is_chosen(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([question("a"), answer("Some **bold** words")])
    focus(qtbot, view)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Some bold words"
    view.pointer.select_all()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "a\n\nSome bold words"


def test_the_menu_leads_to_the_other_versions(qtbot: QtBot, view: TranscriptView) -> None:
    shown, other = answer("new"), answer("old").id
    view.messages.reset([question("a"), shown])
    assert "Previous version" not in menu_of(view, 1)
    for versions, words, at_the_end in (
        ((other, shown.id), "Previous version", "Next version"),
        ((shown.id, other), "Next version", "Previous version"),
    ):
        view.messages.set_versions({shown.id: versions})
        assert not menu_of(view, 1)[at_the_end].isEnabled()
        with qtbot.waitSignal(view.requests.show_version) as asked:
            menu_of(view, 1)[words].trigger()
        assert asked.args == [other]


def test_the_menu_shows_and_hides_what_the_model_thought(view: TranscriptView) -> None:
    view.messages.reset([question("a"), answer("<think>First this.</think>Then that.")])
    menu_of(view, 1)["Show thinking"].trigger()
    assert "First this." in view.visible_text()
    menu_of(view, 1)["Hide thinking"].trigger()
    assert "First this." not in view.visible_text()


def test_the_menu_copies_code(view: TranscriptView) -> None:
    one, two = "```python\nx = 1\n```", "```\nplain & simple\n```"
    view.messages.reset([answer(one), answer(f"{one}\n\nand\n\n{two}")])
    menu_of(view, 0)["Copy code"].trigger()
    assert QGuiApplication.clipboard().text() == "x = 1"
    menu = message_menu(view.surface, view.stack[1])
    place = next(action for action in menu.actions() if action.text() == "Copy code").menu()
    assert isinstance(place, QMenu)
    assert [action.text() for action in place.actions()] == [
        "python: x = 1",
        "plain && simple",
    ]
    place.actions()[1].trigger()
    assert QGuiApplication.clipboard().text() == "plain & simple"


def test_the_menu_opens_links(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer("[one](https://example.org/1) and <https://example.org/2>")])
    menu = message_menu(view.surface, view.stack[0])
    place = next(action for action in menu.actions() if action.text() == "Open link").menu()
    assert isinstance(place, QMenu)
    assert [action.text() for action in place.actions()] == [
        "https://example.org/1",
        "https://example.org/2",
    ]
    with qtbot.waitSignal(view.requests.follow_link) as asked:
        place.actions()[1].trigger()
    assert asked.args == ["https://example.org/2"]


def test_the_menu_continues_a_cut_answer(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer("a", MessageStatus.STOPPED), answer("b", MessageStatus.STOPPED)])
    assert "Continue" not in menu_of(view, 0)
    with qtbot.waitSignal(view.requests.go_on):
        menu_of(view, 1)["Continue"].trigger()
