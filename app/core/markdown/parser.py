"""Builds the parser of Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import code, lheading
from mdit_py_plugins.footnote import footnote_plugin

from app.core.markdown.emphasis import add_emphasis
from app.core.markdown.formulas import add_formulas
from app.core.markdown.links import add_links
from app.core.markdown.tags import add_tags

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_LEAST_DASHES = 3
_SENTENCE_ENDS = tuple(".!?:;,\u2026。！？：；，、")
_CLOSERS = "*_)\"'”’」』）"
_TASK = re.compile(r"^\[([ xX])\][ \u00a0]")
_OURS = ("math_inline", "math_inline_double", "math_block", "math_block_eqno", "footnote_ref")


def make_parser(
    renderer: type[RendererHTML], *, most_nesting: int, moves_notes: bool
) -> MarkdownIt:
    """Return a parser; no two threads may use the same one at a time.

    Args:
        renderer: makes HTML of the tokens. Beside those of the parser and its plugins there are
            `tag_open` and `tag_close`, `details_open`, `summary_open` and their ends.
        most_nesting: blocks in blocks; beyond it words are dropped.
        moves_notes: footnotes stand at the end.
    """
    options: Any = {
        "html": False,
        "linkify": True,
        "maxNesting": most_nesting,
        "alerts": True,
    }
    parser = MarkdownIt("js-default", options, renderer_cls=renderer)
    add_formulas(parser)
    add_emphasis(parser)
    add_links(parser)
    add_tags(parser)
    parser.block.ruler.at("code", _code, {"alt": []})
    parser.block.ruler.at("lheading", _lheading, {"alt": []})
    parser.core.ruler.after("inline", "tasks", _mark_tasks)
    footnote_plugin(parser, inline=False, move_to_end=moves_notes)
    ours: Any = parser.renderer
    for name in _OURS:
        if name in renderer.__dict__:
            ours.rules[name] = getattr(ours, name)  # in place of those of the plugins
    return parser


def _code(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take indented code, but not the first line of a list item, however far it is indented."""
    before = state.tokens[-1] if state.tokens else None
    if (
        before is not None
        and before.type == "list_item_open"
        and before.map is not None
        and before.map[0] == begin
    ):
        return False
    return code(state, begin, end, silent)


def _lheading(state: StateBlock, begin: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take a heading with a line below it, unless that is meant as a rule or begins a list.

    A heading is one line, does not end as a sentence does, and has three dashes below it.
    """
    n_tokens, line, parent = len(state.tokens), state.line, state.parentType
    if not lheading(state, begin, end, silent):
        return False
    heading = state.tokens[n_tokens]
    if heading.markup == "-":
        dashes = state.getLines(state.line - 1, state.line, 0, keepLastLF=False).count("-")
        words = state.tokens[n_tokens + 1].content.rstrip(_CLOSERS)
        if "\n" in words or words.endswith(_SENTENCE_ENDS) or dashes < _LEAST_DASHES:
            del state.tokens[n_tokens:]
            state.line, state.parentType = line, parent
            return False
    return True


def _mark_tasks(state: StateCore) -> None:
    """Turn "[x]" at the start of list items into boxes that stand where the bullet would."""
    lists: list[Token] = []
    for token, after in zip(state.tokens, [*state.tokens[2:], None, None], strict=False):
        if token.type == "bullet_list_open":
            lists.append(token)
        elif token.type == "bullet_list_close":
            lists.pop()
        elif token.type == "list_item_open" and after is not None and after.children:
            first = after.children[0]
            if lists and (match := _TASK.match(first.content)):
                box = "☐" if match[1] == " " else "☑"
                first.content = f"{box}\u2002{first.content[match.end() :]}"
                lists[-1].attrSet("class", "tasks")
