"""Which passages have the words of an answer that cites none: a line of links below it."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from app.ui.kit.theme import TEXT_CAPTION
from app.ui.transcript.blocks.block import BlockKind
from app.ui.transcript.model.citations import passage_address
from app.ui.transcript.model.sections import Section, SectionKind

if TYPE_CHECKING:
    from app.ui.transcript.blocks.section_document import SectionDocument

_ENTRY = re.compile(r"\[(\d+)\](.*)")
_APART = "\u00a0· "  # never at the beginning of a line


class SourcesKind(BlockKind):
    """Neither copied with the answer nor read aloud: the model did not say it."""

    is_copied = False
    may_have_links = True

    def recognises(self, section: Section) -> bool:
        """Whether it stands below an answer."""
        return section.kind is SectionKind.SOURCES

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:  # noqa: ARG002
        """Show what comes first, and a link for each line below it."""
        colours = document.colours
        first, *entries = section.text.split("\n")
        links = []
        for match in filter(None, map(_ENTRY.fullmatch, entries)):
            address = passage_address(int(match.group(1)))
            where = html.escape(match.group(2).strip())
            where = f"<span>\u00a0{where}</span>" if where else ""
            links.append(f'<a href="{address}">[{match.group(1)}]{where}</a>')
        size = round(TEXT_CAPTION * colours.zoom)
        style_sheet = f"""
            p {{ margin: 0; line-height: 125%; font-size: {size}px; color: {colours.muted}; }}
            a {{ color: {colours.link}; }}
            span {{ color: {colours.muted}; text-decoration: none; }}"""
        words = f"{html.escape(first)} {_APART.join(links)}"
        document.fill_html(f"<p>{words}</p>", style_sheet)

    def spoken(self, _section: Section) -> str | None:
        """Say nothing."""
        return ""


KIND = SourcesKind()
