"""What the keyboard does in the transcript: one message is the current one, with a ring around it.

The ring is drawn once the keyboard is in use: when it brought the focus, or after an arrow key. A
message higher than the viewport is read line by line before the ring goes on.

`Mouse` takes the events of the mouse to `Pointer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication

from app.ui.transcript.render.block_cache import FrameBudget
from app.ui.transcript.render.canvas import displayed_text, with_media
from app.ui.transcript.render.scroll_anchor import ScrollAnchor
from app.ui.words.plain_text import show_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent

    from app.core.chats.records import MessageId
    from app.ui.transcript.input.pointer import Pointer
    from app.ui.transcript.surface import Surface


_MARGIN = 8  # between the ring and the edge of the viewport
_GLIMPSE = 120  # of a message higher than the viewport, when the ring comes to it
_MAX_ROUNDS = 4
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
_ARROWS: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_SIDEWAYS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Keyboard:
    """Keeps which message is current; asks the view where things are.

    Attributes:
        current: where the keyboard is; it may be gone.
    """

    def __init__(self, view: Surface, pointer: Pointer) -> None:
        self._view = view
        self._canvas = view.canvas
        self._stack = view.canvas.stack
        self._messages = view.messages
        self._scroller = view.scroller
        self._pointer = pointer
        self.current: MessageId | None = None
        self._is_in_use = False

    @property
    def shown(self) -> MessageId | None:
        """The message with the ring around it."""
        has_focus = self._is_in_use and self._canvas.widget.hasFocus()
        return self.current if has_focus else None

    def clear(self) -> None:
        """Forget a message that is not shown any more; others are."""
        if self._messages.row_of(self.current) < 0:
            self.current = None

    def clicked(self, point: QPointF) -> None:
        """The mouse is in use: no ring, but the keyboard will go on from there."""
        found = self._canvas.message_at(point)
        self._is_in_use = False
        self.current = found[0].message.id if found else None

    # -- focus --

    def came(self, reason: Qt.FocusReason) -> None:
        """The view has got the keyboard."""
        if reason in _BY_KEYBOARD:
            self._is_in_use = True
            if not self._is_visible(self._row()):
                self.current = self._message_in_view(-1)
        if self.shown is not None:
            self._view.tell_focus(self.shown)
        self._canvas.update()

    def went(self, reason: Qt.FocusReason) -> None:
        """The view has lost the keyboard; to its own menu only for a while."""
        if reason is not Qt.FocusReason.PopupFocusReason:
            self._canvas.update()

    # -- keys --

    def pressed(self, event: QKeyEvent) -> bool:
        """Do what a key stands for; False when it stands for nothing here."""
        key = event.key()
        if key in _ARROWS and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._step(_ARROWS[key])
        elif key in _SIDEWAYS and not event.modifiers() & _COMMANDS:
            return self._move_sideways(_SIDEWAYS[key])
        elif key == Qt.Key.Key_Home:
            self._canvas.bar.setValue(0)
            self._go_to(0)
        elif key == Qt.Key.Key_End:
            self._scroller.jump_to_end()
            self._go_to(len(self._messages) - 1)
        elif _opens_menu(event):
            self.open_menu()
        elif key == Qt.Key.Key_Escape:
            self._view.requests.return_keyboard.emit()
        else:
            return self._pressed_text(event)
        return True

    def _pressed_text(self, event: QKeyEvent) -> bool:
        text = event.text()
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._pointer.select_all()
        elif text.isprintable() and text.strip() and not event.modifiers() & _COMMANDS:
            self._view.requests.type_text.emit(text)
        else:
            return False
        return True

    def _copy(self) -> None:
        """Copy what is chosen, or else the current message."""
        text = self._pointer.selected_text()
        layout = self._stack.find(self.shown)
        if not text and layout is not None:
            text = with_media(layout, displayed_text(layout, self._canvas))
        if text:
            QGuiApplication.clipboard().setText(text)

    def open_menu(self) -> None:
        """Open the menu of the current message where that is."""
        if QApplication.activePopupWidget() is not None:
            return  # the Menu key comes as a key and, on some systems, as a wish for a menu too
        if not self._is_visible(self._row()):
            self.current = self._message_in_view(-1)
        layout = self._stack.find(self.current)
        if layout is None:
            return
        self._is_in_use = True
        ring = layout.outline().ring().translated(self._canvas.origin_of(layout.message.id))
        viewport = self._canvas.viewport
        y = min(max(ring.top() + _MARGIN, 0.0), viewport.height() - 2.0 * _MARGIN)
        x = round(ring.left()) + _MARGIN
        if viewport.isRightToLeft():
            x = round(ring.right()) - _MARGIN
        place = viewport.mapToGlobal(QPoint(x, round(y)))
        self._view.open_menu(layout, place, by_keyboard=True)
        viewport.update()

    # -- moving --

    def _step(self, step: int) -> None:
        """Scroll a line of the current message, or move the ring if there is nothing to scroll."""
        row, was_in_use = self._row(), self._is_in_use
        self._is_in_use = True
        if not self._is_visible(row):
            self.current = self._message_in_view(step)
            self._came_to_message()
        elif not was_in_use:
            self._came_to_message()
        elif hidden := self._hidden(row, step):
            line = self._canvas.bar.singleStep()
            self._scroller.scroll_by(step * min(line, hidden))
        elif 0 <= row + step < len(self._messages):
            self._move_to(row + step, step)
        else:  # above the first and below the last there is only margin
            self._scroller.scroll_by(step * self._canvas.bar.singleStep())

    def _move_sideways(self, step: int) -> bool:
        """Move a wide table or code of the current message, the one nearest to the middle."""
        if not self._is_visible(self._row()):
            self.current = self._message_in_view(1)
        layout = self._stack.find(self.current)
        if layout is None:
            return False
        top = self._canvas.origin_of(layout.message.id).y()
        middle = self._canvas.height() / 2 - top
        wide = [
            (abs(min(max(middle, rect.top()), rect.bottom()) - middle), number)
            for number, slot, rect in list(layout.slot_rects())
            if slot.kind.may_unwrap
            and rect.bottom() > -top
            and rect.top() < self._canvas.height() - top
            and self._canvas.overflow(layout, number)
        ]
        if not wide:
            return False
        self._is_in_use = True
        self._canvas.scroll_lines(layout, min(wide)[1], step * self._canvas.bar.singleStep())
        self._came_to_message()
        return True

    def _move_to(self, row: int, step: int) -> None:
        """Make a neighbour current and scroll no more than it takes to see it."""
        height = float(self._canvas.height())
        message = self._messages.message(row)
        here = self._canvas.origin_of(self._messages.message(row - step).id).y()
        edge = here if step < 0 else self._canvas.origin_of(message.id).y()
        size = self._measured(row, step)
        top = edge - size if step < 0 else edge
        glimpse = size if size + 2 * _MARGIN <= height else _GLIMPSE
        wanted = min(top, height - glimpse - _MARGIN)
        if step < 0:
            wanted = max(top, glimpse - size + _MARGIN)
        self.current = message.id
        self._scroller.bring(ScrollAnchor(message.id, -1, wanted))
        self._came_to_message()

    def _measured(self, row: int, step: int) -> float:
        """Return the height of a message after laying out the end that comes into view."""
        height = float(self._canvas.height())
        frame = FrameBudget()
        for _round in range(_MAX_ROUNDS):
            size = self._stack[row].height()
            top = 0.0 if step > 0 else size - height
            if not self._canvas.lay_out(row, top, top + height, frame):
                break
        return self._stack[row].height()

    def _go_to(self, row: int) -> None:
        self._is_in_use = True
        if 0 <= row < len(self._messages):
            self.current = self._messages.message(row).id
            self._came_to_message()

    def _came_to_message(self) -> None:
        if self.shown is not None:
            self._view.tell_focus(self.shown)
        self._canvas.update()

    # -- where --

    def _row(self) -> int:
        return self._messages.row_of(self.current)

    def _is_visible(self, row: int) -> bool:
        if row < 0:
            return False
        top = self._canvas.origin_of(self._messages.message(row).id).y()
        size = self._stack.bottom(row) - self._stack.top(row)
        return top < self._canvas.height() - _MARGIN and top + size > _MARGIN

    def _hidden(self, row: int, step: int) -> int:
        """Return how much of a message lies outside the viewport, above (-1) or below (1)."""
        top = self._canvas.origin_of(self._messages.message(row).id).y()
        if step < 0:
            return max(0, round(_MARGIN - top))
        bottom = top + self._stack.bottom(row) - self._stack.top(row)
        return max(0, round(bottom + _MARGIN - self._canvas.height()))

    def _message_in_view(self, step: int) -> MessageId | None:
        """Return the first message in the viewport, or for -1 the last."""
        top = self._canvas.bar.value()
        bottom = top + self._canvas.height()
        row = self._stack.row_at(top + _MARGIN if step > 0 else bottom - _MARGIN)
        return self._messages.message(row).id if row >= 0 else None


def _opens_menu(event: QKeyEvent) -> bool:
    key = event.key()
    is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    return key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Menu) or (
        key == Qt.Key.Key_F10 and is_shifted
    )


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
