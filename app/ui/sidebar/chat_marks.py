"""The small marks in a row of the chat list: its memory, its answer, whether it is unread.

Most are drawn at the end of a rectangle, the right for who reads from the left, centred on its
height; sizes grow with the words.

The dots of a running answer move: `RunningDots` repaints their rows.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.core.protocol import Residency
from app.ui.kit.icons import renderer
from app.ui.kit.side_work import timer
from app.ui.words.direction import turned

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView

    from app.ui.kit.theme import Theme
    from app.ui.state.chat_list_item_model import ChatListItemModel


_STEP_MS = 350  # as in the transcript


class RunningDots(QObject):
    """Has the rows drawn again that have dots, and rests while there are none."""

    def __init__(self, view: QAbstractItemView, model: ChatListItemModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._phase = 0
        self._timer = timer(self, _STEP_MS, self._move, repeats=True)
        for signal in (model.dataChanged, model.modelReset, model.rowsInserted):
            signal.connect(self._run)

    def phase(self) -> int:
        """Return how often they have moved."""
        return self._phase

    def _run(self) -> None:
        if not self._timer.isActive() and self._model.running_rows():
            self._timer.start()

    def _move(self) -> None:
        self._phase += 1
        rows = self._model.running_rows()
        for row in rows:
            self._view.update(row)
        if not rows:
            self._timer.stop()


N_DOTS = 3
_DOT, _DOT_STEP = 2.4, 7.5
_SIGN = 15
_UNREAD = 4
_RESIDENCY = 2.6
_REST_ALPHA = 0.45  # of the dots that are not the leading one


class DropMark(enum.Enum):
    """How a row shows that something would be dropped there."""

    NONE = enum.auto()
    INTO = enum.auto()
    ABOVE = enum.auto()
    BELOW = enum.auto()


def paint_residency(painter: QPainter, theme: Theme, place: QPointF, residency: str | None) -> None:
    """Draw a dot for a chat whose memory is in the context, a ring for one on disk.

    In a quiet colour: a bright dot before a title would say that it is unread.
    """
    if residency not in (Residency.LIVE, Residency.DISK):
        return
    muted = QColor(theme.colours.muted)
    is_live = residency == Residency.LIVE  # Qt hands back a plain string
    painter.setPen(QPen(muted, 1.4))
    painter.setBrush(muted if is_live else Qt.BrushStyle.NoBrush)
    radius = _RESIDENCY * theme.scaled(100) / 100
    painter.drawEllipse(place, radius, radius)


def paint_running(painter: QPainter, theme: Theme, rect: QRect, phase: int) -> int:
    """Draw three dots at the end, which move as those in the transcript do; returns the width."""
    scale = theme.scaled(100) / 100
    radius, step = _DOT * scale, _DOT_STEP * scale
    first = rect.right() - (N_DOTS - 1) * step - radius
    painter.setPen(Qt.PenStyle.NoPen)
    for number in range(N_DOTS):
        colour = QColor(theme.colours.accent)
        if number != phase % N_DOTS:
            colour.setAlphaF(_REST_ALPHA)
        painter.setBrush(colour)
        centre = QPointF(first + number * step, rect.center().y() + 0.5)
        painter.drawEllipse(_at_end(painter, rect, centre), radius, radius)
    return round((N_DOTS - 1) * step + 2 * radius)


def paint_sign(painter: QPainter, theme: Theme, rect: QRect, name: str) -> int:
    """Draw a quiet icon at the end; returns its width."""
    side = theme.scaled(_SIGN)
    place = QRectF(rect.right() - side + 1, rect.center().y() + 0.5 - side / 2, side, side)
    place = turned(painter.layoutDirection(), QRectF(rect), place)
    renderer(name, theme.colours.muted).render(painter, place)
    return side


def paint_unread(painter: QPainter, theme: Theme, rect: QRect) -> int:
    """Draw a dot at the end; returns its width."""
    radius = theme.scaled(_UNREAD)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colours.accent))
    centre = QPointF(rect.right() - radius, rect.center().y() + 0.5)
    painter.drawEllipse(_at_end(painter, rect, centre), radius, radius)
    return 2 * radius


def _at_end(painter: QPainter, rect: QRect, place: QPointF) -> QPointF:
    at = QRectF(place, place)
    return turned(painter.layoutDirection(), QRectF(rect), at).topLeft()
