"""What a chat chooses of its sampling by words: the order, and texts that end an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.protocol import SAMPLERS
from app.ui.labels import caption, label
from app.ui.theme import SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

_ORDER, _STOP = "order", "stop"
TEXT_KEYS = (_ORDER, _STOP)
_STOP_HEIGHT = 72


def mark(note: QLabel, words: str, *, is_wrong: bool) -> None:
    """Let a note say something, as an error or not."""
    note.setText(words)
    note.setProperty("wrong", is_wrong)
    note.style().unpolish(note)
    note.style().polish(note)


class SamplerTexts(QWidget):
    """Two fields; sends `told` with whether one holds what cannot be taken.

    Args:
        chosen: what is in force.
    """

    told = Signal(bool)

    def __init__(self, chosen: Mapping[str, float | str]) -> None:
        super().__init__()
        self.order = QLineEdit(str(chosen.get(_ORDER, "")))
        self.order.setObjectName("samplerOrder")
        self.order.setPlaceholderText(" ".join(SAMPLERS))
        self.order_note = label("dialogText", "")
        self.stop = QPlainTextEdit(str(chosen.get(_STOP, "")))
        self.stop.setObjectName("systemPrompt")
        self.stop.setTabChangesFocus(True)
        self.stop.setFixedHeight(_STOP_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        hint = tr("One on each line. An answer ends before any of them.")
        for widget in (
            caption("dialogCaption", tr("Order of the samplers"), self.order),
            self.order,
            self.order_note,
            caption("dialogCaption", tr("Stop texts"), self.stop),
            self.stop,
            label("dialogText", hint),
        ):
            column.addWidget(widget)
        self.order.textChanged.connect(self.judge)

    def values(self) -> dict[str, str]:
        """Return what is there, by its name; nothing for what is empty."""
        texts = {_ORDER: self.order.text().strip(), _STOP: self.stop.toPlainText().strip("\n")}
        return {key: text for key, text in texts.items() if text}

    def clear(self) -> None:
        """Choose nothing."""
        self.order.clear()
        self.stop.clear()

    @Slot()
    def judge(self) -> None:
        """Say beside the fields what is wrong with them, and tell it."""
        named = self.order.text().replace(",", " ").split()
        unknown = [name for name in named if name not in SAMPLERS]
        words = tr("Those that are not named come after, in their usual order.")
        if unknown:
            words = tr("There is no sampler “{name}”.", name=unknown[0])
        mark(self.order_note, words, is_wrong=bool(unknown))
        self.told.emit(bool(unknown))
