"""What every text field of the window does alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeySequence

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


def leaves_undo(event: QEvent, *, can_undo: bool) -> bool:
    """Return whether a text field is asked for Ctrl+Z and has nothing to undo.

    The window then undoes what was deleted last.
    """
    if can_undo or event.type() != QEvent.Type.ShortcutOverride:
        return False
    return cast("QKeyEvent", event).matches(QKeySequence.StandardKey.Undo)
