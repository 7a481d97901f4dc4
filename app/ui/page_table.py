"""The table of a page of its own: whole rows are selected, nothing is edited in it, no grid."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel

C = TypeVar("C", bound=enum.IntEnum)
_ROW = 34


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
    table = QTableView()
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
    table.verticalHeader().setDefaultSectionSize(_ROW)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
    for column, width in widths.items():
        table.setColumnWidth(column, max(width, header.sectionSizeHint(column)))
    return table
