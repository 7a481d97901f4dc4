"""A field with a few values to choose from, as it looks everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox

from app.ui.icons import renderer

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QWheelEvent
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Theme

_ARROW = 14.0
_MARGIN = 10.0
_LEAST_CHARACTERS = 8


class ChoiceBox(QComboBox):
    """Takes no more room than it gets: long values are cut in the field, not in the list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST_CHARACTERS)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: the field, and an arrow in the colour of the theme."""
        super().paintEvent(event)
        painter = QPainter(self)
        place = QRectF(0, 0, _ARROW, _ARROW)
        place.moveCenter(QRectF(self.rect()).center())
        place.moveRight(self.width() - _MARGIN)
        renderer("chevron", self._theme.colours.muted).render(painter, place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: the wheel scrolls the page; it would change what is chosen unnoticed."""
        event.ignore()
