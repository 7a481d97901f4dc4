"""Paints one message and says which spots of it can be pressed."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from app.core.chats.records import MessageStatus
from app.core.engine.protocol import FinishReason
from app.ui.figures import stats_text
from app.ui.formatting import duration
from app.ui.icons import renderer
from app.ui.theme import (
    RADIUS_L,
    RADIUS_S,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    TEXT_CAPTION,
    TEXT_SMALL,
    text_font,
)
from app.ui.transcript.blocks.block import CODE_HEADER
from app.ui.transcript.render.message_layout import CAPTION

if TYPE_CHECKING:
    from app.core.chats.records import Message, MessageId
    from app.ui.theme import Colours
    from app.ui.transcript.input.finder import Finder
    from app.ui.transcript.input.selection import ChosenPart
    from app.ui.transcript.render.block_cache import BlockCache
    from app.ui.transcript.render.message_layout import MessageLayout

_ICON = 15
_BUTTON = 28
_MOST_ZOOM = 1.5


class TargetKind(enum.Enum):
    """What pressing a spot does."""

    COPY_CODE = "Copy"
    WRAP = "Wrap long lines"
    UNWRAP = "Do not wrap long lines"
    COPY_MESSAGE = "Copy message"
    EDIT = "Edit"
    EDIT_QUESTION = "Edit message"
    PREVIOUS = "Previous version"
    NEXT = "Next version"
    THINKING = "Show or hide what the model thought"
    ATTACHMENT = "Read what is attached"
    READ_ALL = "Read all again"
    REGENERATE = "Regenerate"
    RETRY = "Retry"
    ANSWER = "Answer"
    CONTINUE = "Continue"


_ICONS = {
    TargetKind.COPY_CODE: "copy",
    TargetKind.WRAP: "wrap",
    TargetKind.UNWRAP: "wrap",
    TargetKind.COPY_MESSAGE: "copy",
    TargetKind.EDIT: "rename",
    TargetKind.EDIT_QUESTION: "rename",
    TargetKind.PREVIOUS: "previous",
    TargetKind.NEXT: "next",
    TargetKind.READ_ALL: "history",
    TargetKind.REGENERATE: "regenerate",
    TargetKind.RETRY: "regenerate",
    TargetKind.ANSWER: "continue",
    TargetKind.CONTINUE: "continue",
}
_WITHOUT_WORDS = (
    TargetKind.COPY_MESSAGE,
    TargetKind.EDIT,
    TargetKind.PREVIOUS,
    TargetKind.NEXT,
    TargetKind.WRAP,
    TargetKind.UNWRAP,
)
_WHY_STOPPED = {
    FinishReason.LENGTH.value: "Reached the longest answer that is set",
    FinishReason.CONTEXT_FULL.value: "The context is full",
    FinishReason.MODEL_CHANGED.value: "Stopped when another model was opened",
}
_DOES_NOT_FIT = "This chat does not fit the context"
CAN_CONTINUE = (MessageStatus.STOPPED, MessageStatus.INTERRUPTED, MessageStatus.FAILED)


@dataclass(frozen=True, slots=True)
class Spot:
    """What can be pressed, apart from where it is drawn."""

    kind: TargetKind
    message_id: MessageId
    slot: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """A spot and its place in the viewport."""

    spot: Spot
    rect: QRectF


@dataclass(frozen=True, slots=True)
class PaintState:
    """What the pointer and the keyboard have to do with the message being painted.

    Attributes:
        can_answer: there is a model to do it.
        can_retry: and room for this answer to be given again.
        can_continue: and room for the chat to go on from its end.
        version: which of how many this message is, from 1; None where it stands alone.
    """

    is_last: bool
    can_answer: bool
    can_retry: bool
    can_continue: bool
    version: tuple[int, int] | None
    is_hovered: bool
    hovered_spot: Spot | None
    copied_spot: Spot | None
    selection: ChosenPart | None
    phase: int  # of the dots that say an answer is coming
    finder: Finder


def is_too_long(message: Message) -> bool:
    """Whether an answer was refused because its chat did not fit the context."""
    return dict(message.stats).get("reason") == FinishReason.TOO_LONG.value


def status_words(message: Message, *, can_retry: bool = True, can_continue: bool = True) -> str:
    """Return the small grey words under an answer that is not complete.

    Args:
        message: the answer.
        can_retry: there is room for it to be given again.
        can_continue: there is room to go on with it.
    """
    fits = can_retry and (can_continue or not is_too_long(message))
    match message.status:
        case MessageStatus.FAILED if not fits:
            return _DOES_NOT_FIT
        case MessageStatus.STOPPED:
            return _WHY_STOPPED.get(str(dict(message.stats).get("reason")), "Stopped")
        case MessageStatus.INTERRUPTED:
            return "Interrupted when Hearth closed"
        case MessageStatus.FAILED:
            return message.problem or "This answer failed"
        case _:
            return ""


def footer_words(
    message: Message, *, is_hovered: bool, can_retry: bool = True, can_continue: bool = True
) -> str:
    """Return what stands beside the buttons: how it ended, and its figures for who points at it."""
    words = [status_words(message, can_retry=can_retry, can_continue=can_continue)]
    if is_hovered:
        words.append(stats_text(dict(message.stats)))
    return " · ".join(filter(None, words))


def thinking_words(layout: MessageLayout) -> str:
    """Return what the line says that stands for the thinking."""
    if layout.is_thinking:
        return "Thinking…"
    thinking_ms = dict(layout.message.stats).get("thinking_ms")
    if isinstance(thinking_ms, (int, float)) and thinking_ms > 0:
        return f"Thought for {duration(thinking_ms)}"
    return "Thought"


class MessageDelegate:
    """Draws messages in the colours of the theme."""

    def __init__(self, colours: Colours, cache: BlockCache) -> None:
        self.colours = colours
        self._cache = cache

    def paint(
        self,
        painter: QPainter,
        layout: MessageLayout,
        origin: QPointF,
        clip: QRectF,
        state: PaintState,
    ) -> list[Target]:
        """Draw a message with its top left corner at `origin`; returns what can be pressed."""
        if layout.is_user:
            self._paint_bubble(painter, layout.bubble().translated(origin))
        else:
            self._paint_caption(painter, layout, origin + QPointF(0, layout.lead()))
        targets = self._paint_blocks(painter, layout, origin, clip, state)
        targets += self._paint_attachments(painter, layout, origin, state)
        if layout.is_first_read:
            rect = layout.divider_rect().translated(origin)
            targets.append(self._paint_divider(painter, layout, rect, state))
        if layout.has_thinking:
            rect = layout.thinking_rect().translated(origin)
            targets.append(self._paint_thinking(painter, layout, rect, state))
        if layout.is_waiting:
            self._paint_dots(painter, origin + QPointF(0, layout.lead() + CAPTION), state.phase)
        if not layout.is_user and layout.reason:
            self._paint_reason(painter, layout, layout.reason_rect().translated(origin))
        footer = layout.footer().translated(origin)
        if not layout.is_streaming and footer.intersects(clip):
            targets += self._paint_footer(painter, layout, footer, state)
        return targets

    def _font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return a font for the words around a message, whose lines have a fixed height."""
        return text_font(round(pixels * min(_MOST_ZOOM, max(1.0, self.colours.zoom))), weight)

    def paint_ring(self, painter: QPainter, layout: MessageLayout, origin: QPointF) -> None:
        """Draw around a message that the keyboard is at it."""
        painter.setPen(QPen(QColor(self.colours.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(layout.ring().translated(origin), RADIUS_L, RADIUS_L)

    def _paint_bubble(self, painter: QPainter, rect: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colours.bubble))
        painter.drawRoundedRect(rect, RADIUS_L, RADIUS_L)

    def _paint_divider(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> Target:
        """Draw the line above which the model does not read, with the way back."""
        painter.setFont(self._font(TEXT_CAPTION))
        words = "The model reads from here on"
        advance = painter.fontMetrics().horizontalAdvance(words)
        middle = rect.top() + (rect.height() - SPACE_L) / 2
        spot = Spot(TargetKind.READ_ALL, layout.message.id)
        target = self._paint_button(
            painter, spot, QPointF(rect.right(), middle), state, from_right=True
        )
        painter.setPen(QColor(self.colours.muted))
        place = QRectF(rect.left(), middle - 12, advance + 2, 24)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        painter.setPen(QColor(self.colours.faint))
        painter.drawLine(
            QPointF(place.right() + SPACE_M, middle), QPointF(target.rect.left() - SPACE_S, middle)
        )
        return target

    def _paint_attachments(
        self, painter: QPainter, layout: MessageLayout, origin: QPointF, state: PaintState
    ) -> list[Target]:
        """Draw what goes along with a message: a name and a size each."""
        targets = []
        places = layout.attachment_rects() if layout.message.attachments else []
        painter.setFont(self._font(TEXT_SMALL))
        names = (attachment.name for attachment in layout.message.attachments)
        said = zip(places, names, layout.attachment_sizes, strict=True)
        for number, (place, name, how_large) in enumerate(said):
            rect = place.translated(origin)
            spot = Spot(TargetKind.ATTACHMENT, layout.message.id, number)
            hovered = spot == state.hovered_spot
            painter.setPen(QColor(self.colours.accent if hovered else self.colours.faint))
            painter.setBrush(QColor(self.colours.raised))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_S, RADIUS_S)
            icon = QRectF(rect.left() + SPACE_S, rect.center().y() - _ICON / 2, _ICON, _ICON)
            renderer("file", self.colours.muted).render(painter, icon)
            inside = rect.adjusted(_ICON + 14, 0, -SPACE_S, 0)
            self._paint_name_and_size(painter, inside, name, how_large)
            targets.append(Target(spot, rect))
        return targets

    def _paint_name_and_size(
        self, painter: QPainter, rect: QRectF, name: str, how_large: str
    ) -> None:
        right = painter.fontMetrics().horizontalAdvance(how_large)
        painter.setPen(QColor(self.colours.muted))
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, flags | Qt.AlignmentFlag.AlignRight, how_large)
        room = rect.adjusted(0, 0, -right - SPACE_S, 0)
        shown = painter.fontMetrics().elidedText(
            name, Qt.TextElideMode.ElideMiddle, int(room.width())
        )
        painter.setPen(QColor(self.colours.text))
        painter.drawText(room, flags | Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_caption(self, painter: QPainter, layout: MessageLayout, origin: QPointF) -> None:
        painter.setFont(self._font(TEXT_CAPTION, QFont.Weight.DemiBold))
        painter.setPen(QColor(self.colours.muted))
        rect = QRectF(origin.x(), origin.y(), layout.footer().width(), CAPTION - 8)
        name = layout.message.model or "Answer"
        words = painter.fontMetrics().elidedText(
            name, Qt.TextElideMode.ElideRight, int(rect.width())
        )
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def _paint_blocks(
        self,
        painter: QPainter,
        layout: MessageLayout,
        origin: QPointF,
        clip: QRectF,
        state: PaintState,
    ) -> list[Target]:
        targets = []
        for number, slot, place in list(layout.slot_rects()):
            rect = place.translated(origin)
            if rect.top() > clip.bottom():
                break
            if rect.bottom() < clip.top() or slot.is_late:
                continue
            block = layout.block(number, self._cache, self.colours)
            chosen = None
            if state.selection is not None:
                chosen = state.selection.range_in(number, block.end_position())
            marks = state.finder.marks(layout, number, block)
            block.paint(painter, rect, chosen, clip, marks)
            if block.is_code:
                targets += self._paint_code_extras(painter, layout, number, rect, state)
        return targets

    def _paint_code_extras(
        self,
        painter: QPainter,
        layout: MessageLayout,
        number: int,
        rect: QRectF,
        state: PaintState,
    ) -> list[Target]:
        """Draw the buttons above a code block and the scroll bar below it."""
        block = layout.block(number, self._cache, self.colours)
        is_wrapped = layout.is_wrapped(number)
        if block.ends.last and not is_wrapped:
            overflow = layout.overflow(number, self._cache)
            if overflow:
                block.paint_scroll_bar(painter, rect, overflow)
        if not block.ends.first:
            return []
        kinds = [TargetKind.COPY_CODE]
        if layout.is_long_code(number, block):
            kinds.append(TargetKind.UNWRAP if is_wrapped else TargetKind.WRAP)
        targets: list[Target] = []
        corner = QPointF(rect.right() - 8, rect.top() + CODE_HEADER / 2)
        for kind in kinds:
            spot = Spot(kind, layout.message.id, number)
            targets.append(self._paint_button(painter, spot, corner, state, from_right=True))
            corner.setX(targets[-1].rect.left() - 2)
        return targets

    def _paint_thinking(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> Target:
        """Draw the line that stands for the thinking; pressing it shows or hides that."""
        spot = Spot(TargetKind.THINKING, layout.message.id)
        hovered = spot == state.hovered_spot
        colour = self.colours.text if hovered else self.colours.muted
        painter.setFont(self._font(TEXT_CAPTION))
        words = thinking_words(layout)
        advance = painter.fontMetrics().horizontalAdvance(words)
        place = QRectF(rect.left(), rect.top(), _ICON + 6 + advance + 4, rect.height())
        drawn = renderer("chevron" if layout.is_unfolded else "next", colour)
        drawn.render(painter, QRectF(rect.left() - 3, rect.center().y() - _ICON / 2, _ICON, _ICON))
        painter.setPen(QColor(colour))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place.adjusted(_ICON + 2, 0, 0, 0), flags, words)
        return Target(spot, place)

    def _paint_dots(self, painter: QPainter, corner: QPointF, phase: int) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(3):
            colour = self.colours.muted if number == phase % 3 else self.colours.faint
            painter.setBrush(QColor(colour))
            painter.drawEllipse(corner + QPointF(4 + number * 12, 12), 3.5, 3.5)

    def _paint_reason(self, painter: QPainter, layout: MessageLayout, rect: QRectF) -> None:
        icon = QRectF(rect.left(), rect.center().y() - _ICON / 2 + 3, _ICON, _ICON)
        renderer("history", self.colours.muted).render(painter, icon)
        painter.setFont(self._font(TEXT_CAPTION))
        painter.setPen(QColor(self.colours.muted))
        place = rect.adjusted(_ICON + 6, 6, 0, 0)
        words = painter.fontMetrics().elidedText(
            layout.reason, Qt.TextElideMode.ElideRight, int(place.width())
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def _paint_footer(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> list[Target]:
        message = layout.message
        middle = rect.top() + 16
        if layout.is_user:
            return self._paint_user_footer(painter, layout, rect, state)
        x = rect.left() - 6
        targets = []
        if state.version is not None:
            targets += self._paint_version(painter, message, QPointF(x, middle), state)
            x += self._version_width(painter, state.version) + 4
        if state.is_last or state.is_hovered:
            for kind in self._buttons(message, state):
                spot = Spot(kind, message.id)
                target = self._paint_button(painter, spot, QPointF(x, middle), state)
                targets.append(target)
                x = target.rect.right() + 4
        words = footer_words(
            message,
            is_hovered=state.is_hovered,
            can_retry=state.can_retry,
            can_continue=state.can_continue,
        )
        if words:
            place = QRectF(x + 8, middle - 12, rect.right() - x - 8, 24)
            self._paint_status(painter, place, message, words)
        return targets

    def _paint_user_footer(
        self, painter: QPainter, layout: MessageLayout, rect: QRectF, state: PaintState
    ) -> list[Target]:
        """Draw from the right: the versions, and while the pointer is there, what can be done."""
        message = layout.message
        middle = rect.top() + 16
        targets: list[Target] = []
        x = rect.right()
        if state.version is not None:
            width = self._version_width(painter, state.version)
            targets += self._paint_version(painter, message, QPointF(x - width, middle), state)
            x -= width + 4
        # A message that nobody answers any more: the program ended, or there was no model.
        kinds = []
        if state.is_last and state.can_answer:
            kinds = [TargetKind.ANSWER if state.can_retry else TargetKind.EDIT_QUESTION]
        if state.is_hovered:
            kinds += [TargetKind.COPY_MESSAGE, TargetKind.EDIT]
        for kind in kinds:
            spot = Spot(kind, message.id)
            corner = QPointF(x, middle)
            targets.append(self._paint_button(painter, spot, corner, state, from_right=True))
            x = targets[-1].rect.left() - 4
        return targets

    def _version_width(self, painter: QPainter, version: tuple[int, int]) -> float:
        painter.setFont(self._font(TEXT_CAPTION))
        words = "{}/{}".format(*version)
        return float(2 * _BUTTON + painter.fontMetrics().horizontalAdvance(words))

    def _paint_version(
        self, painter: QPainter, message: Message, corner: QPointF, state: PaintState
    ) -> list[Target]:
        """Draw which version of a message this is, between arrows to the others."""
        assert state.version is not None
        width = self._version_width(painter, state.version)
        number, n_versions = state.version
        place = QRectF(corner.x() + _BUTTON, corner.y() - 13, width - 2 * _BUTTON, 26)
        painter.setPen(QColor(self.colours.muted))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, f"{number}/{n_versions}")
        targets = []
        for kind, x, is_end in (
            (TargetKind.PREVIOUS, corner.x(), number == 1),
            (TargetKind.NEXT, corner.x() + width - _BUTTON, number == n_versions),
        ):
            if is_end:
                self._paint_icon(painter, kind, QPointF(x, corner.y()), self.colours.faint)
            else:
                spot = Spot(kind, message.id)
                targets.append(self._paint_button(painter, spot, QPointF(x, corner.y()), state))
        return targets

    def _paint_icon(
        self, painter: QPainter, kind: TargetKind, corner: QPointF, colour: str
    ) -> None:
        """Draw what cannot be pressed now."""
        place = QRectF(corner.x() + 6, corner.y() - _ICON / 2, _ICON, _ICON)
        renderer(_ICONS[kind], colour).render(painter, place)

    def _buttons(self, message: Message, state: PaintState) -> list[TargetKind]:
        kinds = [TargetKind.COPY_MESSAGE]
        if state.can_answer:
            is_cut = message.status in CAN_CONTINUE
            if state.can_retry:
                kinds.append(TargetKind.RETRY if is_cut else TargetKind.REGENERATE)
            else:
                kinds.append(TargetKind.EDIT_QUESTION)
            if state.is_last and is_cut and state.can_continue:
                kinds.append(TargetKind.CONTINUE)
        return kinds

    def _paint_status(self, painter: QPainter, rect: QRectF, message: Message, words: str) -> None:
        failed = message.status is MessageStatus.FAILED
        painter.setFont(self._font(TEXT_CAPTION))
        painter.setPen(QColor(self.colours.danger if failed else self.colours.muted))
        words = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideRight, int(rect.width())
        )
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def _paint_button(
        self,
        painter: QPainter,
        spot: Spot,
        corner: QPointF,
        state: PaintState,
        *,
        from_right: bool = False,
    ) -> Target:
        """Draw icon and words centred on the height of `corner`."""
        copied = spot == state.copied_spot
        words = "" if spot.kind in _WITHOUT_WORDS else spot.kind.value
        words = "Copied" if copied else words
        painter.setFont(self._font(TEXT_CAPTION))
        advance = painter.fontMetrics().horizontalAdvance(words)
        width = _BUTTON + (advance + 6 if words else 0)
        left = corner.x() - width if from_right else corner.x()
        rect = QRectF(left, corner.y() - 13, width, 26)
        hovered = spot == state.hovered_spot
        if hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.colours.hover))
            painter.drawRoundedRect(rect, RADIUS_S, RADIUS_S)
        colour = self.colours.text if hovered else self.colours.muted
        drawn = renderer("check" if copied else _ICONS[spot.kind], colour)
        drawn.render(painter, QRectF(rect.left() + 6, corner.y() - _ICON / 2, _ICON, _ICON))
        painter.setPen(QColor(colour))
        place = QRectF(rect.left() + 6 + _ICON + 5, rect.top(), advance + 2, rect.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        return Target(spot, rect)
