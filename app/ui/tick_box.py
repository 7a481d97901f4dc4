"""The box with a tick, as it looks everywhere; the style's own is hardly seen on a dark ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QCheckBox, QStyle

from app.ui.direction import turned
from app.ui.icons import renderer
from app.ui.theme import SPACE_S

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Colours, Theme

BOX = 16.0
INDENT = int(BOX) + SPACE_S + 3  # of words that stand under those of a box
_RADIUS = 4.0
_RING = 2.0


def draw_tick(painter: QPainter, centre: QRectF, colours: Colours, *, is_on: bool) -> QRectF:
    """Draw a box in the middle of `centre`, ticked or empty, and return where it is."""
    box = QRectF(0, 0, BOX, BOX)
    box.moveCenter(centre.center())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colours.accent if is_on else colours.muted), 1.3))
    painter.setBrush(QColor(colours.accent) if is_on else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, _RADIUS, _RADIUS)
    if is_on:
        renderer("check", colours.on_accent).render(painter, box.adjusted(1, 1, -1, -1))
    return box


class TickBox(QCheckBox):
    """A box with words beside it; a click anywhere on it counts."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Qt: box, gap, words."""
        words = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        return QSize(INDENT + words.width() + SPACE_S, max(int(BOX), words.height()) + SPACE_S)

    def hitButton(self, pos: QPoint) -> bool:
        """Qt: whether a click there is meant for this."""
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: the box, a ring round it with the focus, and the words."""
        colours = self._theme.colours
        painter = QPainter(self)
        direction = self.layoutDirection()
        place = QRectF(_RING, 0, BOX + 2, self.height())
        place = turned(direction, QRectF(self.rect()), place)
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        box = draw_tick(painter, place, colours, is_on=self.isChecked())
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-_RING, -_RING, _RING, _RING), 6.0, 6.0)
        painter.setOpacity(1.0)
        painter.setPen(QColor(colours.text if self.isEnabled() else colours.muted))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
        words = QStyle.visualRect(direction, self.rect(), self.rect().adjusted(INDENT, 0, 0, 0))
        painter.drawText(words, flags, self.text())
