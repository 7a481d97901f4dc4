"""Markdown: paragraphs, lists, tables and quotes, with formulas, images and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from app.ui.theme import code_font
from app.ui.transcript.blocks.block import Block
from app.ui.transcript.blocks.kind import BlockKind
from app.ui.transcript.blocks.markdown import prose
from app.ui.transcript.blocks.places import QUOTE_BAR, left_of
from app.ui.transcript.blocks.style_sheet import document_css
from app.ui.transcript.model.sections import SectionKind

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from app.ui.theme import Colours
    from app.ui.transcript.blocks.places import Bar
    from app.ui.transcript.blocks.section_document import SectionDocument
    from app.ui.transcript.model.sections import Section


class ProseBlock(Block):
    """Rendered Markdown with bars beside its quotes."""

    def __init__(self, section: Section, colours: Colours, document: SectionDocument) -> None:
        super().__init__(section, colours, document)
        self._quotes: list[tuple[QRectF, Bar]] = []

    def _fit(self) -> None:
        super()._fit()
        self._quotes = self._quote_bars()

    def _paint_behind_text(self, painter: QPainter) -> None:
        for bar, _quote in self._quotes:
            painter.fillRect(bar, QColor(self.colours.faint))

    def _quote_bars(self) -> list[tuple[QRectF, Bar]]:
        bars: list[tuple[QRectF, Bar]] = []
        known = self.document.bars
        if not known:
            return bars
        layout = self.document.documentLayout()
        line = self.document.begin()
        while line.isValid():
            if 0 <= line.userState() < len(known):
                rect = layout.blockBoundingRect(line)
                for quote in known[line.userState()]:
                    left = left_of(quote[0], self.document.indentWidth())
                    bar = QRectF(left, rect.top(), QUOTE_BAR, rect.height())
                    self._extend_or_add(bars, bar, quote)
            line = line.next()
        return bars

    @staticmethod
    def _extend_or_add(bars: list[tuple[QRectF, Bar]], bar: QRectF, quote: Bar) -> None:
        for index, (other, other_quote) in enumerate(bars):
            if other_quote == quote:
                bars[index] = (other.united(bar), quote)
                return
        bars.append((bar, quote))


class ProseKind(BlockKind):
    """Copied and read aloud as it is displayed."""

    may_have_links = True
    shows_as_written = True

    def recognises(self, section: Section) -> bool:
        """Whether it is Markdown."""
        return section.kind is SectionKind.PROSE

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:
        """Show the rendered text."""
        style_sheet = document_css(document.colours, code_font().family())
        rendered = prose(section.text, is_open=is_open, lead=section.containers)
        document.fill_prose(rendered, style_sheet)

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out."""
        return ProseBlock(section, colours, self.document(section, colours, is_open=is_open))


KIND = ProseKind()
