"""What a screen reader is told: what a widget of our own is, and words that are read aloud at once.

Qt asks the factory when it first tells a reader of a widget, so that the role has to be set before
anything else is said of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


def announce(view: QWidget, words: str) -> None:
    """Have a reader say something when it has finished what it is saying."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, words))


_PROPERTY = "accessibleRole"
_is_installed = False


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Let readers call a widget this; has to be called once there is an application."""
    global _is_installed
    widget.setProperty(_PROPERTY, role.value)
    if not _is_installed:
        _is_installed = True
        QAccessible.installFactory(_interface_of)


def _interface_of(_key: str, shown: QObject) -> QAccessibleInterface | None:
    """Qt: the interface of an object, None where it has its own."""
    if not isinstance(shown, QWidget):
        return None
    role = shown.property(_PROPERTY)
    if role is None:
        return None
    return QAccessibleWidget(shown, QAccessible.Role(role), shown.accessibleName())
