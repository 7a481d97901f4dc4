"""A question or a warning in a small window of its own, in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.ui.words.plain_text import never_html, window_title

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def message_box(
    parent: QWidget | None, title: str, what: str, more: str = "", *, is_warning: bool = False
) -> QMessageBox:
    """Return the window; whoever asks adds the buttons."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(window_title(title))
    # The second text has no format that could be set.
    box.setText(never_html(what))
    box.setInformativeText(never_html(more))
    if is_warning:
        box.setIcon(QMessageBox.Icon.Warning)
    return box


def warn(parent: QWidget | None, title: str, what: str) -> None:
    """Tell something and wait until it was read."""
    message_box(parent, title, what, is_warning=True).exec()
