"""The pieces that a message in a PDF is laid out in: a paragraph, a block or a table each."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from app.core.messages import Role
from app.core.plain_value import replace
from app.ui.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.figure import FigureKind
from app.ui.transcript.blocks.highlight import SLOW_LEXERS, colour_spans
from app.ui.transcript.blocks.markdown import plain_html, prose
from app.ui.transcript.model.message_text import MessageText
from app.ui.transcript.model.sections import SectionKind
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.chats.parts.transfer import TransferredMessage
    from app.ui.transcript.blocks.figure import Figure
    from app.ui.transcript.blocks.places import Bars
    from app.ui.transcript.model.containers import Container
    from app.ui.transcript.model.sections import Section

_MOST_CODE = 20_000  # characters of a piece; more is cut into several


@dataclass(frozen=True, slots=True)
class Around:
    """What is around a piece.

    Attributes:
        containers: lists and quotes that its words do not tell of.
        n_joined: so many quotes go on from the piece before.
        is_code: it has a ground of its own.
    """

    containers: tuple[Container, ...] = ()
    n_joined: int = 0
    is_code: bool = False


NOTHING = Around()
_CODE = Around(is_code=True)


@dataclass(frozen=True, slots=True)
class Piece:
    """HTML, the formulas whose places it names, the bars of its quotes, and what is around."""

    html: str
    figures: tuple[Figure, ...] = ()
    bars: Bars = ()
    around: Around = NOTHING


def fact(words: str) -> str:
    """Return a line of muted words."""
    return f'<p class="fact">{html.escape(words)}</p>'


def pieces_of(message: TransferredMessage) -> Iterator[Piece]:
    """Yield a message, piece by piece."""
    for attachment in message.attachments:
        yield Piece(fact(attachment.name))
        yield from _code(attachment.text, "")
    is_typed = message.role is not Role.ASSISTANT
    text = MessageText(is_typed=is_typed, is_unfolded=True)
    text.begin(message)
    text.finish()
    was_thinking = False
    for section in text.sections()[0]:
        is_thinking = section.kind is SectionKind.THINKING
        if is_thinking and not was_thinking:
            yield Piece(fact(tr("Thinking")))
        was_thinking = is_thinking
        yield from _section(section, is_thinking=is_thinking, is_typed=is_typed)
    if message.problem:
        yield Piece(fact(message.problem))


def _section(section: Section, *, is_thinking: bool, is_typed: bool) -> Iterator[Piece]:
    if section.kind is SectionKind.CODE:
        yield from _code(section.text, section.language, _around(section))
    elif is_typed or section.kind is SectionKind.PLAIN:
        yield Piece(plain_html(section.text))
    else:
        is_prose = section.kind is SectionKind.PROSE
        lead = section.containers if is_prose else ()
        rendered = prose(section.text, parser="export", lead=lead)
        words = rendered.html(_place_of)
        words = f'<div class="thought">{words}</div>' if is_thinking else words
        around = _around(section)
        around = replace(around, containers=()) if is_prose else around
        yield Piece(words, rendered.figures, rendered.bars, around)


def _around(section: Section) -> Around:
    n_joined = sum(one.is_quote for one in section.containers[: section.n_joined])
    is_code = section.kind is SectionKind.CODE
    return Around(section.containers, n_joined, is_code=is_code)


def _place_of(number: int, figure: Figure) -> str:
    if figure.kind is FigureKind.IMAGE:
        return html.escape(f"[{figure.written}]")  # nothing of the disk goes along
    return f'<img src="formula:{number}" style="vertical-align: middle" />'


def _code(code: str, language: str, around: Around = _CODE) -> Iterator[Piece]:
    for begin in range(0, max(1, len(code)), _MOST_CODE):
        words = _coloured(code[begin : begin + _MOST_CODE], language)
        yield Piece(f"<pre>{words}</pre>", around=around)


def _coloured(code: str, language: str) -> str:
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return html.escape(code)
    if lexer.name in SLOW_LEXERS:
        return html.escape(code)
    pieces, at = [], 0
    for start, length, colour in colour_spans(code, lexer, LIGHT_COLOURS):
        pieces.append(html.escape(code[at:start]))
        words = html.escape(code[start : start + length])
        pieces.append(f'<span style="color: {colour}">{words}</span>')
        at = start + length
    return "".join([*pieces, html.escape(code[at:])])
