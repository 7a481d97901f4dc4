"""Markdown to HTML for a page of its own: nothing in it is fetched, and no tag of a message is one.

Threads: any, one at a time for each thread's own call; the parser keeps no state of a text.
"""

from __future__ import annotations

import html
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it.renderer import RendererHTML

from app.core.interchange.formulas import mathml
from app.core.markdown import lengthened_fences, make_parser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

MAX_NESTING = 20
# Rules of the parser look from each mark to the end of the text.
_MOST_MARKS = 12_000
_MARKS = "*_~`[]<$&\\!^"
_MAX_CHARS = 2_000_000
_MAX_CODE = 200_000  # characters that are coloured; a longer text is no code to be read

# Patterns of some lexers take the time of the square of a line, or worse.
_LONGEST_LINE = 500
_SLOW_LEXERS = {"LilyPond", "AutoIt"}  # seconds for a word of some hundred letters


class _Renderer(RendererHTML):
    """HTML of a page: code is coloured, formulas are MathML, pictures are links."""

    def fence(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        token = tokens[idx]
        language = token.info.strip().split(" ")[0] if token.info else ""
        return code_html(token.content, language)

    def code_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return code_html(tokens[idx].content, "")

    def image(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        address = str(tokens[idx].attrs.get("src", ""))
        words = html.escape(f"[{tokens[idx].content or 'picture'}]")
        if address.lower().startswith(("https:", "http:")):
            return f'<a href="{html.escape(address)}">{words}</a>'
        return words

    def math_inline(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return mathml(tokens[idx].content, is_display=False)

    def math_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return mathml(tokens[idx].content, is_display=True)

    math_inline_double = math_block
    math_block_eqno = math_block

    def details_open(self, *_given: Any) -> str:
        return "<details open>"


def _leads_to_the_web(address: str) -> bool:
    """Tell whether a link may be one: to a page on a disk, all others name files or programs."""
    return address.strip().casefold().startswith(("https://", "http://", "mailto:"))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = make_parser(_Renderer, most_nesting=MAX_NESTING, moves_notes=True)
    ours: Any = parser
    ours.validateLink = _leads_to_the_web
    return parser


def rich_html(text: str, name: str = "") -> str:
    """Return Markdown as HTML; as plain text where it would take too long, or lose words.

    Args:
        text: as it was written.
        name: tells its footnotes from those of other texts on the page.
    """
    if len(text) > _MAX_CHARS or sum(map(text.count, _MARKS)) > _MOST_MARKS:
        return plain_html(text)
    env: dict[str, Any] = {"docId": name} if name else {}
    parser = _parser()
    tokens = parser.parse(lengthened_fences(text), env)
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        return plain_html(text)  # beyond the limit the parser drops words
    return str(parser.renderer.render(tokens, parser.options, env)).rstrip()


def plain_html(text: str) -> str:
    """Return text as it is, lines and spaces kept."""
    return f'<div class="plain">{html.escape(text)}</div>'


def code_html(code: str, language: str) -> str:
    """Return a block of code with its words in classes, which a style sheet colours."""
    return f"<pre><code>{_coloured(code.rstrip(chr(10)), language)}</code></pre>"


def _coloured(code: str, language: str) -> str:
    is_quick = len(code) <= _MAX_CODE and max(map(len, code.split("\n"))) <= _LONGEST_LINE
    if not language or not is_quick:
        return html.escape(code)
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
        if lexer.name in _SLOW_LEXERS:
            raise ClassNotFound
    except ClassNotFound:
        return html.escape(code)
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))
