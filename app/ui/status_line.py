"""The quiet line at the bottom: what came back from disk, what is being read, how fast it was.

At its end it marks that the API is on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from app.ui.api.api_mark import ApiMark
from app.ui.context_meter import ContextMeter
from app.ui.elided_label import ElidedLabel
from app.ui.formatting import count, counted
from app.ui.stats_text import (
    more_stats_text,
    reading_text,
    resumed_figures,
    resumed_text,
    stats_text,
)
from app.ui.theme import SPACE_M, column_side
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QResizeEvent

    from app.core.conversations.events import ChatResumed, PromptRead
    from app.ui.theme import Theme

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
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(96, 4)
        self._bar.setAccessibleName(tr("Reading the prompt"))
        self._bar.hide()
        self._row = QHBoxLayout(self)
        self._row.setSpacing(SPACE_M)
        self._row.addWidget(self._bar)
        self._row.addWidget(self._text)
        self._row.addWidget(self._note, 1)
        self._row.addWidget(self.api)
        self._row.addWidget(self.meter)
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
