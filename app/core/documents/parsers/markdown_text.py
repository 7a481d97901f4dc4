"""What all parsers write: tidy Markdown, tables, and pages one after another.

Threads: pure functions; the child's only one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.core.decoding.wire import DecodingRefused
from app.core.documents.text import DocumentText

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_CHARACTERS: Final = 16_000_000  # of a document; four times what goes along with a message
_LONGEST_TITLE, _LONGEST_NAME = 300, 100
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\u2028\u2029]")
_BLANK_ENDS = re.compile(r"[^\S\n]+(?=\n|$)")
_BLANK_LINES = re.compile(r"\n{3,}")
_BLANKS = re.compile(r"\s+")


def tidy(text: str) -> str:
    """Return a text without control characters, blanks at ends of lines, and many empty lines."""
    text = (
        text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n").replace("\x0c", "\n")
    )
    text = _BLANK_ENDS.sub("", _CONTROLS.sub("", text))
    return _BLANK_LINES.sub("\n\n", text).strip("\n")


def in_one_line(text: str) -> str:
    """Return a text whose blanks and line ends are single blanks."""
    return _BLANKS.sub(" ", text).strip()


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as a Markdown table; the first is its head, empty rows and columns are left out.

    It is not padded to columns of one width: that would cost a model tokens and tell it nothing.
    """
    filled = [cells for row in rows if any(cells := [_cell(one) for one in row])]
    if not filled:
        return ""
    n_columns = max(map(len, filled))
    filled = [[*row, *[""] * (n_columns - len(row))] for row in filled]
    used = [at for at in range(n_columns) if any(row[at] for row in filled)]
    lines = ["| " + " | ".join(row[at] for at in used) + " |" for row in filled]
    lines.insert(1, "|" + " --- |" * len(used))
    return "\n".join(lines)


def sheet(name: str, rows: Sequence[Sequence[str]]) -> str:
    """Return a sheet as a page: its name, the lines above its table, and the table; or nothing."""
    filled = [row for row in rows if any(row)]
    n_above = 0
    if any(sum(map(bool, row)) > 1 for row in filled):
        while sum(map(bool, filled[n_above])) == 1:
            n_above += 1
    above = ["".join(row) for row in filled[:n_above]]
    return "\n\n".join([f"## {name}", *above, table(filled[n_above:])]) if filled else ""


def as_it_is(text: str) -> DocumentText:
    """Return a text that is not ours to tidy, such as code."""
    return DocumentText("", text)


def _cell(text: str) -> str:
    return tidy(text).strip().replace("|", "\\|").replace("\n", "<br>")


def document(
    pages: Iterable[str],
    *,
    title: str = "",
    names: Sequence[str] = (),
    without_text: Sequence[int] = (),
    has_pages: bool = True,
) -> DocumentText:
    """Return pages, sheets or slides as a document.

    Args:
        pages: Markdown of each.
        title: what the document calls itself.
        names: what each page is called; none where they are numbered from 1.
        without_text: numbers of those that hold pictures only.
        has_pages: False where a reader knows of none.

    Raises:
        DecodingRefused: it is too long.
    """
    texts, starts, length = list[str](), list[int](), 0
    for page in pages:
        starts.append(length)
        if text := tidy(page):
            texts.append(text)
            length += len(text) + 2
        if length > MAX_CHARACTERS:
            raise DecodingRefused("long")
    whole = "\n\n".join(texts)
    return DocumentText(
        in_one_line(_CONTROLS.sub("", title))[:_LONGEST_TITLE],
        whole,
        tuple(min(start, len(whole)) for start in starts) if has_pages else (),
        tuple(in_one_line(_CONTROLS.sub("", name))[:_LONGEST_NAME] for name in names),
        tuple(without_text),
    )
