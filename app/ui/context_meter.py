"""How full the context is, and of what: a thin bar with its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QAccessible, QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from app.ui.accessible_role import set_role
from app.ui.direction import turned
from app.ui.formatting import count, counted
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_S, TEXT_CAPTION, text_font
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.core.conversations.events import ContextUse
    from app.ui.theme import Colours, Theme

_BAR = 72
_HEIGHT = 6


class ContextMeter(QWidget):
    """Shows a `ContextUse`; says in its tooltip what fills the context. Hidden without a model."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, QAccessible.Role.StaticText)
        self._theme = theme
        self._use: ContextUse | None = None
        self._n_answer = 0
        self.setFont(text_font(theme.scaled(TEXT_CAPTION)))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)
        self.hide()

    def show_use(self, use: ContextUse) -> None:
        """Show what was measured."""
        self._use = use
        self._n_answer = min(use.n_answer, use.n_messages)
        self.setVisible(use.n_ctx > 0)
        set_tip(self, self.explanation())
        self.setAccessibleName(self.words())
        self.setAccessibleDescription(self.explanation())
        self.updateGeometry()
        self.update()

    def grow(self, n_tokens: int) -> None:
        """Count an answer that is being given, which is not measured at each of its tokens."""
        if self._use is not None:
            self._n_answer += n_tokens
            self.update()

    def words(self) -> str:
        """Return the short line beside the bar."""
        if self._use is None:
            return ""
        used, whole = count(self._use.n_total), counted(self._use.n_ctx, "token")
        return tr("{used} of {whole}", used=used, whole=whole)

    def explanation(self) -> str:
        """Return what fills the context, a line for each part."""
        use = self._use
        if use is None or not use.n_ctx:
            return ""
        before = max(0, use.n_messages - self._n_answer)
        parts = (
            (tr("System prompt"), use.n_system),
            (tr("Conversation"), before),
            (tr("Last answer"), min(self._n_answer, use.n_messages)),
            (tr("Attachments"), use.n_attachments - use.n_media),
            (tr("Pictures and sounds"), use.n_media),
            (tr("Your message"), use.n_draft),
            (tr("Left for the answer"), max(0, use.n_ctx - use.n_total)),
        )
        lines = [
            tr("{name}: {text}", name=name, text=counted(n_tokens, "token"))
            for name, n_tokens in parts
            if n_tokens
        ]
        return "\n".join([tr("Context of {tokens}", tokens=counted(use.n_ctx, "token")), *lines])

    def sizeHint(self) -> QSize:
        """Qt: the bar and the words."""
        width = self.fontMetrics().horizontalAdvance(self.words())
        return QSize(_BAR + SPACE_S + width + 2, self.fontMetrics().height() + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: draw the parts one after the other."""
        use = self._use
        if use is None or not use.n_ctx:
            return
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = (self.height() - _HEIGHT) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.selected))
        direction, whole = self.layoutDirection(), QRectF(self.rect())
        bar = turned(direction, whole, QRectF(0, top, _BAR, _HEIGHT))
        painter.drawRoundedRect(bar, 3, 3)
        x = 0.0
        for colour, n_tokens in self._parts(colours, use):
            width = min(_BAR - x, _BAR * n_tokens / use.n_ctx)
            painter.setBrush(QColor(colour))
            part = turned(direction, whole, QRectF(x, top, width, _HEIGHT))
            painter.drawRoundedRect(part, min(3, width / 2), 3)
            x += width
        is_full = use.is_nearly_full
        painter.setPen(QColor(colours.danger if is_full else colours.muted))
        place = self.rect().adjusted(_BAR + SPACE_S, 0, 0, 0)
        place = QStyle.visualRect(direction, self.rect(), place)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self.words())
        painter.end()

    def _parts(self, colours: Colours, use: ContextUse) -> tuple[tuple[str, int], ...]:
        before = max(0, use.n_messages - self._n_answer)
        return (
            (colours.muted, use.n_system),
            (colours.accent, before),
            (colours.accent_hover, self._n_answer),
            (colours.syntax_name, use.n_attachments),
            (colours.syntax_string, use.n_draft),
        )

    @Slot()
    def _on_theme_changed(self) -> None:
        self.setFont(text_font(self._theme.scaled(TEXT_CAPTION)))
        self.updateGeometry()
        self.update()
