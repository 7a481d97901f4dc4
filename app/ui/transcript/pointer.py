"""What the mouse does in the transcript: hovering, pressing, links and selecting text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from app.ui.transcript.selection import Selection, TextPosition

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from app.core.chats.records import MessageId
    from app.ui.transcript.block import Block
    from app.ui.transcript.message_delegate import Spot
    from app.ui.transcript.message_layout import MessageLayout
    from app.ui.transcript.transcript_view import TranscriptView


class Pointer:
    """Keeps what is hovered and what is chosen; asks the view where things are."""

    def __init__(self, view: TranscriptView) -> None:
        self._view = view
        self.selection: Selection | None = None
        self.hovered_spot: Spot | None = None
        self.hovered_message: MessageId | None = None
        self.is_selecting = False
        self._pressed_spot: Spot | None = None
        self._pressed_link = ""

    def clear(self) -> None:
        """Forget everything; other messages are shown."""
        self.selection = None
        self.hovered_spot = None
        self.hovered_message = None
        self.is_selecting = False
        self._pressed_spot = None
        self._pressed_link = ""

    def forget(self, message_id: MessageId) -> None:
        """A message is gone."""
        if self.selection is not None and self.selection.message_id == message_id:
            self.clear()

    # -- mouse --

    def pressed(self, event: QMouseEvent) -> None:
        """The button went down."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        self._pressed_spot = self.spot_at(point)
        self._pressed_link = self.link_at(point)
        if self._pressed_spot is None:
            self._begin_selection(point)
        self._view.viewport().update()

    def moved(self, event: QMouseEvent) -> None:
        """The pointer moved, perhaps with the button down."""
        point = event.position()
        if self.is_selecting and self.selection is not None:
            self._view.scroll_towards(point.toPoint())
            layout = self._view.stack.find(self.selection.message_id)
            if layout is not None:
                focus = self._position_in(layout, point)
                self.selection = Selection(self.selection.message_id, self.selection.anchor, focus)
            self._view.viewport().update()
            return
        self._hover(point)

    def released(self, event: QMouseEvent) -> None:
        """The button went up."""
        point = event.position()
        was_click = self.selection is None or self.selection.is_empty
        self.is_selecting = False
        spot, link = self._pressed_spot, self._pressed_link
        self._pressed_spot, self._pressed_link = None, ""
        if spot is not None:
            if spot == self.spot_at(point):
                self._view.press(spot)
        elif link and was_click and link == self.link_at(point):
            self._view.link_activated.emit(link)
        if was_click:
            self.selection = None
        self._view.viewport().update()

    def double_clicked(self, event: QMouseEvent) -> None:
        """Choose the word under the pointer."""
        found = self._view.message_at(event.position())
        if found is None or self.spot_at(event.position()) is not None:
            self.pressed(event)
            return
        layout = found[0]
        at = self._position_in(layout, event.position())
        begin, end = self._block(layout, at.slot).word_at(at.position)
        self.selection = Selection(
            layout.message.id, TextPosition(at.slot, begin), TextPosition(at.slot, end)
        )
        self._view.viewport().update()

    def left(self) -> None:
        """The pointer is no longer over the view."""
        self.hovered_spot = None
        self.hovered_message = None
        self._view.viewport().update()

    # -- what is where --

    def spot_at(self, point: QPointF) -> Spot | None:
        """Return the button at a point."""
        for target in self._view.targets():
            if target.rect.contains(point):
                return target.spot
        return None

    def link_at(self, point: QPointF) -> str:
        """Return the address of the link at a point."""
        found = self._view.message_at(point)
        if found is None:
            return ""
        layout, inside = found
        for number, _slot, rect in list(layout.slot_rects()):
            if rect.contains(inside):
                return self._block(layout, number).link_at(inside - rect.topLeft())
        return ""

    # -- selection --

    def select_message(self) -> None:
        """Choose all of the message the selection is in, or of the newest one."""
        stack = self._view.stack
        layout = stack.find(self.selection.message_id) if self.selection else stack.last()
        if layout is None or not layout.slots():
            return
        last = len(layout.slots()) - 1
        end = self._block(layout, last).end_position()
        self.selection = Selection(layout.message.id, TextPosition(0, 0), TextPosition(last, end))
        self._view.viewport().update()

    def selected_text(self) -> str:
        """Return what is chosen, as it is displayed."""
        layout = self._view.stack.find(self.selection.message_id) if self.selection else None
        if self.selection is None or layout is None:
            return ""
        parts: list[str] = []
        for number, slot in enumerate(layout.slots()):
            first, last = sorted((self.selection.anchor, self.selection.focus))
            if not first.slot <= number <= last.slot:
                continue
            block = self._block(layout, number)
            chosen = self.selection.range_in(number, block.end_position())
            if chosen is None:
                continue
            if parts and not slot.section.glued:
                parts.append("\n" if slot.section.continued else "\n\n")
            parts.append(block.text_between(*chosen))
        return "".join(parts)

    def _begin_selection(self, point: QPointF) -> None:
        found = self._view.message_at(point)
        self.selection = None
        if found is not None and found[0].slots():
            at = self._position_in(found[0], point)
            self.selection = Selection(found[0].message.id, at, at)
            self.is_selecting = True

    def _position_in(self, layout: MessageLayout, point: QPointF) -> TextPosition:
        """Return the text position of a message nearest to a point of the viewport."""
        inside = point - self._view.origin_of(layout.message.id)
        nearest = TextPosition(0, 0)
        rect = QRectF()
        for number, _slot, place in list(layout.slot_rects()):
            if number and place.top() > inside.y():
                break
            nearest, rect = TextPosition(number, 0), place
        if rect.isNull():
            return nearest
        block = self._block(layout, nearest.slot)
        if inside.y() > rect.bottom():
            return TextPosition(nearest.slot, block.end_position())
        return TextPosition(nearest.slot, block.position_at(inside - rect.topLeft()))

    def _hover(self, point: QPointF) -> None:
        found = self._view.message_at(point)
        message_id = found[0].message.id if found else None
        spot = self.spot_at(point)
        self._set_cursor(point, spot, found)
        if (spot, message_id) != (self.hovered_spot, self.hovered_message):
            self.hovered_spot, self.hovered_message = spot, message_id
            self._view.viewport().update()

    def _set_cursor(
        self, point: QPointF, spot: Spot | None, found: tuple[MessageLayout, QPointF] | None
    ) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if spot is not None or self.link_at(point):
            shape = Qt.CursorShape.PointingHandCursor
        elif found is not None and any(
            rect.contains(found[1]) for _number, _slot, rect in found[0].slot_rects()
        ):
            shape = Qt.CursorShape.IBeamCursor
        self._view.viewport().setCursor(shape)

    def _block(self, layout: MessageLayout, number: int) -> Block:
        return self._view.block_of(layout, number)
