"""Which window the user looks at: brings one to the front, and tells the use cases of its chat.

That is the chat which is shown in an active window.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import ChatId
    from app.core.conversations.chats import Chats
    from app.ui.state.open_chat import OpenChat


def bring_to_front(window: QWidget, activation: str = "") -> None:
    """Show a window, as large as it was, above all others and with the keyboard.

    Args:
        activation: by which a desktop with Wayland knows that the user wants it.
    """
    if activation:
        os.environ["XDG_ACTIVATION_TOKEN"] = activation  # Qt takes it from there
    if window.isMinimized():
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


_OCCASIONS = (
    QEvent.Type.ActivationChange,
    QEvent.Type.WindowStateChange,
    QEvent.Type.Show,
    QEvent.Type.Hide,
)


class AttentionPresenter(QObject):
    """Follows the window and the open chat; a dialog of the window leaves it active.

    Args:
        door: is told.
        open_chat: the chat that is shown; it is not looked at before its messages are here.
        window: in which it is shown.

    Attributes:
        elsewhere: returns the chat that is looked at in another window; None for none.
    """

    def __init__(self, door: Chats, open_chat: OpenChat, window: QWidget) -> None:
        super().__init__(window)
        self._door = door
        self._open_chat = open_chat
        self._window = window
        self.elsewhere: Callable[[], ChatId | None] = lambda: None
        self._told: ChatId | None = None
        self._is_closing = False
        door.look_at(None)
        open_chat.changed.connect(self.tell)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self.tell)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: something happens to the window; it goes its way."""
        if event.type() is QEvent.Type.Close:
            self._is_closing = True
        elif event.type() in _OCCASIONS:
            self.tell()
        return super().eventFilter(watched, event)

    def stay_open(self) -> None:
        """The window was hidden instead of closed: what ends from now on is not seen."""
        self._is_closing = False
        self.tell()

    @Slot()
    def tell(self) -> None:
        """Say it anew, where it has changed."""
        shown = None if self._open_chat.is_opening else self._open_chat.id
        looked_at = shown if self._is_active() else self.elsewhere()
        if self._is_closing and looked_at is None:
            return  # who closes the window sees that the answer ends there
        self._is_closing = False
        if looked_at != self._told:
            self._told = looked_at
            self._door.look_at(looked_at)

    def _is_active(self) -> bool:
        if not self._window.isVisible() or self._window.isMinimized():
            return False
        active: QWidget | None = QApplication.activeWindow()
        while active is not None and active is not self._window:
            active = active.parentWidget()
        return active is not None
