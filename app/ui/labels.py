"""Words and pictures that stand somewhere in a page; what they say is never taken for HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QStyle

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def label(name: str, text: str = "", *, wraps: bool = True) -> QLabel:
    """Return a label of plain text; `name` is what the style sheet calls it."""
    words = QLabel()
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setText(text)
    words.setObjectName(name)
    words.setWordWrap(wraps)
    set_side(words, Qt.AlignmentFlag.AlignLeft)
    return words


def set_side(words: QLabel, side: Qt.AlignmentFlag) -> None:
    """Let words stand at the beginning of their line (`AlignLeft`), or at its end.

    As the window is read; Qt would go by their first letter, which is often that of a name.
    """
    there = QStyle.visualAlignment(QGuiApplication.layoutDirection(), side)
    words.setAlignment(there | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)


def caption(name: str, text: str, field: QWidget) -> QLabel:
    """Return the words beside or above a field; the letter after "&" leads to it."""
    words = label(name, text, wraps=False)
    words.setBuddy(field)
    return words


def symbol() -> QLabel:
    """Return a place for a picture."""
    return label("", wraps=False)
