"""The parts of the transcript put together, each of which knows the others as a surface only.

Threads: interface thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Slot

from app.ui.kit.timers import timer
from app.ui.transcript.input.finder import Finder
from app.ui.transcript.input.keyboard import Keyboard
from app.ui.transcript.input.pointer import Pointer
from app.ui.transcript.model.click_targets import OF_MEDIA, ClickTarget
from app.ui.transcript.model.message_facts import media_note
from app.ui.transcript.render.buttons import PaintState
from app.ui.transcript.satellites.button_actions import ButtonActions
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech.accessible import focus_moved
from app.ui.words.direction import open_menu

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.model.message_list import MessageList
    from app.ui.transcript.render.canvas import Canvas
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.scroller import Scroller
    from app.ui.transcript.surface import Requests


class TranscriptSurface:
    """Implements `Surface` with the parts that it holds; no widget.

    Args:
        canvas: where the messages are on the screen.
        scroller: keeps the reader's place there.
        requests: the signals of the view.

    Attributes:
        requests: what can be asked of the chat and the window.
        scroller: what keeps the reader's place.
        canvas: where they are on the screen.
    """

    def __init__(self, canvas: Canvas, scroller: Scroller, requests: Requests) -> None:
        self.canvas = canvas
        self.scroller = scroller
        self.requests = requests
        self.pointer = Pointer(self)
        self.keyboard = Keyboard(self, self.pointer)
        self.finder = Finder(self)
        self.presses = ButtonActions(self)
        self.dots = WaitingDots(canvas)

    @property
    def messages(self) -> MessageList:
        """The messages as facts."""
        return self.canvas.stack.messages

    @property
    def ringed(self) -> MessageId | None:
        """The message with the ring around it."""
        return self.keyboard.shown

    def selected_text(self) -> str:
        """Return what is chosen, as it is displayed; of very many messages, as it was written."""
        return self.pointer.selected_text()

    def selected_markdown(self) -> str:
        """Return what is chosen, whole messages as they were written."""
        return self.pointer.selected_markdown()

    def press(self, click_target: ClickTarget) -> None:
        """Do what a click target stands for."""
        self.presses.press(click_target)

    def open_menu(self, layout: MessageLayout, place: QPoint, *, by_keyboard: bool) -> None:
        """Open the menu of a message at a place on the screen; with the keyboard, at its top."""
        menu = message_menu(self, layout, None if by_keyboard else self._medium_at(place))
        if not by_keyboard:
            menu.popup(place)
        else:
            open_menu(menu, QRect(place, place))
            menu.setActiveAction(menu.actions()[0])

    def _medium_at(self, place: QPoint) -> int | None:
        """Return which picture or sound of its message lies at a place on the screen."""
        point = QPointF(self.canvas.viewport.mapFromGlobal(place))
        found = self.pointer.click_target_at(point)
        return None if found is None or found.kind not in OF_MEDIA else found.slot

    def tell_focus(self, message_id: MessageId) -> None:
        """Tell readers which message the keyboard is at."""
        focus_moved(self, message_id)

    def paint_state(self, layout: MessageLayout) -> PaintState:
        """Return what pointer, keyboard and search have to do with a message."""
        message_id, facts = layout.message.id, self.messages
        newest = facts.newest()
        return PaintState(
            is_last=newest is not None and newest.id == message_id,
            can_answer=facts.can_answer,
            can_retry=facts.can_retry(message_id),
            can_continue=facts.can_continue(message_id),
            wait=facts.wait if layout.is_streaming else None,
            version=facts.versions.of(message_id),
            is_hovered=message_id in (self.pointer.hovered_message, self.ringed),
            hovered_click_target=self.pointer.hovered_click_target,
            copied_click_target=self.presses.copied,
            selection=self.pointer.part_of(message_id),
            phase=self.dots.phase,
            marking=self.finder,
            media_note=media_note(layout.message, facts.senses),
            can_end_thinking=facts.senses.is_here,
        )


_DOTS_MS = 350
_DRAWN_MS = 60  # between looks at what is drawn on another thread


class WaitingDots(QObject):
    """Moves the dots of a message that is being answered but has no word yet.

    Attributes:
        phase: how often they have moved.
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas.widget)
        self._canvas = canvas
        self.phase = 0
        self._timer = timer(self, _DOTS_MS, self._next_phase)

    @Slot()
    def run(self) -> None:
        """Move them for as long as the last message waits."""
        if self._is_waiting() and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _next_phase(self) -> None:
        self.phase += 1
        if self._is_waiting():
            self._timer.start()
            self._canvas.update()

    def _is_waiting(self) -> bool:
        last = self._canvas.stack.last()
        return last is not None and last.is_waiting


class LateDrawing(QObject):
    """Shows colours, formulas and images once another thread has made them ready."""

    def __init__(self, canvas: Canvas, scroller: Scroller) -> None:
        super().__init__(canvas.widget)
        self._canvas = canvas
        self._cache = canvas.blocks
        self._scroller = scroller
        self._timer = timer(self, _DRAWN_MS, self._show_drawn)

    @Slot()
    def run(self) -> None:
        """Look again and again while something is missing."""
        if not self._timer.isActive() and self._cache.are_waiting():
            self._timer.start()

    @Slot()
    def _show_drawn(self) -> None:
        stale = self._cache.stale()
        for message_id, number in stale:
            layout = self._canvas.stack.find(message_id)
            self._cache.drop(message_id, number)
            if layout is not None:
                layout.renew(number)
        if stale:
            self._scroller.settle()
        elif self._cache.are_waiting():
            self._timer.start()
