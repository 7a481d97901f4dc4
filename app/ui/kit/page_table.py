"""The table of a page of its own: whole rows are selected, nothing is edited in it, no grid."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Self, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QTableView,
    QWidget,
)

from app.ui.kit.layouts import vertical
from app.ui.kit.theme import SPACE_XL
from app.ui.words.direction import RIGHT_TO_LEFT, text_direction
from app.ui.words.plain_text import tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QAbstractItemModel, QLocale, QObject
    from PySide6.QtGui import QFocusEvent, QShowEvent


Index = QModelIndex | QPersistentModelIndex

_LEFT = Qt.AlignmentFlag.AlignLeft
NUMBERS = Qt.AlignmentFlag.AlignRight
TICKS = Qt.AlignmentFlag.AlignHCenter


class Columns(enum.IntEnum):
    """The columns of a table, from the first on.

    Each is written as its heading, or as that, what more there is to say of it, and the side at
    which its words stand; both texts are marked for translation.
    """

    heading: str
    more: str
    side: Qt.AlignmentFlag

    def __new__(cls, heading: str, more: str = "", side: Qt.AlignmentFlag = _LEFT) -> Self:
        """Number the column."""
        column = int.__new__(cls, len(cls.__members__))
        column._value_ = int(column)
        column.heading, column.more, column.side = heading, more, side
        return column


def head_of(
    columns: Sequence[Columns], section: int, orientation: Qt.Orientation, role: int
) -> Any:
    """Return what a model says of a column in its `headerData`."""
    if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(columns):
        return None
    column = columns[section]
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return tr(column.heading)
        case Qt.ItemDataRole.ToolTipRole:
            return tip(tr(column.more))
        case Qt.ItemDataRole.TextAlignmentRole:
            return column.side | Qt.AlignmentFlag.AlignVCenter
        case _:
            return None


class FactsTable(QAbstractTableModel):
    """Knows its columns; whoever makes one of it sets the rows, and says what stands in a cell."""

    _rows: Sequence[Any] = ()

    def __init__(self, columns: type[Columns], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)

    def words(self, row: Any, column: Any) -> str:
        """Return what stands in a cell."""
        raise NotImplementedError

    def tip(self, row: Any, column: Any) -> str:
        """Return what a cell says when it is pointed at; by default what stands there, whole."""
        return self.words(row, column)

    def cell(self, row: Any, column: Any, role: int) -> Any:  # noqa: ARG002 - some know no more
        """Return what Qt's `data` is to give for a cell beside what it says."""
        return None

    def tell_changed(self, first: int = 0, last: int | None = None) -> None:
        """Have rows drawn again, the last one too; for no rows, nothing."""
        last = len(self._rows) - 1 if last is None else last
        if first <= last:
            end = self.index(last, self.columnCount() - 1)
            self.dataChanged.emit(self.index(first, 0), end)

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of things."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Qt: number of columns."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: what a column is."""
        return head_of(self._columns, section, orientation, role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact about one thing."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.words(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self.tip(row, column))
            case Qt.ItemDataRole.TextAlignmentRole:
                return column.side | Qt.AlignmentFlag.AlignVCenter
            case _:
                return self.cell(row, column, role)


C = TypeVar("C", bound=enum.IntEnum)
CELL_MARGIN = 9  # left of the words in a cell
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
    name: str, words: str, rows: QAbstractItemModel, *, stretched: C, widths: dict[C, int]
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


def on_page(table: QTableView, below: int = 0) -> QWidget:
    """Return a table with room at its sides, so that its words stand below those of the page.

    Args:
        below: pixels.
    """
    framed = QWidget()
    side = SPACE_XL - CELL_MARGIN
    vertical(framed, margins=(side, 0, side, below)).addWidget(table)
    return framed
