"""Words that stand somewhere in a page."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


def label(name: str, text: str = "", *, wraps: bool = True) -> QLabel:
    """Return a label of plain text; `name` is what the style sheet calls it."""
    words = QLabel(text)
    words.setObjectName(name)
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setWordWrap(wraps)
    return words
