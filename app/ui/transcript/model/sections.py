"""Cuts the text of a message into sections that can be rendered one by one.

A section is a code block or some paragraphs. It closes where Markdown cannot reach across: at the
fence of a code block, or at a blank line outside a list once it is long enough. So a streaming
answer renders only its last section again, and a very long message is laid out piece by piece.

The cuts depend on the text alone: fed in any pieces, it gives the same sections as at once.
"""

from __future__ import annotations

import copy
import enum
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    from collections.abc import Sequence

SOFT_CHARS = 700  # a section may close at the next blank line
HARD_CHARS = 4_000  # it closes at the next line; a longer line is cut
CODE_LINES = 60
PROSE_LINES = 60  # short ones cost as much as long ones
TABLE_COLUMNS = 16  # a table with more is shown as it was written
TABLE_CELLS = 240  # of one section; each is laid out by itself
# What a link may begin with, in any case of letters, and what it costs to look for its end.
LINK_BEGINNINGS = {"//": 50, "mailto:": 50, "http:": 4, "https:": 4, "ftp:": 4}
_LINK_COST = 30  # of those, one tenth of a millisecond
_HEAD_CHARS = 1_000  # of a table whose heads are repeated

# The signs behind the numbers ("possessive") forbid a second try, which a hostile line of some
# thousand letters would make take seconds.
_FENCE = re.compile(r"^( {0,3})(`{3,}+|~{3,}+)([^`\n]*+)$")
_LIST_ITEM = re.compile(r"^ {0,3}([-*+]|\d{1,9}[.)])(\s|$)")
_TABLE_RULE = re.compile(r"^ {0,3}\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)++\|?[ \t]*+$")
# What ends a table although no blank line stands before it.
_ENDS_TABLE = re.compile(r"^ {0,3}(#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s|([-*_][ \t]*+){3,}$)")
_CONTROL = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {127: 0x2421}
_CONTROL[13] = 0x2400  # never reached: carriage returns are dropped before


class SectionKind(enum.Enum):
    """How a section is rendered."""

    PROSE = enum.auto()
    CODE = enum.auto()
    PLAIN = enum.auto()
    THINKING = enum.auto()


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of a message.

    Attributes:
        language: first word after the fence of a code block, as written.
        continued: goes on with the section before it (long code, a line cut in two).
        glued: no line break stood between the two.
    """

    kind: SectionKind
    text: str
    language: str = ""
    continued: bool = False
    glued: bool = False


def cost(section: Section) -> int:
    """Return about how long a section takes to be laid out, in tenths of a millisecond."""
    text = section.text
    match section.kind:
        case SectionKind.CODE:
            return _cost_of_lines(text, 4)
        case SectionKind.PLAIN | SectionKind.THINKING:
            return _cost_of_lines(text, 2)
        case SectionKind.PROSE:
            lowered = text.lower()
            links = sum(price * lowered.count(mark) for mark, price in LINK_BEGINNINGS.items())
            return _cost_of_lines(text, 2) + links // _LINK_COST
        case unknown:
            assert_never(unknown)


def _cost_of_lines(text: str, per_line: int) -> int:
    return len(text) // 200 + per_line * (text.count("\n") + 1) + 3 * text.count("|") // 2


@dataclass(frozen=True, slots=True)
class _Fence:
    marks: str
    indent: int
    language: str

    def closed_by(self, line: str) -> bool:
        stripped = line.strip()
        return (
            len(stripped) >= len(self.marks)
            and set(stripped) == {self.marks[0]}
            and len(line) - len(line.lstrip(" ")) <= 3
        )


class SectionSplitter:
    """Takes text as it comes; `take_closed` gives what will not change any more."""

    def __init__(self) -> None:
        self._closed: list[Section] = []
        self._lines: list[str] = []
        self._size = 0
        self._partial = ""
        self._fence: _Fence | None = None
        self._continued = False
        self._glued = False
        self._long_line = False
        self._in_list = False
        self._table_head: list[str] = []  # the first two lines of the table that is open
        self._n_columns = 0  # of that table
        self._n_cells = 0
        self._is_wide = False  # it has too many columns to be drawn

    def feed(self, text: str) -> None:
        """Add text to the end."""
        text = text.replace("\r", "").translate(_CONTROL)
        *lines, self._partial = (self._partial + text).split("\n")
        for line in lines:
            self._take_line(self._cut_long(line))
            self._end_long_line()
        self._partial = self._cut_long(self._partial)

    def take_closed(self) -> list[Section]:
        """Return the sections closed since the last call."""
        closed, self._closed = self._closed, []
        return closed

    def preview(self) -> list[Section]:
        """Return how the open end looks now, without closing it."""
        ahead = copy.copy(self)
        ahead._set_apart()  # noqa: SLF001
        ahead.finish()
        return ahead.take_closed()

    def finish(self) -> None:
        """Close what is open; the text is complete."""
        if self._partial or self._long_line:
            line, self._partial = self._partial, ""
            self._take_line(line)
            self._end_long_line()
        self._close(plain=self._is_wide, keep_empty_code=True)
        self._fence = None

    def _set_apart(self) -> None:
        self._closed, self._lines = [], list(self._lines)

    # -- lines --

    def _cut_long(self, line: str) -> str:
        """Close pieces of a line that is too long and return its rest."""
        while len(line) > HARD_CHARS:
            if not self._long_line:
                self._close()
                self._long_line = True
            piece, line = line[:HARD_CHARS], line[HARD_CHARS:]
            self._lines = [piece]
            self._close(plain=self._fence is None)
            self._continued = self._glued = True
        return line

    def _end_long_line(self) -> None:
        if self._long_line:
            self._long_line = False
            self._close(plain=self._fence is None)
            self._glued = False
            self._continued = self._fence is not None

    def _take_line(self, line: str) -> None:
        if self._long_line:
            self._add(line)
        elif self._fence is not None:
            self._take_code_line(self._fence, line)
        elif (match := _FENCE.match(line)) and not (self._in_list and len(match[1]) >= 2):
            self._close()
            words = match[3].split()
            self._fence = _Fence(match[2], len(match[1]), words[0] if words else "")
        else:
            self._take_prose_line(line)

    def _take_code_line(self, fence: _Fence, line: str) -> None:
        if fence.closed_by(line):
            self._close(keep_empty_code=True)
            self._fence = None
            self._continued = False
            return
        indent = len(line) - len(line.lstrip(" "))
        self._add(line[min(indent, fence.indent) :])
        if len(self._lines) >= CODE_LINES or self._size >= HARD_CHARS:
            self._close()

    def _take_prose_line(self, line: str) -> None:
        after_blank = bool(self._lines) and not self._lines[-1].strip()
        item = bool(_LIST_ITEM.match(line))
        if line.strip() and self._may_close(line, after_blank=after_blank, is_item=item):
            self._go_on(line, after_blank=after_blank)
        if self._is_wide and (not line.strip() or _ENDS_TABLE.match(line)):
            self._close(plain=True)
        if not self._lines and not line.strip():
            return
        self._note_table(line)
        if item:
            self._in_list = True
        elif after_blank and line.strip() and not line.startswith("  "):
            self._in_list = False
        self._add(line)

    def _note_table(self, line: str) -> None:
        if not line.strip() or _ENDS_TABLE.match(line):
            self._table_head = []
            self._n_cells = 0
        elif self._table_head:
            self._n_cells += self._n_columns
        elif self._lines and _TABLE_RULE.match(line) and "|" in self._lines[-1]:
            self._begin_table(self._lines[-1], line)

    def _begin_table(self, heads: str, rule: str) -> None:
        self._n_columns = max(1, rule.strip().strip("|").count("|") + 1)
        self._n_cells = self._n_columns
        if self._n_columns > TABLE_COLUMNS or len(heads) + len(rule) > _HEAD_CHARS:
            # Apart from what stands before it, which is no part of the table.
            del self._lines[-1]
            self._close()
            self._add(heads)
            self._is_wide = True
        else:
            self._table_head = [heads, rule]

    def _go_on(self, line: str, *, after_blank: bool) -> None:
        """Begin another section, in the middle of a list or a table if need be.

        A table goes on under the same heads.
        """
        is_row = not after_blank and not _ENDS_TABLE.match(line)
        head = self._table_head if is_row else []
        is_wide = self._is_wide and is_row
        in_list = self._in_list and not after_blank
        self._close(plain=self._is_wide)
        for heading in head:
            self._add(heading)
        self._table_head, self._is_wide = head, is_wide
        self._n_cells = self._n_columns if head else 0
        self._continued = bool(head) or is_wide or in_list

    def _may_close(self, line: str, *, after_blank: bool, is_item: bool) -> bool:
        n_lines = len(self._lines)
        if self._size + len(line) > 2 * HARD_CHARS or n_lines >= 2 * PROSE_LINES:
            return True
        if self._n_cells >= TABLE_CELLS or (self._is_wide and n_lines >= PROSE_LINES):
            return True
        if self._in_list and (is_item or line.startswith("  ")):
            is_long = self._size >= HARD_CHARS or n_lines >= PROSE_LINES
            return is_long and is_item and line[0] != " "
        return after_blank and (self._size >= SOFT_CHARS or n_lines >= PROSE_LINES)

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line) + 1

    def _close(self, *, plain: bool = False, keep_empty_code: bool = False) -> None:
        is_code = self._fence is not None
        text = "\n".join(self._lines)
        if is_code:
            if self._lines or (keep_empty_code and not self._continued):
                language = self._fence.language if self._fence else ""
                self._closed.append(
                    Section(SectionKind.CODE, text, language, self._continued, self._glued)
                )
        elif text.strip():
            kind = SectionKind.PLAIN if plain else SectionKind.PROSE
            text = text if plain else text.rstrip("\n")
            self._closed.append(Section(kind, text, "", self._continued, self._glued))
        # A code block whose fence is still open goes on with the next piece.
        self._continued = is_code and (self._continued or bool(self._lines))
        self._glued = False
        self._lines = []
        self._size = 0
        self._in_list = False
        self._table_head = []
        self._n_cells = 0
        self._is_wide = False


def split_sections(text: str) -> list[Section]:
    """Cut a complete text."""
    splitter = SectionSplitter()
    splitter.feed(text)
    splitter.finish()
    return splitter.take_closed()


def as_typed(sections: Sequence[Section]) -> list[Section]:
    """Turn paragraphs into plain text, for what the user wrote."""
    return [
        replace(section, kind=SectionKind.PLAIN) if section.kind is SectionKind.PROSE else section
        for section in sections
    ]


def code_pieces(sections: Sequence[Section], at: int) -> range:
    """Return the numbers of all pieces of the code block that the section `at` belongs to."""
    first = at
    while first > 0 and sections[first].continued:
        first -= 1
    end = first + 1
    while end < len(sections) and sections[end].continued:
        end += 1
    return range(first, end)


def whole_code(sections: Sequence[Section], at: int) -> str:
    """Return the text of the code block that the section `at` belongs to."""
    first, *others = (sections[number] for number in code_pieces(sections, at))
    return first.text + "".join(
        ("" if section.glued else "\n") + section.text for section in others
    )
