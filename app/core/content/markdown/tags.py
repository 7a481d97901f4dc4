"""The few tags of HTML that models write as layout, as tokens; all others stay text.

Attributes are ignored. A tag that has no partner in its paragraph stays text, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.token import Token

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

_ATTRIBUTES = r"(?:[ \t\n][^<>]{0,200})?/?"
_TAG = re.compile(
    rf"<(/?)(br|sub|sup|kbd|b|i|u|s|mark|em|strong|del)\b{_ATTRIBUTES}>", re.IGNORECASE
)
_DETAILS = re.compile(
    rf"(?P<open><details{_ATTRIBUTES}>)?[ \t]*"
    rf"(?:<summary{_ATTRIBUTES}>(?P<summary>[^\n]*?)</summary>)?[ \t]*(?P<close></details>)?[ \t]*",
    re.IGNORECASE,
)
_AROUND = ["paragraph", "reference", "blockquote", "list"]


def fold_ends(line: str) -> tuple[bool, bool] | None:
    """Return whether a line of the tags of a fold begins one, and whether it ends one.

    Returns:
        None for a line with anything else in it.
    """
    match = _DETAILS.fullmatch(line)
    if match is None or not line.strip():
        return None
    return match["open"] is not None, match["close"] is not None


def add_tags(parser: MarkdownIt) -> None:
    """Let the tags be tokens: `hardbreak`, `tag_open`, `details_open`, `summary_open`, ..."""
    parser.inline.ruler.before("autolink", "tag", _tag)
    parser.block.ruler.before("html_block", "details", _details, {"alt": _AROUND})
    parser.core.ruler.after("inline", "tags", _pair_tags)
    parser.core.ruler.after("block", "folds", _pair_folds)


def _tag(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
    if state.src[state.pos] != "<":
        return False
    match = _TAG.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        name = match[2].lower()
        if name == "br":
            state.push("hardbreak", "br", 0)
        else:
            token = state.push("tag", name, 0)
            token.content, token.meta = match[0], {"closes": bool(match[1])}
    state.pos = match.end()
    # What a break ends needs no second one, and no blanks at the beginning of the next line.
    if match[2].lower() == "br":
        while state.pos < state.posMax and state.src[state.pos] in " \n":
            state.pos += 1
    return True


def _details(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001, ARG001
    """Take a line that consists of the tags of a fold; what is between them is Markdown."""
    if state.is_code_block(begin):
        return False
    line = state.src[state.bMarks[begin] + state.tShift[begin] : state.eMarks[begin]]
    match = _DETAILS.fullmatch(line)
    if match is None or not line.strip():
        return False
    if silent:
        return True
    if match["open"]:
        state.push("details_open", "details", 1).map = [begin, begin + 1]
    if match["summary"] is not None:
        state.push("summary_open", "summary", 1).map = [begin, begin + 1]
        inline = state.push("inline", "", 0)
        inline.content, inline.children = match["summary"].strip(), []
        inline.map = [begin, begin + 1]
        state.push("summary_close", "summary", -1)
    if match["close"]:
        state.push("details_close", "details", -1)
    state.line = begin + 1
    return True


def _pair_folds(state: StateCore) -> None:
    """Drop the ends of folds that have not begun, and end those that are open, as browsers do."""
    frames: list[int] = [0]  # how many folds are open, in each list or quote around
    kept: list[Token] = []
    for token in state.tokens:
        if token.type == "details_open":
            frames[-1] += 1
        elif token.type == "details_close":
            if not frames[-1]:
                continue
            frames[-1] -= 1
        elif token.nesting > 0:
            frames.append(0)
        elif token.nesting < 0:
            kept += (Token("details_close", "details", -1) for _fold in range(frames.pop()))
        kept.append(token)
    kept += (Token("details_close", "details", -1) for _fold in range(frames[0]))
    state.tokens[:] = kept


def _pair_tags(state: StateCore) -> None:
    for token in state.tokens:
        if token.children and any(child.type == "tag" for child in token.children):
            _pair(token.children)


def _pair(children: list[Token]) -> None:
    """Join tags to pairs inside the same emphasis or link; what is left over becomes text."""
    frames: list[list[Token]] = [[]]
    for child in children:
        if child.nesting > 0:
            frames.append([])
        elif child.nesting < 0 and len(frames) > 1:
            frames.pop()
        elif child.type == "tag" and not child.meta["closes"]:
            frames[-1].append(child)
        elif child.type == "tag":
            _close(frames[-1], child)
    for child in children:
        if child.type == "tag":
            child.type, child.tag = "text", ""


def _close(opened: list[Token], closing: Token) -> None:
    for at in range(len(opened) - 1, -1, -1):
        if opened[at].tag == closing.tag:
            opened[at].type, opened[at].nesting = "tag_open", 1
            closing.type, closing.nesting = "tag_close", -1
            del opened[at:]
            return
