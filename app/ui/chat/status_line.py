"""The quiet line at the bottom: what came back from disk, what is being read, how fast it was.

At its end it marks that the API is on.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from app.core.chats.records import Message, MessageStatus
from app.core.conversations.events import ChatResumed, PromptRead
from app.ui.api.api_mark import ApiMark
from app.ui.kit.accessibility import set_role
from app.ui.kit.labels import ElidedLabel, progress_bar
from app.ui.kit.layouts import add_to, horizontal
from app.ui.kit.theme import SPACE_M, SPACE_S, TEXT_CAPTION, Colours, Theme, column_side, text_font
from app.ui.words.direction import turned
from app.ui.words.formatting import count, counted
from app.ui.words.plain_text import set_tip
from app.ui.words.stats_text import (
    more_stats_text,
    reading_text,
    resumed_figures,
    resumed_text,
    stats_text,
    wait_text,
)
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.conversations.events import ContextUse
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat


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


_ABOVE, _BELOW = 2, 8


class StatusLine(QWidget):
    """A line of small grey text with a thin bar while a prompt is read."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.meter = ContextMeter(theme)
        self.api = ApiMark(theme)
        self._text = ElidedLabel("statusText")
        self._text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._note = ElidedLabel("statusNote", align=Qt.AlignmentFlag.AlignRight)
        self._bar = progress_bar(tr("Reading the prompt"))
        self._bar.setFixedSize(96, 4)
        self._bar.hide()
        self._row = horizontal(self, spacing=SPACE_M)
        add_to(self._row, self._bar, self._text, (self._note, 1), self.api, self.meter)
        self._theme = theme
        theme.changed.connect(self._fit_width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: begin and end where the message field does."""
        super().resizeEvent(event)
        self._fit_width()

    @Slot()
    def _fit_width(self) -> None:
        side = column_side(self.width(), self._theme.zoom)
        self._row.setContentsMargins(side, _ABOVE, side, _BELOW)
        # What appears and goes, such as the meter, moves nothing above the line.
        parts = (self._text, self._note, self.api, self.meter)
        tallest = max(part.sizeHint().height() for part in parts)
        self.setMinimumHeight(_ABOVE + tallest + _BELOW)

    def text(self) -> str:
        """Return what the line says."""
        return self._text.text()

    def show_text(self, text: str, figures: str = "") -> None:
        """Say something and end any progress.

        Args:
            text: what the line says.
            figures: what the pointer finds behind it.
        """
        self._bar.hide()
        self._say(text, figures)

    def _say(self, text: str, figures: str) -> None:
        self._text.setText(text)
        self._text.set_more(figures)

    def show_resumed(self, resumed: ChatResumed) -> None:
        """Say how much of the chat came back and how fast, or why nothing did."""
        self.show_text(resumed_text(resumed), resumed_figures(resumed))

    def show_reading(self, progress: PromptRead, left_ms: float) -> None:
        """Say how far a prompt has been read, and how long it will take; 0 if unknown."""
        self._bar.setMaximum(max(1, progress.n_total))
        self._bar.setValue(min(progress.n_done, progress.n_total))
        self._bar.show()
        figures = tr(
            "Reading {done} of {tokens}",
            done=count(progress.n_done),
            tokens=counted(progress.n_total, "token"),
        )
        self._say(reading_text(left_ms), figures)

    def show_stats(self, stats: Mapping[str, float | str]) -> None:
        """Say the stats of an answer."""
        self.show_text(stats_text(stats), more_stats_text(stats))

    @Slot(str)
    def set_note(self, note: str) -> None:
        """Keep one sentence at the right, cut where the text at the left needs the room."""
        self._note.setText(note)


_KNOWN_AFTER_S = 1.0  # what was read before says too little


class ReadingEstimate:
    """Estimates how long the rest of a prompt takes, by how long the part read so far took."""

    def __init__(self) -> None:
        self._began: tuple[float, PromptRead] | None = None

    def left_ms(self, read: PromptRead, now_s: float) -> float:
        """Return the milliseconds that are left; 0 while that is not known.

        Args:
            read: how far it is.
            now_s: seconds of a clock that is never set.
        """
        if self._began is None or not self._goes_on(read, self._began[1]):
            self._began = (now_s, read)
        began_s, begun = self._began
        n_read, passed_s = read.n_done - begun.n_done, now_s - began_s
        if n_read <= 0 or passed_s < _KNOWN_AFTER_S:
            return 0.0
        return passed_s / n_read * (read.n_total - read.n_done) * 1e3

    @staticmethod
    def _goes_on(read: PromptRead, begun: PromptRead) -> bool:
        is_same = (read.chat_id, read.n_total) == (begun.chat_id, begun.n_total)
        return is_same and read.n_done >= begun.n_done


class StatusPresenter(QObject):
    """Follows the open chat; what is told of another one is not shown."""

    def __init__(self, bridge: EventBridge, open_chat: OpenChat, status: StatusLine) -> None:
        super().__init__(status)
        self._open_chat = open_chat
        self._status = status
        self._reading = ReadingEstimate()
        open_chat.switched.connect(self._clear)
        open_chat.read.connect(self._on_read)
        open_chat.branch_changed.connect(self._show_last)
        open_chat.message_added.connect(self._on_added)
        open_chat.message_changed.connect(self._on_changed)
        open_chat.text_added.connect(self._on_text)
        open_chat.wait_changed.connect(self._show_now)
        bridge.subscribe(ChatResumed, self._on_resumed)
        bridge.subscribe(PromptRead, self._on_prompt_read)

    @Slot()
    def _clear(self) -> None:
        self._status.show_text("")

    @Slot()
    def _on_read(self) -> None:
        last = self._open_chat.last_message
        if self._open_chat.is_answering:
            self._show_now()
        elif last is not None and last.stats:
            self._show_last()

    @Slot()
    def _show_now(self) -> None:
        """Say what the answer that is being given waits for, or that it is being given."""
        wait, last = self._open_chat.wait, self._open_chat.last_message
        if wait is not None:
            self._status.show_text(wait_text(wait))
        elif self._open_chat.is_answering:
            has_begun = last is not None and bool(last.text)
            self._status.show_text(tr("Answering…") if has_begun else "")

    @Slot()
    def _show_last(self) -> None:
        last = self._open_chat.last_message
        self._status.show_stats({} if last is None else dict(last.stats))

    @Slot(object)
    def _on_added(self, message: Message) -> None:
        if message.status is MessageStatus.STREAMING:
            self._clear()

    @Slot(object)
    def _on_changed(self, message: Message) -> None:
        last = self._open_chat.last_message
        is_last = last is not None and last.id == message.id
        if is_last and message.status is not MessageStatus.STREAMING:
            self._show_last()

    @Slot(str)
    def _on_text(self, _text: str) -> None:
        if self._open_chat.wait is None:  # else its last words, which come late
            self._status.show_text(tr("Answering…"))

    def _on_resumed(self, event: ChatResumed) -> None:
        if event.chat_id == self._open_chat.id and not self._open_chat.is_answering:
            self._status.show_resumed(event)

    def _on_prompt_read(self, event: PromptRead) -> None:
        if event.chat_id == self._open_chat.id:
            self._status.show_reading(event, self._reading.left_ms(event, time.monotonic()))
