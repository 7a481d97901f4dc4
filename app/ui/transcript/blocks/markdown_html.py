"""The HTML that Markdown becomes: for Qt, with gaps for what is drawn."""

from __future__ import annotations

import html
import re
import secrets
from typing import TYPE_CHECKING, Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from app.core.plain_value import PlainValue
from app.ui.transcript.blocks.figure import Figure, FigureKind, local_path
from app.ui.transcript.blocks.style_sheet import TABLE_PADDING
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.utils import EnvType, OptionsDict

    from app.ui.transcript.blocks.places import Bars

    Tokens = Sequence[Token]

# Nobody who writes a message can know it, so no text can be taken for a gap.
_GAP_MARK = secrets.token_hex(8)
_GAP = re.compile(f"\ue0b0{_GAP_MARK}:(\\d+)\ue0b1")
_QT_TAGS = ("sub", "sup", "b", "i", "u", "em", "strong")  # others are classes of the style sheet
_ALERTS = {
    "note": QT_TR_NOOP("Note"),
    "tip": QT_TR_NOOP("Tip"),
    "important": QT_TR_NOOP("Important"),
    "warning": QT_TR_NOOP("Warning"),
    "caution": QT_TR_NOOP("Caution"),
}
LOCAL = re.compile(r"^file:", re.IGNORECASE)


class RenderedProse(PlainValue, frozen=True):
    """A rendered section with gaps for its figures.

    Attributes:
        bars: of the quotes, by the user state of the paragraphs they stand beside.
    """

    _html: str
    figures: tuple[Figure, ...] = ()
    bars: Bars = ()

    def html(self, filling: Callable[[int, Figure], str] | None = None) -> str:
        """Return the HTML with the gaps filled; by default with what was written."""
        if not self.figures:
            return self._html

        def fill(gap: re.Match[str]) -> str:
            number = int(gap[1])
            figure = self.figures[number]
            return figure.as_html() if filling is None else filling(number, figure)

        return _GAP.sub(fill, self._html)


def _always(tag: str) -> Callable[..., str]:
    """Return a rule that writes the same, whatever it is given."""

    def written(*_given: Any) -> str:
        return tag

    return written


class _Renderer(RendererHTML):
    """HTML for Qt: tables with lines, gaps for figures, no classes."""

    footnote_reference_open = _always('<div class="footnote">')
    footnote_reference_close = _always("</div>")
    table_open = _always(f'<table cellspacing="0" cellpadding="{TABLE_PADDING}" border="1">')
    s_open = _always('<span style="text-decoration: line-through">')
    s_close = _always("</span>")
    details_open = _always('<blockquote class="fold">')
    details_close = _always("</blockquote>")
    summary_close = _always("</p>")
    alert_open = _always("<blockquote>")
    alert_close = _always("</blockquote>")
    item_goes_on = item_went_on = _always("")

    def image(self, tokens: Tokens, idx: int, _options: OptionsDict, env: EnvType) -> str:
        address = str(tokens[idx].attrs.get("src", ""))
        words = tokens[idx].content or "picture"
        path = local_path(address)
        if path:
            return _gap(env, Figure(FigureKind.IMAGE, path, words))
        if LOCAL.match(address):
            return html.escape(f"[{words}]")
        return f'<a href="{html.escape(address)}">[{html.escape(words)}]</a>'

    def math_inline(self, tokens: Tokens, idx: int, _options: OptionsDict, env: EnvType) -> str:
        return _gap(env, _formula(tokens[idx]))

    def math_inline_double(
        self, tokens: Tokens, idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        return _gap(env, _formula(tokens[idx], is_display=True))

    def math_block(self, tokens: Tokens, idx: int, _options: OptionsDict, env: EnvType) -> str:
        gap = _gap(env, _formula(tokens[idx], is_display=True))
        return f'<p align="center"{_style(tokens[idx])}>{gap}</p>'

    def math_block_eqno(self, tokens: Tokens, idx: int, _options: OptionsDict, env: EnvType) -> str:
        gap = _gap(env, _formula(tokens[idx], is_display=True))
        number = html.escape(tokens[idx].info)
        return f'<p align="center">{gap}&nbsp;&nbsp;&nbsp;({number})</p>'

    def footnote_ref(self, tokens: Tokens, idx: int, _options: OptionsDict, _env: EnvType) -> str:
        return f"<sup>{html.escape(str(tokens[idx].meta['label']))}</sup>"

    def code_block(self, tokens: Tokens, idx: int, _options: OptionsDict, _env: EnvType) -> str:
        words = html.escape(tokens[idx].content.rstrip())
        return f"<pre{_style(tokens[idx])}>{words}</pre>"

    def fence(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return self.code_block(tokens, idx, options, env)

    def code_inline(self, tokens: Tokens, idx: int, _options: OptionsDict, _env: EnvType) -> str:
        return f"<code>{html.escape(tokens[idx].content)}</code>"

    def th_open(self, tokens: Tokens, idx: int, *_rest: Any) -> str:
        # By itself a heading stands in the middle, whatever stands below it.
        return f'<th style="{tokens[idx].attrs.get("style", "text-align: left")}">'

    def tag_open(self, tokens: Tokens, idx: int, *_rest: Any) -> str:
        tag = tokens[idx].tag
        return f"<{tag}>" if tag in _QT_TAGS else f'<span class="{tag}">'

    def tag_close(self, tokens: Tokens, idx: int, *_rest: Any) -> str:
        tag = tokens[idx].tag
        return f"</{tag}>" if tag in _QT_TAGS else "</span>"

    def summary_open(self, tokens: Tokens, idx: int, *_rest: Any) -> str:
        return f'<p class="summary"{_style(tokens[idx])}>'

    def alert_title_open(self, tokens: Tokens, idx: int, *_rest: Any) -> str:
        kind = str(tokens[idx - 1].meta["kind"]).lower()
        # The parser's own title is English.
        tokens[idx + 1].children = [_text(tr(_ALERTS[kind]))]
        return f'<p class="{kind}"{_style(tokens[idx])}>'


def _text(words: str) -> Token:
    token = Token("text", "", 0)
    token.content = words
    return token


def _style(token: Token) -> str:
    style = token.attrs.get("style")
    return f' style="{html.escape(str(style))}"' if style else ""


def _gap(env: EnvType, figure: Figure) -> str:
    figures: list[Figure] = env["figures"]
    figures.append(figure)
    return f"\ue0b0{_GAP_MARK}:{len(figures) - 1}\ue0b1"


def _formula(token: Token, *, is_display: bool = False) -> Figure:
    begin = token.markup
    end = {r"\(": r"\)", r"\[": r"\]"}.get(begin, begin)
    kind = FigureKind.DISPLAY_FORMULA if is_display else FigureKind.FORMULA
    written = token.meta.get("written") or f"{begin}{token.content}{end}"
    return Figure(kind, token.content.strip(), written)


RENDERER: type[RendererHTML] = _Renderer
