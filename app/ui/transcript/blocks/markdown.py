"""Markdown of one section to the subset of HTML that a QTextDocument understands.

Nothing remote is ever fetched: images from elsewhere become links, and raw HTML is shown as the
text it is. Formulas and images of this machine leave a gap, which the caller fills.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.texmath import texmath_plugin

from app.ui.transcript.blocks.local_image import local_path
from app.ui.transcript.blocks.markdown_html import LOCAL, RENDERER, RenderedProse
from app.ui.transcript.blocks.table import bounded_table
from app.ui.transcript.model.sections import LINK_BEGINNINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_inline import StateInline

MAX_NESTING = 20
# Several rules of the parser look from each mark to the end of the text, and at each of the other
# signs all rules are tried. No section of a text that is meant to be read has as many.
MOST_MARKS = 6_400
_MARKS = dict.fromkeys("*_~`[]<$&\\", 8) | dict.fromkeys("!#%+-:=>@^{}", 2) | LINK_BEGINNINGS
_TASK = re.compile(r"^\[([ xX])\][ \u00a0]")
_NOTE = re.compile(r"\[\^(\d{1,3})\]")
_DISPLAY_CLOSE = "\\]"


def _money(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
    """Take a dollar as what it is where a formula would end before a letter: $HOME/$USER."""
    if not state.src.startswith("$", state.pos) or state.src.startswith("$$", state.pos):
        return False
    end = state.src.find("$", state.pos + 1, state.posMax)
    if end < 0 or not state.src[end + 1 : end + 2].isalpha():
        return False
    if not silent:
        state.pending += "$"
    state.pos += 1
    return True


def _bracket_display(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
    r"""Take ``\[ ... \]`` inside a paragraph; at its start the block rule has taken it before."""
    if not state.src.startswith(r"\[", state.pos):
        return False
    end = state.src.find(_DISPLAY_CLOSE, state.pos + 2, state.posMax)
    if end < 0 or not state.src[state.pos + 2 : end].strip():
        return False
    if not silent:
        token = state.push("math_inline_double", "math", 0)
        token.content = state.src[state.pos + 2 : end]
        token.markup = r"\["
    state.pos = end + 2
    return True


@lru_cache(maxsize=2)
def _parser(_name: str = "window") -> MarkdownIt:
    options: Any = {"html": False, "linkify": True, "maxNesting": MAX_NESTING}
    parser = MarkdownIt("js-default", options, renderer_cls=RENDERER)
    if parser.linkify is not None:
        # "main.py" is a file here, not a site in Paraguay.
        parser.linkify.set({"fuzzy_link": False, "fuzzy_email": False})
    texmath_plugin(parser, delimiters="brackets")
    dollarmath_plugin(
        parser,
        allow_labels=False,
        allow_space=False,  # "between $5 and $10" is no formula
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
    parser.block.ruler.at("table", bounded_table, {"alt": ["paragraph", "reference"]})
    parser.inline.ruler.before("escape", "math_bracket_display", _bracket_display)
    parser.inline.ruler.before("math_inline", "money", _money)
    footnote_plugin(parser, inline=False, move_to_end=False)
    ours: Any = parser.renderer
    for name in ("math_inline", "math_inline_double", "math_block", "math_block_eqno",
                 "footnote_ref"):  # fmt: skip
        ours.rules[name] = getattr(ours, name)  # in place of those of the plugins
    _allow_local_pictures(parser)
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


def prose(text: str, *, is_open: bool = False, parser: str = "window") -> RenderedProse:
    """Render a section of prose.

    Args:
        text: of the section.
        is_open: close what a stream has not closed yet.
        parser: names the one that is used: it finds links in steps, so that two threads that render
            at once must not have the same.
    """
    lowered = text.lower()
    if sum(cost * lowered.count(mark) for mark, cost in _MARKS.items()) > MOST_MARKS:
        return RenderedProse(plain_html(text))
    if is_open:
        text = close_open_marks(text)
    # A note may stand in another section than what refers to it, so its number is enough.
    notes = {"refs": {f":{number}": -1 for number in _NOTE.findall(text)}, "list": {}}
    env: dict[str, Any] = {"figures": [], "footnotes": notes}
    tokens = _parser(parser).parse(text, env)
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        # Beyond the limit the parser drops words; then better no layout than lost words.
        return RenderedProse(plain_html(text))
    _mark_tasks(tokens)
    _number_notes(tokens)
    _set_display_apart(tokens)
    # A line break after the last paragraph would become a space at its end.
    parser_of = _parser(parser)
    rendered = str(parser_of.renderer.render(tokens, parser_of.options, env)).rstrip()
    return RenderedProse(rendered, tuple(env["figures"]))


def plain_html(text: str) -> str:
    """Return text as it is, lines and spaces kept."""
    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'


def close_open_marks(text: str) -> str:
    """Add the end of an emphasis or inline code that the last paragraph has only begun.

    Without it the stars would stand in the text until the closing ones arrive.
    """
    last = text.rsplit("\n\n", 1)[-1]
    if last.count("`") % 2:
        return f"{text}`"
    if last.count("**") % 2:
        stripped = text.rstrip()
        if stripped.endswith("**"):
            return stripped[:-2]
        return f"{stripped[:-1] if stripped.endswith('*') else stripped}**"
    return text


def _mark_tasks(tokens: Sequence[Token]) -> None:
    """Turn "[x]" at the start of list items into boxes that stand where the bullet would."""
    lists: list[Token] = []
    for token, after in zip(tokens, [*tokens[2:], None, None], strict=False):
        if token.type == "bullet_list_open":
            lists.append(token)
        elif token.type == "bullet_list_close":
            lists.pop()
        elif token.type == "list_item_open" and after is not None and after.children:
            first = after.children[0]
            if lists and (match := _TASK.match(first.content)):
                box = "☐" if match[1] == " " else "☑"
                first.content = f"{box}\u2002{first.content[match.end() :]}"
                lists[-1].attrSet("style", "list-style-type: none")


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
