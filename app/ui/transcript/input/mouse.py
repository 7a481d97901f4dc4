"""Turns what Qt tells of the mouse into what pointer and keyboard do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent

from app.ui.plain_text import show_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent

    from app.ui.transcript.input.keyboard import Keyboard
    from app.ui.transcript.input.pointer import Pointer
    from app.ui.transcript.surface import Surface


class Mouse:
    """Takes the events of the viewport that it has an answer to."""

    def __init__(self, view: Surface, pointer: Pointer, keyboard: Keyboard) -> None:
        self._view = view
        self._pointer = pointer
        self._keyboard = keyboard

    def take(self, event: QEvent) -> bool:
        """Do what an event of the viewport stands for; False for what is Qt's own to do."""
        match event.type():
            case QEvent.Type.MouseMove:
                self._pointer.moved(cast("QMouseEvent", event))
            case QEvent.Type.MouseButtonPress:
                pressed = cast("QMouseEvent", event)
                self._keyboard.clicked(pressed.position())
                self._pointer.pressed(pressed)
            case QEvent.Type.MouseButtonRelease:
                self._pointer.released(cast("QMouseEvent", event))
            case QEvent.Type.MouseButtonDblClick:
                self._pointer.double_clicked(cast("QMouseEvent", event))
            case QEvent.Type.Wheel:
                return self._turned(cast("QWheelEvent", event))
            case QEvent.Type.ToolTip:
                self._show_tip(cast("QHelpEvent", event))
            case _:
                return False
        return True

    def ask_menu(self, event: QContextMenuEvent) -> None:
        """Open the menu of the message under the pointer, or of the one the keyboard is at."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self._keyboard.open_menu()
            return
        canvas = self._view.canvas
        found = canvas.message_at(QPointF(canvas.viewport.mapFromGlobal(event.globalPos())))
        if found is not None:
            self._view.open_menu(found[0], event.globalPos(), by_keyboard=False)

    def _turned(self, event: QWheelEvent) -> bool:
        """Zoom with Ctrl, or move long lines sideways."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return self._pointer.wheel_sideways(event)
        if event.angleDelta().y():
            self._view.requests.zoom.emit(1 if event.angleDelta().y() > 0 else -1)
        event.accept()
        return True

    def _show_tip(self, event: QHelpEvent) -> None:
        words = self._pointer.tooltip_at(QPointF(event.pos()))
        show_tip(event.globalPos(), words, self._view.canvas.viewport)
