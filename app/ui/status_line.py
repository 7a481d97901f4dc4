"""The quiet line at the bottom: what came back from disk, what is being read, how fast it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from app.core.engine.protocol import PrefixSource
from app.ui.elided_label import ElidedLabel
from app.ui.formatting import count, counted, duration, rate
from app.ui.theme import SPACE_L, SPACE_M

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.conversations.events import ChatResumed, PromptRead

_WHY_COLD = {
    PrefixSource.NOT_STORED: "Nothing stored for this chat yet; "
    "it is read once with your next message",
    PrefixSource.DAMAGED: "The stored memory of this chat was damaged and is not used; "
    "the chat is read again with your next message",
    PrefixSource.UNSUPPORTED: "The memory of this model cannot be stored yet; "
    "the chat is read again with your next message",
    PrefixSource.OFF: "Storing is switched off; the chat is read again with your next message",
}


class StatusLine(QWidget):
    """A line of small grey text with a thin bar while a prompt is read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ElidedLabel("statusText")
        self._text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._note = ElidedLabel("statusNote", align=Qt.AlignmentFlag.AlignRight)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(96, 4)
        self._bar.setAccessibleName("Reading the prompt")
        self._bar.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, 2, SPACE_L, 8)
        row.setSpacing(SPACE_M)
        row.addWidget(self._bar)
        row.addWidget(self._text)
        row.addWidget(self._note, 1)

    def text(self) -> str:
        """Return what the line says."""
        return self._text.text()

    def show_text(self, text: str) -> None:
        """Say something and end any progress."""
        self._bar.hide()
        self._text.setText(text)

    def show_resumed(self, resumed: ChatResumed) -> None:
        """Say how much of the chat came back and how fast, or why nothing did."""
        self.show_text(resumed_text(resumed))

    def show_reading(self, progress: PromptRead) -> None:
        """Say how far a prompt has been read."""
        self._bar.setMaximum(max(1, progress.n_total))
        self._bar.setValue(min(progress.n_done, progress.n_total))
        self._bar.show()
        self._text.setText(
            f"Reading {count(progress.n_done)} of {counted(progress.n_total, 'token')}"
        )

    def show_stats(self, stats: Mapping[str, float | str]) -> None:
        """Say the figures of an answer."""
        self.show_text(stats_text(stats))

    @Slot(str)
    def set_note(self, note: str) -> None:
        """Keep one sentence at the right, cut where the text at the left needs the room."""
        self._note.setText(note)


def resumed_text(resumed: ChatResumed) -> str:
    """Describe what came back when a chat was opened."""
    if resumed.n_prompt == 0:
        return ""
    if resumed.n_cached == 0:
        return _WHY_COLD.get(resumed.source, "")
    tokens = counted(resumed.n_cached, "token")
    # One token is always read again, so a full resume ends one short.
    if resumed.n_cached < resumed.n_prompt - 1:
        tokens = f"{count(resumed.n_cached)} of {counted(resumed.n_prompt, 'token')}"
    if resumed.source == PrefixSource.LIVE:
        return f"Still in memory: {tokens}"
    text = f"Resumed {tokens} in {duration(resumed.restore_ms)}"
    if resumed.source == PrefixSource.DAMAGED:
        text += "; the rest was damaged and is read again"
    return text


def stats_text(stats: Mapping[str, float | str]) -> str:
    """Describe the figures of one answer, leaving out what is not known."""
    parts = []
    if (tps := _number(stats, "decode_tps")) > 0:
        parts.append(f"{rate(tps)} tokens/s")
    if (generated := _number(stats, "n_generated")) > 0:
        parts.append(counted(int(generated), "token"))
    if (first := _number(stats, "ttft_ms")) > 0:
        parts.append(f"first token after {duration(first)}")
    if (restored := _number(stats, "n_restored")) > 0:
        parts.append(f"{counted(int(restored), 'token')} restored from disk")
    return " · ".join(parts)


def _number(stats: Mapping[str, float | str], name: str) -> float:
    value = stats.get(name, 0.0)
    return float(value) if isinstance(value, int | float) else 0.0
