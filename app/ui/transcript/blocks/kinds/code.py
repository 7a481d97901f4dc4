"""Code: in colours, on a ground of its own, under a line with its language and its buttons.

A long code block is several sections, which are painted as one. SVG is shown as the picture that it
is: on white, as a browser shows it, where its first section lies; the others take no room then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout

from app.core.content.browser_page import PageKind, page_kind
from app.core.plain_value import PlainValue
from app.ui.kit.theme import (
    RADIUS_M,
    RADIUS_S,
    TEXT_CAPTION,
    TEXT_SMALL,
    Colours,
    code_font,
    text_font,
)
from app.ui.transcript.blocks.block import Block, BlockKind, CodePicture
from app.ui.transcript.blocks.highlight import colour_spans, lexers
from app.ui.transcript.blocks.scrolling import ScrollingBlock
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.sections import Section, SectionKind, whole_code
from app.ui.words.direction import draw_line, turned
from app.ui.words.plain_text import Utf16Positions
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.transcript.blocks.section_document import SectionDocument

_HEADER = 34
_PAD = 14
_CARD_PAD = 8  # around a picture
_MOST_ZOOM = 1.5  # of the words above code, whose line has a fixed height


class CodeBlock(ScrollingBlock):
    """One piece of a code block; its lines are wrapped, or moved sideways together."""

    pad = _PAD

    def __init__(self, section: Section, colours: Colours, document: SectionDocument) -> None:
        super().__init__(section, colours, document)
        self._is_wrapped = True
        self._picture = CodePicture()
        self.header = _HEADER

    @property
    def _is_drawn(self) -> bool:
        return self._picture.drawn is not None and self._picture.is_shown

    def height(self) -> float:
        """Return the height with padding and header."""
        if self._is_drawn:
            card = self._card(QRectF())
            return _HEADER + card.height() + _PAD if self.ends.first else 0.0
        top = _HEADER if self.ends.first else 0
        bottom = _PAD if self.ends.last else 0
        return super().height() + top + bottom

    def ideal_width(self) -> float:
        """Return the width the text would like to have."""
        return super().ideal_width() + 2 * _PAD + self.left

    def text_origin(self) -> QPointF:
        """Return where the text begins inside the block."""
        return QPointF(self.left + _PAD - self.scrolled, _HEADER if self.ends.first else 0)

    # -- the picture --

    def show_picture(self, picture: CodePicture) -> None:
        """Show the picture that the code is in its place, or the code."""
        self._picture = picture

    def _card(self, rect: QRectF) -> QRectF:
        """Return the white ground of the picture in the place of the block."""
        drawn, room = self._picture.drawn, max(1.0, self._inner - 2 * _CARD_PAD)
        if drawn is None:
            return QRectF()
        scale = min(1.0, room / drawn.width)
        left = rect.left() + self.left + _PAD
        height = drawn.height * scale + 2 * _CARD_PAD
        return QRectF(left, rect.top() + _HEADER, self._inner, height)

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        selection: tuple[int, int] | None,
        clip: QRectF,
        marks: Sequence[tuple[int, int, bool]] = (),
    ) -> None:
        """Draw the code, or the picture in its place."""
        drawn = self._picture.drawn
        if drawn is None or not self._picture.is_shown:
            super().paint(painter, rect, selection, clip, marks)
        elif self.ends.first:
            self._paint_ground(painter, rect)
            card = self._card(rect)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(Qt.GlobalColor.white))
            painter.drawRoundedRect(card, RADIUS_S, RADIUS_S)
            height = card.height() - 2 * _CARD_PAD
            place = QRectF(0, 0, height * drawn.width / drawn.height, height)
            place.moveCenter(card.center())
            painter.drawImage(place, drawn.image)
            painter.restore()

    # -- long lines and buttons --

    def show_lines(self, scrolled: float | None) -> None:
        """Wrap lines (None), or let them reach beyond the edge and move them `scrolled` pixels."""
        is_wrapped = scrolled is None
        if is_wrapped != self._is_wrapped:
            self._is_wrapped = is_wrapped
            self.document.set_wrapped(wrapped=is_wrapped)
        self.scrolled = scrolled or 0.0

    def can_unwrap(self, *, is_wrapped: bool) -> bool:
        """Whether its lines can be wrapped and unwrapped; `is_wrapped` is how they are now."""
        if self._is_drawn:
            return False
        return self._has_long_lines() or not self.ends.last or not is_wrapped

    def actions(self, *, is_wrapped: bool) -> tuple[TargetKind, ...]:
        """Return the buttons above the first piece, from the right."""
        if not self.ends.first:
            return ()
        kinds = [TargetKind.COPY_BLOCK]
        if self._picture.is_whole and page_kind(self.section.language, self.section.text):
            kinds.append(TargetKind.OPEN_PAGE)
        if self._picture.drawn is not None:
            is_shown = self._picture.is_shown
            kinds.append(TargetKind.SHOW_CODE if is_shown else TargetKind.SHOW_PICTURE)
        if self.can_unwrap(is_wrapped=is_wrapped):
            kinds.append(TargetKind.UNWRAP if is_wrapped else TargetKind.WRAP)
        return tuple(kinds)

    def actions_corner(self, rect: QRectF) -> QPointF:
        """Return the right end of the buttons, at half their height."""
        return QPointF(rect.right() - 8, rect.top() + _HEADER / 2)

    def _has_long_lines(self) -> bool:
        """Return whether a line of code is longer than the block is wide."""
        a_letter = QFontMetricsF(self.document.defaultFont()).horizontalAdvance("m")
        longest = max(map(len, self.section.text.split("\n")))
        return longest * a_letter > self._inner

    # -- in its own way --

    def _fit(self) -> None:
        if self._is_wrapped:
            super()._fit()
        else:
            self.document.setTextWidth(-1)
            self.document.setTextWidth(max(self._inner, self.document.idealWidth()))

    def _paint_ground(self, painter: QPainter, rect: QRectF) -> None:
        super()._paint_ground(painter, rect)
        rect = self.frame(rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.colours.border), 1))
        painter.setBrush(QColor(self.colours.code))
        # Pieces overlap by a radius, so that only the ends of the whole block look round.
        above = 0 if self.ends.first else 2 * RADIUS_M
        below = 0 if self.ends.last or self._is_drawn else 2 * RADIUS_M
        painter.setClipRect(rect)
        box = rect.adjusted(0.5, 0.5 - above, -0.5, -0.5 + below)
        painter.drawRoundedRect(box, RADIUS_M, RADIUS_M)
        if self.ends.first:
            self._paint_language(painter, rect)
        painter.restore()

    def paint_kept_header(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the line above the code once more, over code that has come below it."""
        rect = self.frame(rect)
        painter.save()
        painter.setPen(QPen(QColor(self.colours.border), 1))
        painter.setBrush(QColor(self.colours.code))
        painter.drawRect(rect.adjusted(0.5, -0.5, -0.5, -0.5))
        self._paint_language(painter, rect)
        painter.restore()

    def _paint_language(self, painter: QPainter, rect: QRectF) -> None:
        zoom = min(_MOST_ZOOM, max(1.0, self.colours.zoom))
        painter.setFont(text_font(round(TEXT_CAPTION * zoom)))
        painter.setPen(QColor(self.colours.muted))
        place = QRectF(rect.left() + _PAD, rect.top(), rect.width() / 2, _HEADER - 2)
        place = turned(painter.layoutDirection(), rect, place)
        draw_line(painter, place, self.section.language[:32])


class CodeKind(BlockKind):
    """Copied as a whole, whatever it was cut into; read aloud is only that it is there."""

    may_unwrap = True
    copy_words = QT_TR_NOOP("Copy code")
    shows_as_written = True

    def recognises(self, section: Section) -> bool:
        """Whether it stands between fences."""
        return section.kind is SectionKind.CODE

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:  # noqa: ARG002
        """Show the code, in colours once its lexer is there."""
        document.setDefaultFont(code_font(round(TEXT_SMALL * document.colours.zoom)))
        document.read_from_left()
        document.setPlainText(section.text)
        awaited = _Lexer(section.language)
        lexers().ask(section.language)
        if awaited.is_pending():  # asked first: it may become ready any moment
            document.wait_for(awaited)
        lexer = lexers().lexer(section.language)
        if lexer is not None:
            spans = colour_spans(section.text, lexer, document.colours)
            _colour(document, spans, Utf16Positions(section.text))

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out."""
        return CodeBlock(section, colours, self.document(section, colours, is_open=is_open))

    def extra_height(self, section: Section) -> float:
        """Return the height of the line above the first piece."""
        return 0.0 if section.continued else _HEADER

    def page_kind(self, section: Section) -> PageKind | None:
        """Return what its language and its beginning say."""
        return page_kind(section.language, section.text)

    def copy_label(self, section: Section) -> str:
        """Return language and first line."""
        first_line = section.text.strip().partition("\n")[0]
        return ": ".join(filter(None, (section.language, first_line))) or tr("Code")

    def whole_text(self, sections: Sequence[Section], at: int) -> str:
        """Return the code of all pieces."""
        return whole_code(sections, at)

    def spoken(self, section: Section) -> str | None:
        """Say that there is code, once for all pieces."""
        if section.continued:
            return ""
        if not section.language:
            return tr("Code")
        return tr("Code, {language}", language=section.language)


class _Lexer(PlainValue, frozen=True):
    language: str

    def is_pending(self) -> bool:
        return lexers().is_pending(self.language)


def _colour(
    document: SectionDocument, spans: list[tuple[int, int, str]], units: Utf16Positions
) -> None:
    styles: dict[str, QTextCharFormat] = {}
    ranges: dict[int, list[QTextLayout.FormatRange]] = {}
    for start, length, colour in spans:
        if colour not in styles:
            style = QTextCharFormat()
            style.setForeground(QColor(colour))
            styles[colour] = style
        begin, end = units.of(start), units.of(start + length)
        _add_ranges(document, ranges, begin, end, styles[colour])
    for number, formats in ranges.items():
        document.findBlockByNumber(number).layout().setFormats(formats)


def _add_ranges(
    document: SectionDocument,
    ranges: dict[int, list[QTextLayout.FormatRange]],
    begin: int,
    end: int,
    style: QTextCharFormat,
) -> None:
    line = document.findBlock(begin)
    while line.isValid() and line.position() < end:
        piece = QTextLayout.FormatRange()
        piece.start = max(0, begin - line.position())
        piece.length = min(end - line.position(), line.length() - 1) - piece.start
        piece.format = style
        if piece.length > 0:
            ranges.setdefault(line.blockNumber(), []).append(piece)
        line = line.next()


KIND = CodeKind()
