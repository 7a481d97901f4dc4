"""The table of a page of its own: which row is chosen, and how high rows are."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView

from app.ui.kit.page_table import page_table

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

SINGLE = QAbstractItemView.SelectionMode.SingleSelection
EXTENDED = QAbstractItemView.SelectionMode.ExtendedSelection


class Part(enum.IntEnum):
    ONE = 0
    TWO = 1


@pytest.mark.usefixtures("direction")
@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
)
@pytest.mark.parametrize("mode", [SINGLE, EXTENDED])
def test_a_row_is_chosen_alone_whatever_is_held_down_from_whichever_side_is_read(
    qtbot: QtBot, mode: QAbstractItemView.SelectionMode, held: Qt.KeyboardModifier
) -> None:
    table = page_table("table", "words", QStandardItemModel(3, 2), stretched=Part.ONE, widths={})
    qtbot.addWidget(table)
    table.setSelectionMode(mode)
    for row in (1, 2, 2):
        QTest.keyPress(table, Qt.Key.Key_Control, held)  # Qt's own would add a row to the others
        table.selectRow(row)
        chosen = table.selectionModel()
        assert [index.row() for index in chosen.selectedRows()] == [row]
        assert len(chosen.selectedIndexes()) == 2
        assert table.currentIndex().row() == row


def test_rows_are_as_high_as_their_words_need_whenever_these_become_larger(qtbot: QtBot) -> None:
    table = page_table("table", "words", QStandardItemModel(3, 2), stretched=Part.ONE, widths={})
    qtbot.addWidget(table)
    usual = table.rowHeight(0)
    table.show()
    for size in (40, 60, 10):
        font = table.font()
        font.setPixelSize(size)
        table.setFont(font)
        words = table.fontMetrics().height()
        assert table.rowHeight(0) > words + 8
    assert table.rowHeight(0) == usual
