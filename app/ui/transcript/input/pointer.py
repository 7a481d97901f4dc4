"""What the mouse does in the transcript: hovering, pressing, links and selecting text.

Longer than other files: every press and move goes by the same few fields.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from app.core.plain_value import PlainValue, replace
from app.ui.media.media_words import facts_words
from app.ui.transcript.model.citations import passage_of, passage_words, version_words
from app.ui.transcript.model.click_targets import (
    OF_MEDIA,
    ClickTarget,
    TargetKind,
    target_words,
)
from app.ui.transcript.render.canvas import with_media

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QMouseEvent, QWheelEvent

    from app.core.chats.records import MessageId
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.surface import Surface


class _TextPosition(PlainValue, frozen=True, order=True):
    """A place between two characters: number of the section, position in its text."""

    slot: int
    position: int


_BEGIN = _TextPosition(0, 0)
_END = _TextPosition(sys.maxsize, 0)


class _SelectedPart(PlainValue, frozen=True):
    """What is chosen of one message."""

    first: _TextPosition
    last: _TextPosition

    @property
    def is_whole(self) -> bool:
        """Whether that is all of it."""
        return (self.first, self.last) == (_BEGIN, _END)

    def range_in(self, slot: int, end_position: int) -> tuple[int, int] | None:
        """Return the chosen positions [begin, end) of one section, None for none."""
        if not self.first.slot <= slot <= self.last.slot:
            return None
        begin = self.first.position if slot == self.first.slot else 0
        end = self.last.position if slot == self.last.slot else end_position
        return (begin, end) if begin < end else None


class _Selection(PlainValue, frozen=True):
    """From where the mouse went down to where it is."""

    anchor_id: MessageId
    anchor: _TextPosition
    focus_id: MessageId
    focus: _TextPosition

    @property
    def is_empty(self) -> bool:
        """Whether nothing is chosen."""
        return (self.anchor_id, self.anchor) == (self.focus_id, self.focus)

    def rows(self, row_of: Callable[[MessageId], int]) -> range:
        """Return the messages it touches; none when one of its ends is gone."""
        first, last = sorted((row_of(self.anchor_id), row_of(self.focus_id)))
        return range(first, last + 1) if first >= 0 else range(0)

    def part_of(self, row: int, row_of: Callable[[MessageId], int]) -> _SelectedPart | None:
        """Return what is chosen of the message at `row`, None for nothing."""
        if row not in self.rows(row_of):
            return None
        ends = [(row_of(self.anchor_id), self.anchor), (row_of(self.focus_id), self.focus)]
        (first_row, first), (last_row, last) = sorted(ends)
        return _SelectedPart(
            first if row == first_row else _BEGIN, last if row == last_row else _END
        )


_BAR_REACH = 5  # pixels beside a bar that count as the bar
_MOST_DISPLAYED = 200  # messages of which the displayed text is taken


class _DraggedBar(PlainValue, frozen=True):
    """The bar below a block that is wider than the column.

    Attributes:
        x: where the pointer was last.
        per_pixel: how far the block moves for a pixel of the bar.
    """

    layout: MessageLayout
    number: int
    x: float
    per_pixel: float


class Pointer:
    """Keeps what is hovered and what is chosen; asks the view where things are."""

    def __init__(self, view: Surface) -> None:
        self._view = view
        self._canvas = view.canvas
        self._stack = view.canvas.stack
        self._messages = view.messages
        self._scroller = view.scroller
        self.selection: _Selection | None = None
        self.hovered_click_target: ClickTarget | None = None
        self.hovered_message: MessageId | None = None
        self.is_selecting = False
        self._resting_at: QPointF | None = None  # where the pointer was last, over the view
        self._pressed_click_target: ClickTarget | None = None
        self._pressed_link = ""
        self._dragged_bar: _DraggedBar | None = None

    def clear(self) -> None:
        """Forget everything; other messages are shown."""
        self.selection = None
        self.hovered_click_target = None
        self.hovered_message = None
        self._set_selecting(is_selecting=False)
        self._pressed_click_target = None
        self._pressed_link = ""

    def forget(self, message_id: MessageId) -> None:
        """A message is gone."""
        chosen = self.selection
        if chosen is not None and message_id in (chosen.anchor_id, chosen.focus_id):
            self.clear()

    # -- mouse --

    def pressed(self, event: QMouseEvent) -> None:
        """The button went down."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        self._dragged_bar = self._bar_at(point)
        if self._dragged_bar is not None:
            return
        self._pressed_click_target = self.click_target_at(point)
        self._pressed_link = self.link_at(point)
        if self._pressed_click_target is None:
            self._begin_selection(point)
        self._canvas.update()

    def moved(self, event: QMouseEvent) -> None:
        """The pointer moved, perhaps with the button down."""
        point = event.position()
        if self._dragged_bar is not None:
            self._drag_bar(self._dragged_bar, point)
            return
        if self.is_selecting and self.selection is not None:
            self._scroll_towards(point.y())
            found = self._canvas.message_at(point)
            if found is not None:
                chosen, layout = self.selection, found[0]
                focus = self._position_in(layout, point)
                self.selection = _Selection(
                    chosen.anchor_id, chosen.anchor, layout.message.id, focus
                )
            self._canvas.update()
            return
        self._hover(point)

    def released(self, event: QMouseEvent) -> None:
        """The button went up."""
        point = event.position()
        if self._dragged_bar is not None:
            self._dragged_bar = None
            return
        was_click = self.selection is None or self.selection.is_empty
        self._set_selecting(is_selecting=False)
        click_target, link = self._pressed_click_target, self._pressed_link
        self._pressed_click_target, self._pressed_link = None, ""
        if click_target is not None:
            if click_target == self.click_target_at(point):
                self._view.press(click_target)
        elif link and was_click and link == self.link_at(point):
            self._view.requests.follow_link.emit(link)
        if was_click:
            self.selection = None
        self._canvas.update()

    def double_clicked(self, event: QMouseEvent) -> None:
        """Choose the word under the pointer."""
        found = self._canvas.message_at(event.position())
        if found is None or self.click_target_at(event.position()) is not None:
            self.pressed(event)
            return
        layout = found[0]
        at = self._position_in(layout, event.position())
        begin, end = self._block(layout, at.slot).word_at(at.position)
        message_id = layout.message.id
        self.selection = _Selection(
            message_id, _TextPosition(at.slot, begin), message_id, _TextPosition(at.slot, end)
        )
        self._canvas.update()

    def look_again(self) -> None:
        """Another message may lie under the pointer now, though it did not move."""
        point = self._resting_at
        if point is None or self._dragged_bar is not None or self.is_selecting:
            return
        found = self._canvas.message_at(point)
        if (found[0].message.id if found else None) != self.hovered_message:
            self._hover(point)

    def left(self) -> None:
        """The pointer is no longer over the view."""
        self._resting_at = None
        self.hovered_click_target = None
        self.hovered_message = None
        self._canvas.update()

    # -- what is where --

    def click_target_at(self, point: QPointF) -> ClickTarget | None:
        """Return the button at a point."""
        for target in self._canvas.targets:
            if target.rect.contains(point):
                return target.click_target
        return None

    def link_at(self, point: QPointF) -> str:
        """Return the address of the link at a point."""
        found = self._block_at(point)
        return found[2].link_at(found[3]) if found else ""

    def formula_at(self, point: QPointF) -> str:
        """Return the formula at a point as it was written."""
        found = self._block_at(point)
        return found[2].formula_at(found[3]) if found else ""

    def _block_at(self, point: QPointF) -> tuple[MessageLayout, int, Block, QPointF] | None:
        """Return the message, section and block at a point, and the point inside the block."""
        found = self._canvas.message_at(point)
        if found is None:
            return None
        layout, inside = found
        for number, _slot, rect in list(layout.slot_rects()):
            if rect.contains(inside):
                return layout, number, self._block(layout, number), inside - rect.topLeft()
        return None

    def wheel_sideways(self, event: QWheelEvent) -> bool:
        """Scroll the code under the pointer where it is not wrapped; False if it is another turn.

        A wheel without a second direction turns sideways while Shift is held.
        """
        turned = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        sideways = turned.y() if has_shift and not turned.x() else turned.x()
        is_upright = not has_shift and abs(turned.y()) > abs(sideways)
        found = self._block_at(event.position())
        if found is None or not sideways or is_upright:
            return False
        moved = self._canvas.scroll_lines(found[0], found[1], -sideways)
        if moved:
            event.accept()
            self._canvas.update()
        return moved

    def _bar_at(self, point: QPointF) -> _DraggedBar | None:
        """Return the bar under a point, or near below or above it: it is thin."""
        found = self._canvas.message_at(point)
        if found is None:
            return None
        layout, inside = found
        for number, slot, rect in list(layout.slot_rects()):
            if not slot.kind.may_unwrap or not rect.contains(inside):
                continue
            overflow = self._canvas.overflow(layout, number)
            bar = self._block(layout, number).scroll_bar(rect, overflow)
            if slot.ends.last and bar.adjusted(0, -_BAR_REACH, 0, _BAR_REACH).contains(inside):
                # The bar is to what is visible as that is to all.
                visible = (bar.width() + (bar.width() ** 2 + 4 * bar.width() * overflow) ** 0.5) / 2
                return _DraggedBar(layout, number, point.x(), visible / bar.width())
        return None

    def _drag_bar(self, bar: _DraggedBar, point: QPointF) -> None:
        pixels = (point.x() - bar.x) * bar.per_pixel
        self._canvas.scroll_lines(bar.layout, bar.number, pixels)
        self._dragged_bar = replace(bar, x=point.x())
        self._canvas.update()

    def tooltip_at(self, point: QPointF) -> str:
        """Return what is told of a point: an address, what a button does, or words cut short."""
        address, click_target = self.link_at(point), self.click_target_at(point)
        words = self._words_of(click_target) if click_target else self._note_at(point)
        return self._address_words(address) or self.formula_at(point) or words

    def _address_words(self, address: str) -> str:
        """Return what is said of a link: its address, or which passage it leads to."""
        passage = passage_of(address, self._messages.passages())
        return address if passage is None else passage_words(passage)

    def _words_of(self, click_target: ClickTarget) -> str:
        """Return what a click target does, or what is known of a picture or a sound."""
        layout = self._stack.find(click_target.message_id)
        if layout is not None and click_target.kind is TargetKind.ATTACHMENT:
            return version_words(layout.message.attachments[click_target.slot])
        if layout is None or click_target.kind not in OF_MEDIA:
            return target_words(click_target.kind)
        file = layout.message.media[click_target.slot]
        return "\n".join(filter(None, (facts_words(file), file.alt_text)))

    # -- selection --

    def part_of(self, message_id: MessageId) -> _SelectedPart | None:
        """Return what is chosen of a message, None for nothing."""
        if self.selection is None:
            return None
        row_of = self._messages.row_of
        return self.selection.part_of(row_of(message_id), row_of)

    def select_all(self) -> None:
        """Choose the whole chat."""
        last = self._stack.last()
        if last is None:
            return
        end = _TextPosition(0, 0)
        if last.slots():
            slot = len(last.slots()) - 1
            end = _TextPosition(slot, self._block(last, slot).end_position())
        first_id = self._messages.message(0).id
        self.selection = _Selection(first_id, _TextPosition(0, 0), last.message.id, end)
        self._canvas.update()

    def selected_text(self) -> str:
        """Return what is chosen, as it is displayed; of very many messages, as it was written."""
        if self.selection is None:
            return ""
        rows = self.selection.rows(self._messages.row_of)
        is_huge = len(rows) > _MOST_DISPLAYED
        parts = [self._text_of(row, as_written=is_huge) for row in rows]
        return "\n\n".join(part for part in parts if part)

    def selected_markdown(self) -> str:
        """Return what is chosen, whole messages as they were written."""
        if self.selection is None:
            return ""
        rows = self.selection.rows(self._messages.row_of)
        parts = [self._text_of(row, as_written=True) for row in rows]
        return "\n\n".join(part for part in parts if part)

    def _text_of(self, row: int, *, as_written: bool) -> str:
        layout = self._stack[row]
        part = self.part_of(layout.message.id)
        if part is None:
            return ""
        if as_written and part.is_whole:
            return with_media(layout, layout.answer_text)
        texts: list[str] = []
        for number, slot in enumerate(layout.slots()):
            if not part.first.slot <= number <= part.last.slot:
                continue
            block = self._block(layout, number)
            chosen = part.range_in(number, block.end_position())
            if chosen is None:
                continue
            if texts and not slot.section.glued:
                texts.append("\n" if slot.section.continued else "\n\n")
            texts.append(block.text_between(*chosen))
        text = "".join(texts)
        return with_media(layout, text) if part.is_whole else text

    def _note_at(self, point: QPointF) -> str:
        """Return the note under the pointer: a narrow window cuts it."""
        found = self._canvas.message_at(point)
        if found is None or found[0].is_user or not found[0].outline().reason().contains(found[1]):
            return ""
        return found[0].note

    def _scroll_towards(self, y: float) -> None:
        """Scroll while a selection is dragged over an edge."""
        over = min(0, int(y)) + max(0, int(y) - self._canvas.height())
        if over:
            self._scroller.scroll_by(over)

    def _set_selecting(self, *, is_selecting: bool) -> None:
        self.is_selecting = is_selecting
        self._scroller.may_stick = not is_selecting  # dragging says itself where to scroll

    def _begin_selection(self, point: QPointF) -> None:
        found = self._canvas.message_at(point)
        self.selection = None
        if found is not None:
            at = self._position_in(found[0], point)
            message_id = found[0].message.id
            self.selection = _Selection(message_id, at, message_id, at)
            self._set_selecting(is_selecting=True)

    def _position_in(self, layout: MessageLayout, point: QPointF) -> _TextPosition:
        """Return the text position of a message nearest to a point of the viewport."""
        inside = point - self._canvas.origin_of(layout.message.id)
        nearest = _TextPosition(0, 0)
        rect = QRectF()
        for number, _slot, place in list(layout.slot_rects()):
            if number and place.top() > inside.y():
                break
            nearest, rect = _TextPosition(number, 0), place
        if rect.isNull():
            return nearest
        block = self._block(layout, nearest.slot)
        if inside.y() > rect.bottom():
            return _TextPosition(nearest.slot, block.end_position())
        return _TextPosition(nearest.slot, block.position_at(inside - rect.topLeft()))

    def _hover(self, point: QPointF) -> None:
        self._resting_at = point
        found = self._canvas.message_at(point)
        message_id = found[0].message.id if found else None
        click_target = self.click_target_at(point)
        self._set_cursor(point, click_target, found)
        if (click_target, message_id) != (self.hovered_click_target, self.hovered_message):
            self.hovered_click_target, self.hovered_message = click_target, message_id
            self._canvas.update()

    def _set_cursor(
        self,
        point: QPointF,
        click_target: ClickTarget | None,
        found: tuple[MessageLayout, QPointF] | None,
    ) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if self._bar_at(point) is not None:
            pass
        elif click_target is not None or self.link_at(point):
            shape = Qt.CursorShape.PointingHandCursor
        elif found is not None and any(
            rect.contains(found[1]) for _number, _slot, rect in found[0].slot_rects()
        ):
            shape = Qt.CursorShape.IBeamCursor
        self._canvas.viewport.setCursor(shape)

    def _block(self, layout: MessageLayout, number: int) -> Block:
        return self._canvas.block_of(layout, number)
