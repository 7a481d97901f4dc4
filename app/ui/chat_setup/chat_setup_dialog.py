"""Instructions and sampling of one chat, each as set for all chats until something is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.chats.records import ChatSetup
from app.core.errors import KnownError
from app.ui.announcement import announce
from app.ui.chat_setup.preset_row import PresetRow
from app.ui.chat_setup.presets import KEYS
from app.ui.dialog_footer import dialog_footer
from app.ui.dialog_page import fit_screen, scrolled
from app.ui.labels import caption, label
from app.ui.number_box import NumberBox
from app.ui.plain_text import set_tip, window_title
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S
from app.ui.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from app.ui.chat_setup.presets import Preset, Presets
    from app.ui.theme import Theme

_SIZE = QSize(580, 680)
_LEAST_PROMPT = 72


@dataclass(frozen=True, slots=True)
class SamplingRow:
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


ROWS = (
    SamplingRow("temperature", QT_TR_NOOP("&Temperature"),
                QT_TR_NOOP("Higher is more varied, 0 always takes the likeliest word"),
                0.0, 2.0, 0.05, 2),
    SamplingRow("top_p", QT_TR_NOOP("Top &p"),
                QT_TR_NOOP("Only the likeliest words that together reach this share; 1 for all"),
                0.05, 1.0, 0.05, 2),
    SamplingRow("top_k", QT_TR_NOOP("Top &k"),
                QT_TR_NOOP("Only this many of the likeliest words; 0 for all"),
                0, 1000, 10, 0),
    SamplingRow("min_p", QT_TR_NOOP("&Min p"),
                QT_TR_NOOP("Only words at least this likely, compared with the likeliest; "
                           "0 for all"),
                0.0, 1.0, 0.01, 2),
    SamplingRow("repeat_penalty", QT_TR_NOOP("&Repeat penalty"),
                QT_TR_NOOP("Above 1, words that were just used become less likely"),
                0.5, 2.0, 0.05, 2),
    SamplingRow("seed", QT_TR_NOOP("&Seed"),
                QT_TR_NOOP("The same seed gives the same answer again"),
                0, 2_147_483_647, 1, 0),
    SamplingRow("max_tokens", QT_TR_NOOP("Answer &length limit"),
                QT_TR_NOOP("An answer stops after this many tokens; you can continue it"),
                1, 1_000_000, 100, 0),
)  # fmt: skip


class ChatSetupDialog(QDialog):
    """Sends `saved` with the `ChatSetup` when the user wants it.

    Args:
        title: of the chat; "" for a new one.
        setup: what is in force.
        presets: of sampling.
    """

    saved = Signal(object)

    def __init__(
        self,
        title: str,
        setup: ChatSetup,
        presets: Presets,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._presets = presets
        self.setObjectName("chatSetup")
        words = tr("Settings for “{title}”", title=title) if title else tr("Chat settings")
        self.setWindowTitle(window_title(words))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.system_prompt = QPlainTextEdit(setup.system_prompt)
        self.system_prompt.setObjectName("systemPrompt")
        self.system_prompt.setPlaceholderText(
            tr("For example: You are a patient teacher. Be brief.")
        )
        self.system_prompt.setTabChangesFocus(True)
        self.system_prompt.setAccessibleName(tr("System prompt"))
        chosen = dict(setup.sampling)
        self.boxes = {row.key: _box(row, chosen.get(row.key)) for row in ROWS}
        self.notes = {row.key: label("dialogText", _note(row, self.boxes[row.key])) for row in ROWS}
        self._wrong: set[str] = set()  # the fields with a number that cannot be taken
        self.presets = PresetRow(theme)
        self.presets.chosen.connect(self._take_preset)
        self.presets.save_requested.connect(self._save_preset)
        self.presets.delete_requested.connect(self._delete_preset)
        for key, box in self.boxes.items():
            box.told.connect(partial(self._tell, key))
            box.valueChanged.connect(self._show_preset)
        self._others = {key: value for key, value in chosen.items() if key not in self.boxes}
        self.cancel_button = QPushButton(tr("Cancel"))
        self.save_button = QPushButton(tr("Save"))
        self.save_button.setProperty("kind", "primary")
        self.reset_button = QPushButton(tr("Reset to defaults"))
        self.save_button.clicked.connect(self._save)
        self.cancel_button.clicked.connect(self.reject)
        self.reset_button.clicked.connect(self._reset)
        self.presets.show_presets(presets.all(), self._values())
        self._arrange()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.save_button.setDefault(True)  # only now that it has a window, which is told

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scrolled(self._page(), "chatSetupScroll"), 1)
        column.addWidget(
            dialog_footer(self.cancel_button, self.save_button, left=self.reset_button)
        )
        fit_screen(self, _SIZE)

    def _page(self) -> QWidget:
        page = QWidget()
        page.setObjectName("chatSetupPage")
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_S)
        column.setSpacing(SPACE_S)
        heading = tr("&Instructions for the model (system prompt)")
        column.addWidget(caption("dialogCaption", heading, self.system_prompt))
        self.system_prompt.setMinimumHeight(_LEAST_PROMPT)
        column.addWidget(self.system_prompt, 1)
        column.addWidget(
            label("dialogText", tr("Changing this makes the model reread the whole chat."))
        )
        column.addSpacing(SPACE_S)
        column.addWidget(label("dialogCaption", tr("Sampling")))
        column.addWidget(self.presets)
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(2, 1)
        for number, row in enumerate(ROWS):
            box = self.boxes[row.key]
            shown = (caption("", tr(row.label), box), box, self.notes[row.key])
            for place, widget in enumerate(shown):
                grid.addWidget(widget, number, place)
        column.addLayout(grid)
        return page

    def setup(self) -> ChatSetup:
        """Return what the fields say."""
        sampling = tuple({**self._others, **self._values()}.items())
        return ChatSetup(self.system_prompt.toPlainText().strip(), sampling)

    def _values(self) -> dict[str, float]:
        """Return what was chosen in the fields."""
        boxes = self.boxes.items()
        return {key: box.value() for key, box in boxes if box.value() != box.minimum()}

    @Slot()
    def _show_preset(self, *_: object) -> None:
        self.presets.show_values(self._values())

    @Slot(object)
    def _take_preset(self, preset: Preset) -> None:
        values = dict(preset.values)
        for key in KEYS:
            box = self.boxes[key]
            box.setValue(values.get(key, box.minimum()))
            self._tell(key, "", False)

    @Slot(str)
    def _save_preset(self, name: str) -> None:
        try:
            self._presets.save(name, self._values())
        except KnownError as error:
            self.presets.say(translated(error.what, error.remedy))
            return
        self.presets.end_naming()
        self.presets.show_presets(self._presets.all(), self._values())
        self.presets.say("")

    @Slot(str)
    def _delete_preset(self, name: str) -> None:
        try:
            self._presets.delete(name)
        except KnownError as error:
            self.presets.say(translated(error.what, error.remedy))
            return
        self.presets.show_presets(self._presets.all(), self._values())
        self.presets.say(tr("Deleted the preset “{name}”; the fields stay as they are.", name=name))

    @Slot()
    def _save(self) -> None:
        self.saved.emit(self.setup())
        self.accept()

    @Slot()
    def _reset(self) -> None:
        for key, box in self.boxes.items():
            box.setValue(box.minimum())
            self._tell(key, "", False)

    @Slot(str, bool)
    def _tell(self, key: str, words: str, is_wrong: bool) -> None:  # noqa: FBT001 - of a signal
        """Say beside a field what is wrong with its number; nothing can be saved while it is."""
        row = next(row for row in ROWS if row.key == key)
        note = self.notes[key]
        note.setText(words or _note(row, self.boxes[key]))
        note.setProperty("wrong", bool(words))
        note.style().unpolish(note)
        note.style().polish(note)
        self._wrong = self._wrong | {key} if is_wrong else self._wrong - {key}
        self.save_button.setEnabled(not self._wrong)
        if words:
            announce(self, words)


def _box(row: SamplingRow, value: float | None) -> NumberBox:
    """Return a field whose lowest value, one step below the range, means nothing is chosen."""
    box = NumberBox(row.minimum, row.maximum, row.step, row.decimals, tr("Default"))
    box.setMinimumWidth(120)
    box.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
    box.setAccessibleName(tr(row.label).replace("&", ""))
    set_tip(box, tr(row.note))
    box.setValue(box.minimum() if value is None else value)
    return box


def _note(row: SamplingRow, box: NumberBox) -> str:
    return f"{tr(row.note)} ({box.range_text()})"
