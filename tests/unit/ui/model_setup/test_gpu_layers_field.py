"""How many layers go onto GPUs, as three ways to choose from and a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.model_setup.gpu_layers_field import GpuLayersField
from app.ui.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[GpuLayersField]:
    page = QWidget()
    qtbot.addWidget(page)
    field = GpuLayersField(Theme("light", page), page)
    grid = QGridLayout(page)
    for number, widget in enumerate((field.choice, field.limit_caption, field.limit)):
        grid.addWidget(widget, number, 0)
    page.show()
    yield field  # the page stays as long


def press(qtbot: QtBot, field: GpuLayersField, key: Qt.Key) -> None:
    qtbot.keyClick(field.choice, key)


@pytest.mark.parametrize("most", [None, 0, 1, 40])
def test_what_is_shown_comes_back(field: GpuLayersField, most: int | None) -> None:
    field.show_most(most)

    assert field.most == most


def test_every_way_is_chosen_without_typing(qtbot: QtBot, field: GpuLayersField) -> None:
    field.show_most(0)
    assert field.choice.currentText() == "None"

    press(qtbot, field, Qt.Key.Key_Home)
    assert field.most is None
    assert field.choice.currentText() == "As many as fit"

    press(qtbot, field, Qt.Key.Key_Down)
    assert field.most == 0


def test_the_number_is_there_only_while_it_counts(qtbot: QtBot, field: GpuLayersField) -> None:
    assert not field.limit.isVisible()
    assert not field.limit_caption.isVisible()

    press(qtbot, field, Qt.Key.Key_End)

    assert field.limit.isVisible()
    assert field.limit_caption.isVisible()
    assert field.most == 1
    field.limit.setValue(12)
    press(qtbot, field, Qt.Key.Key_Home)
    assert not field.limit.isVisible()
    assert field.most is None
    press(qtbot, field, Qt.Key.Key_End)
    assert field.most == 12


def test_every_change_is_told(qtbot: QtBot, field: GpuLayersField) -> None:
    changes: list[int | None] = []
    field.changed.connect(lambda: changes.append(field.most))

    press(qtbot, field, Qt.Key.Key_End)
    field.limit.setValue(3)
    press(qtbot, field, Qt.Key.Key_Home)

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

    press(qtbot, field, Qt.Key.Key_Home)

    assert told[-1] == ("", False)
