"""Return presses the button that has the keyboard."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

RETURN, ENTER, SPACE = Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space
on_macos = sys.platform == "darwin"


def shown(qtbot: QtBot, page: QWidget, *parts: QWidget) -> None:
    column = QVBoxLayout(page)
    for part in parts:
        column.addWidget(part)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitExposed(page)
    page.activateWindow()
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is page.windowHandle())


@pytest.mark.parametrize("key", [RETURN, ENTER, SPACE])
@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
def test_a_button_is_pressed_once_by_each_of_the_keys(
    qtbot: QtBot, kind: type[QPushButton | QToolButton], key: Qt.Key
) -> None:
    button, pressed = kind(), list[str]()
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.clicked.connect(lambda: pressed.append("button"))
    page = QWidget()
    shown(qtbot, page, button)
    for _ in range(2):
        button.clearFocus()
        button.setFocus()
        qtbot.keyClick(button, key)
    assert len(pressed) == (0 if on_macos and key is not SPACE else 2)


def test_with_ctrl_it_is_another_key(qtbot: QtBot) -> None:
    button, pressed = QPushButton(), list[str]()
    button.clicked.connect(lambda: pressed.append("button"))
    page = QWidget()
    shown(qtbot, page, button)
    button.setFocus()
    qtbot.keyClick(button, RETURN, Qt.KeyboardModifier.ControlModifier)
    assert pressed == []


def test_in_a_page_the_default_button_has_return_only_where_no_other_is_entered(
    qtbot: QtBot,
) -> None:
    page, field, close, load = QDialog(), QLineEdit(), QPushButton(), QPushButton()
    pressed: list[str] = []
    close.setAutoDefault(False)
    close.clicked.connect(lambda: pressed.append("close"))
    load.clicked.connect(lambda: pressed.append("load"))
    shown(qtbot, page, field, close, load)
    load.setDefault(True)
    for part in (field, close):
        part.setFocus()
        qtbot.keyClick(part, RETURN)
    assert pressed == ["load", "load" if on_macos else "close"]


def test_return_on_new_chat_makes_one(desk: Desk) -> None:
    button = desk.window.sidebar._new
    desk.open()
    button.setFocus()
    desk.qtbot.keyClick(button, RETURN)
    assert desk.window.open_chat.is_new or on_macos
