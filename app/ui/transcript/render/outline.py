"""Where lies what is around the text of one message: bubble, buttons, lines of words.

All positions are relative to the top of the message and to the left edge of the text column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from app.ui.direction import turned
from app.ui.theme import SPACE_L
from app.ui.transcript.render.measures import (
    ATTACHMENT,
    BUBBLE_PAD_X,
    BUBBLE_PAD_Y,
    CAPTION,
    DIVIDER,
    FOOTER,
    REREAD_NOTE,
    RING_GAP,
    THINKING,
    WAITING,
)

if TYPE_CHECKING:
    from PySide6.QtCore import Qt

    from app.ui.transcript.render.media_places import MediaPlaces


@dataclass(frozen=True, slots=True)
class Outline:
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
        tail: below the row of buttons.
        problem_height: of what says why the answer failed; 0 for none.
    """

    width: float
    height: float
    lead: float
    bubble: QRectF
    n_attachments: int
    has_reason: bool
    media_places: MediaPlaces
    media_top: float
    growth: float = 1.0
    tail: float = 0.0
    problem_height: float = 0.0

    @property
    def _divider_height(self) -> float:
        return DIVIDER * self.growth

    @property
    def caption(self) -> float:
        """Height of the line with the name of the model, with the space below it."""
        return CAPTION * self.growth

    def divider(self) -> QRectF:
        """Return the line above which the model does not read; empty without one."""
        return QRectF(0, 0, self.width, min(self.lead, self._divider_height))

    def summary(self) -> QRectF:
        """Return the place below that line for what the model knows of before; may be empty."""
        top = self._divider_height - SPACE_L
        return QRectF(0, top, self.width, max(0.0, self.lead - top))

    def attachments(self) -> list[QRectF]:
        """Return the places of the texts that go along, in order."""
        inner = self.bubble.adjusted(BUBBLE_PAD_X, BUBBLE_PAD_Y, -BUBBLE_PAD_X, 0)
        top, height = inner.top() + self.media_places.height, ATTACHMENT * self.growth
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
            room.setLeft(self.bubble.left() + BUBBLE_PAD_X)
            room.setRight(self.bubble.right() - BUBBLE_PAD_X)
        places = (place.translated(room.topLeft()) for place in self.media_places.rects)
        return [turned(direction, room, place) for place in places]

    def thinking(self) -> QRectF:
        """Return the line that stands for thinking, between the name and the words."""
        return QRectF(0, self.lead + self.caption - 4, self.width, THINKING * self.growth - 4)

    def waiting(self) -> QRectF:
        """Return the line where an answer begins that has no word yet."""
        return QRectF(0, self.lead + self.caption, self.width, WAITING * self.growth)

    def reason(self) -> QRectF:
        """Return the line between the words and the buttons; empty without a reason."""
        height = REREAD_NOTE * self.growth if self.has_reason else 0
        return QRectF(0, self.footer().top() - height, self.width, height)

    def problem(self) -> QRectF:
        """Return the place below the words that says why the answer failed; may be empty."""
        top = self.reason().top() - self.problem_height
        return QRectF(0, top, self.width, self.problem_height)

    def footer(self) -> QRectF:
        """Return the row of buttons under the message."""
        height = FOOTER * self.growth
        return QRectF(0, self.height - self.tail - height, self.width, height)

    def ring(self) -> QRectF:
        """Return what is drawn around the message while the keyboard is at it."""
        if not self.bubble.isEmpty():
            return self.bubble.adjusted(-4, -4, 4, 4)
        return QRectF(-12, -6, self.width + 24, self.height - RING_GAP + 6)
