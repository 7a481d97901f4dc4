"""RTF to Markdown, by striprtf: its paragraphs, and rows of tables.

Threads: one, in the child.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from striprtf.striprtf import rtf_to_text

from app.core.documents.parsers.markdown_text import document, table

if TYPE_CHECKING:
    from app.core.documents.text import DocumentText

_BINARY = re.compile(r"\\bin(?![\da-z])")  # of no length, which striprtf takes for damage
_END_OF_CELL = "|"
_PARAGRAPH_IN_CELL = re.compile(r"\\par\b\s*+(\}?\s*+)\\cell\b")  # the last in it ends no line
_BULLET = re.compile(r"^[•⁃◦▪·o\uf0b7]\t")
_NUMBER = re.compile(r"^((?:\d+|[A-Za-z]{1,4})[.)])\t")


def read_rtf(data: bytes) -> DocumentText:
    """Return the text of an RTF file."""
    source = _PARAGRAPH_IN_CELL.sub(r"\1\\cell", _BINARY.sub("", data.decode("cp1252", "replace")))
    blocks = list[str]()
    lines = (line.strip() for line in rtf_to_text(source, errors="replace").split("\n"))
    for is_table, group in groupby(lines, lambda line: line.endswith(_END_OF_CELL)):
        if is_table:
            blocks.append(table([line[:-1].split(_END_OF_CELL) for line in group]))
        else:
            blocks += [_NUMBER.sub(r"\1 ", _BULLET.sub("- ", line)) for line in group]
    return document(["\n\n".join(blocks)], has_pages=False)
