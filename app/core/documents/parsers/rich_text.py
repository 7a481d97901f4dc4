"""RTF to Markdown, by striprtf: its paragraphs, and rows of tables.

Threads: one, in the child.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from striprtf.striprtf import rtf_to_text

from app.core.documents.parsers.markdown_text import document, table

if TYPE_CHECKING:
    from app.core.documents.text import DocumentText

_END_OF_CELL = "|"


def read_rtf(data: bytes) -> DocumentText:
    """Return the text of an RTF file."""
    lines = rtf_to_text(data.decode("cp1252", "replace"), errors="replace").split("\n")
    blocks = list[str]()
    for is_table, group in groupby(lines, lambda line: line.endswith(_END_OF_CELL)):
        if is_table:
            blocks.append(table([line[:-1].split(_END_OF_CELL) for line in group]))
        else:
            blocks += group
    return document(["\n\n".join(blocks)], has_pages=False)
