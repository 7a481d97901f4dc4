"""How many layers go onto GPUs, as three ways to choose from and a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.kit.theme import Theme
from app.ui.model_setup.load_fields import GpuLayersField

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    return page


@pytest.fixture
def field(page: QWidget) -> GpuLayersField:
    field = GpuLayersField(Theme("light", page), page)
    grid = QGridLayout(page)
    for number, widget in enumerate((field.choice, field.limit_caption, field.limit)):
        grid.addWidget(widget, number, 0)
    page.show()
    return field


def most_after(key: Qt.Key, qtbot: QtBot, field: GpuLayersField) -> int | None:
    qtbot.keyClick(field.choice, key)
    return field.most


@pytest.mark.parametrize("most", [None, 0, 1, 40])
def test_what_is_shown_comes_back(field: GpuLayersField, most: int | None) -> None:
    field.show_most(most)

    assert field.most == most


def test_every_way_is_chosen_without_typing(qtbot: QtBot, field: GpuLayersField) -> None:
    field.show_most(0)
    assert field.choice.currentText() == "None"

    assert most_after(Qt.Key.Key_Home, qtbot, field) is None
    assert field.choice.currentText() == "As many as fit"
    assert most_after(Qt.Key.Key_Down, qtbot, field) == 0


def test_the_number_is_there_only_while_it_counts(qtbot: QtBot, field: GpuLayersField) -> None:
    assert not field.limit.isVisible()
    assert not field.limit_caption.isVisible()

    assert most_after(Qt.Key.Key_End, qtbot, field) == 1

    assert field.limit.isVisible()
    assert field.limit_caption.isVisible()
    field.limit.setValue(12)
    assert most_after(Qt.Key.Key_Home, qtbot, field) is None
    assert field.limit.isHidden()
    assert most_after(Qt.Key.Key_End, qtbot, field) == 12


def test_every_change_is_told(qtbot: QtBot, field: GpuLayersField) -> None:
    changes: list[int | None] = []
    field.changed.connect(lambda: changes.append(field.most))

    most_after(Qt.Key.Key_End, qtbot, field)
    field.limit.setValue(3)
    most_after(Qt.Key.Key_Home, qtbot, field)

    assert changes == [1, 3, None]


def test_a_wrong_number_stands_in_the_way_only_while_it_counts(
    qtbot: QtBot, field: GpuLayersField
) -> None:
    told: list[tuple[str, bool]] = []
    field.told.connect(lambda words, is_wrong: told.append((words, is_wrong)))
    field.show_most(5)
    told.clear()
    field.limit.selectAll()
    qtbot.keyClicks(field.limit, "99999")
    assert told[-1] == ("Choose a number from 1 to 10,000.", True)

    most_after(Qt.Key.Key_Home, qtbot, field)

    assert told[-1] == ("", False)
