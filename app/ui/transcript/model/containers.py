"""The lists and quotes that a line of Markdown stands in, found line by line.

As CommonMark has it, as far as a fence or a table needs it; all else the parser of Markdown knows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.core.content.markdown import fold_ends
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CONTAINERS = 16
_QUOTE = re.compile(r"^ {0,3}> ?")
_ITEM = re.compile(r"^( {0,3})(?:([-*+])|(\d{1,9})([.)]))([ \t]+|$)")
_RULE = re.compile(r"^ {0,3}([-*_])[ \t]*+(?:\1[ \t]*+){2,}$")
_NO_TEXT = re.compile(r"^ {0,3}(`{3}|~{3}|#{1,6}(\s|$))")
_FOLD = "<details>"
_CODE_INDENT = 4
_TAB = 4


class Container(PlainValue, frozen=True):
    """A quote, a fold, or an item of a list.

    Attributes:
        sign: ">" of a quote, a tag of a fold; what stands before the text of an item, without its
            number.
        number: which of its list the item is; None where items have none.
        width: columns from where an item begins to where its text does.
    """

    sign: str
    number: int | None = None
    width: int = 2

    @property
    def is_quote(self) -> bool:
        """Whether it is no item, but has a bar beside it; so has a fold."""
        return self.sign in (">", _FOLD)

    @property
    def is_fold(self) -> bool:
        """Whether it goes on to a line that ends it, with no mark on the lines between."""
        return self.sign == _FOLD

    @property
    def marker(self) -> str:
        """How it may be written at the beginning of a line, as wide as it is."""
        if self.is_quote:
            return "> "
        marker = self.sign if self.number is None else f"1{self.sign}"
        return marker.rjust(self.width - 1) + " "


class Entered(PlainValue, frozen=True):
    """A line in its containers.

    Attributes:
        rest: the line without what stands for them.
        containers: it is in these.
        lead: those that go on from the line before; the last one may be an item after which the
            line begins the next.
        opens_item: the line begins an item.
        ends_fold: the line is the last one of a fold.
        is_tags: the line is no text, but the tags of a fold.
    """

    rest: str
    containers: tuple[Container, ...]
    lead: tuple[Container, ...]
    opens_item: bool = False
    ends_fold: bool = False
    is_tags: bool = False


def inside(line: str, containers: Sequence[Container]) -> tuple[str, int]:
    """Return a line without what stands for its containers, and how many of these it is in."""
    rest = line
    for n_matched, container in enumerate(containers):
        if container.is_fold:
            continue
        if container.is_quote:
            match = _QUOTE.match(rest)
            if match is None:
                return rest, n_matched
            rest = rest[match.end() :]
        elif rest.strip() and _indent(rest) < container.width:
            return rest, n_matched
        else:
            rest = _without_columns(rest, container.width)
    return rest, len(containers)


def entered(line: str, last: Entered, *, in_paragraph: bool) -> Entered:
    """Find the containers of a line.

    Args:
        line: as it was written.
        last: the line before.
        in_paragraph: it was text, which may go on without the marks of its containers.
    """
    before = last.containers
    if last.ends_fold:
        before = before[: _n_folds(before) - 1]
    rest, n_matched = inside(line, before)
    if last.opens_item and not last.rest.strip() and not rest.strip():
        n_matched = min(n_matched, len(before) - 1)  # an item without words ends there
    containers = lead = before[:n_matched]
    opens_item = False
    while len(containers) < MOST_CONTAINERS and not _RULE.match(rest):
        if match := _QUOTE.match(rest):
            containers += (Container(">"),)
            rest = rest[match.end() :]
            continue
        match = _ITEM.match(rest)
        earlier = before[n_matched] if len(containers) == n_matched < len(before) else None
        if match is None or (in_paragraph and earlier is None and not _may_interrupt(match)):
            break
        item, rest = _item(match)
        if earlier is not None and earlier.sign == item.sign and item.number is not None:
            item = Container(item.sign, (earlier.number or 0) + 1, item.width)
        if earlier is not None and earlier.sign == item.sign:
            lead = before[: n_matched + 1]
        containers += (item,)
        opens_item = True
    ends = fold_ends(rest.rstrip()) if _indent(rest) < _CODE_INDENT else None
    if ends is not None:
        # Folds in lists and quotes are only words here.
        begins = ends[0] and _n_folds(containers) == len(containers) < MOST_CONTAINERS
        containers += (Container(_FOLD, None, 0),) if begins else ()
        ends_fold = ends[1] and 0 < _n_folds(containers) == len(containers)
        return Entered(rest, containers, lead, opens_item, ends_fold=ends_fold, is_tags=True)
    is_lazy = in_paragraph and len(containers) == n_matched < len(before) and bool(rest.strip())
    if is_lazy and not _RULE.match(rest) and not _NO_TEXT.match(rest):
        return Entered(rest, before, before)
    return Entered(rest, containers, lead, opens_item)


def lead_text(lead: Sequence[Container], goes_on: str) -> str:
    """Return Markdown that opens folds and items again, "" where there are only quotes.

    Args:
        lead: to be opened.
        goes_on: stands for the text that they have had already.
    """
    n_folds = _n_folds(lead)
    folds, lead = f"{_FOLD}\n\n" * n_folds, lead[n_folds:]
    if all(container.is_quote for container in lead):
        return folds
    first = "".join(container.marker for container in lead)
    blank = "".join("> " if one.is_quote else " " * one.width for one in lead)
    return f"{folds}{first}{goes_on}\n{blank.rstrip()}\n"


def _n_folds(containers: Sequence[Container]) -> int:
    """Return how many folds are around all others."""
    return next((n for n, one in enumerate(containers) if not one.is_fold), len(containers))


def _item(match: re.Match[str]) -> tuple[Container, str]:
    """Return an item and its first words."""
    words = match.string[match.end() :]
    n_marks = match.start(5)
    width = len((" " * n_marks + match[5]).expandtabs(_TAB))
    if not words.strip():
        width, words = n_marks + 1, ""
    elif width - n_marks > _CODE_INDENT:
        width, words = n_marks + 1, " " * (width - n_marks - 1) + words
    if match[2]:
        return Container(match[2], None, width), words
    return Container(match[4], int(match[3]), width), words


def _may_interrupt(match: re.Match[str]) -> bool:
    """Whether an item may follow text without a blank line: it has words, and is the first."""
    has_words = match.end() < len(match.string)
    return has_words and (match[3] is None or int(match[3]) == 1)


def _without_columns(text: str, n_columns: int) -> str:
    column = at = 0
    while column < n_columns and text[at : at + 1] in (" ", "\t"):
        column += 1 if text[at] == " " else _TAB - column % _TAB
        at += 1
    return " " * max(0, column - n_columns) + text[at:]


def _indent(text: str) -> int:
    words = text.lstrip(" \t")
    return len(text[: len(text) - len(words)].expandtabs(_TAB))
