"""The HTML that Markdown becomes: for Qt, with gaps for what is drawn."""

from __future__ import annotations

import html
import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markdown_it.renderer import RendererHTML

from app.ui.transcript.blocks.figure import Figure, FigureKind
from app.ui.transcript.blocks.local_image import local_path

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

# Nobody who writes a message can know it, so no text can be taken for a gap.
_GAP_MARK = secrets.token_hex(8)
_GAP = re.compile(f"\ue0b0{_GAP_MARK}:(\\d+)\ue0b1")
LOCAL = re.compile(r"^file:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RenderedProse:
    """A rendered section with gaps for its figures."""

    _html: str
    figures: tuple[Figure, ...] = ()

    def html(self, filling: Callable[[int, Figure], str] | None = None) -> str:
        """Return the HTML with the gaps filled; by default with what was written."""
        if not self.figures:
            return self._html

        def fill(gap: re.Match[str]) -> str:
            number = int(gap[1])
            figure = self.figures[number]
            return figure.as_html() if filling is None else filling(number, figure)

        return _GAP.sub(fill, self._html)


class _Renderer(RendererHTML):
    """HTML for Qt: tables with lines, gaps for figures, no classes."""

    def image(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType) -> str:
        address = str(tokens[idx].attrs.get("src", ""))
        words = tokens[idx].content or "picture"
        path = local_path(address)
        if path:
            return _gap(env, Figure(FigureKind.IMAGE, path, words))
        if LOCAL.match(address):
            return html.escape(f"[{words}]")
        return f'<a href="{html.escape(address)}">[{html.escape(words)}]</a>'

    def math_inline(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        return _gap(env, _formula(tokens[idx]))

    def math_inline_double(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        return _gap(env, _formula(tokens[idx], is_display=True))

    def math_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        gap = _gap(env, _formula(tokens[idx], is_display=True))
        return f'<p align="center">{gap}</p>'

    def math_block_eqno(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
    ) -> str:
        gap = _gap(env, _formula(tokens[idx], is_display=True))
        number = html.escape(tokens[idx].info)
        return f'<p align="center">{gap}&nbsp;&nbsp;&nbsp;({number})</p>'

    def footnote_ref(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return f"<sup>{html.escape(str(tokens[idx].meta['label']))}</sup>"

    def footnote_reference_open(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return '<div class="note">'

    def footnote_reference_close(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: EnvType
    ) -> str:
        return "</div>"

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


def _gap(env: EnvType, figure: Figure) -> str:
    figures: list[Figure] = env["figures"]
    figures.append(figure)
    return f"\ue0b0{_GAP_MARK}:{len(figures) - 1}\ue0b1"


def _formula(token: Token, *, is_display: bool = False) -> Figure:
    begin = token.markup
    end = {r"\(": r"\)", r"\[": r"\]"}.get(begin, begin)
    kind = FigureKind.DISPLAY_FORMULA if is_display else FigureKind.FORMULA
    return Figure(kind, token.content.strip(), f"{begin}{token.content}{end}")


RENDERER: type[RendererHTML] = _Renderer
