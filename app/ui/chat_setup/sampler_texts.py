"""What a chat chooses of its sampling by words: the order, likelier words, texts that end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.protocol import MOST_BIASES, SAMPLERS, UnreadableBias, token_biases
from app.ui.formatting import count
from app.ui.labels import caption, label
from app.ui.theme import SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

_ORDER, _BIAS, _STOP = "order", "logit_bias", "stop"
TEXT_KEYS = (_ORDER, _BIAS, _STOP)
_TEXT_HEIGHT = 72


def mark(note: QLabel, words: str, *, is_wrong: bool) -> None:
    """Let a note say something, as an error or not."""
    note.setText(words)
    note.setProperty("wrong", is_wrong)
    note.style().unpolish(note)
    note.style().polish(note)


class SamplerTexts(QWidget):
    """Three fields; sends `told` with whether one holds what cannot be taken.

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
        self.bias, self.stop = (QPlainTextEdit(str(chosen.get(key, ""))) for key in (_BIAS, _STOP))
        self.bias.setPlaceholderText(tr("however = -5"))
        self.bias_note = label("dialogText", "")
        for field in (self.bias, self.stop):
            field.setObjectName("systemPrompt")
            field.setTabChangesFocus(True)
            field.setFixedHeight(_TEXT_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        hint = tr("One on each line. An answer ends before any of them.")
        for widget in (
            caption("dialogCaption", tr("Order of the samplers"), self.order),
            self.order,
            self.order_note,
            caption("dialogCaption", tr("Likelier and less likely words"), self.bias),
            self.bias,
            self.bias_note,
            caption("dialogCaption", tr("Stop texts"), self.stop),
            self.stop,
            label("dialogText", hint),
        ):
            column.addWidget(widget)
        self.order.textChanged.connect(self.judge)
        self.bias.textChanged.connect(self.judge)

    def values(self) -> dict[str, str]:
        """Return what is there, by its name; nothing for what is empty."""
        bias, stop = (field.toPlainText().strip("\n") for field in (self.bias, self.stop))
        texts = {_ORDER: self.order.text().strip(), _BIAS: bias, _STOP: stop}
        return {key: text for key, text in texts.items() if text}

    def clear(self) -> None:
        """Choose nothing."""
        self.order.clear()
        self.bias.clear()
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
        is_unread = self._judge_biases()
        self.told.emit(bool(unknown) or is_unread)

    def _judge_biases(self) -> bool:
        """Say what is wrong with the words; return whether anything is."""
        said = token_biases(self.bias.toPlainText())
        bad = next((one for one in said if isinstance(one, UnreadableBias)), None)
        words = tr(
            "One on each line, with a number from -100 (never) to 100 (whenever it can). It goes "
            "by the token with which the word begins."
        )
        if bad is not None and bad.is_too_many:
            most, line = count(MOST_BIASES), count(bad.line)
            words = tr(
                "At most {n} of these words can be changed; line {line} is one too many.",
                n=most,
                line=line,
            )
        elif bad is not None:
            line = count(bad.line)
            words = tr("Line {n} needs a word, “=” and a number from -100 to 100.", n=line)
        mark(self.bias_note, words, is_wrong=bad is not None)
        return bad is not None
