"""Markdown of one section to the subset of HTML that a QTextDocument understands.

Nothing remote is ever fetched: images from elsewhere become links, and raw HTML is shown as the
text it is. Formulas and images of this machine leave a gap, which the caller fills.
"""

from __future__ import annotations

import html
import re
import secrets
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it.rules_block import StateBlock, table
from markdown_it.token import Token

from app.core.content.markdown import add_citations, make_parser
from app.ui.transcript.blocks.figure import local_path
from app.ui.transcript.blocks.markdown_html import LOCAL, RENDERER, RenderedProse
from app.ui.transcript.blocks.places import place_in_containers
from app.ui.transcript.model.citations import passage_address
from app.ui.transcript.model.containers import Container, lead_text
from app.ui.transcript.model.sections import LINK_BEGINNINGS, TABLE_CELLS, TABLE_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt


def _bounded_table(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take a table up to as many cells as are laid out at once; its other rows stay as written.

    The parser fills each row up to the number of heads, so that a few letters can make a hundred
    thousand cells. Most tables are cut before (`sections.py`); this is for those in quotes.
    """
    if begin + 1 >= end:
        return False
    rule = state.getLines(begin + 1, begin + 2, 0, keepLastLF=False)
    n_columns = rule.strip().strip("|").count("|") + 1
    n_left = TABLE_CELLS - state.env.get("n_cells", 0)
    n_rows = n_left // n_columns - 1 if n_columns <= TABLE_COLUMNS else 0
    if n_rows < 1:
        is_table = table(state, begin, end, silent=True)
        if is_table and not silent:
            _take_rows_as_text(state, begin, end)
        return is_table
    bound = min(end, begin + 2 + n_rows)
    if not table(state, begin, bound, silent):
        return False
    if not silent:
        n_taken = n_columns * (state.line - begin - 1)
        state.env["n_cells"] = TABLE_CELLS - n_left + n_taken
        if state.line == bound:
            _take_rows_as_text(state, bound, end)
    return True


def _take_rows_as_text(state: StateBlock, begin: int, end: int) -> None:
    """Add the rows of a table from `begin` up to a blank line, as they were written."""
    line = begin
    while line < end and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent:
        line += 1
    if line > begin:
        token = state.push("code_block", "code", 0)
        token.content = state.getLines(begin, line, state.blkIndent, keepLastLF=True)
        token.map = [begin, line]
        state.line = line


MAX_NESTING = 20
# Several rules of the parser look from each mark to the end of the text, and at each of the other
# signs all rules are tried. No section of a text that is meant to be read has as many.
MOST_MARKS = 6_400
_MARKS = dict.fromkeys("*_~`[]<$&\\", 8) | dict.fromkeys("!#%+-:=>@^{}", 2) | LINK_BEGINNINGS
_NOTE = re.compile(r"\[\^(\d{1,3})\]")
# Stands for the text that an item has had in another section; nobody who writes can know it.
_GOES_ON = f"\ue0b2{secrets.token_hex(8)}\ue0b3"
_CODE = re.compile(r"`[^`]*`")
_STRONG = re.compile(r"(?<![*\\])\*\*(?!\*)")


@lru_cache(maxsize=2)
def _parser(_name: str = "window") -> MarkdownIt:
    parser = make_parser(RENDERER, most_nesting=MAX_NESTING, moves_notes=False)
    parser.block.ruler.at("table", _bounded_table, {"alt": ["paragraph", "reference"]})
    _allow_local_pictures(parser)
    add_citations(parser, passage_address)
    return parser


def _allow_local_pictures(parser: MarkdownIt) -> None:
    """Let "file:" name an image of this machine; nothing else of it becomes a link."""
    is_safe = parser.validateLink

    def is_allowed(url: str) -> bool:
        return is_safe(url) or bool(LOCAL.match(url) and local_path(url))

    parser.validateLink = is_allowed  # type: ignore[method-assign]


def prepare_parser() -> None:
    """Build the parser and its patterns. Threads: any."""
    prose("**a** https://a.b\n\n- [x] `c`")


def prose(
    text: str,
    *,
    is_open: bool = False,
    parser: str = "window",
    lead: Sequence[Container] = (),
    cites: Sequence[int] = (),
) -> RenderedProse:
    """Render a section of prose, or a table.

    Args:
        text: of the section.
        is_open: close what a stream has not closed yet.
        parser: names the one that is used: it finds links in steps, so that two threads that render
            at once must not have the same.
        lead: the lists and quotes that go on from an earlier section.
        cites: numbers of passages; in brackets they are links.
    """
    lowered = text.lower()
    if sum(cost * lowered.count(mark) for mark, cost in _MARKS.items()) > MOST_MARKS:
        return RenderedProse(plain_html(text))
    if is_open:
        text = close_open_marks(text)
    # A note may stand in another section than what refers to it, so its number is enough.
    notes = {"refs": {f":{number}": -1 for number in _NOTE.findall(text)}, "list": {}}
    env: dict[str, Any] = {"figures": [], "footnotes": notes, "cites": cites}
    tokens = _parser(parser).parse(lead_text(lead, _GOES_ON) + text, env)
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        # Beyond the limit the parser drops words; then better no layout than lost words.
        return RenderedProse(plain_html(text))
    _go_on(tokens, [one.number for one in lead if not one.is_quote])
    _number_notes(tokens)
    _set_display_apart(tokens)
    bars = place_in_containers(tokens)
    # A line break after the last paragraph would become a space at its end.
    parser_of = _parser(parser)
    rendered = str(parser_of.renderer.render(tokens, parser_of.options, env)).rstrip()
    if lead:
        # A line break behind what goes on, in no item, would become a blank.
        rendered = re.sub(r"</p>\n+<", "</p><", rendered).replace(_GOES_ON, "")
    return RenderedProse(rendered, tuple(env["figures"]), bars)


def table_rows(text: str) -> list[list[str]]:
    """Return the words of the cells of a table, row by row; [[""]] where there is none."""
    rows: list[list[str]] = []
    is_cell = False
    for token in _parser().parse(text, {"figures": []}):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and is_cell:
            rows[-1].append(_words(token.children or ()))
        is_cell = token.type in ("th_open", "td_open")
    return rows or [[""]]


def _words(children: Sequence[Token]) -> str:
    pieces = (
        " " if child.type in ("softbreak", "hardbreak") else child.content for child in children
    )
    return " ".join("".join(pieces).split())


def plain_html(text: str) -> str:
    """Return text as it is, lines and spaces kept."""
    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'


def close_open_marks(text: str) -> str:
    """Add the end of an emphasis or inline code that the last paragraph has only begun.

    Without it the stars would stand in the text until the closing ones arrive.
    """
    last = text.rsplit("\n\n", 1)[-1]
    words = _CODE.sub("", last)
    if "`" in words:
        return f"{text}`"
    is_open = False
    for mark in _STRONG.finditer(words):
        before, after = words[: mark.start()][-1:], words[mark.end() :][:1]
        if is_open and before.strip():
            is_open = False
        elif not is_open and not (before.isascii() and before.isalnum()):
            is_open = bool(after.strip()) or (not after and text.endswith("**"))
    if not is_open:
        return text
    if text.endswith("**"):
        return text[:-2]
    stripped = text.rstrip()
    return f"{stripped[:-1] if stripped.endswith('*') else stripped}**"


def _go_on(tokens: list[Token], numbers: Sequence[int | None]) -> None:
    """Take out what stands for the earlier text of the items that go on, and number their lists."""
    at = next((n for n, one in enumerate(tokens) if one.content == _GOES_ON), None)
    if at is None:
        return
    del tokens[at - 1 : at + 2]
    at -= 1
    opened = [n for n in range(at) if tokens[n].type == "list_item_open"]
    for item, number in zip(reversed(opened), reversed(numbers), strict=False):
        the_list = tokens[item - 1]
        if number is not None:
            the_list.attrSet("start", number + 1)
        if tokens[item + 1].type == "list_item_close":
            del tokens[item : item + 2]
            if tokens[item].type == f"{the_list.type.removesuffix('open')}close":
                del tokens[item - 1 : item + 1]
            continue
        # Its text has no mark of its own: it goes on.
        end = _end_of(tokens, item)
        tokens[item].type, tokens[end].type = "item_goes_on", "item_went_on"
        tokens[item].hidden = tokens[end].hidden = True


def _end_of(tokens: Sequence[Token], begin: int) -> int:
    depth = 0
    for at in range(begin, len(tokens)):
        depth += tokens[at].nesting
        if depth == 0:
            return at
    return len(tokens) - 1


def _number_notes(tokens: Sequence[Token]) -> None:
    """Put the number of a note before its first words."""
    label = ""
    for token in tokens:
        if token.type == "footnote_reference_open":
            label = str(token.meta["label"])
        elif token.type == "footnote_reference_close":
            label = ""
        elif label and token.type == "inline" and token.children is not None:
            mark = Token("footnote_ref", "", 0)
            mark.meta = {"label": f"{label} "}
            token.children.insert(0, mark)
            label = ""


def _set_display_apart(tokens: Sequence[Token]) -> None:
    """Give a display formula inside a paragraph a line of its own."""
    for token in tokens:
        children = token.children or []
        for at in range(len(children) - 1, -1, -1):
            if children[at].type != "math_inline_double":
                continue
            for side in (at + 1, at - 1):
                if not 0 <= side < len(children) or children[side].type == "hardbreak":
                    continue
                if children[side].type == "softbreak":
                    children[side].type = "hardbreak"
                else:
                    children.insert(max(side, at), Token("hardbreak", "br", 0))
