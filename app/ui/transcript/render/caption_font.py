"""The font of the words around a message, whose lines grow less than the message itself."""

from __future__ import annotations

from PySide6.QtGui import QFont

from app.ui.theme import text_font
from app.ui.transcript.render.measures import growth


def zoomed_font(zoom: float, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the font where words are `zoom` times as large as usual."""
    return text_font(round(pixels * growth(zoom)), weight)
