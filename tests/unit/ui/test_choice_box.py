"""A field with a few values: where its value begins, and which row of its list is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.ui.choice_box import ChoiceBox
from app.ui.theme import CONTRAST, DARK, LIGHT, Theme
from tests.unit.ui.test_turned import columns, from_beginning, picture

if TYPE_CHECKING:
    from PySide6.QtCore import Qt
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def test_a_chosen_value_begins_where_its_field_does(
    qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    theme = Theme(LIGHT)
    box = ChoiceBox(theme)
    qtbot.addWidget(box)
    box.setStyleSheet(theme.style_sheet())
    box.addItem("Value")
    words = from_beginning(columns(picture(box), theme.colours.text))
    assert 5 < min(words) < 16


@pytest.mark.parametrize("scheme", [LIGHT, DARK, CONTRAST])
def test_the_chosen_row_of_the_list_is_seen(qtbot: QtBot, scheme: str) -> None:
    theme = Theme(scheme)
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(theme.style_sheet())
    box = ChoiceBox(theme, window)
    box.addItems(["", "", ""])
    window.show()
    qtbot.waitExposed(window)
    box.setCurrentIndex(1)
    box.showPopup()
    view = box.view()
    view.setCurrentIndex(box.model().index(2, 0))
    image = view.viewport().grab().toImage()
    grounds = [
        QColor(image.pixelColor(view.visualRect(box.model().index(row, 0)).center())).name()
        for row in range(3)
    ]
    box.hidePopup()
    assert grounds[0] == grounds[1] == theme.colours.raised
    assert grounds[2] == theme.colours.selected
