"""The text of a document as the viewer shows it: a line above each page, and what stands where.

Threads: pure values, any thread; five million characters take a moment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue
from app.ui.documents.document_words import page_words
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.documents.text import DocumentText

# Breaking a word of a million characters takes Qt many seconds.
_LONG_WORD = re.compile(r"\S{5000}")
# Qt takes some characters for ends of lines, and half a pair for nothing it could show.
_NOT_SHOWN = {**dict.fromkeys(range(0xD800, 0xE000), "\ufffd"), 0x0D: " ", 0: " "}
_IN_NEED = re.compile("[\r\0\ud800-\udfff]")


class ShownText(PlainValue, frozen=True, eq=False):
    """What is shown; places in it are counted in characters.

    Attributes:
        text: with the lines above pages.
        lines: begin and end of each of these lines, in order.
        begins: where in the document each part between them begins.
        places: where it begins in `text`.
        wraps: no word is so long that it must not be broken.
    """

    text: str
    lines: tuple[tuple[int, int], ...] = ()
    begins: tuple[int, ...] = (0,)
    places: tuple[int, ...] = (0,)
    wraps: bool = True

    def place_of(self, offset: int) -> int:
        """Return where a character of the document stands."""
        part = max(0, bisect_right(self.begins, offset) - 1)
        return min(len(self.text), self.places[part] + offset - self.begins[part])

    def original(self, begin: int, end: int) -> str:
        """Return what stands between two places, without the lines above pages."""
        kept, at = [], begin
        first = max(0, bisect_right(self.lines, (begin, begin)) - 1)
        for line_begin, line_end in self.lines[first:]:
            if line_begin >= end:
                break
            kept.append(self.text[at:line_begin])
            at = max(at, line_end)
        return "".join((*kept, self.text[at:end]))


def shown_text(document: DocumentText, kind: str = "") -> ShownText:
    """Return a document as it is shown.

    Args:
        kind: the ending of its file's name, which says what its pages are called.
    """
    text = _showable(document.text)
    wraps = _LONG_WORD.search(text) is None
    starts = document.page_starts
    if len(starts) < 2:
        return ShownText(text, wraps=wraps)
    empty = set(document.pages_without_text)
    parts: list[str] = []
    lines, places, at = [], [], 0
    for number, (begin, end) in enumerate(zip(starts, (*starts[1:], len(text)), strict=True), 1):
        name = document.page_names[number - 1] if document.page_names else str(number)
        said = page_words(kind, name)
        if number in empty:
            said = tr("{page}: no text", page=said)
        above, body = ("\n" if parts else "") + f"{_showable(said)}\n\n", text[begin:end]
        below = "" if body.endswith("\n") or not body else "\n"
        lines.append((at, at + len(above)))
        places.append(at + len(above))
        parts += [above, body, below]
        at += len(above) + len(body) + len(below)
    return ShownText("".join(parts), tuple(lines), starts, tuple(places), wraps)


def passage_text(text: str) -> ShownText:
    """Return a passage that stands alone."""
    shown = _showable(text)
    return ShownText(shown, wraps=_LONG_WORD.search(shown) is None)


def _showable(text: str) -> str:
    return text.translate(_NOT_SHOWN) if _IN_NEED.search(text) else text
