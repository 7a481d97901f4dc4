"""Return presses the button that has the keyboard, as Space does.

Qt leaves it to the desktop which keys press a button: GNOME and KDE say Return, Windows does not,
though its own programs and those of the web take it. Without this, Return on a button of the window
does nothing there, and in a page it presses the default button instead. On macOS Space alone does.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class ButtonKeys(QObject):
    """Looks at the keys of a button from when it has the keyboard for the first time.

    A filter on the application would be asked about every event of every widget.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        if sys.platform != "darwin":
            app.focusChanged.connect(self._on_focus)

    @Slot("QWidget*", "QWidget*")
    def _on_focus(self, _left: QWidget | None, entered: QWidget | None) -> None:
        if isinstance(entered, QPushButton | QToolButton):
            entered.installEventFilter(self)  # once, however often it is done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: a key of a button; Return becomes Space."""
        if not isinstance(event, QKeyEvent) or event.type() == QEvent.Type.ShortcutOverride:
            return super().eventFilter(watched, event)
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not is_return or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return super().eventFilter(watched, event)
        none = Qt.KeyboardModifier.NoModifier
        space = QKeyEvent(event.type(), Qt.Key.Key_Space, none, " ", event.isAutoRepeat())
        QCoreApplication.sendEvent(watched, space)
        return True
