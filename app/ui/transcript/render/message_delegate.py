"""Paints one message and says which click targets of it can be pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPainter, QPen

from app.core.content.media import MediaKind
from app.ui.kit.labels import renderer
from app.ui.kit.theme import RADIUS_L, RADIUS_S, SPACE_L, SPACE_M, SPACE_S, TEXT_CAPTION, TEXT_SMALL
from app.ui.media.painting import paint_picture, paint_sound
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.model.message_facts import is_step, thought_words
from app.ui.transcript.render.buttons import (
    PlacedTarget,
    button_width,
    caption_font,
    icon_size,
    line_height,
    paint_button,
    paint_symbol,
)
from app.ui.transcript.render.footer import MessageFooter, paint_summary, paint_wait
from app.ui.transcript.render.measures import PROBLEM_ICON
from app.ui.words.direction import draw_line, elided, turned, turned_icon
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.kit.theme import Colours
    from app.ui.media.thumbnails import Thumbnails
    from app.ui.transcript.render.block_cache import BlockCache
    from app.ui.transcript.render.buttons import PaintState
    from app.ui.transcript.render.message_layout import MessageLayout


_FOLD_PADS = 10  # beside the symbol and the words of the line that stands for the thinking
_APART = 7  # that line and what is behind it
_RAISED = 3  # buttons in a line that is lower than the row of buttons


def thinking_words(layout: MessageLayout) -> str:
    """Return what the line says that stands for the thinking."""
    return tr("Thinking…") if layout.is_thinking else thought_words(layout.message)


class MessageDelegate:
    """Draws messages in the colours of the theme."""

    def __init__(self, colours: Colours, cache: BlockCache, thumbnails: Thumbnails) -> None:
        self.colours = colours
        self._cache = cache
        self._thumbnails = thumbnails

    def paint(
        self,
        painter: QPainter,
        layout: MessageLayout,
        origin: QPointF,
        clip: QRectF,
        state: PaintState,
    ) -> list[PlacedTarget]:
        """Draw a message with its top left corner at `origin`; returns what can be pressed."""
        outline = layout.outline()
        targets = []
        if layout.is_first_read:
            rect = outline.divider().translated(origin)
            targets.append(self._paint_divider(painter, layout, rect, state))
        if layout.summary.text:
            place = outline.summary().translated(origin)
            targets.append(paint_summary(painter, self.colours, layout, place, state))
        window = painter.layoutDirection()
        painter.setLayoutDirection(layout.direction)
        if layout.is_user:
            self._paint_bubble(painter, outline.bubble.translated(origin))
        else:
            place = QRectF(0, outline.lead, outline.width, outline.caption - 8).translated(origin)
            self._paint_caption(painter, layout, place)
        targets += self._paint_blocks(painter, layout, origin, clip, state)
        places = [place.translated(origin) for place in outline.media(layout.direction)]
        targets += self._paint_media(painter, layout, places, clip, state)
        places = [place.translated(origin) for place in outline.attachments()]
        targets += self._paint_attachments(painter, layout, places, state)
        if layout.has_thinking:
            rect = outline.thinking().translated(origin)
            targets += self._paint_thinking(painter, layout, rect, state)
        if state.wait is not None:
            rect = outline.waiting() if layout.is_waiting else outline.footer()
            place = rect.translated(origin)
            targets.append(paint_wait(painter, self.colours, layout, place, state))
        elif layout.is_waiting:
            self._paint_dots(painter, outline.waiting().translated(origin), state.phase)
        if layout.problem.text:
            self._paint_problem(painter, layout, outline.problem().translated(origin))
        if not layout.is_user and layout.note:
            self._paint_note(painter, layout, outline.reason().translated(origin))
        if not layout.is_streaming:
            targets += self._paint_footer(painter, layout, origin, clip, state)
        painter.setLayoutDirection(window)
        return targets

    def _paint_footer(
        self,
        painter: QPainter,
        layout: MessageLayout,
        origin: QPointF,
        clip: QRectF,
        state: PaintState,
    ) -> list[PlacedTarget]:
        """Draw the row of buttons; for the result of a call behind the words of its line."""
        outline = layout.outline()
        place = outline.footer()
        if is_step(layout.message):
            line = outline.thinking()
            words = self._thinking_in(painter, layout, line, state)
            behind = self._fold_width(painter, words) + _APART
            place = turned(layout.direction, line, line.adjusted(behind, -_RAISED, 0, 0))
        place.translate(origin)
        if not place.intersects(clip):
            return []
        return MessageFooter(self.colours).paint(painter, layout, place, state)

    def paint_ring(self, painter: QPainter, layout: MessageLayout, origin: QPointF) -> None:
        """Draw around a message that the keyboard is at it."""
        painter.setPen(QPen(QColor(self.colours.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(layout.outline().ring().translated(origin), RADIUS_L, RADIUS_L)

    def _paint_bubble(self, painter: QPainter, rect: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colours.bubble))
        painter.drawRoundedRect(rect, RADIUS_L, RADIUS_L)

    def _paint_divider(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> PlacedTarget:
        """Draw the line above which the model does not read, with the way back."""
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        words = tr("The model reads from here")
        advance = painter.fontMetrics().horizontalAdvance(words)
        middle = rect.top() + (rect.height() - SPACE_L) / 2
        click_target = ClickTarget(TargetKind.READ_ALL, layout.message.id)
        target = paint_button(
            painter,
            self.colours,
            click_target,
            QPointF(rect.right(), middle),
            state,
            rect,
            at_end=True,
        )
        painter.setPen(QColor(self.colours.muted))
        height = line_height(self.colours)
        place = QRectF(rect.left(), middle - height / 2, advance + 2, height)
        direction = painter.layoutDirection()
        draw_line(painter, turned(direction, rect, place), words)
        painter.setPen(QColor(self.colours.faint))
        end = rect.right() - target.rect.width() - SPACE_S
        begin = place.right() + SPACE_M
        line = turned(direction, rect, QRectF(begin, middle, end - begin, 0))
        painter.drawLine(line.topLeft(), line.topRight())
        return target

    def _paint_media(
        self,
        painter: QPainter,
        layout: MessageLayout,
        places: list[QRectF],
        clip: QRectF,
        state: PaintState,
    ) -> list[PlacedTarget]:
        """Draw the pictures and sounds of a message that are seen; only these are made."""
        targets = []
        painter.setFont(caption_font(self.colours, TEXT_SMALL))
        for number, (rect, file) in enumerate(zip(places, layout.message.media, strict=True)):
            if not rect.intersects(clip):
                continue
            is_sound = file.kind is MediaKind.SOUND
            kind = TargetKind.PLAY_SOUND if is_sound else TargetKind.OPEN_PICTURE
            click_target = ClickTarget(kind, layout.message.id, number)
            hovered = click_target == state.hovered_click_target
            if is_sound:
                paint_sound(painter, rect, file, self.colours, is_hovered=hovered)
            else:
                paint_picture(
                    painter, rect, file, self._thumbnails, self.colours, is_hovered=hovered
                )
            targets.append(PlacedTarget(click_target, rect))
        return targets

    def _paint_attachments(
        self, painter: QPainter, layout: MessageLayout, places: list[QRectF], state: PaintState
    ) -> list[PlacedTarget]:
        """Draw what goes along with a message: a name and a size each."""
        targets = []
        painter.setFont(caption_font(self.colours, TEXT_SMALL))
        for rect, source in zip(places, layout.sources, strict=True):
            kind = TargetKind.SAVE_FILE if source.is_saved else TargetKind.ATTACHMENT
            click_target = ClickTarget(kind, layout.message.id, source.number)
            hovered = click_target == state.hovered_click_target
            painter.setPen(QColor(self.colours.accent if hovered else self.colours.faint))
            painter.setBrush(QColor(self.colours.raised))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_S, RADIUS_S)
            side = paint_symbol(painter, "file", self.colours, rect, rect.left() + SPACE_S)
            inside = rect.adjusted(side + 14, 0, -SPACE_S, 0)
            inside = turned(painter.layoutDirection(), rect, inside)
            self._paint_name_and_size(painter, inside, source.name, source.details)
            targets.append(PlacedTarget(click_target, rect))
        return targets

    def _paint_name_and_size(
        self, painter: QPainter, rect: QRectF, name: str, how_large: str
    ) -> None:
        right = painter.fontMetrics().horizontalAdvance(how_large)
        painter.setPen(QColor(self.colours.muted))
        draw_line(painter, rect, how_large, Qt.AlignmentFlag.AlignRight)
        room = rect.adjusted(0, 0, -right - SPACE_S, 0)
        room = turned(painter.layoutDirection(), rect, room)
        shown = elided(painter, name, room.width(), Qt.TextElideMode.ElideMiddle)
        painter.setPen(QColor(self.colours.text))
        draw_line(painter, room, shown)

    def _paint_caption(self, painter: QPainter, layout: MessageLayout, rect: QRectF) -> None:
        if is_step(layout.message) or layout.follows_step:  # the lines of the steps say what it is
            return
        painter.setFont(caption_font(self.colours, TEXT_CAPTION, QFont.Weight.DemiBold))
        painter.setPen(QColor(self.colours.muted))
        name = layout.message.model or tr("Answer", "who wrote it")
        draw_line(painter, rect, elided(painter, name, rect.width(), Qt.TextElideMode.ElideMiddle))

    def _paint_blocks(
        self,
        painter: QPainter,
        layout: MessageLayout,
        origin: QPointF,
        clip: QRectF,
        state: PaintState,
    ) -> list[PlacedTarget]:
        targets = []
        places = [(slot, rect.translated(origin)) for _number, slot, rect in layout.slot_rects()]
        for number, (slot, rect) in enumerate(places):
            if rect.top() > clip.bottom():
                break
            if rect.bottom() < clip.top() or slot.is_late:
                continue
            block = layout.block(number, self._cache, self.colours)
            chosen = None
            if state.selection is not None:
                chosen = state.selection.range_in(number, block.end_position())
            marks = state.marking.marks(layout, number, block)
            block.paint(painter, rect, chosen, clip, marks)
            targets += self._paint_extras(painter, layout, number, rect, state)
        rects = [rect for _slot, rect in places]
        return self._paint_kept_header(painter, layout, rects, clip, state) + targets

    def _paint_extras(
        self, painter: QPainter, layout: MessageLayout, number: int, rect: QRectF, state: PaintState
    ) -> list[PlacedTarget]:
        """Draw the buttons of a block and the scroll bar below its last piece."""
        block = layout.block(number, self._cache, self.colours)
        is_wrapped = layout.long_lines.is_wrapped(number)
        if block.ends.last and not is_wrapped:
            overflow = layout.long_lines.overflow(number, self._cache)
            if overflow:
                block.paint_scroll_bar(painter, rect, overflow)
        return self._paint_actions(painter, layout, number, rect, state)

    def _paint_kept_header(
        self,
        painter: QPainter,
        layout: MessageLayout,
        places: list[QRectF],
        clip: QRectF,
        state: PaintState,
    ) -> list[PlacedTarget]:
        """Keep the line above a block in view where the block reaches beyond the upper edge."""
        number = next((n for n, rect in enumerate(places) if rect.bottom() > clip.top()), None)
        if number is None or layout.slots()[number].is_late:
            return []
        pieces = layout.long_lines.pieces(number)
        if places[pieces.start].top() >= clip.top():
            return []
        block = layout.block(pieces.start, self._cache, self.colours)
        if not block.header:
            return []
        top = min(clip.top(), places[pieces.stop - 1].bottom() - 2 * block.header)
        place = QRectF(places[number].left(), top, places[number].width(), block.header)
        block.paint_kept_header(painter, place)
        return self._paint_actions(painter, layout, pieces.start, place, state)

    def _paint_actions(
        self, painter: QPainter, layout: MessageLayout, number: int, rect: QRectF, state: PaintState
    ) -> list[PlacedTarget]:
        block = layout.block(number, self._cache, self.colours)
        is_wrapped = layout.long_lines.is_wrapped(number)
        targets: list[PlacedTarget] = []
        corner = block.actions_corner(rect)
        for kind in block.actions(is_wrapped=is_wrapped):
            click_target = ClickTarget(kind, layout.message.id, number)
            target = paint_button(
                painter, self.colours, click_target, corner, state, rect, at_end=True
            )
            targets.append(target)
            corner.setX(corner.x() - target.rect.width() - 2)
        return targets

    def _paint_thinking(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> list[PlacedTarget]:
        """Draw the line that stands for the thinking; pressing it shows or hides that.

        Behind it is what ends the thinking, while it goes on.
        """
        click_target = ClickTarget(TargetKind.THINKING, layout.message.id)
        hovered = click_target == state.hovered_click_target
        colour = self.colours.text if hovered else self.colours.muted
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        words = self._thinking_in(painter, layout, rect, state)
        direction = painter.layoutDirection()
        name = "chevron" if layout.is_unfolded else turned_icon(direction, "next")
        side = paint_symbol(painter, name, self.colours, rect, rect.left() - 3, colour)
        place = QRectF(rect.left(), rect.top(), self._fold_width(painter, words), rect.height())
        painter.setPen(QColor(colour))
        draw_line(painter, turned(direction, rect, place.adjusted(side + 2, 0, 0, 0)), words)
        targets = [PlacedTarget(click_target, turned(direction, rect, place))]
        if layout.is_thinking and state.can_end_thinking:
            end = ClickTarget(TargetKind.END_THINKING, layout.message.id)
            corner = QPointF(place.right() + _APART - 1, rect.center().y())
            targets.append(paint_button(painter, self.colours, end, corner, state, rect))
        return targets

    def _thinking_in(
        self, painter: QPainter, layout: MessageLayout, line: QRectF, state: PaintState
    ) -> str:
        """Return the words of that line as far as there is room beside what can be pressed."""
        room = line.width() - self._fold_width(painter, "")
        if layout.is_thinking and state.can_end_thinking:
            room -= _APART + button_width(painter, self.colours, TargetKind.END_THINKING)
        elif is_step(layout.message) and not layout.is_streaming:
            footer = MessageFooter(self.colours)
            room -= _APART + footer.width(painter, layout.message, state, line.width() / 2)
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        return elided(painter, thinking_words(layout), room)

    def _fold_width(self, painter: QPainter, words: str) -> float:
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        advance = painter.fontMetrics().horizontalAdvance(words)
        return float(icon_size(self.colours) + _FOLD_PADS + advance)

    def _paint_dots(self, painter: QPainter, rect: QRectF, phase: int) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(3):
            colour = self.colours.muted if number == phase % 3 else self.colours.faint
            painter.setBrush(QColor(colour))
            at = QRectF(rect.left() + 4 + number * 12, rect.top() + 12, 0, 0)
            at = turned(painter.layoutDirection(), rect, at)
            painter.drawEllipse(at.topLeft(), 3.5, 3.5)

    def _paint_problem(self, painter: QPainter, layout: MessageLayout, rect: QRectF) -> None:
        """Draw why an answer failed, in the direction of the window, whose words these are."""
        said, read_from = layout.problem, painter.layoutDirection()
        window = QGuiApplication.layoutDirection()
        painter.setLayoutDirection(window)
        box = rect.adjusted(0.5, 4.5, -0.5, -4.5)
        painter.setPen(QColor(self.colours.danger))
        painter.setBrush(QColor(self.colours.danger_soft))
        painter.drawRoundedRect(box, RADIUS_S, RADIUS_S)
        lines = said.lines(rect.width(), layout.zoom)
        side = icon_size(self.colours)
        top = rect.top() + said.above + (said.line_height - side) / 2
        icon = QRectF(box.left() + SPACE_M, top, side, side)
        renderer("warning", self.colours.danger).render(painter, turned(window, box, icon))
        painter.setFont(caption_font(self.colours, TEXT_SMALL))
        painter.setPen(QColor(self.colours.text))
        inside = turned(window, box, box.adjusted(SPACE_M + PROBLEM_ICON, 0, -SPACE_M, 0))
        for number, line in enumerate(lines):
            y = rect.top() + said.above + number * said.line_height
            draw_line(painter, QRectF(inside.left(), y, inside.width(), said.line_height), line)
        painter.setLayoutDirection(read_from)

    def _paint_note(self, painter: QPainter, layout: MessageLayout, rect: QRectF) -> None:
        line = rect.adjusted(0, 2, 0, 2)  # a little apart from the words above
        icon = "warning" if any(one.section.doubtful for one in layout.slots()) else "history"
        side = paint_symbol(painter, icon, self.colours, line, line.left())
        painter.setFont(caption_font(self.colours, TEXT_CAPTION))
        painter.setPen(QColor(self.colours.muted))
        place = line.adjusted(side + 6, 0, 0, 0)
        words = elided(painter, layout.note, place.width())
        draw_line(painter, turned(painter.layoutDirection(), rect, place), words)
