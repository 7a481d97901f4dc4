"""Cutting the text of a document into passages, of which some are given to a model.

A passage is a range of the text, which is never rewritten, of 300 to 500 tokens where the document
has so many. A heading, and a page that begins with a paragraph of its own, begins a new passage
unless the one before it would be short. Longer sections are cut into parts of about the same
length: between paragraphs, else between rows, lines or sentences, else between words. A table or a
block of code that fits into a passage is not cut.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.documents.text import DocumentText

MOST_TOKENS: Final = 500
MOST_OF_TITLE: Final = 200  # characters: each passage has those of all headings above it
_LEAST_TOKENS: Final = 200  # a section with fewer is joined with the next
_BYTES_OF_A_TOKEN: Final = 4.0
_OFTEN_ALONE = re.compile(r"[0-9|]")  # digits and the lines of tables, each a token
_LINE = re.compile(r".*\n|.+")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\n?$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_BETWEEN_LINES = re.compile(r"\n")
_BETWEEN_SENTENCES = re.compile(
    r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])\s*|\n(?=[^\S\n]*[-*+\d])"
)
_BETWEEN_WORDS = re.compile(r"\s+")
_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)+")


class Passage(PlainValue, frozen=True):
    """A range of a document's text.

    Attributes:
        begin, end: offsets of characters.
        page: number, from 1, of the page on which it begins; None without pages.
        headings: above its first words, the outermost first; its own first ones included. The
            beginnings of long ones.
        n_tokens: of its text, an estimate.
    """

    begin: int
    end: int
    page: int | None
    headings: tuple[str, ...]
    n_tokens: int


class _Unit(PlainValue, frozen=True):
    """What is not cut: a paragraph, or a part of one, with the headings right above it.

    Attributes:
        text_begin: where it begins behind those headings.
        weight: tokens, not rounded.
        is_boundary: a passage may begin here, however short the one before.
    """

    begin: int
    text_begin: int
    end: int
    weight: float
    is_boundary: bool


class _Block(PlainValue, frozen=True):
    """Lines that belong together; `level` is that of a heading, 0 for all else."""

    begin: int
    end: int
    level: int = 0
    title: str = ""
    is_prose: bool = False


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text has for a model, without asking one."""
    return math.ceil(_weight(text))


def passages_of(document: DocumentText, *, is_code: bool = False) -> tuple[Passage, ...]:
    """Cut a document into passages, in order; blank lines between them are in none.

    Args:
        document: its text is Markdown.
        is_code: or else that of a program, without headings.
    """
    text, blocks = document.text, list(_blocks(document.text, is_code=is_code))
    headings = [block for block in blocks if block.level]
    found: list[Passage] = []
    chain: list[_Block] = []
    n_passed = 0
    for units in _grouped(_units(text, blocks, document.page_starts)):
        while n_passed < len(headings) and headings[n_passed].begin < units[0].text_begin:
            heading = headings[n_passed]
            chain = [*(one for one in chain if one.level < heading.level), heading]
            n_passed += 1
        begin, end = units[0].begin, units[-1].end
        blank = _BLANK_LINES.match(text, begin, end)
        begin = blank.end() if blank else begin
        end = begin + len(text[begin:end].rstrip())
        if begin < end:
            titles = tuple(one.title for one in chain if one.title)
            page = document.page_at(begin)
            found.append(Passage(begin, end, page, titles, estimated_tokens(text[begin:end])))
    return tuple(found)


def _weight(text: str) -> float:
    """Return how many tokens a text has: of two texts in a row, the sum.

    Bytes of UTF-8 tell scripts apart: a token is four letters of Latin, two of Cyrillic, Greek,
    Hebrew or Arabic, and a bit more than one of Chinese, Japanese or Korean. Of prose and code in
    these scripts the sum is within a fifth of what the vocabularies of 2024 to 2026 count.
    """
    n_bytes = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return n_bytes / _BYTES_OF_A_TOKEN + 0.75 * len(_OFTEN_ALONE.findall(text))


def _blocks(text: str, *, is_code: bool) -> Iterator[_Block]:
    """Yield headings, blocks of code, tables and paragraphs, with the blank lines between them."""
    begin = 0  # of the block that is being read
    kind, fence, is_ended = "", "", False
    for match in _LINE.finditer(text):
        line = match.group()
        if kind == "code":
            if _closes(line, fence):
                yield _Block(begin, match.end())
                begin, kind = match.end(), ""
            continue
        if not line.strip():
            is_ended = True
            continue
        heading, opened = None if is_code else _HEADING.match(line), _FENCE.match(line)
        now = "code" if opened else "table" if line.lstrip().startswith("|") else "prose"
        if kind and (is_ended or heading or now != kind):
            yield _Block(begin, match.start(), is_prose=kind == "prose")
            begin = match.start()
        if heading:
            title = heading.group(2).strip()[:MOST_OF_TITLE].rstrip()
            yield _Block(begin, match.end(), len(heading.group(1)), title)
            begin, now = match.end(), ""
        fence = opened.group(1) if opened else ""
        kind, is_ended = now, False
    if begin < len(text):
        yield _Block(begin, len(text), is_prose=kind != "code")


def _closes(line: str, fence: str) -> bool:
    mark = line.strip()
    return len(mark) >= len(fence) and set(mark) == {fence[0]}


def _units(text: str, blocks: Sequence[_Block], page_starts: Sequence[int]) -> Iterator[_Unit]:
    """Yield what passages are made of; together they are the whole text."""
    pages = set(page_starts)
    begin: int | None = None  # of headings that wait for their text
    for number, block in enumerate(blocks):
        is_last = number + 1 == len(blocks)
        if block.level and not is_last and (begin is None or block.end - begin < MOST_TOKENS):
            begin = block.begin if begin is None else begin
            continue
        first = block.begin if begin is None else begin
        is_boundary = begin is not None or bool(block.level) or block.begin in pages
        for at, (start, end) in enumerate(_pieces(text, block)):
            start_of_unit = first if at == 0 else start
            weight = _weight(text[start_of_unit:end])
            yield _Unit(start_of_unit, start, end, weight, is_boundary and at == 0)
        begin = None


def _pieces(text: str, block: _Block) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a block that are not cut any more."""
    between = [_BETWEEN_SENTENCES] if block.is_prose else []
    yield from _cut(text, block.begin, block.end, [*between, _BETWEEN_LINES, _BETWEEN_WORDS])


def _cut(
    text: str, begin: int, end: int, between: Sequence[re.Pattern[str]]
) -> Iterator[tuple[int, int]]:
    if _weight(text[begin:end]) <= MOST_TOKENS:
        yield begin, end
        return
    if between:
        ends = [match.end() for match in between[0].finditer(text, begin, end)]
        cuts = sorted({begin, *ends, end})
        rest = between[1:]
    else:  # no character has more tokens than one
        cuts, rest = [*range(begin, end, MOST_TOKENS), end], ()
    for start, stop in pairwise(cuts):
        yield from _cut(text, start, stop, rest)


def _grouped(units: Iterator[_Unit]) -> Iterator[list[_Unit]]:
    """Yield the units of each passage."""
    section: list[_Unit] = []
    weight = 0.0
    for unit in units:
        if unit.is_boundary and weight >= _LEAST_TOKENS:
            yield from _balanced(section, weight)
            section, weight = [], 0.0
        section.append(unit)
        weight += unit.weight
    if section:
        yield from _balanced(section, weight)


def _balanced(section: Sequence[_Unit], left: float) -> Iterator[list[_Unit]]:
    """Yield parts of about the same weight, none above the most.

    Args:
        left: weight of all units.
    """
    part: list[_Unit] = []
    weight = 0.0
    wanted = left / math.ceil(left / MOST_TOKENS or 1)
    for unit in section:
        if part and (weight + unit.weight > MOST_TOKENS or weight + unit.weight / 2 > wanted):
            yield part
            left -= weight
            wanted = left / math.ceil(left / MOST_TOKENS)
            part, weight = [], 0.0
        part.append(unit)
        weight += unit.weight
    yield part
