"""Draws what stands below the words of a message: versions, buttons, its end, a wait, a summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.core.chats.records import Message, MessageStatus
from app.core.messages import Role
from app.ui.kit.theme import RADIUS_S, SPACE_L, SPACE_M, SPACE_S, TEXT_CAPTION, TEXT_SMALL, Colours
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.model.message_facts import (
    CAN_CONTINUE,
    can_go_on,
    footer_words,
    problem_note,
)
from app.ui.transcript.render.buttons import (
    button_size,
    button_width,
    caption_font,
    line_height,
    paint_button,
    paint_icon,
    paint_symbol,
)
from app.ui.transcript.render.measures import growth
from app.ui.words.direction import draw_line, elided, text_direction, turned
from app.ui.words.stats_text import wait_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.transcript.render.buttons import PaintState, PlacedTarget
    from app.ui.transcript.render.message_layout import MessageLayout


class MessageFooter:
    """The row under one message, in the colours of the theme."""

    def __init__(self, colours: Colours) -> None:
        self.colours = colours

    def paint(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> list[PlacedTarget]:
        """Draw the row in the painter's direction; returns what can be pressed in it."""
        message = layout.message
        middle = rect.top() + 16 * growth(self.colours.zoom)
        if layout.is_user:
            return self._paint_user_footer(painter, layout, rect, state)
        x = rect.left() - 6
        targets = []
        if state.version is not None:
            targets += self._paint_version(painter, message, QPointF(x, middle), state, rect)
            x += self._version_width(painter, state.version) + 4
        if state.is_last or state.is_hovered:
            for kind in self._buttons(message, state):
                if targets and x + button_width(painter, self.colours, kind) > rect.right():
                    break  # the menu of the message has them all
                click_target = ClickTarget(kind, message.id)
                target = paint_button(
                    painter, self.colours, click_target, QPointF(x, middle), state, rect
                )
                targets.append(target)
                x += target.rect.width() + 4
        words = footer_words(
            message,
            is_hovered=state.is_hovered and not state.is_last,  # the line below the field has them
            can_retry=state.can_retry,
            can_continue=state.can_continue,
        )
        if words:
            # Where no button comes first, the words begin where those of the answer do.
            x = x + 8 if targets else rect.left()
            place = self._line_at(middle, x, rect.right())
            self._paint_status(
                painter, turned(painter.layoutDirection(), rect, place), message, words
            )
        return targets

    def width(self, painter: QPainter, message: Message, state: PaintState, most: float) -> float:
        """Return how much room the row under an answer takes, also while the pointer is elsewhere.

        Args:
            most: logical pixels that are enough where it has more than one button.
        """
        version = 0.0
        if state.version is not None:
            version = self._version_width(painter, state.version) + 4
        kinds = self._buttons(message, state)
        buttons = [button_width(painter, self.colours, kind) + 4 for kind in kinds]
        words = footer_words(
            message,
            is_hovered=False,
            can_retry=state.can_retry,
            can_continue=state.can_continue,
        )
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        said = painter.fontMetrics().horizontalAdvance(words) + SPACE_S if words else 0
        needed = version + sum(buttons[:1])
        return max(needed, min(version + sum(buttons) + said, most))

    def _paint_user_footer(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> list[PlacedTarget]:
        """Draw from the end: the versions, and while the pointer is there, what can be done."""
        message = layout.message
        middle = rect.top() + 16 * growth(self.colours.zoom)
        targets: list[PlacedTarget] = []
        x = rect.right()
        if state.version is not None:
            width = self._version_width(painter, state.version)
            corner = QPointF(x - width, middle)
            targets += self._paint_version(painter, message, corner, state, rect)
            x -= width + 4
        # A message that nobody answers any more: the program ended, or there was no model.
        kinds = []
        if state.is_last and state.can_answer:
            kinds = [TargetKind.ANSWER if state.can_retry else TargetKind.EDIT_QUESTION]
        if state.is_hovered:
            kinds += [TargetKind.COPY_MESSAGE, TargetKind.EDIT]
        for kind in kinds:
            click_target = ClickTarget(kind, message.id)
            corner = QPointF(x, middle)
            targets.append(
                paint_button(painter, self.colours, click_target, corner, state, rect, at_end=True)
            )
            x -= targets[-1].rect.width() + 4
        if state.media_note:
            place = self._line_at(middle, rect.left(), max(rect.left(), x - 4))
            self._paint_media_note(painter, rect, place, state.media_note)
        return targets

    def _paint_media_note(self, painter: QPainter, line: QRectF, place: QRectF, words: str) -> None:
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        painter.setPen(QColor(self.colours.muted))
        words = elided(painter, words, place.width())
        place = turned(painter.layoutDirection(), line, place)
        draw_line(painter, place, words, Qt.AlignmentFlag.AlignRight)

    def _line_at(self, middle: float, left: float, right: float) -> QRectF:
        height = line_height(self.colours)
        return QRectF(left, middle - height / 2, right - left, height)

    def _version_width(self, painter: QPainter, version: tuple[int, int]) -> float:
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        words = "{}/{}".format(*version)
        return float(2 * button_size(self.colours) + painter.fontMetrics().horizontalAdvance(words))

    def _paint_version(
        self, painter: QPainter, message: Message, corner: QPointF, state: PaintState, line: QRectF
    ) -> list[PlacedTarget]:
        """Draw which version of a message this is, between arrows to the others."""
        assert state.version is not None
        width = self._version_width(painter, state.version)
        number, n_versions = state.version
        button = button_size(self.colours)
        words = self._line_at(corner.y(), corner.x() + button, corner.x() + width - button)
        painter.setPen(QColor(self.colours.muted))
        words = turned(painter.layoutDirection(), line, words)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, f"{number}/{n_versions}")
        targets = []
        for kind, x, is_end in (
            (TargetKind.PREVIOUS, corner.x(), number == 1),
            (TargetKind.NEXT, corner.x() + width - button, number == n_versions),
        ):
            place = QPointF(x, corner.y())
            if is_end:
                paint_icon(painter, kind, place, self.colours, line)
            else:
                click_target = ClickTarget(kind, message.id)
                targets.append(
                    paint_button(painter, self.colours, click_target, place, state, line)
                )
        return targets

    def _buttons(self, message: Message, state: PaintState) -> list[TargetKind]:
        is_result = message.role is Role.TOOL
        kinds = [] if is_result else [TargetKind.COPY_MESSAGE]
        if state.can_answer:
            is_cut = message.status in CAN_CONTINUE
            if is_result:
                pass  # it is the tool's
            elif state.can_retry:
                kinds.append(TargetKind.RETRY if is_cut else TargetKind.REGENERATE)
            else:
                kinds.append(TargetKind.EDIT_QUESTION)
            if state.is_last and can_go_on(message) and state.can_continue:
                kinds.append(TargetKind.CONTINUE)
        if problem_note(message) and message.problem and message.problem.detail:
            kinds.append(TargetKind.COPY_DETAILS)
        return kinds

    def _paint_status(self, painter: QPainter, rect: QRectF, message: Message, words: str) -> None:
        failed = message.status is MessageStatus.FAILED
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        painter.setPen(QColor(self.colours.danger if failed else self.colours.muted))
        draw_line(painter, rect, elided(painter, words, rect.width()))


def paint_wait(
    painter: QPainter, colours: Colours, layout: MessageLayout, rect: QRectF, state: PaintState
) -> PlacedTarget:
    """Draw a clock, the reason and "Stop" into a line; returns what can be pressed."""
    assert state.wait is not None
    middle = rect.center().y()
    stop = ClickTarget(TargetKind.STOP, layout.message.id)
    direction, height = painter.layoutDirection(), line_height(colours)
    left = rect.left() + paint_symbol(painter, "clock", colours, rect, rect.left()) + SPACE_S
    room = rect.right() - left - SPACE_S - button_width(painter, colours, stop.kind)
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    words = elided(painter, wait_text(state.wait), room)
    advance = painter.fontMetrics().horizontalAdvance(words) + 2
    painter.setPen(QColor(colours.muted))
    place = QRectF(left, middle - height / 2, advance, height)
    draw_line(painter, turned(direction, rect, place), words)
    corner = QPointF(left + advance + SPACE_S, middle)
    return paint_button(painter, colours, stop, corner, state, rect)


def paint_summary(
    painter: QPainter, colours: Colours, layout: MessageLayout, rect: QRectF, state: PaintState
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
    painter: QPainter, colours: Colours, click_target: ClickTarget, rect: QRectF, state: PaintState
) -> PlacedTarget:
    room = rect.width() - button_width(painter, colours, click_target.kind) - SPACE_S
    end = QPointF(rect.right() + SPACE_S, rect.center().y() + 1)
    target = paint_button(painter, colours, click_target, end, state, rect, at_end=True)
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    painter.setPen(QColor(colours.muted))
    words = elided(painter, tr("Summary of the messages above"), room)
    place = QRectF(rect.left(), rect.top() + 1, max(0.0, room), rect.height())
    draw_line(painter, turned(painter.layoutDirection(), rect, place), words)
    return target
