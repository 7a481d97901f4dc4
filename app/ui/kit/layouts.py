"""Layouts: rows and columns in one line, and one that sets widgets in lines like words."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QStyle,
    QVBoxLayout,
    QWidget,
)

Box = TypeVar("Box", bound=QBoxLayout)

Margins = int | tuple[int, int, int, int]  # of all four sides, or of left, top, right, bottom
STRETCH = -1  # pixels: as many as are left
Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int | Qt.AlignmentFlag]


def vertical(
    parent: QWidget | None = None, *, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a column; the style says what is not given."""
    return _spaced(QVBoxLayout() if parent is None else QVBoxLayout(parent), margins, spacing)


def horizontal(
    parent: QWidget | None = None, *, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a row; the style says what is not given."""
    return _spaced(QHBoxLayout() if parent is None else QHBoxLayout(parent), margins, spacing)


def _spaced(box: Box, margins: Margins | None, spacing: int | None) -> Box:
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    return box


def add_to(box: Box, *parts: Part) -> Box:
    """Add parts to a row or a column, one after the other, and return it.

    Args:
        parts: widgets and layouts, each alone, with its share of the room that is left, or with
            the side it stands at; and how many pixels to leave free, `STRETCH` for all the rest.
    """
    for part in parts:
        if isinstance(part, int):
            box.addStretch(1) if part == STRETCH else box.addSpacing(part)
            continue
        one, place = part if isinstance(part, tuple) else (part, 0)
        if isinstance(one, QLayout):
            box.addLayout(one, int(place))
        elif isinstance(place, Qt.AlignmentFlag):
            box.addWidget(one, 0, place)
        else:
            box.addWidget(one, place)
    return box


class FlowLayout(QLayout):
    """Lines of widgets at their own size, from the side that is read; as high as it takes.

    Args:
        gap: pixels between widgets and between lines.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 0) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Qt: one more at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Qt: how many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Qt: the item at a place, None beyond the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Qt: take an item out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Qt: it needs no more room than its widgets."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Qt: fewer widgets in a line make more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Qt: the height of all lines."""
        return self._place(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rect: QRect) -> None:
        """Qt: put the widgets into their places."""
        super().setGeometry(rect)
        self._place(rect, moves=True)

    def sizeHint(self) -> QSize:
        """Qt: the size of one line."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Qt: the largest widget."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, moves: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():  # it is hidden
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, rect.width()), 10_000))
            if line and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + line + self._gap, 0
            if moves:
                place = QRect(QPoint(x, y), size)
                item.setGeometry(QStyle.visualRect(self._direction(), rect, place))
            x += size.width() + self._gap
            line = max(line, size.height())
        return y + line - rect.y()

    def _direction(self) -> Qt.LayoutDirection:
        parent = self.parentWidget()
        return parent.layoutDirection() if parent is not None else QApplication.layoutDirection()
