from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QWidget

from app.ui.kit.layouts import FlowLayout

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_what_is_hidden_takes_no_room(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    flow = FlowLayout(page, 8)
    buttons = [QPushButton(words) for words in ("One", "Two", "Three")]
    for button in buttons:
        flow.addWidget(button)
    buttons[0].hide()
    buttons[1].hide()
    flow.setGeometry(QRect(0, 0, 400, 100))
    assert buttons[2].x() == 0
    buttons[0].show()
    flow.setGeometry(QRect(0, 0, 400, 100))
    assert buttons[2].x() == buttons[0].width() + 8
