"""Emphasis beside Chinese, Japanese and Korean text, which has no blanks between words.

CommonMark wants a blank outside of `**「…」**`. As in the amendment that is proposed to it
(github.com/tats-u/markdown-cjk-friendly), a CJK letter or mark beside the asterisks is as good.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import emphasis, strikethrough

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

    Rule = Callable[[StateInline, bool], bool]


def add_emphasis(parser: MarkdownIt) -> None:
    """Replace the rules that find the marks of emphasis."""
    parser.inline.ruler.at("emphasis", _beside_cjk(emphasis.tokenize))
    parser.inline.ruler.at("strikethrough", _beside_cjk(strikethrough.tokenize))


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script without blanks between words, or is a mark of it."""
    if char < "\u1100":
        return False
    return unicodedata.east_asian_width(char) in "WF" and not "\U0001f000" <= char <= "\U0001fbff"


def _beside_cjk(tokenize: Rule) -> Rule:
    def rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
        begin, n_before = state.pos, len(state.delimiters)
        if not tokenize(state, silent):
            return False
        before = state.src[begin - 1] if begin else " "
        after = state.src[state.pos] if state.pos < state.posMax else " "
        if is_cjk(before) or is_cjk(after):
            is_word_mark = state.src[begin] == "_"
            can_open, can_close = _flanking(before, after, is_word_mark=is_word_mark)
            for mark in state.delimiters[n_before:]:
                mark.open, mark.close = can_open, can_close
        return True

    return rule


def _flanking(before: str, after: str, *, is_word_mark: bool) -> tuple[bool, bool]:
    """Return whether marks between two characters may begin and end an emphasis."""
    left = not _is_blank(after) and (
        not _is_mark(after) or is_cjk(after) or _is_blank(before) or _ends_word(before)
    )
    right = not _is_blank(before) and (
        not _is_mark(before) or is_cjk(before) or _is_blank(after) or _ends_word(after)
    )
    if not is_word_mark:
        return left, right
    return left and (not right or _ends_word(before)), right and (not left or _ends_word(after))


def _ends_word(char: str) -> bool:
    return _is_mark(char) or is_cjk(char)


def _is_mark(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


def _is_blank(char: str) -> bool:
    return isWhiteSpace(ord(char))
