"""A field with a few values: where its value begins, and which row of its list is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.ui.kit import boxes
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.theme import CONTRAST, DARK, LIGHT, Theme
from tests.unit.ui.words.test_turned import columns, from_beginning, picture

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


def test_a_field_is_as_wide_as_its_longest_value_also_when_that_comes_later(qtbot: QtBot) -> None:
    theme = Theme(LIGHT)
    box = ChoiceBox(theme)
    page = QWidget()
    page.setStyleSheet(theme.style_sheet())
    qtbot.addWidget(page)
    row = QHBoxLayout(page)
    row.addWidget(QLabel("Weights"), 1)
    row.addWidget(box)
    page.resize(700, 60)
    page.show()
    box.addItems(["Automatisch", "Automatisch (keine Datei gefunden)"])
    box.setCurrentIndex(1)

    qtbot.waitUntil(lambda: box.shown_text() == box.currentText())


def test_a_value_that_is_cut_stands_in_the_tip(qtbot: QtBot, shown_tips: list[str]) -> None:
    box = ChoiceBox(Theme(LIGHT))
    qtbot.addWidget(box)
    box.addItem("a name that is far too long for the field " * 4)
    box.resize(160, 30)
    box.setToolTip("What it is for")
    tip = QHelpEvent(QEvent.Type.ToolTip, QPoint(), QPoint())

    assert box.event(tip)
    assert shown_tips == [f"{box.currentText()}\nWhat it is for"]
    box.resize(4000, 30)
    box.event(tip)
    assert len(shown_tips) == 1  # Qt shows the usual one


@pytest.fixture
def shown_tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tips that the field shows by itself."""
    shown: list[str] = []
    monkeypatch.setattr(boxes, "show_tip", lambda _place, text, _widget: shown.append(text))
    return shown
