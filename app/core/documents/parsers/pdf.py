"""PDF to Markdown, by pdfium: lines in its reading order, headings by their size.

Threads: one; pdfium is not safe for more.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pypdfium2
from pypdfium2 import raw

from app.core.decoding.wire import DecodingRefused
from app.core.documents.parsers.markdown_text import document, in_one_line
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.documents.text import DocumentText

MAX_PAGES: Final = 20_000
_LOCKED = (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY)
# How pdfium shows a hyphen at the end of a line, behind which it goes on with the next.
_HYPHEN = re.compile("[\x02\ufffe]")
_KEPT_HYPHEN = re.compile("[\x02\ufffe](?=[A-Z0-9])")
_BULLET = re.compile("^[•●▪◦‣\uf0b7\uf0a7\uf0d8]\\s*(?=\\S)")  # as fonts of symbols have it, too
_DOTS = re.compile(r"\s?(?:\.\s?){5,}")  # between a title and its page
_NO_TITLES = ("untitled", "(anonymous)")  # as some programs call what has none
_LARGER = 1.15  # than most of the text: a heading
_LONGEST_HEADING = 150  # characters
_MOST_HEADINGS = 0.25  # of all characters; where more of them are large, size says nothing
_LEVELS = 4
_WIDER = 1.25  # than most lines are apart: a new paragraph
_LEADING = 1.3  # of the height of letters; how far lines are apart on a page with few
_SAME_LINE = 0.5  # of the height of letters; higher up, and it is another column
_OTHER_SIZE = 0.12


class _Line(PlainValue, frozen=True):
    """One line of a page.

    Attributes:
        size: height of its letters in points, rounded to a half; 0 where that is not known.
        low: where it stands on the page, in points from below.
    """

    text: str
    size: float = 0.0
    low: float = 0.0


def opened(data: bytes) -> pypdfium2.PdfDocument:
    """Open a PDF.

    Raises:
        DecodingRefused: it is locked or damaged.
    """
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        is_locked = getattr(error, "err_code", None) in _LOCKED
        raise DecodingRefused("locked" if is_locked else "damaged", detail=str(error)) from error


def read_pdf(data: bytes) -> DocumentText:
    """Return the text of a PDF.

    Raises:
        DecodingRefused: it is locked, damaged or too long.
    """
    pdf = opened(data)
    n_pages = len(pdf)
    if not n_pages:
        raise DecodingRefused("damaged", detail="no pages")
    if n_pages > MAX_PAGES:
        raise DecodingRefused("long")
    pages, without_text = list[list[_Line]](), list[int]()
    for number in range(n_pages):
        lines, has_objects = _page(pdf, number)
        pages.append(lines)
        if has_objects and not lines:
            without_text.append(number + 1)
    level_of = _heading_levels(pages)
    return document(
        (_markdown(lines, level_of) for lines in pages),
        title="" if (title := pdf.get_metadata_value("Title")) in _NO_TITLES else title,
        names=_labels(pdf, n_pages),
        without_text=without_text,
    )


def _labels(pdf: pypdfium2.PdfDocument, n_pages: int) -> list[str]:
    """Return what pages are called, where that is not their number."""
    labels = [pdf.get_page_label(at) or str(at + 1) for at in range(n_pages)]
    return [] if labels == [str(at + 1) for at in range(n_pages)] else labels


def _page(pdf: pypdfium2.PdfDocument, number: int) -> tuple[list[_Line], bool]:
    """Return the lines of a page, and whether anything is on it; a damaged page has none."""
    try:
        page = pdf[number]
    except pypdfium2.PdfiumError:
        return [], False
    try:
        if raw.FPDFPage_GetAnnotCount(page):  # what was filled in, stamped or noted is text as well
            raw.FPDFPage_Flatten(page, raw.FLAT_PRINT)
            page.close()
            page = pdf[number]
        lines = list(_lines(page.get_textpage()))
        return lines, bool(raw.FPDFPage_CountObjects(page))
    except pypdfium2.PdfiumError:
        return [], False
    finally:
        page.close()


def _lines(page: pypdfium2.PdfTextPage) -> Iterator[_Line]:
    """Give the lines of a page with the height of their letters."""
    # Not `get_text_range`, which knows no characters beyond U+FFFF.
    text = page.get_text_bounded()
    has_places = len(text) == page.count_chars()  # then each letter has the number of its place
    at = 0
    for line in text.split("\r\n"):
        low, high = (has_places and _box(page, line, at)) or (0.0, 0.0)
        at += len(line) + 2
        said = _HYPHEN.sub("", _KEPT_HYPHEN.sub("-", line))
        said = _BULLET.sub("- ", _DOTS.sub(" … ", in_one_line(said)))
        if said:
            yield _Line(said, round(2 * (high - low)) / 2, low)


def _box(page: pypdfium2.PdfTextPage, line: str, at: int) -> tuple[float, float] | None:
    """Return how low and how high a line reaches; a large first letter does not count.

    Args:
        page: it stands on.
        line: its letters.
        at: number of its first letter on the page.
    """
    letters = [number for number, letter in enumerate(line) if letter.isalnum()]
    boxes = [page.get_charbox(at + number, loose=True) for number in letters[1::12] or letters[:1]]
    if not boxes:
        return None
    _, low, _, high = min(boxes, key=lambda box: box[3] - box[1])
    return (low, high) if high > low else None


def _heading_levels(pages: list[list[_Line]]) -> dict[float, int]:
    """Return which sizes of letters are those of headings, and of which level."""
    sizes = Counter[float]()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    del sizes[0.0]
    if not sizes:
        return {}
    usual = sizes.most_common(1)[0][0]
    larger = sorted((size for size in sizes if size >= _LARGER * usual), reverse=True)
    if sum(sizes[size] for size in larger) > _MOST_HEADINGS * sizes.total():
        return {}
    return {size: min(level, _LEVELS) for level, size in enumerate(larger, 1)}


def _markdown(lines: list[_Line], level_of: dict[float, int]) -> str:
    """Return a page: lines of a paragraph below each other, paragraphs and headings apart."""
    return "\n\n".join(
        _heading(paragraph, level_of) or "\n".join(line.text for line in paragraph)
        for paragraph in _paragraphs(lines)
    )


def _paragraphs(lines: list[_Line]) -> Iterator[list[_Line]]:
    """Give lines that stand below each other as closely as most lines of the page do."""
    drops = [above.low - line.low for above, line in pairwise(lines)]
    usual = Counter(round(drop) for drop in drops if drop > 0).most_common(1)
    paragraph = lines[:1]
    for drop, (above, line) in zip(drops, pairwise(lines), strict=True):
        widest = _WIDER * (usual[0][0] if usual and usual[0][1] > 1 else _LEADING * line.size)
        is_near = -_SAME_LINE * line.size <= drop <= widest
        if line.size and not (is_near and abs(above.size - line.size) < _OTHER_SIZE * line.size):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _heading(paragraph: list[_Line], level_of: dict[float, int]) -> str:
    """Return the heading that lines are; empty where they are none."""
    level = level_of.get(paragraph[0].size)
    text = " ".join(line.text for line in paragraph)
    if level is None or len(text) > _LONGEST_HEADING or not any(map(str.isalpha, text)):
        return ""
    return f"{'#' * level} {text}"
