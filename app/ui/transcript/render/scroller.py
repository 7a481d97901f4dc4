"""Keeps the scroll bar true and the reader's place still while heights become exact.

Only what is visible is laid out. When an estimate is corrected, the section at the top of the
viewport stays where it is, or the end does if the user is there.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.ui.transcript.render.block_cache import FrameBudget
from app.ui.transcript.render.scroll_anchor import ScrollAnchor, anchored_top, take_anchor

if TYPE_CHECKING:
    from app.ui.transcript.render.canvas import Canvas

_STICKY = 40  # this near to the end counts as being at the end
_MAX_ROUNDS = 6


class Scroller(QObject):
    """Finds the right place in a transcript; sends `settled` when it did.

    Attributes:
        sticks: the end is kept in view, whatever comes.
        may_stick: scrolling to the end makes it so; not while a selection is dragged there.
    """

    settled = Signal()

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas.widget)
        self._canvas = canvas
        self._stack = canvas.stack
        self._bar = canvas.bar
        self._bar.valueChanged.connect(self._on_scrolled)
        self.sticks = True
        self.may_stick = True
        self._moving = False
        self._render_ms = 0.0
        self._settled_at = 0.0
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setTimerType(Qt.TimerType.PreciseTimer)
        self._frame.timeout.connect(self.settle)

    def is_at_end(self) -> bool:
        """Whether the newest text is in view."""
        return self._bar.value() >= self._bar.maximum() - _STICKY

    def anchor(self, n_new: int = 0) -> ScrollAnchor | None:
        """Return what must stay where it is; None where that is the end.

        Args:
            n_new: so many messages were put before the first and moved all others down.
        """
        if self.sticks:
            return None
        top = self._bar.value() + self._stack.top(n_new) - self._stack.top(0)
        return take_anchor(self._stack, top, top + self._canvas.height(), n_new)

    def took(self, seconds: float) -> None:
        """Take note of how long something took that is repeated each frame."""
        self._render_ms = seconds * 1000

    def settle_soon(self) -> None:
        """Settle at once; later where the last time took long."""
        if not self._frame.isActive():
            # A slow rendering is repeated less often, so that the interface keeps its time.
            pause_ms = 2 * self._render_ms
            since_ms = (time.perf_counter() - self._settled_at) * 1000
            self._frame.start(max(0, int(pause_ms - since_ms)))

    @Slot()
    def settle(self) -> None:
        """Lay out what is visible, and keep the place."""
        self.settle_at(self.anchor())

    def settle_at(self, anchor: ScrollAnchor | None) -> None:
        """Lay out what is visible when the anchor is where it belongs."""
        self._frame.stop()
        self._settled_at = started = time.perf_counter()
        self._stack.set_width(self._canvas.column()[1])
        frame = FrameBudget()
        for _round in range(_MAX_ROUNDS):
            self._set_range()
            if self.sticks:
                self._move_to(self._bar.maximum())
            elif anchor is not None:
                wanted = anchored_top(self._stack, anchor)
                self._move_to(self._bar.value() if wanted is None else round(wanted))
            if not self._lay_out_visible(frame):
                break
        self._set_range()
        if self.sticks:
            self._move_to(self._bar.maximum())
        self.took(time.perf_counter() - started)
        if frame.is_over:
            self._frame.start(0)
        self.settled.emit()

    def bring(self, anchor: ScrollAnchor) -> None:
        """Go to a place; where that leads to the end, the end is kept from then on."""
        self.sticks = False
        self.settle_at(anchor)
        self.sticks = self.is_at_end()

    @Slot()
    def jump_to_end(self) -> None:
        """Go to the end and stay there."""
        self.sticks = True
        self.settle()

    def scroll_by(self, distance: int) -> None:
        """Scroll down, or up for less than 0."""
        self._bar.setValue(self._bar.value() + distance)

    # -- inside --

    def _lay_out_visible(self, frame: FrameBudget) -> bool:
        top = float(self._bar.value())
        bottom = top + self._canvas.height()
        has_changed = False
        for row in reversed(self._stack.rows_between(top, bottom)):
            start = self._stack.top(row)
            has_changed |= self._canvas.lay_out(row, top - start, bottom - start, frame)
        return has_changed

    def _set_range(self) -> None:
        height = self._canvas.height()
        self._moving = True
        self._bar.setPageStep(height)
        self._bar.setRange(0, max(0, round(self._stack.total_height()) - height))
        self._moving = False

    def _move_to(self, value: int) -> None:
        self._moving = True
        self._bar.setValue(value)
        self._moving = False

    @Slot()
    def _on_scrolled(self) -> None:
        if not self._moving:
            self.sticks = self.is_at_end() and self.may_stick
            self.settle()
