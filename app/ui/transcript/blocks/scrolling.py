"""Blocks that may be wider than the column: what does not fit is moved sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.ui.transcript.blocks.block import Block
from app.ui.transcript.blocks.places import BAR_REACH, LIST_INDENT, QUOTE_BAR, left_of, places_of

if TYPE_CHECKING:
    from app.ui.kit.theme import Colours
    from app.ui.transcript.blocks.section_document import SectionDocument
    from app.ui.transcript.model.sections import Section

_BAR = 4
_BAR_BELOW = 8  # from the top of the bar to the end of the block


class ScrollingBlock(Block):
    """A block whose text is moved to the left under its own edges.

    Attributes:
        scrolled: by so many pixels.
        left: how many pixels lists and quotes around it take.
    """

    scrolled = 0.0
    pad = 0.0  # between the edges and the text

    def __init__(self, section: Section, colours: Colours, document: SectionDocument) -> None:
        super().__init__(section, colours, document)
        place, bars = places_of(section.containers)
        self._n_joined = len(places_of(section.containers[: section.n_joined])[1])
        indent = LIST_INDENT * colours.zoom
        self.left = left_of(place, indent)
        self._bars = [left_of(bar, indent) for bar in bars]

    def frame(self, rect: QRectF) -> QRectF:
        """Return what lists and quotes around the block leave of its place."""
        return rect.adjusted(self.left, 0, 0, 0)

    def scroll_to(self, scrolled: float) -> None:
        """Move what reaches beyond the edge to the left."""
        self.scrolled = scrolled

    def overflow(self) -> float:
        """Return how far the text reaches beyond the right edge."""
        return max(0.0, self.document.textWidth() - self._inner)

    def scroll_bar(self, rect: QRectF, overflow: float) -> QRectF:
        """Return the place of the bar that shows what is visible; empty where all is.

        Args:
            rect: where the block lies.
            overflow: of all of its pieces.
        """
        if not overflow:
            return QRectF()
        frame = self.frame(rect)
        share = self._inner / (self._inner + overflow)
        left = frame.left() + self.pad + self.scrolled * share
        return QRectF(left, rect.bottom() - _BAR_BELOW, self._inner * share, _BAR)

    def paint_scroll_bar(self, painter: QPainter, rect: QRectF, overflow: float) -> None:
        """Show which part is visible of what reaches `overflow` pixels beyond the right edge."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colours.faint))
        painter.drawRoundedRect(self.scroll_bar(rect, overflow), 2, 2)

    def _paint_ground(self, painter: QPainter, rect: QRectF) -> None:
        for number, left in enumerate(self._bars):
            # Up to what stands before it in the same quote.
            above = BAR_REACH if self.ends.first and number < self._n_joined else 0
            bar = QRectF(rect.left() + left, rect.top() - above, QUOTE_BAR, rect.height() + above)
            painter.fillRect(bar, QColor(self.colours.faint))

    def _inner_width(self, width: float) -> float:
        return width - self.left - 2 * self.pad

    def _text_clip(self, rect: QRectF, clip: QRectF) -> QRectF:
        return clip.intersected(self.frame(rect).adjusted(self.pad, 0, -self.pad, 0))
