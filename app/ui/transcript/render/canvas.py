"""What is visible of the messages: where they are in the viewport, and drawing them there.

Only what is visible is laid out and kept as blocks. Threads: interface thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from app.ui.kit.theme import Colours, column_side
from app.ui.media.media_words import spoken_medium
from app.ui.transcript.render.block_cache import BlockCache, FrameBudget
from app.ui.transcript.render.message_delegate import MessageDelegate

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar, QWidget

    from app.core.chats.records import MessageId
    from app.ui.media.thumbnails import Thumbnails
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.render.buttons import PaintState, PlacedTarget
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.message_stack import MessageStack


class Canvas:
    """A scrolled area with the messages of a stack; sizes in logical pixels.

    Args:
        widget: what scrolls.
        stack: the messages and where they lie in all.
        colours: of the theme.
        thumbnails: of the pictures of messages.

    Attributes:
        widget: the widget that scrolls, to own objects and to be told to readers.
        blocks: the sections that are laid out.
        targets: what can be pressed, as it was drawn last; in coordinates of the viewport.
    """

    def __init__(
        self,
        widget: QAbstractScrollArea,
        stack: MessageStack,
        colours: Colours,
        thumbnails: Thumbnails,
    ) -> None:
        self.stack = stack
        self.blocks = BlockCache()
        self.targets: list[PlacedTarget] = []
        self.widget = widget
        self._delegate = MessageDelegate(colours, self.blocks, thumbnails)

    @property
    def viewport(self) -> QWidget:
        """What is drawn on."""
        return self.widget.viewport()

    @property
    def bar(self) -> QScrollBar:
        """What scrolls it up and down."""
        return self.widget.verticalScrollBar()

    # -- changing --

    def recolour(self, colours: Colours) -> None:
        """Take over other colours, or letters of another size."""
        self._delegate.colours = colours
        self.blocks.clear()
        self.stack.forget_sizes(colours.zoom)

    def lay_out(self, row: int, top: float, bottom: float, frame: FrameBudget) -> bool:
        """Make a message exact from `top` to `bottom` of it; True when a size changed."""
        colours = self._delegate.colours
        has_changed = self.stack[row].lay_out(top, bottom, self.blocks, colours, frame)
        return self.stack.measure(row) or has_changed

    def scroll_lines(self, layout: MessageLayout, number: int, pixels: float) -> bool:
        """Move lines that are not wrapped sideways; False where there is nothing to move."""
        return layout.long_lines.scroll(number, pixels, self.blocks)

    def overflow(self, layout: MessageLayout, number: int) -> float:
        """Return how far a block reaches beyond the right edge, as far as it is laid out."""
        return layout.long_lines.overflow(number, self.blocks)

    def update(self) -> None:
        """Have it drawn again soon."""
        self.viewport.update()

    # -- where things are --

    def height(self) -> int:
        """Return the height of the viewport."""
        return self.viewport.height()

    def column(self) -> tuple[float, float]:
        """Return left edge in the viewport and width of the text column."""
        whole = self.widget.width()
        side = column_side(whole, self._delegate.colours.zoom)
        width = max(120, whole - 2 * side)
        # Centred in the whole view, scroll bar included, like the composer below it; where is read
        # from the right, the bar is left of the viewport.
        return (whole - width) / 2 - self.viewport.x(), float(width)

    def message_at(self, point: QPointF) -> tuple[MessageLayout, QPointF] | None:
        """Return the message at a point of the viewport and the point inside it."""
        row = self.stack.row_at(point.y() + self.bar.value())
        if row < 0:
            return None
        return self.stack[row], point - self._origin(row)

    def origin_of(self, message_id: MessageId) -> QPointF:
        """Return the top left corner of a message in the viewport."""
        return self._origin(self.stack.messages.row_of(message_id))

    def block_of(self, layout: MessageLayout, number: int) -> Block:
        """Return a laid-out section."""
        return layout.block(number, self.blocks, self._delegate.colours)

    def visible_text(self) -> str:
        """Return the text of everything that is laid out on the screen, as it is displayed."""
        clip, parts = QRectF(self.viewport.rect()), []
        for layout, origin in self._visible():
            parts += visible_texts(layout, clip.translated(-origin), self)
        return "\n".join(parts)

    # -- drawing --

    def paint(
        self, state_of: Callable[[MessageLayout], PaintState], ringed: MessageId | None
    ) -> None:
        """Draw what is visible.

        Args:
            state_of: tells what pointer and keyboard have to do with a message.
            ringed: the message that the keyboard is at.
        """
        viewport = self.viewport
        painter = QPainter(viewport)
        painter.fillRect(viewport.rect(), QColor(self._delegate.colours.window))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QRectF(viewport.rect())
        targets: list[PlacedTarget] = []
        for layout, origin in self._visible():
            targets += self._delegate.paint(painter, layout, origin, clip, state_of(layout))
            if ringed == layout.message.id:
                self._delegate.paint_ring(painter, layout, origin)
        painter.end()
        self.targets = targets

    # -- inside --

    def _origin(self, row: int) -> QPointF:
        left, _width = self.column()
        return QPointF(left, self.stack.top(row) - self.bar.value())

    def _visible(self) -> list[tuple[MessageLayout, QPointF]]:
        top = float(self.bar.value())
        rows = self.stack.rows_between(top, top + self.viewport.height())
        return [(self.stack[row], self._origin(row)) for row in rows]


_MAX_DISPLAYED = 50_000  # characters


def displayed_text(layout: MessageLayout, blocks: Canvas) -> str:
    """Return the text of a message as it is displayed; a very long one as it was written."""
    if len(layout.text) > _MAX_DISPLAYED:
        # Laying out all of it for one copy would freeze the window.
        return layout.text
    parts: list[str] = []
    for number, slot in enumerate(layout.slots()):
        if not slot.kind.is_copied:
            continue
        block = blocks.block_of(layout, number)
        if parts and not slot.section.glued:
            parts.append("\n" if slot.section.continued else "\n\n")
        parts.append(block.text_between(0, block.end_position()))
    return "".join(parts)


def with_media(layout: MessageLayout, text: str) -> str:
    """Return the words of a message below what its pictures and sounds are."""
    said = [spoken_medium(file) for file in layout.message.media]
    return "\n\n".join(filter(None, ["\n".join(said), text]))


def links(layout: MessageLayout, blocks: Canvas) -> list[str]:
    """Return the addresses a message leads to, in their order; none of a very long message."""
    if layout.is_user or len(layout.text) > _MAX_DISPLAYED:
        return []
    found: dict[str, None] = {}
    for number, slot in enumerate(layout.slots()):
        if not slot.kind.may_have_links:
            continue
        for style in blocks.block_of(layout, number).document.allFormats():
            found |= dict.fromkeys([style.toCharFormat().anchorHref()])
    return [address for address in found if address]


def visible_texts(layout: MessageLayout, clip: QRectF, blocks: Canvas) -> list[str]:
    """Return the texts of the sections of a message that touch `clip`, and the line below them."""
    parts = []
    for number, _slot, rect in list(layout.slot_rects()):
        if rect.intersects(clip):
            block = blocks.block_of(layout, number)
            parts.append(block.text_between(0, block.end_position()))
    if not layout.is_user and layout.note:
        parts.append(layout.note)
    return parts
