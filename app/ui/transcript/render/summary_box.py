"""The box above the first message that the model reads: the summary of what it does not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from app.ui.direction import draw_line, text_direction, turned
from app.ui.theme import RADIUS_S, SPACE_L, SPACE_M, SPACE_S, TEXT_CAPTION, TEXT_SMALL
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.render.buttons import button_width, caption_font, paint_button
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from app.ui.theme import Colours
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.targets import PaintState, PlacedTarget


def paint_summary(
    painter: QPainter,
    colours: Colours,
    layout: MessageLayout,
    rect: QRectF,
    state: PaintState,
) -> PlacedTarget:
    """Draw the summary of a message's layout at the top of `rect`; returns what changes it."""
    note = layout.summary
    box = rect.adjusted(0.5, 0.5, -0.5, 0.5 - SPACE_L)
    painter.setPen(QColor(colours.faint))
    painter.setBrush(QColor(colours.raised))
    painter.drawRoundedRect(box, RADIUS_S, RADIUS_S)
    top = QRectF(box.left() + SPACE_M, box.top(), box.width() - 2 * SPACE_M, note.above)
    click_target = ClickTarget(TargetKind.EDIT_SUMMARY, layout.message.id)
    target = _paint_heading(painter, colours, click_target, top, state)
    painter.setFont(caption_font(colours, TEXT_SMALL))
    painter.setPen(QColor(colours.text))
    window = painter.layoutDirection()
    painter.setLayoutDirection(text_direction(note.text) or window)
    for number, line in enumerate(note.lines(rect.width(), colours.zoom)):
        y = top.bottom() + number * note.line_height
        draw_line(painter, QRectF(top.left(), y, top.width(), note.line_height), line)
    painter.setLayoutDirection(window)
    return target


def _paint_heading(
    painter: QPainter,
    colours: Colours,
    click_target: ClickTarget,
    rect: QRectF,
    state: PaintState,
) -> PlacedTarget:
    room = rect.width() - button_width(painter, colours, click_target.kind) - SPACE_S
    end = QPointF(rect.right() + SPACE_S, rect.center().y() + 1)
    target = paint_button(painter, colours, click_target, end, state, rect, at_end=True)
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    painter.setPen(QColor(colours.muted))
    words = painter.fontMetrics().elidedText(
        tr("Summary of the messages above"), Qt.TextElideMode.ElideRight, int(max(0.0, room))
    )
    place = QRectF(rect.left(), rect.top() + 1, max(0.0, room), rect.height())
    draw_line(painter, turned(painter.layoutDirection(), rect, place), words)
    return target
