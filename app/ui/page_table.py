"""The table of a page of its own: whole rows are selected, nothing is edited in it, no grid."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QTableView,
)

from app.ui.direction import RIGHT_TO_LEFT, text_direction

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QLocale
    from PySide6.QtGui import QFocusEvent, QShowEvent

C = TypeVar("C", bound=enum.IntEnum)
_ROW = 34  # pixels, or as many as words of another size need
_ABOVE_AND_BELOW = 14
_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_ALONE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_APART, _APART_END = "\u2068", "\u2069"  # what is between them is read from its own side


class _Table(QTableView):
    def changeEvent(self, event: QEvent) -> None:
        """Qt: rows are as high as their words need."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit_rows()

    def fit_rows(self) -> None:
        """Take over how high words are now."""
        words = self.fontMetrics().height() + _ABOVE_AND_BELOW
        self.verticalHeader().setDefaultSectionSize(max(_ROW, words))

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: only now it has the letters of its window, in which headings may be wider."""
        super().showEvent(event)
        self.fit_rows()
        header = self.horizontalHeader()
        for column in range(header.count()):
            if header.sectionResizeMode(column) is not QHeaderView.ResizeMode.Stretch:
                least = header.sectionSizeHint(column)
                self.setColumnWidth(column, max(self.columnWidth(column), least))

    def selectRow(self, row: int) -> None:
        """Qt: choose a row alone; Qt's own asks the keyboard, and finds none from the right."""
        self.selectionModel().setCurrentIndex(self.model().index(row, 0), _ALONE)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: a row that Tab comes to is chosen where there is no more to choose than one row."""
        super().focusInEvent(event)
        at, is_chosen = self.currentIndex(), self.selectionModel().hasSelection()
        takes_one = self.selectionMode() is QAbstractItemView.SelectionMode.SingleSelection
        if takes_one and event.reason() in _BY_TAB and at.isValid() and not is_chosen:
            self.selectRow(at.row())


class _Cells(QStyledItemDelegate):
    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        """Qt: what stands in a cell; Qt reads it from the side of the window."""
        text = super().displayText(value, locale)
        parent = self.parent()
        is_turned = isinstance(parent, QTableView) and parent.layoutDirection() == RIGHT_TO_LEFT
        if is_turned and text_direction(text) not in (RIGHT_TO_LEFT, None):
            return f"{_APART}{text}{_APART_END}"
        return text


def page_table(
    name: str,
    words: str,
    rows: QAbstractItemModel,
    *,
    stretched: C,
    widths: dict[C, int],
) -> QTableView:
    """Return a table.

    Args:
        name: for its style.
        words: for screen readers.
        rows: what it shows.
        stretched: the column that gets the room that is left.
        widths: of the other columns, pixels; wider where their headings are.
    """
    table = _Table()
    table.setItemDelegate(_Cells(table))
    table.setObjectName(name)
    table.setAccessibleName(words)
    table.setModel(rows)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.fit_rows()
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
    for column, width in widths.items():
        table.setColumnWidth(column, max(width, header.sectionSizeHint(column)))
    return table
