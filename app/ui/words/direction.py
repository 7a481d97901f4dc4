"""From which side is read: for what Hearth paints itself, which Qt does not turn.

Places are worked out as for a window that is read from the left, and then turned. A painter knows
the direction of its widget; a line of words has the direction of its own letters, and begins where
the window does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import bidirectional

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtWidgets import QMenu, QStyle

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

LEFT_TO_RIGHT = Qt.LayoutDirection.LeftToRight
RIGHT_TO_LEFT = Qt.LayoutDirection.RightToLeft

# Of the Unicode classes of letters, those that say from which side they are read.
_STRONG = {"L": LEFT_TO_RIGHT, "R": RIGHT_TO_LEFT, "AL": RIGHT_TO_LEFT}
_TURNED_ICONS = {"previous": "next", "next": "previous", "sidebar": "sidebar_right"}


def turned(direction: Qt.LayoutDirection, whole: QRectF, part: QRectF) -> QRectF:
    """Return where a part of `whole` lies; `QStyle.visualRect`, in fractions of pixels."""
    if direction != RIGHT_TO_LEFT:
        return QRectF(part)
    left = whole.left() + whole.right() - part.right()
    return QRectF(left, part.top(), part.width(), part.height())


def turned_icon(direction: Qt.LayoutDirection, name: str) -> str:
    """Return the icon that means the same, for the few that point to a side."""
    return _TURNED_ICONS.get(name, name) if direction == RIGHT_TO_LEFT else name


def text_direction(text: str) -> Qt.LayoutDirection | None:
    """Return from which side a text is read, by its first letter; None where it has none."""
    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), None)


def draw_line(
    painter: QPainter,
    place: QRect | QRectF,
    text: str,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Draw one line of words at half the height of `place`, at the painter's beginning or end."""
    direction = painter.layoutDirection()
    is_turned = (text_direction(text) or direction) == RIGHT_TO_LEFT
    force = Qt.TextFlag.TextForceRightToLeft if is_turned else Qt.TextFlag.TextForceLeftToRight
    if direction == Qt.LayoutDirection.LayoutDirectionAuto:
        direction = LEFT_TO_RIGHT
    side = QStyle.visualAlignment(direction, align) | Qt.AlignmentFlag.AlignAbsolute
    painter.drawText(place, int(side | Qt.AlignmentFlag.AlignVCenter) | int(force), text)


def elided(
    painter: QPainter,
    text: str,
    width: float,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """Return a line of words as far as there is room for it, in the letters of the painter."""
    return painter.fontMetrics().elidedText(text, mode, max(0, int(width)))


def open_menu(menu: QMenu, place: QRect) -> None:
    """Open a menu below a place on the screen, from where that begins."""
    corner = place.bottomLeft()
    if menu.layoutDirection() == RIGHT_TO_LEFT:
        corner.setX(place.right() + 1 - menu.sizeHint().width())
    menu.popup(corner)
