"""The button over the conversation that leads to its end; hidden while that is in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QPushButton

from app.ui.icons import icon
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.ui.theme import Theme
    from app.ui.transcript.surface import Surface

_ABOVE_EDGE = 12


class JumpButton(QPushButton):
    """Keeps itself in the middle above the lower edge."""

    def __init__(self, theme: Theme, surface: Surface) -> None:
        super().__init__(tr("Jump to latest"), surface.canvas.widget)
        self._theme = theme
        self._surface = surface
        self.setObjectName("jumpButton")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(surface.scroller.jump_to_end)
        surface.scroller.settled.connect(self._place)
        self.recolour()
        self.hide()

    def recolour(self) -> None:
        """Take over the colours of the theme."""
        self.setIcon(icon("down", self._theme.colours.muted))

    @Slot()
    def _place(self) -> None:
        self.setVisible(not self._surface.scroller.is_at_end())
        self.adjustSize()
        spot = self._surface.canvas.viewport.geometry()
        self.move(
            spot.left() + (spot.width() - self.width()) // 2,
            spot.bottom() - self.height() - _ABOVE_EDGE,
        )
