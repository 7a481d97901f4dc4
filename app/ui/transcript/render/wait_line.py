"""Draws why an answer waits, with the button that gives it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.ui.direction import draw_line, turned
from app.ui.icons import renderer
from app.ui.theme import SPACE_S, TEXT_CAPTION
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.render.buttons import (
    button_width,
    caption_font,
    icon_size,
    line_height,
    paint_button,
)
from app.ui.wait_text import wait_text

if TYPE_CHECKING:
    from app.ui.theme import Colours
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.targets import PaintState, PlacedTarget


def paint_wait(
    painter: QPainter,
    colours: Colours,
    layout: MessageLayout,
    rect: QRectF,
    state: PaintState,
) -> PlacedTarget:
    """Draw a clock, the reason and "Stop" into a line; returns what can be pressed."""
    assert state.wait is not None
    middle = rect.center().y()
    stop = ClickTarget(TargetKind.STOP, layout.message.id)
    side, height = icon_size(colours), line_height(colours)
    clock = QRectF(rect.left(), middle - side / 2, side, side)
    direction = painter.layoutDirection()
    renderer("clock", colours.muted).render(painter, turned(direction, rect, clock))
    left = clock.right() + SPACE_S
    room = rect.right() - left - SPACE_S - button_width(painter, colours, stop.kind)
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    words = painter.fontMetrics().elidedText(
        wait_text(state.wait), Qt.TextElideMode.ElideRight, int(room)
    )
    advance = painter.fontMetrics().horizontalAdvance(words) + 2
    painter.setPen(QColor(colours.muted))
    place = QRectF(left, middle - height / 2, advance, height)
    draw_line(painter, turned(direction, rect, place), words)
    corner = QPointF(left + advance + SPACE_S, middle)
    return paint_button(painter, colours, stop, corner, state, rect)
