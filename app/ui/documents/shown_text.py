"""The text of a document as the viewer shows it: a line above each page, and what stands where.

Qt lays a line out as a whole whenever something in it is marked, and breaking a long word takes it
seconds. So what is too long is shown in pieces.

Threads: pure values, any thread; five million characters take a moment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue
from app.ui.documents.document_words import page_words
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.documents.text import DocumentText

# Characters of a line, and of a word, that are shown in one piece; and of a piece of a longer one.
_LINE, _WORD, PIECE = 10_000, 5_000, 4_000
_LONG_LINE = re.compile(rf"^[^\n]{{{_WORD},}}", re.M)
_ENDS = (". ", "。", " ")  # where they are broken, best first
_LONG_WORD = re.compile(rf"(?<!\S)\S{{{_WORD}}}")
# Qt takes some characters for ends of lines, and half a pair for nothing it could show.
_NOT_SHOWN = {**dict.fromkeys(range(0xD800, 0xE000), "\ufffd"), 0x0D: " ", 0: " "}
_IN_NEED = re.compile("[\r\0\ud800-\udfff]")


Range = tuple[int, int]  # begin and end


class ShownText(PlainValue, frozen=True, eq=False):
    """What is shown; places in it are counted in characters.

    Attributes:
        text: with the lines above pages, and long lines in pieces.
        lines: begin and end of each line above a page, in order.
        begins: where in the document each part between what was added begins.
        places: where it begins in `text`.
        added: begin and end of all that the document does not have, in order: these lines, and
            the breaks in others.
    """

    text: str
    lines: tuple[Range, ...] = ()
    begins: tuple[int, ...] = (0,)
    places: tuple[int, ...] = (0,)
    added: tuple[Range, ...] = ()

    def place_of(self, offset: int) -> int:
        """Return where a character of the document stands."""
        part = max(0, bisect_right(self.begins, offset) - 1)
        return min(len(self.text), self.places[part] + offset - self.begins[part])

    def original(self, begin: int, end: int) -> str:
        """Return what stands between two places, without what was added."""
        kept, at = [], begin
        first = max(0, bisect_right(self.added, (begin, begin)) - 1)
        for added_begin, added_end in self.added[first:]:
            if added_begin >= end:
                break
            kept.append(self.text[at:added_begin])
            at = max(at, added_end)
        return "".join((*kept, self.text[at:end]))


def shown_text(document: DocumentText, kind: str = "") -> ShownText:
    """Return a document as it is shown.

    Args:
        kind: the ending of its file's name, which says what its pages are called.
    """
    text, starts = _showable(document.text), document.page_starts
    making = _Making()
    if len(starts) < 2:
        making.add(text, 0)
        return making.made()
    empty = set(document.pages_without_text)
    for number, (begin, end) in enumerate(zip(starts, (*starts[1:], len(text)), strict=True), 1):
        name = document.page_names[number - 1] if document.page_names else str(number)
        said = page_words(kind, name)
        if number in empty:
            said = tr("{page}: no text", page=said)
        making.add_line(f"{_showable(said)}\n\n")
        making.add(text[begin:end], begin)
    return making.made()


def passage_text(text: str) -> ShownText:
    """Return a passage that stands alone."""
    making = _Making()
    making.add(_showable(text), 0)
    return making.made()


class _Making:
    """Puts a shown text together."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._at = 0
        self._lines: list[Range] = []
        self._added: list[Range] = []
        self._begins: list[int] = []
        self._places: list[int] = []

    def add_line(self, line: str) -> None:
        """Add a line above a page, which begins a line."""
        last = self._parts[-1] if self._parts else ""
        if last and not last.endswith("\n"):
            self._put("\n")
        begin = self._at
        self._put(("\n" if self._lines else "") + line)
        self._lines.append((begin, self._at))
        self._added.append((begin, self._at))

    def add(self, text: str, offset: int) -> None:
        """Add what the document has at an offset."""
        cuts = (0, *_cuts(text), len(text))
        for begin, end in pairwise(cuts):
            if begin:
                self._added.append((self._at, self._at + 1))
                self._put("\n")
            self._begins.append(offset + begin)
            self._places.append(self._at)
            self._put(text[begin:end])

    def made(self) -> ShownText:
        """Return all of it."""
        lines, added = tuple(self._lines), tuple(self._added)
        begins, places = tuple(self._begins), tuple(self._places)
        return ShownText("".join(self._parts), lines, begins, places, added)

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._at += len(text)


def _cuts(text: str) -> Iterator[int]:
    """Yield where long lines are broken, behind a sentence or else a blank where there is one."""
    for line in _LONG_LINE.finditer(text):
        begin, end = line.span()
        if end - begin <= _LINE and not _LONG_WORD.search(text, begin, end):
            continue
        while end - begin > PIECE:
            ends = (text.rfind(one, begin + PIECE // 2, begin + PIECE) for one in _ENDS)
            found = next(((at, one) for at, one in zip(ends, _ENDS, strict=True) if at >= 0), None)
            begin = begin + PIECE if found is None else found[0] + len(found[1])
            yield begin


def _showable(text: str) -> str:
    return text.translate(_NOT_SHOWN) if _IN_NEED.search(text) else text
