"""Fields for text, and bars: as they are everywhere in the window."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QProgressBar

from app.ui.kit.labels import SELECTABLE
from app.ui.words.translation import tr

_CLEAR = "_q_qlineeditclearaction"  # Qt's name for it


def leaves_undo(event: QEvent, *, can_undo: bool) -> bool:
    """Return whether a text field is asked for Ctrl+Z and has nothing to undo.

    The window then undoes what was deleted last.
    """
    if can_undo or event.type() != QEvent.Type.ShortcutOverride:
        return False
    return cast("QKeyEvent", event).matches(QKeySequence.StandardKey.Undo)


def line_edit(words: str, name: str = "findEdit") -> QLineEdit:
    """Return a line to write in, with what it is for."""
    line = QLineEdit()
    line.setObjectName(name)
    line.setAccessibleName(words)
    return line


def search_line(words: str, name: str = "findEdit") -> QLineEdit:
    """Return a line that says what is searched in it, and can be emptied with the mouse."""
    line = line_edit(words, name)
    line.setPlaceholderText(words)
    line.setClearButtonEnabled(True)
    name_clear_button(line)
    return line


def shown_text(words: str, name: str = "") -> QPlainTextEdit:
    """Return a field whose text can only be read and selected; Tab goes on to the next field."""
    shown = QPlainTextEdit()
    shown.setObjectName(name)
    shown.setReadOnly(True)
    shown.setTabChangesFocus(True)
    shown.setAccessibleName(words)
    shown.setTextInteractionFlags(SELECTABLE)
    return shown


def written_text(words: str, text: str = "", name: str = "systemPrompt") -> QPlainTextEdit:
    """Return a field for a longer text; Tab goes on to the next field."""
    field = QPlainTextEdit(text)
    field.setObjectName(name)
    field.setTabChangesFocus(True)
    field.setAccessibleName(words)
    return field


def progress_bar(words: str, height: int = 0) -> QProgressBar:
    """Return a bar without words on it, flat if it has a height."""
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setAccessibleName(words)
    if height:
        bar.setFixedHeight(height)
    return bar


def name_clear_button(line: QLineEdit) -> None:
    """Tell readers what Qt's button in a line does; it has no words of its own."""
    for action in line.findChildren(QAction, _CLEAR):
        action.setText(tr("Clear"))
