"""Where lies what is around the text of one message: bubble, buttons, lines of words.

All positions are relative to the top of the message and to the left edge of the text column. Which
blocks have lines that are not wrapped, and how far these are scrolled, is kept here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QTextLayout

from app.core.plain_value import PlainValue
from app.ui.kit.theme import SPACE_L, SPACE_M, TEXT_SMALL
from app.ui.transcript.model.sections import code_pieces
from app.ui.transcript.render import measures
from app.ui.words.direction import turned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import MessageId
    from app.ui.transcript.render.block_cache import BlockCache


_MOST_CHARS = 2_000  # that are broken into lines; more are never shown
_LINE_SEPARATOR = "\u2028"  # a line break inside a paragraph, as Qt has it


class BoxedWords:
    """A text and its lines; sizes in logical pixels.

    Of a long text the first lines; all of it can be read elsewhere.

    Args:
        above: room above the words.
        beside: room that the words leave at both ends together.
        most_lines: that are shown.

    Attributes:
        text: all of it; "" for none, which takes no room.
        line_height: of the lines that were asked for last.
    """

    def __init__(self, above: float, beside: float, most_lines: int) -> None:
        self.text = ""
        self.above = above
        self._beside = beside
        self._most_lines = most_lines
        self._broken: tuple[str, float, float] | None = None  # text, width, zoom of the lines
        self._lines: list[str] = []
        self.line_height = 0.0

    def height(self, width: float, zoom: float) -> float:
        """Return how much room it takes."""
        if not self.text:
            return 0.0
        self._break(width, zoom)
        return self.above + len(self._lines) * self.line_height + SPACE_M

    def lines(self, width: float, zoom: float) -> list[str]:
        """Return what is shown, line by line."""
        self._break(width, zoom)
        return self._lines

    def _break(self, width: float, zoom: float) -> None:
        wanted = (self.text, width, zoom)
        if self._broken != wanted:
            self._broken = wanted
            font = measures.zoomed_font(zoom, TEXT_SMALL)
            self.line_height = QFontMetricsF(font).lineSpacing()
            room = max(40.0, width - self._beside)
            self._lines = _broken(self.text, font, room, self._most_lines)


def _broken(text: str, font: QFont, width: float, most_lines: int) -> list[str]:
    """Break a text into lines; the last one ends in an ellipsis where there is more."""
    shown = "\n".join(filter(None, map(str.strip, text[:_MOST_CHARS].splitlines())))
    layout = QTextLayout(shown.replace("\n", _LINE_SEPARATOR), font)
    lines: list[str] = []
    begin = 0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        begin = line.textStart()
        lines.append(shown[begin : begin + line.textLength()].strip())
        if len(lines) == most_lines:
            break
    layout.endLayout()
    rest = shown[begin:].replace("\n", " ").strip()
    if lines and (rest != lines[-1] or len(text) > _MOST_CHARS):
        rest = f"{rest} …" if rest == lines[-1] else rest
        lines[-1] = QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)
    return lines


class Outline(PlainValue, frozen=True):
    """A message as it lies now; sizes in logical pixels.

    Attributes:
        width: of the text column.
        height: of the whole message.
        lead: how far below the top its first words begin.
        bubble: the ground of a user's message; empty for others.
        n_attachments: so many texts go along.
        has_reason: a line says why earlier turns were read again.
        media_places: of its pictures and sounds, in their room.
        media_top: how far below the top that room begins.
        growth: of what holds a line of words.
        caption: of the line with the name of the model, with the space below it.
        tail: below the row of buttons.
        problem_height: of what says why the answer failed; 0 for none.
    """

    width: float
    height: float
    lead: float
    bubble: QRectF
    n_attachments: int
    has_reason: bool
    media_places: measures.MediaPlaces
    media_top: float
    growth: float = 1.0
    caption: float = measures.CAPTION
    tail: float = 0.0
    problem_height: float = 0.0

    @property
    def _divider_height(self) -> float:
        return measures.DIVIDER * self.growth

    def divider(self) -> QRectF:
        """Return the line above which the model does not read; empty without one."""
        return QRectF(0, 0, self.width, min(self.lead, self._divider_height))

    def summary(self) -> QRectF:
        """Return the place below that line for what the model knows of before; may be empty."""
        top = self._divider_height - SPACE_L
        return QRectF(0, top, self.width, max(0.0, self.lead - top))

    def attachments(self) -> list[QRectF]:
        """Return the places of the texts that go along, in order."""
        if self.bubble.isEmpty():  # of a tool
            column = QRectF(0, self.media_top, self.width, 0)
            place = column.adjusted(0, 0, min(0, measures.ATTACHMENT_WIDTH - self.width), 0)
            inner = turned(QGuiApplication.layoutDirection(), column, place)
        else:
            inner = self.bubble.adjusted(
                measures.BUBBLE_PAD_X, measures.BUBBLE_PAD_Y, -measures.BUBBLE_PAD_X, 0
            )
        top, height = inner.top() + self.media_places.height, measures.ATTACHMENT * self.growth
        return [
            QRectF(inner.left(), top + row * height, inner.width(), height - 6)
            for row in range(self.n_attachments)
        ]

    def media(self, direction: Qt.LayoutDirection) -> list[QRectF]:
        """Return the places of pictures and sounds, in the order of the message.

        Args:
            direction: from which side the message is read.
        """
        room = QRectF(0, self.media_top, self.width, self.media_places.height)
        if not self.bubble.isEmpty():
            room.setLeft(self.bubble.left() + measures.BUBBLE_PAD_X)
            room.setRight(self.bubble.right() - measures.BUBBLE_PAD_X)
        places = (place.translated(room.topLeft()) for place in self.media_places.rects)
        return [turned(direction, room, place) for place in places]

    def thinking(self) -> QRectF:
        """Return the line that stands for thinking, between the name and the words."""
        return QRectF(
            0, self.lead + self.caption - 4, self.width, measures.THINKING * self.growth - 4
        )

    def waiting(self) -> QRectF:
        """Return the line where an answer begins that has no word yet."""
        return QRectF(0, self.lead + self.caption, self.width, measures.WAITING * self.growth)

    def reason(self) -> QRectF:
        """Return the line between the words and the buttons; empty without a reason."""
        height = measures.REREAD_NOTE * self.growth if self.has_reason else 0
        return QRectF(0, self.footer().top() - height, self.width, height)

    def problem(self) -> QRectF:
        """Return the place below the words that says why the answer failed; may be empty."""
        top = self.reason().top() - self.problem_height
        return QRectF(0, top, self.width, self.problem_height)

    def footer(self) -> QRectF:
        """Return the row of buttons under the message."""
        height = measures.FOOTER * self.growth
        return QRectF(0, self.height - self.tail - height, self.width, height)

    def ring(self) -> QRectF:
        """Return what is drawn around the message while the keyboard is at it."""
        if not self.bubble.isEmpty():
            return self.bubble.adjusted(-4, -4, 4, 4)
        return QRectF(-12, -6, self.width + 24, self.height - measures.RING_GAP + 6)


class LongLines:
    """Asked by the number of any piece of a block; what was not unwrapped is wrapped.

    Args:
        message_id: whose blocks they are.
    """

    def __init__(self, message_id: MessageId) -> None:
        self._message_id = message_id
        self._slots: Sequence[measures.SectionSlot] = ()
        self._scrolled: dict[int, float] = {}  # by the first piece of a block

    def set_slots(self, slots: Sequence[measures.SectionSlot]) -> None:
        """Take over the sections of the message as they are now."""
        self._slots = slots

    def clear(self) -> None:
        """Wrap all; the blocks get other numbers."""
        self._scrolled.clear()

    def scrolled(self, number: int) -> float | None:
        """Return how many pixels lines are moved to the left, None where they are wrapped."""
        kind = self._slots[number].kind
        if not kind.may_unwrap:
            return None
        unmoved = 0.0 if kind.never_wraps else None
        return self._scrolled.get(self.pieces(number).start, unmoved) if self._scrolled else unmoved

    def is_wrapped(self, number: int) -> bool:
        """Whether the long lines of a block are broken."""
        return self.scrolled(number) is None

    def toggle(self, number: int) -> None:
        """Wrap the lines of a block, or let them reach beyond the edge."""
        first = self.pieces(number).start
        if first in self._scrolled:
            del self._scrolled[first]
        else:
            self._scrolled[first] = 0.0

    def overflow(self, number: int, cache: BlockCache) -> float:
        """Return how far a block reaches beyond the right edge, as far as it is laid out."""
        blocks = (cache.get(self._message_id, piece) for piece in self.pieces(number))
        return max((block.overflow() for block in blocks if block is not None), default=0.0)

    def scroll(self, number: int, pixels: float, cache: BlockCache) -> bool:
        """Move lines that are not wrapped sideways; False where there is nothing to move."""
        before = self.scrolled(number)
        if before is None:
            return False
        overflow = self.overflow(number, cache)
        if not overflow:
            return False
        pieces = self.pieces(number)
        scrolled = min(max(0.0, before + pixels), overflow)
        self._scrolled[pieces.start] = scrolled
        for piece in pieces:
            block = cache.get(self._message_id, piece)
            if block is not None:
                block.scroll_to(scrolled)
        return True

    def pieces(self, number: int) -> range:
        """Return the numbers of all pieces of a block."""
        return code_pieces([slot.section for slot in self._slots], number)
