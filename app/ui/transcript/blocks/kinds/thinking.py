"""What a model thought before its answer: plain text beside a bar, no part of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter

from app.ui.transcript.blocks.block import Block, BlockKind
from app.ui.transcript.blocks.markdown import plain_html
from app.ui.transcript.blocks.section_document import TABLE_LINE, SectionDocument
from app.ui.transcript.blocks.style_sheet import PLAIN_CSS
from app.ui.transcript.model.sections import Section, SectionKind
from app.ui.words.direction import RIGHT_TO_LEFT, text_direction, turned

if TYPE_CHECKING:
    from app.ui.kit.theme import Colours

_BAR = 3
_INDENT = 16


class ThinkingBlock(Block):
    """Muted text, indented."""

    def text_origin(self) -> QPointF:
        """Return where the text begins inside the block."""
        indent = 0 if self._direction() == RIGHT_TO_LEFT else _INDENT
        return QPointF(indent - TABLE_LINE, 0)

    def _inner_width(self, width: float) -> float:
        return super()._inner_width(width) - _INDENT

    def _text_colour(self) -> str:
        return self.colours.muted

    def _paint_ground(self, painter: QPainter, rect: QRectF) -> None:
        bar = QRectF(rect.left(), rect.top(), _BAR, rect.height())
        painter.fillRect(turned(self._direction(), rect, bar), QColor(self.colours.border))

    def _direction(self) -> Qt.LayoutDirection:
        return text_direction(self.section.text) or QGuiApplication.layoutDirection()


class ThinkingKind(BlockKind):
    """Neither copied with the answer nor read aloud."""

    is_copied = False
    shows_as_written = True

    def recognises(self, section: Section) -> bool:
        """Whether it stands before the answer."""
        return section.kind is SectionKind.THINKING

    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:  # noqa: ARG002
        """Show the text."""
        document.fill_html(plain_html(section.text), PLAIN_CSS)

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out."""
        return ThinkingBlock(section, colours, self.document(section, colours, is_open=is_open))

    def spoken(self, _section: Section) -> str | None:
        """Say nothing."""
        return ""


KIND = ThinkingKind()
