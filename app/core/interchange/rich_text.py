"""Markdown to HTML for a page of its own: nothing in it is fetched, and no tag of a message is one.

Threads: any, one at a time for each thread's own call; the parser keeps no state of a text.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it.renderer import RendererHTML

from app.core.content.markdown import add_citations, lengthened_fences, make_parser

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from xml.etree.ElementTree import Element

    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict


_MAX_FORMULA_CHARS = 2_000
_MAX_DEPTH = 12  # of braces: the converter's time grows with each
_MAX_NESTING = 120
_ELEMENTS = frozenset(
    ("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub",
     "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle",
     "mpadded", "mphantom", "menclose", "mmultiscripts", "mprescripts", "none")
)  # fmt: skip
_ATTRIBUTES = frozenset(
    ("display", "mathvariant", "stretchy", "fence", "form", "separator", "accent", "movablelimits",
     "linethickness", "columnalign", "rowspacing", "columnspacing", "columnlines", "rowlines",
     "displaystyle", "scriptlevel", "width", "height", "depth", "lspace", "rspace", "minsize",
     "maxsize", "notation", "largeop", "symmetric")
)  # fmt: skip
# What the converter does not know, by what looks the same.
_ENVIRONMENTS = {"aligned": "split", "gathered": "matrix"}
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(aligned|gathered)\}")
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9 .%+-]*")


def mathml(tex: str, *, is_display: bool) -> str:
    """Return a formula as HTML; as it was written where it cannot be converted."""
    converted = _converted(tex, is_display=is_display)
    if converted:
        return converted
    written = f'<code class="formula">{html.escape(tex)}</code>'
    return f'<div class="display">{written}</div>' if is_display else written


def _converted(tex: str, *, is_display: bool) -> str:
    if len(tex) > _MAX_FORMULA_CHARS or _depth(tex) > _MAX_DEPTH:
        return ""
    from latex2mathml.converter import convert_to_element  # 50 ms, for those who have formulas

    tex = _ENVIRONMENT.sub(lambda found: f"\\{found[1]}{{{_ENVIRONMENTS[found[2]]}}}", tex)
    try:
        element = convert_to_element(tex, display="block" if is_display else "inline")
        return _written(element, 0)
    except Exception:  # noqa: BLE001 - the converter raises whatever it comes upon
        return ""


def _written(element: Element, depth: int) -> str:
    """Return an element as HTML.

    Raises:
        ValueError: something in it belongs to no formula.
    """
    name = str(element.tag)
    if name not in _ELEMENTS or depth > _MAX_NESTING:
        raise ValueError(name)
    attributes = "".join(
        f' {key}="{value}"'
        for key, value in element.attrib.items()
        if key in _ATTRIBUTES and _PLAIN_VALUE.fullmatch(value)
    )
    text = html.escape(html.unescape(element.text or ""), quote=False)
    if text.strip().startswith("\\"):  # a command that the converter does not know
        raise ValueError(text)
    inside = "".join(_written(child, depth + 1) for child in element)
    return f"<{name}{attributes}>{text}{inside}</{name}>"


def _depth(tex: str) -> int:
    depth = deepest = 0
    for mark in re.findall(r"\\.|[{}]|\\(?:left|right|begin|end)\b", tex, re.DOTALL):
        depth += (mark == "{") - (mark == "}")
        deepest = max(deepest, depth)
    return deepest


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
    add_citations(parser, lambda number: f"#{passage_name(number)}")
    return parser


def passage_name(number: int) -> str:
    """Return by which name links lead to a passage on the page."""
    return f"passage{number}"


def rich_html(text: str, name: str = "", cites: Collection[int] = ()) -> str:
    """Return Markdown as HTML; as plain text where it would take too long, or lose words.

    Args:
        text: as it was written.
        name: tells its footnotes from those of other texts on the page.
        cites: numbers of passages on the page; in brackets they are links.
    """
    if len(text) > _MAX_CHARS or sum(map(text.count, _MARKS)) > _MOST_MARKS:
        return plain_html(text)
    env: dict[str, Any] = {"cites": cites} | ({"docId": name} if name else {})
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
