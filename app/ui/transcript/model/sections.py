"""Cuts the text of a message into sections that can be rendered one by one.

A section is a code block, a table or some paragraphs. It closes where Markdown cannot reach
across: at the fence of a code block, or at a blank line outside a list once it is long enough. What
goes on in a list or a quote knows so. A streaming answer renders only its last section again, and
a very long message is laid out piece by piece.

The cuts depend on the text alone: fed in any pieces, it gives the same sections as at once.
"""

from __future__ import annotations

import copy
import enum
import re
from typing import TYPE_CHECKING, assert_never

from app.core.content.markdown import Fence, fold_ends
from app.core.plain_value import PlainValue, replace
from app.ui.transcript.model.containers import Container, Entered, entered, inside

if TYPE_CHECKING:
    from collections.abc import Sequence

SOFT_CHARS = 700  # a section may close at the next blank line
HARD_CHARS = 4_000  # it closes at the next line; a longer line is cut, between words if it can be
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
_TABLE_RULE = re.compile(r"^ {0,3}\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)++\|?[ \t]*+$")
# What ends a table although no blank line stands before it.
_ENDS_TABLE = re.compile(r"^ {0,3}(#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s|([-*_][ \t]*+){3,}$)")
_HEADING = re.compile(r"^ {0,3}#{1,6}(\s|$)")
_FOLD_END = re.compile("</details>", re.IGNORECASE)
_BAR = re.compile(r"(?<!\\)\|")
_CONTROL = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {127: 0x2421}
_CONTROL[13] = 0x2400  # never reached: carriage returns are dropped before


class SectionKind(enum.Enum):
    """How a section is rendered."""

    PROSE = enum.auto()
    CODE = enum.auto()
    TABLE = enum.auto()
    PLAIN = enum.auto()
    THINKING = enum.auto()
    SOURCES = enum.auto()  # which passages have its words, a line each; no part of the message


class Section(PlainValue, frozen=True):
    """A piece of a message.

    Attributes:
        language: first word after the fence of a code block, as written.
        continued: goes on with the section before it (long code, a line cut in two).
        glued: no line break stood between the two.
        containers: the lists and quotes it stands in; of prose those that go on from before.
        n_joined: so many of these stand around what is before it, too.
        cites: numbers of the passages that it may cite.
        doubtful: its quotations that no passage has.
    """

    kind: SectionKind
    text: str
    language: str = ""
    continued: bool = False
    glued: bool = False
    containers: tuple[Container, ...] = ()
    n_joined: int = 0
    cites: tuple[int, ...] = ()
    doubtful: tuple[str, ...] = ()


def cost(section: Section) -> int:
    """Return about how long a section takes to be laid out, in tenths of a millisecond."""
    text = section.text
    match section.kind:
        case SectionKind.CODE:
            return _cost_of_lines(text, 4)
        case SectionKind.PLAIN | SectionKind.THINKING | SectionKind.SOURCES:
            return _cost_of_lines(text, 2)
        case SectionKind.PROSE | SectionKind.TABLE:
            lowered = text.lower()
            links = sum(price * lowered.count(mark) for mark, price in LINK_BEGINNINGS.items())
            return _cost_of_lines(text, 2) + links // _LINK_COST
        case unknown:
            assert_never(unknown)


def _cost_of_lines(text: str, per_line: int) -> int:
    return len(text) // 200 + per_line * (text.count("\n") + 1) + 3 * text.count("|") // 2


class SectionSplitter:
    """Takes text as it comes; `take_closed` gives what will not change any more."""

    def __init__(self) -> None:
        self._closed: list[Section] = []
        self._lines: list[str] = []
        self._size = 0
        self._partial = ""
        self._kind = SectionKind.PROSE  # of what is open
        self._fence: Fence | None = None
        self._held: str | None = None  # a line that ends the fence or not, as the next one says
        self._continued = False
        self._glued = False
        self._long_line = False
        self._line = Entered("", (), ())  # the last one of prose, or the place of code or a table
        self._in_paragraph = False
        self._lead: tuple[Container, ...] = ()  # of the section that is open
        self._n_joined = 0  # of the containers of code or a table
        self._table_head: list[str] = []  # the first two lines of the table that is open
        self._n_columns = 0  # of that table
        self._n_cells = 0

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
        self._settle_held("")
        self._close(keep_empty_code=True)
        self._fence = None

    def _set_apart(self) -> None:
        self._closed, self._lines = [], list(self._lines)

    # -- lines --

    def _cut_long(self, line: str) -> str:
        """Close pieces of a line that is too long and return its rest."""
        while len(line) > HARD_CHARS:
            if not self._long_line:
                self._settle_held(line)
                self._close()
                self._long_line = True
                if self._fence is None:
                    self._kind = SectionKind.PLAIN
            end = line.rfind(" ", HARD_CHARS // 2, HARD_CHARS) + 1 or HARD_CHARS
            piece, line = line[:end], line[end:]
            self._lines = [piece]
            self._close()
            self._continued = self._glued = True
        return line

    def _end_long_line(self) -> None:
        if self._long_line:
            self._long_line = False
            self._close()
            self._glued = False
            self._continued = self._fence is not None
            if self._fence is None:
                self._kind = SectionKind.PROSE

    def _take_line(self, line: str) -> None:
        self._settle_held(line)
        if self._long_line:
            self._add(line)
        elif self._fence is not None:
            self._take_code_line(self._fence, line)
        elif self._n_columns:
            self._take_row(line)
        else:
            self._take_prose_line(line)

    # -- code --

    def _begin_code(self, fence: Fence, line: str, at: Entered) -> None:
        if at.opens_item:
            self._take_marker(line, at)
        self._close()
        self._line, self._in_paragraph, self._n_joined = at, False, len(at.lead)
        self._fence, self._kind = fence, SectionKind.CODE

    def _take_code_line(self, fence: Fence, line: str) -> None:
        rest, n_matched = inside(line, self._line.containers)
        if n_matched < len(self._line.containers):
            self._end_code()
            self._take_line(line)
        elif fence.needs_next(rest):
            self._held = rest
        else:
            self._judge(fence, rest, "")

    def _settle_held(self, following: str) -> None:
        """Tell whether the line before ended the fence, now that the next one is known."""
        if self._held is not None and self._fence is not None:
            held, self._held = self._held, None
            rest, n_matched = inside(following, self._line.containers)
            goes_on = n_matched == len(self._line.containers)
            self._judge(self._fence, held, rest if goes_on else "")

    def _judge(self, fence: Fence, rest: str, following: str) -> None:
        if fence.ends(rest, following):
            self._end_code()
            return
        self._fence = fence.after(rest)
        indent = len(rest) - len(rest.lstrip(" "))
        self._add(rest[min(indent, fence.indent) :])
        if len(self._lines) >= CODE_LINES or self._size >= HARD_CHARS:
            self._close()

    def _end_code(self) -> None:
        self._close(keep_empty_code=True)
        self._fence, self._kind, self._continued = None, SectionKind.PROSE, False

    # -- tables --

    def _begin_table(self, at: Entered) -> None:
        heads, written = self._line, self._lines.pop()
        if heads.opens_item:
            self._take_marker(written, heads)
        self._close()
        self._line, self._in_paragraph, self._n_joined = at, False, len(heads.lead)
        self._n_columns = at.rest.strip().strip("|").count("|") + 1
        is_wide = self._n_columns > TABLE_COLUMNS or len(heads.rest) + len(at.rest) > _HEAD_CHARS
        self._kind = SectionKind.PLAIN if is_wide else SectionKind.TABLE
        self._table_head = [] if is_wide else [heads.rest, at.rest]
        self._add(heads.rest)
        self._add(at.rest)
        self._n_cells = self._n_columns

    def _take_row(self, line: str) -> None:
        rest, n_matched = inside(line, self._line.containers)
        is_row = n_matched == len(self._line.containers) and rest.strip()
        if not is_row or _ENDS_TABLE.match(rest) or fold_ends(rest.strip()):
            self._close()
            self._kind, self._n_columns = SectionKind.PROSE, 0
            self._continued = False
            self._take_prose_line(line)
            return
        is_wide = self._kind is not SectionKind.TABLE
        most_lines = PROSE_LINES if is_wide else 2 * PROSE_LINES
        is_full = self._n_cells >= TABLE_CELLS and not is_wide
        if is_full or len(self._lines) >= most_lines or self._size >= 2 * HARD_CHARS:
            self._close()
            for heading in self._table_head:
                self._add(heading)
            self._n_cells = self._n_columns
            self._continued = True
        self._n_cells += self._n_columns
        self._add(rest)

    # -- prose --

    def _take_prose_line(self, line: str) -> None:
        at = entered(line, self._line, in_paragraph=self._in_paragraph)
        fence = Fence.begun_by(at.rest)
        if fence is not None:
            self._begin_code(fence, line, at)
            return
        if self._begins_table(at):
            self._begin_table(at)
            return
        after_blank = bool(self._lines) and not self._lines[-1].strip()
        in_list = any(not one.is_quote for one in at.containers)
        if at.rest.strip() and self._may_close(at, after_blank=after_blank, in_list=in_list):
            self._close()
            self._continued = in_list and not after_blank
        self._line = at
        is_code = at.rest.startswith("    ") and not (self._in_paragraph or at.opens_item)
        is_other = is_code or at.is_tags or _HEADING.match(at.rest) or _ENDS_TABLE.match(at.rest)
        self._in_paragraph = bool(at.rest.strip()) and not is_other
        if self._lines or line.strip():
            self._add_prose(line, at)

    def _begins_table(self, at: Entered) -> bool:
        heads = self._line
        return (
            bool(self._lines)
            and "|" in heads.rest
            and heads.containers == at.containers
            and bool(_TABLE_RULE.match(at.rest))
            and _n_cells(heads.rest) == _n_cells(at.rest)
        )

    def _may_close(self, at: Entered, *, after_blank: bool, in_list: bool) -> bool:
        n_lines = len(self._lines)
        if self._size + len(at.rest) > 2 * HARD_CHARS or n_lines >= 2 * PROSE_LINES:
            return True
        if in_list:
            return at.opens_item and (self._size >= HARD_CHARS or n_lines >= PROSE_LINES)
        return after_blank and (self._size >= SOFT_CHARS or n_lines >= PROSE_LINES)

    def _take_marker(self, line: str, at: Entered) -> None:
        """Add what begins an item whose first words are no prose."""
        self._add_prose(line[: len(line) - len(at.rest.lstrip())].rstrip(), at)

    def _add_prose(self, line: str, at: Entered) -> None:
        if not self._lines:
            self._lead = at.lead
        self._add(line)

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line) + 1

    def _close(self, *, keep_empty_code: bool = False) -> None:
        is_code = self._fence is not None
        text = "\n".join(self._lines)
        is_empty_code = is_code and keep_empty_code and not self._continued
        if is_empty_code or (self._lines if is_code else _FOLD_END.sub("", text).strip()):
            is_prose = self._kind is SectionKind.PROSE
            self._closed.append(
                Section(
                    self._kind,
                    text.rstrip("\n") if is_prose else text,
                    self._fence.language if self._fence else "",
                    self._continued,
                    self._glued,
                    self._lead if is_prose else self._line.containers,
                    len(self._lead) if is_prose else self._n_joined,
                )
            )
        # A code block whose fence is still open goes on with the next piece.
        self._continued = is_code and (self._continued or bool(self._lines))
        self._glued = False
        self._lines = []
        self._size = 0


def _n_cells(row: str) -> int:
    return len(_BAR.split(row.strip().removeprefix("|").removesuffix("|")))


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
