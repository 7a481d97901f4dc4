"""Markdown: paragraphs, lists, tables and quotes, with formulas, images and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainter

from app.ui.kit.theme import Colours, code_font
from app.ui.transcript.blocks.block import Block, BlockKind
from app.ui.transcript.blocks.markdown import prose
from app.ui.transcript.blocks.places import BAR_REACH
from app.ui.transcript.blocks.section_document import SectionDocument, quote_bars
from app.ui.transcript.blocks.style_sheet import document_css
from app.ui.transcript.model.sections import Section, SectionKind

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF


class ProseBlock(Block):
    """Rendered Markdown with bars beside its quotes."""

    def __init__(self, section: Section, colours: Colours, document: SectionDocument) -> None:
        super().__init__(section, colours, document)
        self._quotes: list[QRectF] = []

    def _fit(self) -> None:
        super()._fit()
        self._quotes = quote_bars(self.document, self.document.bars)

    def _paint_behind_text(self, painter: QPainter) -> None:
        containers = self.section.containers[: self.section.n_joined]
        goes_on = any(one.is_quote for one in containers)
        for bar in self._quotes:
            is_joined = goes_on and bar.top() <= 1
            joined = bar.adjusted(0, -BAR_REACH, 0, 0) if is_joined else bar
            painter.fillRect(joined, QColor(self.colours.faint))


class _ProseKind(BlockKind):
    """Copied and read aloud as it is displayed."""

    may_have_links = True
    shows_as_written = True

    def recognises(self, section: Section) -> bool:
        """Whether it is Markdown."""
        return section.kind is SectionKind.PROSE

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:
        """Show the rendered text."""
        style_sheet = document_css(document.colours, code_font().family())
        rendered = prose(
            section.text, is_open=is_open, lead=section.containers, cites=section.cites
        )
        document.fill_prose(rendered, style_sheet)
        document.mark_doubtful(section.doubtful)

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out."""
        return ProseBlock(section, colours, self.document(section, colours, is_open=is_open))


KIND = _ProseKind()
