"""The numbers of the sampling that a chat can choose, and their fields for lists of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QWidget

from app.core.plain_value import PlainValue
from app.core.protocol import MOST_BIASES, SAMPLERS, UnreadableBias, token_biases
from app.ui.kit.labels import caption, label, polish_again
from app.ui.kit.layouts import vertical
from app.ui.kit.theme import SPACE_S
from app.ui.words.formatting import count
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Mapping


_ORDER, _BIAS, _STOP = "order", "logit_bias", "stop"
TEXT_KEYS = (_ORDER, _BIAS, _STOP)
_TEXT_HEIGHT = 72


def mark(note: QLabel, words: str, *, is_wrong: bool) -> None:
    """Let a note say something, as an error or not."""
    note.setText(words)
    note.setProperty("wrong", is_wrong)
    polish_again(note)


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
        column = vertical(self, margins=0, spacing=SPACE_S)
        hint = tr("One per line. An answer ends before any of them.")
        for widget in (
            caption("dialogCaption", tr("Order of the samplers"), self.order),
            self.order,
            self.order_note,
            caption("dialogCaption", tr("Token bias"), self.bias),
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
        words = tr("Samplers not listed follow in their usual order.")
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
            "One per line, with a number from -100 (never) to 100 (whenever possible). It "
            "applies to the first token of the word."
        )
        if bad is not None and bad.is_too_many:
            most, line = count(MOST_BIASES), count(bad.line)
            words = tr(
                "You can list at most {n} words; line {line} is one too many.",
                n=most,
                line=line,
            )
        elif bad is not None:
            line = count(bad.line)
            words = tr("Line {n} needs a word, “=” and a number from -100 to 100.", n=line)
        mark(self.bias_note, words, is_wrong=bad is not None)
        return bad is not None


class SamplingRow(PlainValue, frozen=True):
    """One number of the sampling.

    Attributes:
        key: name in `SamplingParams`, or "max_tokens".
        label: marked for translation.
        note: what more and less of it does; marked for translation.
    """

    key: str
    label: str
    note: str
    minimum: float
    maximum: float
    step: float
    decimals: int


USUAL_ROWS = (
    SamplingRow("temperature", QT_TR_NOOP("&Temperature"),
                QT_TR_NOOP("Higher values vary more; 0 always picks the most likely token"),
                0.0, 2.0, 0.05, 2),
    SamplingRow("top_p", QT_TR_NOOP("Top &p"),
                QT_TR_NOOP("Only the likeliest tokens that add up to this probability; 1: all"),
                0.05, 1.0, 0.05, 2),
    SamplingRow("top_k", QT_TR_NOOP("Top &k"),
                QT_TR_NOOP("Only this many of the most likely tokens; 0: all"),
                0, 1000, 10, 0),
    SamplingRow("min_p", QT_TR_NOOP("&Min p"),
                QT_TR_NOOP("Minimum probability, relative to the most likely token; 0: all"),
                0.0, 1.0, 0.01, 2),
    SamplingRow("repeat_penalty", QT_TR_NOOP("&Repeat penalty"),
                QT_TR_NOOP("Above 1, recently used tokens become less likely"),
                0.5, 2.0, 0.05, 2),
    SamplingRow("seed", QT_TR_NOOP("&Seed"),
                QT_TR_NOOP("The same seed gives the same random numbers; answers can still differ"),
                0, 2_147_483_647, 1, 0),
    SamplingRow("max_tokens", QT_TR_NOOP("Answer &length limit"),
                QT_TR_NOOP("An answer stops after this many tokens; you can continue it"),
                1, 1_000_000, 100, 0),
)  # fmt: skip

# What most people never need; each is off until somebody chooses it.
MORE_ROWS = (
    SamplingRow("dynatemp_range", QT_TR_NOOP("Temperature range"),
                QT_TR_NOOP("How far the temperature rises when the model is unsure; 0: off"),
                0.0, 2.0, 0.05, 2),
    SamplingRow("dynatemp_exponent", QT_TR_NOOP("Temperature curve"),
                QT_TR_NOOP("Exponent of dynamic temperature; 1: linear"),
                0.1, 10.0, 0.1, 1),
    SamplingRow("typical_p", QT_TR_NOOP("Typical p"),
                QT_TR_NOOP("Tokens about as surprising as expected, to this probability; 1: all"),
                0.05, 1.0, 0.05, 2),
    SamplingRow("top_n_sigma", QT_TR_NOOP("Top n sigma"),
                QT_TR_NOOP("Only tokens this many standard deviations from the best; 0: all"),
                0.0, 10.0, 0.1, 1),
    SamplingRow("xtc_probability", QT_TR_NOOP("XTC probability"),
                QT_TR_NOOP("How often to leave out the most likely tokens; 0: never"),
                0.0, 1.0, 0.05, 2),
    SamplingRow("xtc_threshold", QT_TR_NOOP("XTC threshold"),
                QT_TR_NOOP("XTC may leave out tokens above this probability, but not all"),
                0.0, 0.5, 0.01, 2),
    SamplingRow("dry_multiplier", QT_TR_NOOP("DRY strength"),
                QT_TR_NOOP("Makes tokens that would repeat a whole sequence less likely; 0: off"),
                0.0, 5.0, 0.1, 1),
    SamplingRow("dry_base", QT_TR_NOOP("DRY growth"),
                QT_TR_NOOP("How much the penalty grows with each token of the repeated sequence"),
                1.0, 4.0, 0.05, 2),
    SamplingRow("dry_allowed_length", QT_TR_NOOP("DRY free length"),
                QT_TR_NOOP("Sequences of up to this many tokens may repeat"),
                1, 100, 1, 0),
    SamplingRow("frequency_penalty", QT_TR_NOOP("Frequency penalty"),
                QT_TR_NOOP("Makes a token less likely each time it is used; 0: off"),
                -2.0, 2.0, 0.1, 1),
    SamplingRow("presence_penalty", QT_TR_NOOP("Presence penalty"),
                QT_TR_NOOP("Makes a token less likely once it has been used; 0: off"),
                -2.0, 2.0, 0.1, 1),
    SamplingRow("repeat_last_n", QT_TR_NOOP("Penalties look back"),
                QT_TR_NOOP("The three penalties look at this many recent tokens"),
                0, 32_768, 64, 0),
    SamplingRow("mirostat", QT_TR_NOOP("Mirostat"),
                QT_TR_NOOP("Version 1 or 2 keeps perplexity steady, without other filters; 0: off"),
                0, 2, 1, 0),
    SamplingRow("mirostat_tau", QT_TR_NOOP("Mirostat target"),
                QT_TR_NOOP("The surprise that Mirostat aims at; lower values are more focused"),
                0.0, 10.0, 0.1, 1),
    SamplingRow("mirostat_eta", QT_TR_NOOP("Mirostat rate"),
                QT_TR_NOOP("How quickly Mirostat adapts"),
                0.01, 1.0, 0.01, 2),
)  # fmt: skip
ROWS = (*USUAL_ROWS, *MORE_ROWS)
# The seed and the length of an answer belong to one chat, not to a way of speaking.
PRESET_KEYS = tuple(row.key for row in ROWS if row.key not in ("seed", "max_tokens"))
