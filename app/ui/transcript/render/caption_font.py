"""The font of the words around a message, whose lines grow less than the message itself."""

from __future__ import annotations

from PySide6.QtGui import QFont

from app.ui.theme import text_font

_MOST_ZOOM = 1.5


def zoomed_font(zoom: float, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the font where words are `zoom` times as large as usual."""
    return text_font(round(pixels * min(_MOST_ZOOM, max(1.0, zoom))), weight)
