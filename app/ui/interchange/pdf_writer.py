"""A chat as PDF: pages in light colours, laid out a paragraph or a block at a time.

Each piece is a document of its own, so that no step of Qt takes long and holds up the interface,
and a chat of ten thousand messages takes no more memory than a page.

Threads: the job's; everything of Qt is made, used and let go of here.

Longer than other files: the pieces of a page and what lays them out know each other.
"""

from __future__ import annotations

import html
import tempfile
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
    QPen,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)

from app.core.content.media import MediaFile, MediaKind
from app.core.content.tool_steps import step_of_stats
from app.core.documents.same_words import unnamed_sources
from app.core.interchange.original_files import NO_FILES, OriginalFiles
from app.core.messages import Role, without_passages
from app.core.plain_value import PlainValue, replace
from app.ui.kit.theme import LIGHT_COLOURS, RADIUS_M
from app.ui.media.thumbnails import SIDES, no_library, thumbnail_image
from app.ui.transcript.blocks.columns import column_widths, set_widths, squeezed, tables_of
from app.ui.transcript.blocks.figure import Figure, FigureKind
from app.ui.transcript.blocks.formula import FormulaKey, draw_formula
from app.ui.transcript.blocks.highlight import SLOW_LEXERS, colour_spans
from app.ui.transcript.blocks.markdown import plain_html, prose
from app.ui.transcript.blocks.places import LIST_INDENT, QUOTE_BAR, Bars, left_of, places_of
from app.ui.transcript.blocks.section_document import TABLE_LINE, even_lists, quote_bars
from app.ui.transcript.blocks.style_sheet import document_css, paragraph_gap
from app.ui.transcript.model.citations import passage_place, source_entries
from app.ui.transcript.model.message_text import MessageText
from app.ui.transcript.model.sections import Section, SectionKind
from app.ui.words.tool_words import call_words
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.chats.parts.transfer import TransferredChat, TransferredMessage
    from app.ui.media.thumbnails import MakeThumbnail
    from app.ui.transcript.model.containers import Container


_MOST_CODE = 20_000  # characters of a piece; more is cut into several


class _Around(PlainValue, frozen=True):
    """What is around a piece.

    Attributes:
        containers: lists and quotes that its words do not tell of.
        n_joined: so many quotes go on from the piece before.
        is_code: it has a ground of its own.
    """

    containers: tuple[Container, ...] = ()
    n_joined: int = 0
    is_code: bool = False


NOTHING = _Around()
_CODE = _Around(is_code=True)


class Piece(PlainValue, frozen=True):
    """HTML, the formulas whose places it names, the bars of its quotes, and what is around."""

    html: str
    figures: tuple[Figure, ...] = ()
    bars: Bars = ()
    around: _Around = NOTHING


def fact(words: str) -> str:
    """Return a line of muted words."""
    return f'<p class="fact">{html.escape(words)}</p>'


def pieces_of(
    message: TransferredMessage, before: Sequence[TransferredMessage] = ()
) -> Iterator[Piece]:
    """Yield a message that stands behind others, piece by piece."""
    for attachment in without_passages(message.attachments):
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
    sources = () if is_typed else unnamed_sources(message.said.answer, before)
    if sources:
        first = tr("Same words in:")
        yield Piece(fact(f"{first} {' · '.join(source_entries(sources))}"))
    passages = [one for one in message.attachments if one.number]
    if passages:
        yield Piece(fact(tr("Passages:")))
    for one in passages:
        yield Piece(fact(f"[{one.number}] {passage_place(one)}"))
        yield from _code(one.text, "")
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


def _around(section: Section) -> _Around:
    n_joined = sum(one.is_quote for one in section.containers[: section.n_joined])
    is_code = section.kind is SectionKind.CODE
    return _Around(section.containers, n_joined, is_code=is_code)


def _place_of(number: int, figure: Figure) -> str:
    if figure.kind is FigureKind.IMAGE:
        return html.escape(f"[{figure.written}]")  # nothing of the disk goes along
    return f'<img src="formula:{number}" style="vertical-align: middle" />'


def _code(code: str, language: str, around: _Around = _CODE) -> Iterator[Piece]:
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


_DPI = 96  # lengths of documents are then those of a screen
_MARGIN_MM = 18.0
_GAP = 10.0  # between two pieces
_READ_BYTES = 1 << 20
_FORMULA_RATIO = 4.0
_TEXT = 14
_PICTURE = QSizeF(420, 300)  # at most
_CODE_PAD = 8.0  # around code
_LEAST_SCALE = 0.6  # of a wide table: letters of six points


def pdf_chunks(
    chat: TransferredChat, files: OriginalFiles = NO_FILES, thumbnail: MakeThumbnail = no_library
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
        branch = chat.branch()
        for row, message in enumerate(branch):
            yield b""
            pages.begin_message()
            pages.add(_speaker(_name_of(message)))
            for medium in message.media:
                if medium.kind is MediaKind.IMAGE:
                    image = thumbnail_image(thumbnail, medium, SIDES[-1])
                    if isinstance(image, QImage):
                        pages.add_picture(image)
                pages.add(_medium(medium, files))
            for piece in pieces_of(message, branch[:row]):
                pages.add(piece.html, piece.figures, piece.bars, piece.around)
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
            step = step_of_stats(dict(message.stats))
            return tr("Tool", "who wrote it") if step is None else call_words(step.call)


def _speaker(name: str) -> str:
    return f'<p class="who">{html.escape(name)}</p>'


def _medium(medium: MediaFile, files: OriginalFiles) -> str:
    """Return the name of a picture or a sound, and what the user says that it shows."""
    words = " — ".join(filter(None, (medium.name, medium.alt_text)))
    if files.place_of(medium) is None:
        words = tr("{name} (file missing)", name=words)
    return fact(words)


class _Decoration(PlainValue, frozen=True):
    """What is drawn behind the words of a piece: its ground and the bars of quotes."""

    ground: QRectF
    bars: Sequence[QRectF]

    def paint(self, painter: QPainter) -> None:
        """Draw it in the coordinates of the piece."""
        for bar in self.bars:
            painter.fillRect(bar, QColor(LIGHT_COLOURS.faint))
        if not self.ground.isEmpty():
            painter.setPen(QPen(QColor(LIGHT_COLOURS.border), 1))
            painter.setBrush(QColor(LIGHT_COLOURS.code))
            painter.drawRoundedRect(self.ground.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_M, RADIUS_M)


def _leave_above(document: QTextDocument, height: float) -> None:
    """Give the first line a height: margins of a frame or a table would come back on each page."""
    cursor = QTextCursor(document)
    style = QTextBlockFormat()
    style.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    cursor.setBlockFormat(style)


def _squeeze_tables(document: QTextDocument, room: float) -> float:
    """Make columns fit into the room; returns by how much the piece is to be made smaller."""
    tables = tables_of(document)
    if not tables:
        return 1.0
    room -= 2 * TABLE_LINE + 1
    measured = [(table, column_widths(table)) for table in tables]
    scale = min(squeezed(columns, room, _LEAST_SCALE)[1] for _table, columns in measured)
    for table, columns in measured:
        set_widths(table, squeezed(columns, room / scale, 1.0)[0])
    # The letters of paper are a little wider or narrower than those of a screen.
    document.setTextWidth(room / scale)
    box = document.documentLayout().frameBoundingRect
    return scale * min(1.0, room / scale / max(box(table).width() for table in tables))


class _PageDocument(QTextDocument):
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
        bars: Bars = (),
        around: _Around = NOTHING,
    ) -> None:
        """Add a piece, over as many pages as it takes."""
        place, beside = places_of(around.containers)
        left = left_of(place, LIST_INDENT)
        pad = _CODE_PAD if around.is_code else 0.0
        document = self._document(words, figures)
        frame = document.rootFrame().frameFormat()
        frame.setLeftMargin(left + pad)
        frame.setRightMargin(pad)
        document.rootFrame().setFrameFormat(frame)
        scale = _squeeze_tables(document, self._size.width() - left)
        top = self._y / scale
        _leave_above(document, top + pad)
        document.setPageSize(self._size / scale)
        last = document.documentLayout().blockBoundingRect(document.lastBlock())
        bottom = last.bottom() + pad
        ground = QRectF(left, top, self._size.width() / scale - left, bottom - top)
        lines = [
            QRectF(left_of(one, LIST_INDENT), top, QUOTE_BAR, bottom - top) for one in beside
        ] + quote_bars(document, bars)
        for line in lines[: around.n_joined]:
            if line.top() <= top + _GAP:  # it goes on from the piece before
                line.setTop(top - _GAP)
        decoration = _Decoration(ground if around.is_code else QRectF(), lines)
        self._draw(document, scale, decoration)
        self._y = bottom * scale - (document.pageCount() - 1) * self._size.height() + _GAP
        if self._y > self._size.height() - 2 * _TEXT:
            self._next_page()

    def _document(self, words: str, figures: tuple[Figure, ...]) -> _PageDocument:
        document = _PageDocument()
        document.setDocumentMargin(0)
        document.setUseDesignMetrics(True)
        document.documentLayout().setPaintDevice(self._writer)
        document.setDefaultFont(self._font)
        option = document.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        document.setDefaultStyleSheet(self._css)
        document.setIndentWidth(LIST_INDENT)
        self._add_formulas(document, figures)
        document.setHtml(f"<p>&nbsp;</p>{words}")
        even_lists(document, paragraph_gap(LIGHT_COLOURS))
        return document

    def _draw(self, document: QTextDocument, scale: float, decoration: _Decoration) -> None:
        """Draw a piece that is laid out on this page and those after it."""
        size = document.pageSize()
        for page in range(document.pageCount()):
            if page:
                self._next_page()
            self._painter.save()
            self._painter.scale(scale, scale)
            self._painter.translate(0, -page * size.height())
            area = QRectF(QPointF(0, page * size.height()), size)
            self._painter.setClipRect(area)
            self._context.clip = area
            decoration.paint(self._painter)
            document.documentLayout().draw(self._painter, self._context)
            self._painter.restore()

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
