r"""Formulas: ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]`` and bare environments such as equation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.texmath import texmath_plugin

from app.core.markdown.emphasis import is_cjk

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

_DISPLAY_CLOSE = "\\]"
_ENVIRONMENT = re.compile(
    r"\s*\\begin\{(?P<name>[a-zA-Z]+)(?P<star>\*?)\}(?P<inside>.*)\\end\{(?P=name)(?P=star)\}\s*",
    re.DOTALL,
)
# The forms that stand inside a formula; what has none is a formula without its environment.
_INNER = {"align": "aligned", "flalign": "aligned", "alignat": "aligned", "eqnarray": "aligned",
          "gather": "gathered", "multline": "gathered"}  # fmt: skip
_COLUMNS = re.compile(r"\s*\{\d+\}")  # what alignat is given


def add_formulas(parser: MarkdownIt) -> None:
    """Let formulas be tokens: `math_inline`, `math_inline_double` and `math_block`."""
    texmath_plugin(parser, delimiters="brackets")
    dollarmath_plugin(
        parser,
        allow_labels=False,
        allow_space=False,  # "between $5 and $10" is no formula
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
    amsmath_plugin(parser)
    parser.inline.ruler.before("escape", "math_bracket_display", _bracket_display)
    parser.inline.ruler.before("math_inline", "money", _money)
    parser.core.ruler.after("block", "environments", _take_environments)


def _money(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's form
    """Take a dollar as what it is where a formula would end before a letter: $HOME/$USER."""
    if not state.src.startswith("$", state.pos) or state.src.startswith("$$", state.pos):
        return False
    end = state.src.find("$", state.pos + 1, state.posMax)
    after = state.src[end + 1 : end + 2]
    if end < 0 or not after.isalpha() or is_cjk(after):
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


def _take_environments(state: StateCore) -> None:
    """Turn bare environments into display formulas; `info` keeps what was written."""
    for token in state.tokens:
        if token.type != "amsmath":
            continue
        written = token.content.strip()
        token.type, token.markup, token.meta = "math_block", "", {"written": written}
        token.content = written
        if match := _ENVIRONMENT.fullmatch(written):
            name, inside = match["name"], match["inside"].strip()
            inner = _INNER.get(name)
            if inner:
                inside = _COLUMNS.sub("", inside, count=1) if name == "alignat" else inside
                token.content = f"\\begin{{{inner}}}{inside}\\end{{{inner}}}"
            elif name == "equation":
                token.content = inside
