"""What a document says: its text as Markdown, and where in it each page begins.

Threads: values only, any thread.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from app.core.plain_value import PlainValue

# Of what parsers make of files: with a larger one, the library reads all files again.
READING_VERSION: Final = 2


class DocumentText(PlainValue, frozen=True):
    """The text of a document.

    Attributes:
        title: what the document calls itself; empty where it does not say.
        text: Markdown, lines end with a line feed. Pages follow each other without a mark.
        page_starts: offset in `text` of the first character of each page, sheet or slide, in
            order; the first is 0. Empty where the format knows no pages.
        page_names: what a reader calls each of them ("iv", "Budget"); empty where they are
            numbered from 1.
        pages_without_text: numbers, from 1, of pages that hold pictures only, as scans do.
    """

    title: str
    text: str
    page_starts: tuple[int, ...] = ()
    page_names: tuple[str, ...] = ()
    pages_without_text: tuple[int, ...] = ()

    @property
    def is_scan(self) -> bool:
        """Whether no page holds text, and there are pages."""
        return bool(self.pages_without_text) and not self.text.strip()

    def page_at(self, offset: int) -> int | None:
        """Return the number, from 1, of the page that holds this character; None without pages."""
        return bisect_right(self.page_starts, offset) or None
