"""Escape closes what is nearest, letters go to the composer, and one ring shows the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLineEdit

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import MessageAdded
from app.ui.kit.theme import LIGHT_COLOURS
from app.ui.state.chat_list_item_model import ChatRole
from app.ui.state.chat_rows import RowKind
from tests.unit.ui.conftest import answer, question, write

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CHAT = ChatId(1)
CTRL = Qt.KeyboardModifier.ControlModifier
SAID = (question("One?", number=11), answer("Uno.", number=12))


def answering(desk: Desk) -> None:
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=77)))


def stopped(desk: Desk) -> bool:
    return ("stop", CHAT) in desk.calls


# -- Escape --


@pytest.mark.parametrize("where", ["find bar", "field", "conversation"])
def test_escape_closes_the_find_bar_before_it_stops_an_answer(desk: Desk, where: str) -> None:
    desk.open(*SAID)
    answering(desk)
    window = desk.window
    desk.qtbot.keyClick(window.composer.edit, Qt.Key.Key_F, CTRL)
    assert window.find_bar.isVisible()
    places = {
        "find bar": window.find_bar.edit,
        "field": window.composer.edit,
        "conversation": window.transcript,
    }
    places[where].setFocus()
    desk.qtbot.keyClick(places[where], Qt.Key.Key_Escape)
    assert not window.find_bar.isVisible()
    assert not stopped(desk)
    desk.qtbot.keyClick(window.composer.edit, Qt.Key.Key_Escape)
    assert stopped(desk)


def test_escape_gives_an_edit_up_before_it_stops_an_answer(desk: Desk) -> None:
    desk.open(*SAID)
    desk.window.transcript.requests.edit.emit(SAID[0].id)
    answering(desk)
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Escape)
    assert not desk.window.composer.is_editing
    assert not stopped(desk)
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Escape)
    assert stopped(desk)


def test_escape_closes_a_menu_before_it_stops_an_answer(desk: Desk) -> None:
    desk.open(*SAID)
    answering(desk)
    view = desk.window.transcript
    view.setFocus()
    view.keyboard.open_menu()
    menu = QApplication.activePopupWidget()
    assert menu is not None
    desk.qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
    assert not stopped(desk)


def test_escape_leaves_a_title_as_it_was_before_it_stops_an_answer(desk: Desk) -> None:
    desk.open(*SAID)
    answering(desk)
    desk.window.actions_by_key["rename_chat"].trigger()
    editor = desk.window.sidebar.view.findChild(QLineEdit)
    assert editor is not None
    desk.qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert not stopped(desk)
    assert not [call for call in desk.calls if call[0] == "rename"]


# -- letters --


def click_on_a_chat(desk: Desk, number: int) -> None:
    view = desk.window.sidebar.view
    place = view.visualRect(desk.window.sidebar.chats.index_of(ChatId(number))).center()
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(0, 8))
    view.setFocus(Qt.FocusReason.MouseFocusReason)


def test_letters_typed_after_a_click_on_a_chat_go_to_the_composer(desk: Desk) -> None:
    desk.open(*SAID)
    click_on_a_chat(desk, 2)
    desk.qtbot.keyClick(desk.window.sidebar.view, "H")
    desk.until(desk.window.composer.edit.hasFocus)
    write(desk, "ello")
    assert desk.sent == [(2, "Hello")]


def test_return_in_the_list_opens_the_chat_and_moves_into_it(desk: Desk) -> None:
    desk.open(*SAID)
    view = desk.window.sidebar.view
    click_on_a_chat(desk, 1)
    desk.qtbot.keyClick(view, Qt.Key.Key_Down)
    at = view.currentIndex().row()
    desk.qtbot.keyClick(view, Qt.Key.Key_Return)
    assert desk.window.sidebar.chats.index_of(desk.window.open_chat.id).row() == at
    desk.until(desk.window.composer.edit.hasFocus)


# -- the ring --


def rings(desk: Desk) -> int:
    """Return how many rows of the list have a ring in the accent colour around them."""
    view = desk.window.sidebar.view
    picture = view.viewport().grab().toImage()
    accent = QColor(LIGHT_COLOURS.accent)
    found = 0
    for row in range(view.model().rowCount()):
        index = view.model().index(row, 0)
        if index.data(ChatRole.KIND) is RowKind.HEADING:  # its letters are as brown
            continue
        rect = view.visualRect(index)
        column = range(rect.left(), rect.left() + 24)
        colours = [QColor(picture.pixel(x, rect.bottom() - 17)) for x in column]
        found += any(is_like(colour, accent) for colour in colours)
    return found


def is_like(colour: QColor, wanted: QColor) -> bool:
    """Return whether a colour is mostly another one, which a thin line is drawn in."""
    near = abs(colour.hslHue() - wanted.hslHue()) < 12
    return near and colour.hslSaturation() > wanted.hslSaturation() // 2


def test_one_row_has_the_ring_while_the_keyboard_is_in_the_list(desk: Desk) -> None:
    desk.open(*SAID)
    view = desk.window.sidebar.view
    click_on_a_chat(desk, 1)
    assert rings(desk) == 0
    desk.qtbot.keyClick(view, Qt.Key.Key_Down)
    assert rings(desk) == 1
    desk.qtbot.keyClick(view, Qt.Key.Key_Tab)
    desk.until(lambda: not view.hasFocus())
    assert rings(desk) == 0
    shift = Qt.KeyboardModifier.ShiftModifier
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_L, CTRL | shift)
    desk.until(view.hasFocus)
    assert rings(desk) == 1
    click_on_a_chat(desk, 3)
    assert rings(desk) == 0
