"""Numbers of passages in Markdown: "[1]" and "[2, 3]" become links where there is such a passage.

`env["cites"]` has the numbers that there are; what stands in code, or is a link anyway, is none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_CITED = re.compile(r"\[\d{1,3}(?: ?, ?\d{1,3}){0,20}\](?!\()")
_NUMBER = re.compile(r"\d+")
_NUMBERS = re.compile(r"\d+|[^\d]+")


def add_citations(parser: MarkdownIt, address: Callable[[int], str]) -> None:
    """Let numbers in brackets be links.

    Args:
        parser: gets one more rule.
        address: returns where the link of a number leads.
    """

    def citation(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
        match = _CITED.match(state.src, state.pos, state.posMax)
        known = state.env.get("cites", ())
        if match is None or not any(int(one) in known for one in _NUMBER.findall(match.group())):
            return False
        if not silent:
            if match.group().isascii() and match.group()[1:-1].isdecimal():
                push_link(state, int(match.group()[1:-1]), match.group())
            else:
                for piece in _NUMBERS.findall(match.group()):
                    number = int(piece) if piece.isdecimal() else 0
                    push_link(state, number if number in known else 0, piece)
        state.pos = match.end()
        return True

    def push_link(state: StateInline, number: int, words: str) -> None:
        """Add words, as a link where they are a number of a passage."""
        if not number:
            state.push("text", "", 0).content = words
            return
        state.push("link_open", "a", 1).attrs = {"href": address(number)}
        state.push("text", "", 0).content = words
        state.push("link_close", "a", -1)

    parser.inline.ruler.before("link", "citation", citation)
