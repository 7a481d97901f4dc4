"""A switch for what is on or off, as it looks everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QCheckBox

from app.ui.direction import turned

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Theme

_TRACK = QSize(38, 22)
_RING = 3
_KNOB_GAP = 3.5


class Switch(QCheckBox):
    """A track with a knob, at the end of the line; what it switches is said by its caption."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Qt: the track, with room for the ring of the focus."""
        return _TRACK + QSize(2 * _RING, 2 * _RING)

    def minimumSizeHint(self) -> QSize:
        """Qt: as `sizeHint`."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Qt: whether a click there is meant for this."""
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: the track, filled while it is on, the knob, and a ring with the focus."""
        colours, is_on = self._theme.colours, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        track = QRectF(0, 0, _TRACK.width(), _TRACK.height())
        track.moveCenter(QRectF(self.rect()).center())
        round_ = track.height() / 2
        painter.setPen(QPen(QColor(colours.accent if is_on else colours.muted), 1.3))
        painter.setBrush(QColor(colours.accent if is_on else colours.raised))
        painter.drawRoundedRect(track, round_, round_)
        side = track.height() - 2 * _KNOB_GAP
        left = track.right() - _KNOB_GAP - side if is_on else track.left() + _KNOB_GAP
        knob = QRectF(left, track.top() + _KNOB_GAP, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if is_on else colours.muted))
        painter.drawEllipse(turned(self.layoutDirection(), track, knob))
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = track.adjusted(-_RING + 0.5, -_RING + 0.5, _RING - 0.5, _RING - 0.5)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
