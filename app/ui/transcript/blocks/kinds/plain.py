"""Text as it was written: what users say, lines cut in two, tables with too many columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.transcript.blocks.block import BlockKind
from app.ui.transcript.blocks.markdown import plain_html
from app.ui.transcript.blocks.style_sheet import PLAIN_CSS
from app.ui.transcript.model.sections import Section, SectionKind

if TYPE_CHECKING:
    from app.ui.transcript.blocks.section_document import SectionDocument


class PlainKind(BlockKind):
    """Lines and spaces stay as they are."""

    shows_as_written = True

    def recognises(self, section: Section) -> bool:
        """Whether nothing in it is Markdown."""
        return section.kind is SectionKind.PLAIN

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:  # noqa: ARG002
        """Show the text."""
        document.fill_html(plain_html(section.text), PLAIN_CSS)


KIND = PlainKind()
