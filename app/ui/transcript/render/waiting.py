"""What changes on the screen by itself: the dots before an answer, and what is drawn elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.ui.kit.timers import timer

if TYPE_CHECKING:
    from app.ui.transcript.render.canvas import Canvas
    from app.ui.transcript.render.scroller import Scroller

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
