"""`FactsTable`, a Qt table with a row for each thing and a column for each fact about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.ui.plain_text import tip
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

Index = QModelIndex | QPersistentModelIndex

_LEFT = Qt.AlignmentFlag.AlignLeft
NUMBERS = Qt.AlignmentFlag.AlignRight
TICKS = Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """What a column is.

    Attributes:
        text: marked for translation.
        tip: says more about it; marked for translation, "" for nothing.
        side: at which its words stand.
    """

    text: str
    tip: str = ""
    side: Qt.AlignmentFlag = _LEFT


class FactsTable(QAbstractTableModel):
    """Knows its columns; whoever makes one of it knows the rows, and says what stands in a cell.

    Args:
        headings: of the columns, from the first on.
    """

    def __init__(self, headings: Sequence[ColumnHeading], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = (*headings,)

    def n_rows(self) -> int:
        """Return the number of things."""
        raise NotImplementedError

    def cell(self, row: int, column: int, role: int) -> Any:
        """Return what Qt's `data` is to give for a cell that is there, but where its words stand.

        Args:
            row: of the thing.
            column: of the fact.
            role: Qt's.
        """
        raise NotImplementedError

    def tell_changed(self, first: int, last: int) -> None:
        """Have rows drawn again, the last one too; for no rows, nothing."""
        if first <= last:
            end = self.index(last, self.columnCount() - 1)
            self.dataChanged.emit(self.index(first, 0), end)

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of things."""
        return 0 if parent is not None and parent.isValid() else self.n_rows()

    def columnCount(self, parent: Index | None = None) -> int:
        """Qt: number of columns."""
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: what a column is."""
        is_column = orientation is Qt.Orientation.Horizontal
        if not is_column or not 0 <= section < len(self._headings):
            return None
        heading = self._headings[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(heading.text)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(tr(heading.tip))
            case Qt.ItemDataRole.TextAlignmentRole:
                return heading.side | Qt.AlignmentFlag.AlignVCenter
            case _:
                return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact about one thing."""
        if not index.isValid() or not 0 <= index.row() < self.n_rows():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._headings[index.column()].side | Qt.AlignmentFlag.AlignVCenter
        return self.cell(index.row(), index.column(), role)
