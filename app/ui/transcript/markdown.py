"""Markdown of one section to the subset of HTML that a QTextDocument understands.

Nothing remote is ever fetched: pictures become links, and raw HTML is shown as the text it is.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

    from app.ui.theme import Colours

MAX_NESTING = 20
_TASK = re.compile(r"^\[([ xX])\][ \u00a0]")


class _Renderer(RendererHTML):
    """HTML for Qt: tables with lines, no pictures, no classes."""

    def image(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        address = html.escape(str(tokens[idx].attrs.get("src", "")))
        words = html.escape(tokens[idx].content) or "picture"
        return f'<a href="{address}">[{words}]</a>'

    def code_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return f"<pre>{html.escape(tokens[idx].content.rstrip())}</pre>"

    def fence(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        return f"<pre>{html.escape(tokens[idx].content.rstrip())}</pre>"

    def code_inline(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return f"<code>{html.escape(tokens[idx].content)}</code>"

    def table_open(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return '<table cellspacing="0" cellpadding="7" border="1">'

    def s_open(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return '<span style="text-decoration: line-through">'

    def s_close(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return "</span>"


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    options: Any = {"html": False, "linkify": True, "maxNesting": MAX_NESTING}
    parser = MarkdownIt("js-default", options, renderer_cls=_Renderer)
    if parser.linkify is not None:
        # "main.py" is a file here, not a site in Paraguay.
        parser.linkify.set({"fuzzy_link": False, "fuzzy_email": False})
    return parser


def warm_parser() -> None:
    """Build the parser and its patterns. Threads: any."""
    prose_html("**a** https://a.b\n\n- [x] `c`")


def prose_html(text: str, *, is_open: bool = False) -> str:
    """Render a section of prose; `is_open` closes what a stream has not closed yet."""
    if is_open:
        text = close_open_marks(text)
    tokens = _parser().parse(text)
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        # Beyond the limit the parser drops words; then better no layout than lost words.
        return plain_html(text)
    _mark_tasks(tokens)
    # A line break after the last paragraph would become a space at its end.
    return str(_parser().renderer.render(tokens, _parser().options, {})).rstrip()


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


def document_css(colours: Colours, code_family: str) -> str:
    """Return the style sheet of prose documents."""
    h1, h2, h3, h4, code = (round(size * colours.zoom) for size in (21, 18, 16, 15, 13))
    return f"""
    p {{ margin: 0 0 10px 0; line-height: 128%; }}
    li {{ line-height: 128%; margin-bottom: 4px; }}
    li p {{ margin: 0 0 4px 0; }}
    ul, ol {{ margin: 0 0 10px 0; }}
    h1 {{ font-size: {h1}px; font-weight: 600; margin: 10px 0 8px 0; }}
    h2 {{ font-size: {h2}px; font-weight: 600; margin: 10px 0 8px 0; }}
    h3 {{ font-size: {h3}px; font-weight: 600; margin: 8px 0 6px 0; }}
    h4, h5, h6 {{ font-size: {h4}px; font-weight: 600; margin: 6px 0 4px 0; }}
    a {{ color: {colours.link}; }}
    code {{ font-family: '{code_family}'; font-size: {code}px;
            background-color: {colours.inline_code}; }}
    pre {{ font-family: '{code_family}'; font-size: {code}px; background-color: {colours.code};
           margin: 4px 0 8px 0; }}
    blockquote {{ margin: 2px 0 10px 14px; color: {colours.muted}; }}
    table {{ border-collapse: collapse; border: 1px solid {colours.border}; margin: 4px 0 12px 0; }}
    th {{ background-color: {colours.code}; font-weight: 600; border: 1px solid {colours.border}; }}
    td {{ border: 1px solid {colours.border}; }}
    hr {{ background-color: {colours.border}; }}
    """
