"""One laid-out section: a QTextDocument with its size, painting and hit testing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFontMetricsF,
    QPainter,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)

from app.ui.theme import RADIUS_M, TEXT_CAPTION, text_font
from app.ui.transcript.blocks.markdown import FigureKind
from app.ui.transcript.blocks.section_document import TABLE_LINE, SectionDocument
from app.ui.transcript.model.sections import SectionKind
from app.ui.utf16 import Units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.theme import Colours
    from app.ui.transcript.model.sections import Section

CODE_HEADER = 34
_CODE_PAD = 14
_QUOTE_BAR = 3
_QUOTE_STEP = 14
_THINKING_INDENT = 16
_SCROLL_BAR = 4
_MOST_ZOOM = 1.5  # of the words above code, whose line has a fixed height


@dataclass(frozen=True, slots=True)
class Ends:
    """Whether a block of code is the first and the last piece of its code block."""

    first: bool = True
    last: bool = True


class Block:
    """A section ready to be painted at one width.

    Args:
        section: what to show.
        colours: palette of the theme.
        is_open: the section is still growing.
    """

    def __init__(self, section: Section, colours: Colours, *, is_open: bool = False) -> None:
        self.section = section
        self.colours = colours
        self.ends = Ends(first=not section.continued)
        self.document = SectionDocument(section, colours, is_open=is_open)
        self.is_wrapped = True
        self.scrolled = 0.0  # pixels that code which is not wrapped is moved to the left
        self._quotes: list[tuple[QRectF, int]] = []
        self._searched: tuple[str, list[tuple[int, int]]] = ("", [])

    @property
    def is_code(self) -> bool:
        """Whether it stands on the ground of a code block."""
        return self.section.kind is SectionKind.CODE

    @property
    def is_thinking(self) -> bool:
        """Whether it is what the model thought before its answer."""
        return self.section.kind is SectionKind.THINKING

    def set_width(self, width: float) -> None:
        """Lay the text out anew."""
        inner = width + 2 * (-_CODE_PAD if self.is_code else TABLE_LINE)
        if self.is_thinking:
            inner -= _THINKING_INDENT
        self._inner = max(40.0, inner)
        if self.is_wrapped:
            self.document.fit(self._inner)
        else:
            self.document.setTextWidth(-1)
            self.document.setTextWidth(max(self._inner, self.document.idealWidth()))
        self._quotes = self._quote_bars()

    def set_wrapped(self, *, wrapped: bool) -> None:
        """Break long lines of code, or let them reach beyond the right edge."""
        if wrapped != self.is_wrapped:
            self.is_wrapped = wrapped
            self.document.set_wrapped(wrapped=wrapped)

    def overflow(self) -> float:
        """Return how far the longest line reaches beyond the right edge; 0 where it is wrapped."""
        return max(0.0, self.document.textWidth() - self._inner)

    def has_long_lines(self) -> bool:
        """Return whether a line of code is longer than the block is wide."""
        a_letter = QFontMetricsF(self.document.defaultFont()).horizontalAdvance("m")
        longest = max(map(len, self.section.text.split("\n")))
        return longest * a_letter > self._inner

    def height(self) -> float:
        """Return the height with padding and header."""
        height = self.document.size().height()
        if not self.is_code:
            return height
        top = CODE_HEADER if self.ends.first else 0
        bottom = _CODE_PAD if self.ends.last else 0
        return height + top + bottom

    def ideal_width(self) -> float:
        """Return the width the text would like to have."""
        return self.document.idealWidth() + (2 * _CODE_PAD if self.is_code else 0)

    def text_origin(self) -> QPointF:
        """Return where the text begins inside the block."""
        if self.is_thinking:
            return QPointF(_THINKING_INDENT - TABLE_LINE, 0)
        if not self.is_code:
            return QPointF(-TABLE_LINE, 0)
        return QPointF(_CODE_PAD - self.scrolled, CODE_HEADER if self.ends.first else 0)

    # -- painting --

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        selection: tuple[int, int] | None,
        clip: QRectF,
        marks: Sequence[tuple[int, int, bool]] = (),
    ) -> None:
        """Draw the block.

        Args:
            painter: of the viewport.
            rect: where it lies.
            selection: positions that are chosen.
            clip: what is visible, in the same coordinates.
            marks: positions of words that were looked for, and whether the user is there.
        """
        if self.is_code:
            self._paint_code_ground(painter, rect)
        if self.is_thinking:
            bar = QRectF(rect.left(), rect.top(), _QUOTE_BAR, rect.height())
            painter.fillRect(bar, QColor(self.colours.border))
        origin = rect.topLeft() + self.text_origin()
        painter.save()
        painter.translate(origin)
        if self.is_code:
            clip = clip.intersected(rect.adjusted(_CODE_PAD, 0, -_CODE_PAD, 0))
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = clip.translated(-origin)
        colour = self.colours.muted if self.is_thinking else self.colours.text
        context.palette.setColor(QPalette.ColorRole.Text, QColor(colour))
        context.palette.setColor(QPalette.ColorRole.Dark, QColor(self.colours.border))
        chosen = [self._marked(begin, end, is_current=here) for begin, end, here in marks]
        if selection:
            chosen.append(self._selection(*selection))
        if chosen:
            context.selections = chosen
        for bar, _level in self._quotes:
            painter.fillRect(bar, QColor(self.colours.faint))
        painter.setClipRect(context.clip)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.document.documentLayout().draw(painter, context)
        painter.restore()

    def paint_scroll_bar(self, painter: QPainter, rect: QRectF, overflow: float) -> None:
        """Show where code is that reaches `overflow` pixels beyond the right edge."""
        track = QRectF(rect.left() + _CODE_PAD, rect.bottom() - 8, self._inner, _SCROLL_BAR)
        share = self._inner / (self._inner + overflow)
        left = track.left() + self.scrolled * share
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colours.faint))
        painter.drawRoundedRect(QRectF(left, track.top(), self._inner * share, _SCROLL_BAR), 2, 2)

    def _selection(self, begin: int, end: int) -> QAbstractTextDocumentLayout.Selection:
        return self._coloured(begin, end, self.colours.selection, self.colours.text)

    def _marked(
        self, begin: int, end: int, *, is_current: bool
    ) -> QAbstractTextDocumentLayout.Selection:
        if is_current:
            return self._coloured(begin, end, self.colours.accent, self.colours.on_accent)
        return self._coloured(begin, end, self.colours.selection, self.colours.text)

    def _coloured(
        self, begin: int, end: int, ground: str, words: str
    ) -> QAbstractTextDocumentLayout.Selection:
        selection = QAbstractTextDocumentLayout.Selection()
        cursor = QTextCursor(self.document)
        cursor.setPosition(self.document.clamped(begin))
        cursor.setPosition(self.document.clamped(end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        style = QTextCharFormat()
        style.setBackground(QColor(ground))
        style.setForeground(QColor(words))
        selection.format = style
        return selection

    def _paint_code_ground(self, painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.colours.border), 1))
        painter.setBrush(QColor(self.colours.code))
        # Pieces overlap by a radius, so that only the ends of the whole block look round.
        above = 0 if self.ends.first else 2 * RADIUS_M
        below = 0 if self.ends.last else 2 * RADIUS_M
        painter.setClipRect(rect)
        box = rect.adjusted(0.5, 0.5 - above, -0.5, -0.5 + below)
        painter.drawRoundedRect(box, RADIUS_M, RADIUS_M)
        if self.ends.first:
            zoom = min(_MOST_ZOOM, max(1.0, self.colours.zoom))
            painter.setFont(text_font(round(TEXT_CAPTION * zoom)))
            painter.setPen(QColor(self.colours.muted))
            place = QRectF(rect.left() + _CODE_PAD, rect.top(), rect.width() / 2, CODE_HEADER - 2)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(place, flags, self.section.language[:32] or "text")
        painter.restore()

    # -- positions --

    def position_at(self, point: QPointF) -> int:
        """Return the text position nearest to a point inside the block."""
        layout = self.document.documentLayout()
        hit = layout.hitTest(point - self.text_origin(), Qt.HitTestAccuracy.FuzzyHit)
        return max(0, hit)

    def link_at(self, point: QPointF) -> str:
        """Return the address under a point, "" for none."""
        return self.document.documentLayout().anchorAt(point - self.text_origin())

    def word_at(self, position: int) -> tuple[int, int]:
        """Return the range of the word at a position."""
        cursor = QTextCursor(self.document)
        cursor.setPosition(self.document.clamped(position))
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectionStart(), cursor.selectionEnd()

    def text_between(self, begin: int, end: int) -> str:
        """Return the visible text of a range, formulas as they were written."""
        return self.document.text_between(begin, end)

    def formula_at(self, point: QPointF) -> str:
        """Return the formula under a point as it was written, "" for none."""
        layout = self.document.documentLayout()
        position = layout.hitTest(point - self.text_origin(), Qt.HitTestAccuracy.ExactHit)
        # The right half of a picture belongs to the position behind it.
        for at in (position, position - 1):
            figure = self.document.figure_at(at) if position >= 0 else None
            if figure is not None and figure.kind is not FigureKind.IMAGE:
                return figure.written
        return ""

    def find_all(self, words: str) -> list[tuple[int, int]]:
        """Return where words stand in the displayed text, whatever their case."""
        if self._searched[0] != words:
            text = self.document.raw_text(0, self.end_position())
            folded, wanted = text.lower(), words.lower()
            if len(folded) != len(text):  # letters that are two in lower case would shift all
                folded, wanted = text, words
            units = Units(text)
            found, at = [], folded.find(wanted)
            while wanted and at >= 0:
                found.append((units.of(at), units.of(at + len(wanted))))
                at = folded.find(wanted, at + len(wanted))
            self._searched = (words, found)
        return self._searched[1]

    def top_of(self, position: int) -> float:
        """Return how far below the top of the block the line with a position begins."""
        line = self.document.findBlock(self.document.clamped(position))
        rect = self.document.documentLayout().blockBoundingRect(line)
        inside = line.layout().lineForTextPosition(position - line.position())
        within = inside.y() if inside.isValid() else 0.0
        return self.text_origin().y() + rect.top() + within

    def end_position(self) -> int:
        """Return the last text position."""
        return self.document.end_position()

    def _quote_bars(self) -> list[tuple[QRectF, int]]:
        bars: list[tuple[QRectF, int]] = []
        if self.section.kind is not SectionKind.PROSE or ">" not in self.section.text:
            return bars
        layout = self.document.documentLayout()
        line = self.document.begin()
        while line.isValid():
            style = line.blockFormat()
            level = style.intProperty(QTextFormat.Property.BlockQuoteLevel)
            if level:
                level = max(level, int(style.leftMargin()) // _QUOTE_STEP)
            rect = layout.blockBoundingRect(line)
            for step in range(level):
                bar = QRectF(step * _QUOTE_STEP, rect.top(), _QUOTE_BAR, rect.height())
                self._extend_or_add(bars, bar, step)
            line = line.next()
        return bars

    @staticmethod
    def _extend_or_add(bars: list[tuple[QRectF, int]], bar: QRectF, level: int) -> None:
        for index, (other, other_level) in enumerate(bars):
            if other_level == level and bar.top() - other.bottom() < 2 * _QUOTE_STEP:
                bars[index] = (other.united(bar), level)
                return
        bars.append((bar, level))
