"""One laid-out section: a QTextDocument with its size, painting and hit testing.

A section that looks otherwise has a subclass; its `BlockKind` says which.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextCursor,
)

from app.core.plain_value import PlainValue
from app.ui.kit.theme import LIGHT_COLOURS, Colours
from app.ui.transcript.blocks.figure import DrawnFigure, FigureKind
from app.ui.transcript.blocks.section_document import TABLE_LINE, SectionDocument
from app.ui.transcript.model.sections import Section, cost
from app.ui.words.plain_text import Utf16Positions
from app.ui.words.translation import QT_TR_NOOP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.content.browser_page import PageKind
    from app.ui.transcript.model.click_targets import TargetKind


class CodePieceEnds(PlainValue, frozen=True):
    """Whether a block of code is the first and the last piece of its code block."""

    first: bool = True
    last: bool = True


class CodePicture(PlainValue, frozen=True):
    """What can be done with a block of code beside reading it.

    Attributes:
        is_whole: its end is there, so that it can be opened.
        drawn: the picture that it is; None for none, or none yet.
        is_shown: in place of the code.
    """

    is_whole: bool = False
    drawn: DrawnFigure | None = None
    is_shown: bool = True


class Block:
    """A section ready to be painted at one width.

    Args:
        section: what to show.
        colours: palette of the theme.
        document: its text.
    """

    def __init__(self, section: Section, colours: Colours, document: SectionDocument) -> None:
        self.section = section
        self.colours = colours
        self.ends = CodePieceEnds(first=not section.continued)
        self.document = document
        self.header = 0.0  # height of a line above the text that stays in view, 0 for none
        self._inner = 40.0
        self._searched: tuple[str, list[tuple[int, int]]] = ("", [])

    # -- size --

    def set_width(self, width: float) -> None:
        """Lay the text out anew."""
        self._inner = max(40.0, self._inner_width(width))
        self._fit()

    def height(self) -> float:
        """Return the height with everything around the text."""
        return self.document.size().height()

    def ideal_width(self) -> float:
        """Return the width the text would like to have."""
        return self.document.idealWidth()

    def text_origin(self) -> QPointF:
        """Return where the text begins inside the block."""
        return QPointF(-TABLE_LINE, 0)

    # -- long lines and buttons, of kinds that have them --

    def show_lines(self, scrolled: float | None) -> None:
        """Wrap lines (None), or let them reach beyond the edge and move them `scrolled` pixels."""

    def show_picture(self, picture: CodePicture) -> None:
        """Show the picture that a block of code is, or the code."""

    def scroll_to(self, scrolled: float) -> None:
        """Move lines that are not wrapped to the left."""

    def overflow(self) -> float:
        """Return how far the longest line reaches beyond the right edge; 0 where it is wrapped."""
        return 0.0

    def can_unwrap(self, *, is_wrapped: bool) -> bool:  # noqa: ARG002
        """Whether its lines can be wrapped and unwrapped; `is_wrapped` is how they are now."""
        return False

    def actions(self, *, is_wrapped: bool) -> tuple[TargetKind, ...]:  # noqa: ARG002
        """Return the buttons on the block, from the right."""
        return ()

    def actions_corner(self, rect: QRectF) -> QPointF:
        """Return the right end of the buttons, at half their height."""
        return rect.topRight()

    def scroll_bar(self, _rect: QRectF, _overflow: float) -> QRectF:
        """Return the place of the bar that shows what is visible; empty where all is."""
        return QRectF()

    def paint_scroll_bar(self, painter: QPainter, rect: QRectF, overflow: float) -> None:
        """Show where lines are that reach `overflow` pixels beyond the right edge."""

    def paint_kept_header(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the line above the text once more, over text that has come below it."""

    # -- what kinds do in their own way --

    def _inner_width(self, width: float) -> float:
        """Return the room for the text in a block of a width."""
        return width + 2 * TABLE_LINE

    def _fit(self) -> None:
        """Lay the text out for the room there is."""
        self.document.fit(self._inner)

    def _text_colour(self) -> str:
        return self.colours.text

    def _text_clip(self, _rect: QRectF, clip: QRectF) -> QRectF:
        """Return what of the text is visible."""
        return clip

    def _paint_ground(self, painter: QPainter, rect: QRectF) -> None:
        """Draw what is behind everything."""

    def _paint_behind_text(self, painter: QPainter) -> None:
        """Draw what is behind the text, in its coordinates."""

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
        self._paint_ground(painter, rect)
        origin = rect.topLeft() + self.text_origin()
        painter.save()
        painter.translate(origin)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = self._text_clip(rect, clip).translated(-origin)
        context.palette.setColor(QPalette.ColorRole.Text, QColor(self._text_colour()))
        context.palette.setColor(QPalette.ColorRole.Dark, QColor(self.colours.border))
        chosen = [self._marked(begin, end, is_current=here) for begin, end, here in marks]
        if selection:
            chosen.append(self._selection(*selection))
        if chosen:
            context.selections = chosen
        self._paint_behind_text(painter)
        painter.setClipRect(context.clip)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.document.documentLayout().draw(painter, context)
        painter.restore()

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
        # The right half of an image belongs to the position behind it.
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
            units = Utf16Positions(text)
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


class BlockKind(ABC):
    """One kind; holds nothing but constants, for there is one object of it.

    Only `recognises` and `fill` must be written: by default a section looks like a paragraph, is
    copied with its message and read aloud as it is displayed. What is laid out, painted and
    hit-tested in another way is a `Block` of its own, which `block` returns.

    Attributes:
        is_copied: goes along when its message is copied or read aloud as a whole.
        may_have_links: its document is looked through for addresses.
        may_unwrap: its lines may reach beyond the right edge.
        never_wraps: they always do where they are too long.
        copy_words: what the menu calls copying it by itself; marked for translation.
        shows_as_written: every word it shows stands in the section, so that words are found without
            its document.
    """

    is_copied = True
    may_have_links = False
    may_unwrap = False
    never_wraps = False
    copy_words = QT_TR_NOOP("Copy")
    shows_as_written = False

    @abstractmethod
    def recognises(self, section: Section) -> bool:
        """Whether a section is of this kind."""

    @abstractmethod
    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:
        """Put a section into an empty document; `is_open` while it is still growing."""

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out, painted and hit-tested."""
        return Block(section, colours, self.document(section, colours, is_open=is_open))

    def document(
        self, section: Section, colours: Colours, *, is_open: bool = False
    ) -> SectionDocument:
        """Return the text of a section."""
        return SectionDocument(section, colours, self, is_open=is_open)

    def words(self, section: Section) -> str:
        """Return what words are looked for in: all that is displayed."""
        if self.shows_as_written:
            return section.text
        document = self.document(section, LIGHT_COLOURS)
        return document.raw_text(0, document.end_position())

    def cost(self, section: Section) -> int:
        """Return about how long it takes to be laid out, in tenths of a millisecond."""
        return cost(section)

    def extra_height(self, _section: Section) -> float:
        """Return what is around the lines, for the estimate; logical pixels."""
        return 0.0

    def page_kind(self, _section: Section) -> PageKind | None:
        """Return what its first piece is to a browser, None for what no browser shows."""
        return None

    def copy_label(self, _section: Section) -> str:
        """Return what it is called where it can be copied by itself, "" where it cannot."""
        return ""

    def whole_text(self, sections: Sequence[Section], at: int) -> str:
        """Return what is copied of it by itself, with the other pieces of the same block."""
        return sections[at].text

    def whole_html(self, _sections: Sequence[Section], _at: int) -> str:
        """Return the same as HTML for programs that take it; "" for none."""
        return ""

    def spoken(self, _section: Section) -> str | None:
        """Return what is said of it as it comes; None for what is displayed, "" for nothing."""
        return None
