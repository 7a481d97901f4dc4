"""The text of one section as a QTextDocument, with its formulas and images. Kinds fill it."""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
    QTextListFormat,
    QTextOption,
)

from app.core.plain_value import PlainValue
from app.ui.kit.theme import READING_WIDTH, TEXT_BODY, Colours, text_font
from app.ui.transcript.blocks.figure import DrawnFigure, Figure, FigureKind, ImageKey
from app.ui.transcript.blocks.formula import FigureKey, FormulaKey, NotDrawn, figure_cache
from app.ui.transcript.blocks.places import LIST_INDENT, QUOTE_BAR, Bar, Bars, left_of, screen_ratio
from app.ui.transcript.blocks.style_sheet import ITEM_GAP, paragraph_gap
from app.ui.words.plain_text import Utf16Positions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.ui.transcript.blocks.markdown_html import RenderedProse
    from app.ui.transcript.model.sections import Section

_log = logging.getLogger(__name__)

TABLE_LINE = 1  # room at the edges of prose for the outer lines of tables
_OBJECT = "\ufffc"  # stands where an image is
_CELL, _TABLE_END = "\ufdd0", "\ufdd1"  # stand before a cell and after the last one
_RULE_HEIGHT = 4
_BULLETS = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)
_BULLET_GAP = 200  # percent of a blank
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value
_MARKDOWN = re.compile(r"[*`~\\]")
_TAB = 4 * 8  # pixels
_MOST_IMAGES = 24  # of one section; the others stay links
_MEASURED = 100.0  # points
_BYTES_OF_LETTER, _BYTES_OF_LINE = 20, 1_500  # measured, laid out


@lru_cache(maxsize=1)
def _nothing() -> QImage:
    image = QImage(1, 1, QImage.Format.Format_ARGB32)
    image.fill(0)
    return image


class PendingResult(Protocol):
    """Something that another thread makes for a document."""

    def is_pending(self) -> bool:
        """Return whether it is not there yet."""


class SectionFiller(Protocol):
    """What knows how a kind of section is shown."""

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:
        """Put a section into an empty document; `is_open` while it is still growing."""


class _PendingFigure(PlainValue, frozen=True):
    key: FigureKey

    def is_pending(self) -> bool:
        return figure_cache().is_pending(self.key)


class SectionDocument(QTextDocument):
    """The text of a section in the fonts and colours of the theme; fetches nothing by itself.

    What is drawn on another thread stands there as text until that is done; `is_stale` tells when
    another document of the same section would show more.

    Args:
        section: what to show.
        colours: palette of the theme.
        filling: puts the section into it.
        is_open: the section is still growing.
    """

    def __init__(
        self, section: Section, colours: Colours, filling: SectionFiller, *, is_open: bool = False
    ) -> None:
        super().__init__()
        self.colours = colours
        self._awaited: list[PendingResult] = []
        self.bars: Bars = ()  # of quotes, by the user state of paragraphs
        self._n_images = 0
        self._images: dict[str, QImage] = {}
        self._figures: dict[str, tuple[Figure, DrawnFigure]] = {}
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.set_wrapped(wrapped=True)
        try:
            filling.fill(self, section, is_open=is_open)
        except Exception:  # noqa: BLE001 - while painting it would end the program, at each start
            _log.exception("a section could not be rendered")
            self.setPlainText(section.text)

    def loadResource(self, _kind: int, name: QUrl | str) -> object:
        """Qt: there are only the images that were drawn for this section.

        For nothing at all Qt would look for a file of that name.
        """
        drawn = self._images.get(name if isinstance(name, str) else name.toString())
        return _nothing() if drawn is None else drawn

    # -- what is not there yet --

    def is_waiting(self) -> bool:
        """Return whether colours, formulas or images are missing."""
        return bool(self._awaited)

    def is_stale(self) -> bool:
        """Return whether something that was missing is there now."""
        return any(not awaited.is_pending() for awaited in self._awaited)

    def wait_for(self, awaited: PendingResult) -> None:
        """Take note of what another thread still makes for it."""
        self._awaited.append(awaited)

    def drawn(self, key: FigureKey) -> DrawnFigure | None:
        """Return a figure, None where it cannot be drawn or, until it is stale, is not yet."""
        figure = figure_cache().figure(key)
        if figure is NotDrawn.PENDING:
            self.wait_for(_PendingFigure(key))
        return figure if isinstance(figure, DrawnFigure) else None

    # -- sizes --

    def n_bytes(self) -> int:
        """Return about how much memory it takes: letters, paragraphs and cells, images."""
        drawn = sum(image.sizeInBytes() for image in self._images.values())
        letters = _BYTES_OF_LETTER * self.characterCount()
        return int(drawn + letters + _BYTES_OF_LINE * self.blockCount())

    def set_wrapped(self, *, wrapped: bool) -> None:
        """Break lines that are too long, anywhere if need be, or let them be."""
        option = QTextOption()
        mode = QTextOption.WrapMode
        option.setWrapMode(mode.WrapAtWordBoundaryOrAnywhere if wrapped else mode.NoWrap)
        option.setTabStopDistance(_TAB)
        option.setTextDirection(self.defaultTextOption().textDirection())
        self.setDefaultTextOption(option)

    def read_from_left(self) -> None:
        """Begin every line at the left, as code does whatever its comments are written in."""
        option = self.defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.setDefaultTextOption(option)

    def fit(self, width: float) -> None:
        """Lay out for a width; images that are wider are made smaller."""
        for at, (_figure, drawn_figure) in self._placed():
            scale = min(1.0, (width - 2 * TABLE_LINE) / drawn_figure.width)
            cursor = self._cursor(at, at + 1)
            style = cursor.charFormat().toImageFormat()
            if style.width() != drawn_figure.width * scale:
                cursor.setCharFormat(self._image_format(style.name(), drawn_figure, scale))
        self.setTextWidth(width)

    # -- text --

    def end_position(self) -> int:
        """Return the last text position."""
        return self.characterCount() - 1

    def clamped(self, position: int) -> int:
        """Return the nearest position there is."""
        return max(0, min(position, self.end_position()))

    def raw_text(self, begin: int, end: int) -> str:
        """Return the characters of a range; positions count their UTF-16 units."""
        text = self._cursor(begin, end).selectedText()
        text = text.replace("\u2029", "\n").replace("\u2028", "\n").replace("\u00a0", " ")
        if _CELL not in text and _TABLE_END not in text:
            return text
        return self._with_cells(text, min(self.clamped(begin), self.clamped(end)))

    def _with_cells(self, text: str, begin: int) -> str:
        """Return text from a position on with a sign between the cells of its tables."""
        units = Utf16Positions(text)
        signs = list(text)
        for at, char in enumerate(text):
            if char == _CELL:
                cursor = self._cursor(begin + units.of(at) + 1, begin + units.of(at) + 1)
                table = cursor.currentTable()
                is_first = table is None or table.cellAt(cursor).column() == 0
                signs[at] = "\n" if is_first else "\t"
        return "".join(signs).replace(_TABLE_END, "\n")

    def text_between(self, begin: int, end: int) -> str:
        """Return the visible text of a range, formulas as they were written."""
        text = self.raw_text(begin, end)
        if not self._figures or _OBJECT not in text:
            return text
        first, units = min(self.clamped(begin), self.clamped(end)), Utf16Positions(text)
        written = {at - first: figure.written for at, (figure, _drawn_figure) in self._placed()}
        return "".join(
            written.get(units.of(at), char) if char == _OBJECT else char
            for at, char in enumerate(text)
        )

    def figure_at(self, position: int) -> Figure | None:
        """Return what is drawn at a position, None for text."""
        return dict(self._placed()).get(position, (None, None))[0]

    def _cursor(self, begin: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self)
        cursor.setPosition(self.clamped(begin))
        cursor.setPosition(self.clamped(end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    # -- filling --

    def fill_html(self, html: str, style_sheet: str) -> None:
        """Show our own HTML in the font of the text."""
        self.setDefaultFont(text_font(round(TEXT_BODY * self.colours.zoom)))
        self.setDocumentMargin(TABLE_LINE)
        self.setDefaultStyleSheet(style_sheet)
        self.setHtml(html)

    def fill_prose(self, rendered: RenderedProse, style_sheet: str) -> None:
        """Show rendered Markdown with its figures, as far as they are drawn."""
        self.setDefaultFont(text_font(round(TEXT_BODY * self.colours.zoom)))
        self.setIndentWidth(LIST_INDENT * self.colours.zoom)
        self.bars = rendered.bars
        self.fill_html(rendered.html(self._fill_gap), style_sheet)
        for at, (_figure, drawn_figure) in self._placed():
            cursor = self._cursor(at, at + 1)
            name = cursor.charFormat().toImageFormat().name()
            cursor.setCharFormat(self._image_format(name, drawn_figure, 1.0))
        even_lists(self, paragraph_gap(self.colours))
        self._drop_last_margin()

    def mark_doubtful(self, quotes: Iterable[str]) -> None:
        """Underline quotations that are not in the passages they are said to be from."""
        doubtful = QTextCharFormat()
        doubtful.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        doubtful.setUnderlineColor(QColor(self.colours.danger))
        for quote in quotes:
            words = " ".join(_MARKDOWN.sub("", quote).split())
            found = self.find(words, 0, QTextDocument.FindFlag.FindCaseSensitively)
            if not found.isNull():
                found.mergeCharFormat(doubtful)

    def _drop_last_margin(self) -> None:
        last = self.lastBlock()
        style = last.blockFormat()
        if style.bottomMargin():
            style.setBottomMargin(0)
            QTextCursor(last).setBlockFormat(style)

    # -- figures --

    def _fill_gap(self, number: int, figure: Figure) -> str:
        if figure.kind is FigureKind.IMAGE:
            self._n_images += 1
            if self._n_images > _MOST_IMAGES:
                return figure.as_html()
        key = self._key(figure)
        drawn_figure = self.drawn(key)
        if drawn_figure is None:
            return figure.as_html()
        name = f"figure:{number}"
        self._images[name] = drawn_figure.image
        self._figures[name] = (figure, drawn_figure)
        return f'<img src="{name}">'

    def _key(self, figure: Figure) -> FigureKey:
        if figure.kind is FigureKind.IMAGE:
            return ImageKey(figure.source, READING_WIDTH, screen_ratio())
        metrics = QFontMetrics(self.defaultFont())
        return FormulaKey(
            figure.source,
            is_display=figure.kind is FigureKind.DISPLAY_FORMULA,
            pixels=self.defaultFont().pixelSize(),
            ascent=metrics.ascent(),
            descent=metrics.descent(),
            colour=self.colours.text,
            ratio=screen_ratio(),
        )

    def _placed(self) -> list[tuple[int, tuple[Figure, DrawnFigure]]]:
        """Return the figures that are drawn, by position."""
        if not self._figures:
            return []
        found = []
        text = self.toRawText()
        units = Utf16Positions(text)
        at = text.find(_OBJECT)
        while at >= 0:
            unit = units.of(at)
            name = self._cursor(unit, unit + 1).charFormat().toImageFormat().name()
            if name in self._figures:
                found.append((unit, self._figures[name]))
            at = text.find(_OBJECT, at + 1)
        return found

    def _image_format(self, name: str, drawn_figure: DrawnFigure, scale: float) -> QTextImageFormat:
        style = QTextImageFormat()
        style.setName(name)
        style.setWidth(drawn_figure.width * scale)
        style.setHeight(drawn_figure.height * scale)
        # "Base line" puts the lower edge on the descent of the font of this one character, so its
        # size decides how deep the image reaches.
        style.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
        font = QFont(self.defaultFont())
        font.setPointSizeF(_MEASURED)
        a_point = QFontMetricsF(font).descent() / _MEASURED
        if a_point > 0:  # a system without fonts has none that reaches down
            font.setPointSizeF(max(0.1, drawn_figure.depth * scale / a_point))
            style.setFont(font)
        return style


def even_lists(document: QTextDocument, gap: int) -> None:
    """Leave the same room between items wherever a list begins or ends inside another.

    Args:
        document: not yet laid out.
        gap: below the last item of all, in pixels.
    """
    line, outer = document.begin(), -1
    while line.isValid():
        after = line.next()
        outer = _outer_list(line, outer)
        style = line.blockFormat()
        if style.hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth):
            # By itself it has the height of a line of text above it.
            style.setLineHeight(_RULE_HEIGHT, _FIXED)
            style.setBottomMargin(gap)
            QTextCursor(line).setBlockFormat(style)
        if line.textList() is not None and line.textList().format().style() in _BULLETS:
            # Qt leaves a blank between a bullet and the words, in the font of the paragraph.
            wider = QTextCharFormat()
            wider.setFontStretch(_BULLET_GAP)
            QTextCursor(line).mergeBlockCharFormat(wider)
        if _is_in_list(line):
            goes_on = _is_in_list(after) and _outer_list(after, outer) == outer
            wanted = ITEM_GAP if goes_on else gap
            if style.bottomMargin() != wanted:
                style.setBottomMargin(wanted)
                QTextCursor(line).setBlockFormat(style)
        line = after


def _outer_list(line: QTextBlock, before: int) -> int:
    """Return which list of the first level a paragraph stands in, the one before if in none."""
    items = line.textList()
    return before if items is None or items.format().indent() > 1 else items.objectIndex()


def _is_in_list(line: QTextBlock) -> bool:
    return line.isValid() and (line.textList() is not None or line.blockFormat().indent() > 0)


def quote_bars(document: QTextDocument, bars: Bars) -> list[QRectF]:
    """Return where bars stand beside the quotes of a document that is laid out.

    Args:
        document: its coordinates are those of the bars.
        bars: of its paragraphs, by their user state.
    """
    found: dict[Bar, QRectF] = {}
    layout, frame = document.documentLayout(), document.rootFrame().frameFormat()
    line = document.begin() if bars else document.end()
    while line.isValid():
        if 0 <= line.userState() < len(bars):
            rect = layout.blockBoundingRect(line)
            rect.setTop(rect.top() + line.layout().lineAt(0).y())  # which a new page moves down
            for quote in bars[line.userState()]:
                left = frame.leftMargin() + left_of(quote[0], document.indentWidth())
                bar = QRectF(left, rect.top(), QUOTE_BAR, rect.height())
                found[quote] = found[quote].united(bar) if quote in found else bar
        line = line.next()
    return list(found.values())
