"""A table of Markdown: columns as wide as they need to be, moved sideways where that is too wide.

A long table is several sections, each under the same heads.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from app.ui.kit.theme import Colours, code_font
from app.ui.transcript.blocks.block import Block, BlockKind
from app.ui.transcript.blocks.columns import column_widths, set_widths, shared, tables_of
from app.ui.transcript.blocks.markdown import prose, table_rows
from app.ui.transcript.blocks.scrolling import ScrollingBlock
from app.ui.transcript.blocks.section_document import TABLE_LINE, SectionDocument
from app.ui.transcript.blocks.style_sheet import TABLE_PADDING, document_css
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.sections import Section, SectionKind, code_pieces
from app.ui.words.translation import QT_TR_NOOP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_HEADER = 26  # the line with the button
_BELOW = 6  # room for the scroll bar


class TableBlock(ScrollingBlock):
    """One piece of a table."""

    def __init__(self, section: Section, colours: Colours, document: SectionDocument) -> None:
        super().__init__(section, colours, document)
        self._columns: list[tuple[float, float]] | None = None

    def height(self) -> float:
        """Return the height with the line above the first piece."""
        header = _HEADER if self.ends.first else 0
        return super().height() + header + (_BELOW if self.overflow() else 0)

    def text_origin(self) -> QPointF:
        """Return where the text begins inside the block."""
        return QPointF(self.left - TABLE_LINE - self.scrolled, _HEADER if self.ends.first else 0)

    def overflow(self) -> float:
        """Return how far the table reaches beyond the right edge."""
        over = super().overflow() - 2 * TABLE_LINE
        return over if over > 1 else 0.0

    def show_lines(self, scrolled: float | None) -> None:
        """Move it `scrolled` pixels to the left."""
        self.scrolled = scrolled or 0.0

    def text_between(self, begin: int, end: int) -> str:
        """Return the visible text of a range, cells divided by tabs."""
        return super().text_between(begin, end).strip("\n")

    def actions(self, *, is_wrapped: bool) -> tuple[TargetKind, ...]:  # noqa: ARG002
        """Return the button above the first piece."""
        return (TargetKind.COPY_BLOCK,) if self.ends.first else ()

    def actions_corner(self, rect: QRectF) -> QPointF:
        """Return the right end of the button, at half its height."""
        visible = min(self.document.idealWidth(), self._inner)
        return QPointF(self.frame(rect).left() + visible, rect.top() + _HEADER / 2)

    def _fit(self) -> None:
        tables = tables_of(self.document)
        room = self._inner + 2 * TABLE_LINE
        if len(tables) != 1:
            self.document.fit(room)
            return
        (table,) = tables
        if self._columns is None:
            self._columns = column_widths(table)
        widths = shared(self._columns, self._inner - 2 * TABLE_LINE, self.colours.zoom)
        self.document.fit(max(room, set_widths(table, widths) + 2 * TABLE_LINE))


class TableKind(BlockKind):
    """Copied as a spreadsheet takes it."""

    may_have_links = True
    may_unwrap = True
    never_wraps = True
    copy_words = QT_TR_NOOP("Copy table")
    shows_as_written = True

    def recognises(self, section: Section) -> bool:
        """Whether it has columns."""
        return section.kind is SectionKind.TABLE

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:  # noqa: ARG002
        """Show the rendered table."""
        style_sheet = document_css(document.colours, code_font().family())
        document.fill_prose(prose(section.text, cites=section.cites), style_sheet)
        document.mark_doubtful(section.doubtful)

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out."""
        return TableBlock(section, colours, self.document(section, colours, is_open=is_open))

    def extra_height(self, section: Section) -> float:
        """Return the height of the line above the first piece, and of what is around cells."""
        lines = section.text.count("\n")
        return (0.0 if section.continued else _HEADER) + lines * TABLE_PADDING

    def copy_label(self, section: Section) -> str:
        """Return the heads."""
        return ", ".join(table_rows(section.text)[0])

    def whole_text(self, sections: Sequence[Section], at: int) -> str:
        """Return the rows of all pieces, cells divided by tabs."""
        return "\n".join("\t".join(row) for row in _all_rows(sections, at))

    def whole_html(self, sections: Sequence[Section], at: int) -> str:
        """Return the table of all pieces as HTML."""
        rows = (
            "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
            for row in _all_rows(sections, at)
        )
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _all_rows(sections: Sequence[Section], at: int) -> Iterator[list[str]]:
    for number in code_pieces(sections, at):
        rows = table_rows(sections[number].text)
        yield from rows[1:] if sections[number].continued else rows


KIND = TableKind()
