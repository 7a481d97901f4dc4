"""What every text field of the window does alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence

from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit

_CLEAR = "_q_qlineeditclearaction"  # Qt's name for it


def leaves_undo(event: QEvent, *, can_undo: bool) -> bool:
    """Return whether a text field is asked for Ctrl+Z and has nothing to undo.

    The window then undoes what was deleted last.
    """
    if can_undo or event.type() != QEvent.Type.ShortcutOverride:
        return False
    return cast("QKeyEvent", event).matches(QKeySequence.StandardKey.Undo)


def set_up_search(line: QLineEdit, words: str) -> None:
    """Let a line say what is searched in it, and be emptied with the mouse."""
    line.setPlaceholderText(words)
    line.setAccessibleName(words)
    line.setClearButtonEnabled(True)
    name_clear_button(line)


def name_clear_button(line: QLineEdit) -> None:
    """Tell readers what Qt's button in a line does; it has no words of its own."""
    for action in line.findChildren(QAction, _CLEAR):
        action.setText(tr("Clear"))
