"""Markdown: paragraphs, lists, tables and quotes, with formulas, images and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QTextFormat

from app.ui.theme import code_font
from app.ui.transcript.blocks.block import Block
from app.ui.transcript.blocks.kind import BlockKind
from app.ui.transcript.blocks.markdown import prose
from app.ui.transcript.blocks.style_sheet import document_css
from app.ui.transcript.model.sections import SectionKind

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from app.ui.theme import Colours
    from app.ui.transcript.blocks.section_document import SectionDocument
    from app.ui.transcript.model.sections import Section

_QUOTE_BAR = 3
_QUOTE_STEP = 14


class ProseBlock(Block):
    """Rendered Markdown with bars beside its quotes."""

    def __init__(self, section: Section, colours: Colours, document: SectionDocument) -> None:
        super().__init__(section, colours, document)
        self._quotes: list[tuple[QRectF, int]] = []

    def _fit(self) -> None:
        super()._fit()
        self._quotes = self._quote_bars()

    def _paint_behind_text(self, painter: QPainter) -> None:
        for bar, _level in self._quotes:
            painter.fillRect(bar, QColor(self.colours.faint))

    def _quote_bars(self) -> list[tuple[QRectF, int]]:
        bars: list[tuple[QRectF, int]] = []
        if ">" not in self.section.text:
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
        document.fill_prose(prose(section.text, is_open=is_open), style_sheet)

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out."""
        return ProseBlock(section, colours, self.document(section, colours, is_open=is_open))


KIND = ProseKind()
