"""A chat as PDF: pages in light colours, laid out a paragraph or a block at a time.

Each piece is a document of its own, so that no step of Qt takes long and holds up the interface,
and a chat of ten thousand messages takes no more memory than a page.

Threads: the job's; everything of Qt is made, used and let go of here.
"""

from __future__ import annotations

import html
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound
from PySide6.QtCore import QFile, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontDatabase,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
)

from app.core.answer_parts import parts_of_stats
from app.core.content import MediaKind
from app.core.interchange import NO_FILES
from app.core.messages import Role
from app.ui.media.thumbnails import SIDES, no_library, thumbnail_image
from app.ui.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.figure import FigureKind
from app.ui.transcript.blocks.formula import FormulaKey, draw_formula
from app.ui.transcript.blocks.highlight import SLOW_LEXERS, colour_spans
from app.ui.transcript.blocks.markdown import plain_html, prose
from app.ui.transcript.blocks.places import LIST_INDENT, left_of, places_of
from app.ui.transcript.blocks.section_document import even_lists, quote_bars
from app.ui.transcript.blocks.style_sheet import document_css, paragraph_gap
from app.ui.transcript.model.message_text import MessageText
from app.ui.transcript.model.sections import SectionKind
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.chats.transfer import TransferredChat, TransferredMessage
    from app.core.content import MediaFile
    from app.core.interchange import OriginalFiles
    from app.ui.media.thumbnails import MakeThumbnail
    from app.ui.transcript.blocks.figure import Figure
    from app.ui.transcript.blocks.places import Bars
    from app.ui.transcript.model.containers import Container
    from app.ui.transcript.model.sections import Section

_DPI = 96  # lengths of documents are then those of a screen
_MARGIN_MM = 18.0
_GAP = 10.0  # between two pieces
_READ_BYTES = 1 << 20
_FORMULA_RATIO = 4.0
_MOST_CODE = 20_000  # characters of a piece; more is cut into several
_TEXT = 14
_PICTURE = QSizeF(420, 300)  # at most


@dataclass(frozen=True, slots=True)
class _Piece:
    """HTML, the formulas whose places it names, its left edge, and the bars of its quotes."""

    html: str
    figures: tuple[Figure, ...] = ()
    left: float = 0.0
    bars: Bars = ()


def pdf_chunks(
    chat: TransferredChat,
    files: OriginalFiles = NO_FILES,
    thumbnail: MakeThumbnail = no_library,
) -> Iterator[bytes]:
    """Yield the file, when all of it is laid out; before that empty pieces, one for each message.

    Whoever takes them may stop between two.

    Args:
        chat: to be laid out.
        files: tell which originals are there.
        thumbnail: makes small pictures of them.

    Raises:
        OSError: the disk with the temporary files refused.
    """
    with tempfile.TemporaryDirectory(prefix="hearth-") as folder:
        path = Path(folder, "chat.pdf")
        yield from _laid_out(chat, path, files, thumbnail)
        with path.open("rb") as file:
            while data := file.read(_READ_BYTES):
                yield data


def _laid_out(
    chat: TransferredChat, path: Path, files: OriginalFiles, thumbnail: MakeThumbnail
) -> Iterator[bytes]:
    device = QFile(str(path))
    if not device.open(QIODevice.OpenModeFlag.WriteOnly):
        raise OSError(device.errorString())
    writer = QPdfWriter(device)
    writer.setResolution(_DPI)
    writer.setTitle(chat.title)
    writer.setCreator("Hearth")
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            margins,
            QPageLayout.Unit.Millimeter,
        )
    )
    painter = QPainter(writer)
    pages = _Pages(writer, painter)
    try:
        pages.add(f"<h1>{html.escape(chat.title)}</h1>")
        pages.add(f'<p class="fact">{chat.created_at:%Y-%m-%d}</p>')
        if chat.system_prompt:
            pages.add(_speaker(tr("Instructions")))
            pages.add(plain_html(chat.system_prompt))
        for message in chat.branch():
            yield b""
            pages.begin_message()
            pages.add(_speaker(_name_of(message)))
            for medium in message.media:
                if medium.kind is MediaKind.IMAGE:
                    image = thumbnail_image(thumbnail, medium, SIDES[-1])
                    if isinstance(image, QImage):
                        pages.add_picture(image)
                pages.add(_medium(medium, files))
            for piece in _pieces(message):
                pages.add(piece.html, piece.figures, piece.left, piece.bars)
    finally:
        painter.end()
        is_whole = device.flush() and device.error() == QFile.FileError.NoError
        reason = device.errorString()
        device.close()  # which forgets what was wrong
    if not is_whole:  # of which the writer itself tells nobody
        raise OSError(reason)


def _name_of(message: TransferredMessage) -> str:
    match message.role:
        case Role.USER:
            return tr("You")
        case Role.SYSTEM:
            return tr("Instructions")
        case Role.ASSISTANT:
            return message.model or tr("Answer", "who wrote it")
        case Role.TOOL:
            return tr("Tool", "who wrote it")


def _speaker(name: str) -> str:
    return f'<p class="who">{html.escape(name)}</p>'


def _fact(words: str) -> str:
    return f'<p class="fact">{html.escape(words)}</p>'


def _medium(medium: MediaFile, files: OriginalFiles) -> str:
    """Return the name of a picture or a sound, and what the user says that it shows."""
    words = " — ".join(filter(None, (medium.name, medium.alt_text)))
    if files.place_of(medium) is None:
        words = tr("{name} (the file is no longer there)", name=words)
    return _fact(words)


def _pieces(message: TransferredMessage) -> Iterator[_Piece]:
    """Yield a message, piece by piece."""
    for attachment in message.attachments:
        yield _Piece(_fact(attachment.name))
        yield from _code(attachment.text, "")
    is_typed = message.role is not Role.ASSISTANT
    text = MessageText(is_typed=is_typed, is_unfolded=True)
    text.feed(message.text, parts_of_stats(dict(message.stats)))
    text.finish()
    was_thinking = False
    for section in text.sections()[0]:
        is_thinking = section.kind is SectionKind.THINKING
        if is_thinking and not was_thinking:
            yield _Piece(_fact(tr("Thinking")))
        was_thinking = is_thinking
        yield from _section(section, is_thinking=is_thinking, is_typed=is_typed)
    if message.problem:
        yield _Piece(_fact(message.problem))


def _section(section: Section, *, is_thinking: bool, is_typed: bool) -> Iterator[_Piece]:
    if section.kind is SectionKind.CODE:
        yield from _code(section.text, section.language, section.containers)
    elif is_typed or section.kind is SectionKind.PLAIN:
        yield _Piece(plain_html(section.text))
    else:
        lead = section.containers if section.kind is SectionKind.PROSE else ()
        rendered = prose(section.text, parser="export", lead=lead)
        words = rendered.html(_place_of)
        words = f'<div class="thought">{words}</div>' if is_thinking else words
        left = 0.0 if section.kind is SectionKind.PROSE else _left_of(section.containers)
        yield _Piece(words, rendered.figures, left, rendered.bars)


def _place_of(number: int, figure: Figure) -> str:
    if figure.kind is FigureKind.IMAGE:
        return html.escape(f"[{figure.written}]")  # nothing of the disk goes along
    return f'<img src="formula:{number}" style="vertical-align: middle" />'


def _code(code: str, language: str, containers: Sequence[Container] = ()) -> Iterator[_Piece]:
    for begin in range(0, max(1, len(code)), _MOST_CODE):
        words = _coloured(code[begin : begin + _MOST_CODE], language)
        yield _Piece(f"<pre>{words}</pre>", left=_left_of(containers))


def _left_of(containers: Sequence[Container]) -> float:
    return left_of(places_of(containers)[0], LIST_INDENT)


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


class PageDocument(QTextDocument):
    """A piece of a page; what it names it is given beforehand, and nothing is opened."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        """Qt: it names something it was not given."""
        return QImage()


class _Pages:
    """Puts pieces below each other, and begins a page where one does not fit.

    Args:
        writer: of the file.
        painter: on it.
    """

    def __init__(self, writer: QPdfWriter, painter: QPainter) -> None:
        self._writer = writer
        self._painter = painter
        area = writer.pageLayout().paintRectPixels(_DPI)
        self._size = QSizeF(area.width(), area.height())
        self._y = 0.0
        self._keeps = False
        self._font = QFont()
        self._font.setPixelSize(_TEXT)
        family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        self._css = (
            document_css(LIGHT_COLOURS, family)
            + f".who {{ font-weight: 600; color: {LIGHT_COLOURS.muted}; margin: 12px 0 0 0; }}"
            + f".fact, .thought {{ color: {LIGHT_COLOURS.muted}; }}"
            + "pre { white-space: pre-wrap; }"
        )
        self._context = QAbstractTextDocumentLayout.PaintContext()
        self._context.palette.setColor(QPalette.ColorRole.Text, QColor(LIGHT_COLOURS.text))

    def begin_message(self) -> None:
        """Leave some room, or begin a page where a message would only just begin on this one."""
        self._y += _TEXT if self._y else 0
        if self._y > self._size.height() - 6 * _TEXT:
            self._next_page()

    def add(
        self,
        words: str,
        figures: tuple[Figure, ...] = (),
        left: float = 0.0,
        bars: Bars = (),
    ) -> None:
        """Add a piece, over as many pages as it takes."""
        document = PageDocument()
        document.setDocumentMargin(0)
        document.setUseDesignMetrics(True)
        document.documentLayout().setPaintDevice(self._writer)
        document.setDefaultFont(self._font)
        document.setDefaultStyleSheet(self._css)
        document.setIndentWidth(LIST_INDENT)
        self._add_formulas(document, figures)
        document.setHtml(words)
        even_lists(document, paragraph_gap(LIGHT_COLOURS))
        # On its first page the piece begins below what stands there already.
        frame = document.rootFrame().frameFormat()
        frame.setTopMargin(self._y)
        frame.setLeftMargin(left)
        document.rootFrame().setFrameFormat(frame)
        document.setPageSize(self._size)
        height = self._size.height()
        quotes = quote_bars(document, bars)
        for page in range(document.pageCount()):
            if page:
                self._next_page()
            self._painter.save()
            self._painter.translate(0, -page * height)
            area = QRectF(0, page * height, self._size.width(), height)
            self._painter.setClipRect(area)
            self._context.clip = area
            for bar in quotes:
                self._painter.fillRect(bar, QColor(LIGHT_COLOURS.faint))
            document.documentLayout().draw(self._painter, self._context)
            self._painter.restore()
        last = document.documentLayout().blockBoundingRect(document.lastBlock())
        self._y = last.bottom() - (document.pageCount() - 1) * height + _GAP
        if self._y > height - 2 * _TEXT:
            self._next_page()

    def add_picture(self, image: QImage) -> None:
        """Add a picture, whole: on the next page where there is no room on this one."""
        size = QSizeF(image.size())
        if size.width() > _PICTURE.width() or size.height() > _PICTURE.height():
            size.scale(_PICTURE, Qt.AspectRatioMode.KeepAspectRatio)
        if self._y + size.height() > self._size.height():
            self._next_page()
        self._painter.drawImage(QRectF(QPointF(0, self._y), size), image)
        self._y += size.height() + _GAP / 2

    def _next_page(self) -> None:
        self._writer.newPage()
        self._y = 0.0

    def _add_formulas(self, document: QTextDocument, figures: tuple[Figure, ...]) -> None:
        for number, figure in enumerate(figures):
            if figure.kind is FigureKind.IMAGE:
                continue
            is_display = figure.kind is FigureKind.DISPLAY_FORMULA
            key = FormulaKey(
                figure.source, is_display, _TEXT, 0, 0, LIGHT_COLOURS.text, _FORMULA_RATIO
            )
            drawn = draw_formula(key)
            if drawn is not None:
                kind = QTextDocument.ResourceType.ImageResource
                document.addResource(kind, QUrl(f"formula:{number}"), drawn.image)
