"""What one chat wants of the model, each as set for all chats until something is chosen.

Longer than other files: the page and its rows for presets and long chats.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPlainTextEdit, QWidget

from app.core.chats.records import ChatSetup
from app.core.conversations.texts.chat_sampling import OVERFLOW, rule_of, with_rule
from app.core.errors import KnownError
from app.core.protocol import OverflowRule
from app.ui.chat.chat_setup import sampling_rows
from app.ui.chat.chat_setup.form_field import FORM_KEYS, FormField
from app.ui.chat.chat_setup.presets import LONGEST_NAME, Preset, Presets
from app.ui.kit.accessibility import announce
from app.ui.kit.boxes import ChoiceBox, NumberBox
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import caption, label, push_button, show_words, written_text
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from app.ui.words.plain_text import set_tip, window_title
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QKeyEvent


class _NameField(QLineEdit):
    """Sends `kept` on Return, which would press the button of the dialog otherwise."""

    kept = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.kept.emit()
            event.accept()
            return
        super().keyPressEvent(event)


class PresetRow(QWidget):
    """Sends `chosen` with a `Preset`, `save_requested` with a name, `delete_requested` with one."""

    chosen = Signal(object)
    save_requested = Signal(str)
    delete_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._presets: tuple[Preset, ...] = ()
        self.box = ChoiceBox(theme)
        self.box.setAccessibleName(tr("Preset"))
        self.box.activated.connect(self._on_activated)
        self.save_button = push_button("", tr("Save as preset…"), self._begin_naming)
        self.delete_button = push_button(
            "quiet",
            tr("Delete preset"),
            lambda: self.delete_requested.emit(self._presets[self.box.currentIndex()].name),
        )
        self.name = _NameField()
        self.name.setObjectName("presetName")
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText(tr("Preset name"))
        self.name.setAccessibleName(tr("Preset name"))
        self.keep_button = push_button("", tr("Save preset"), self._on_keep)
        self._status = label("dialogText")
        self._status.hide()
        self._naming = QWidget()
        self.name.kept.connect(self._on_keep)
        self._arrange()

    def _arrange(self) -> None:
        first = add_to(horizontal(spacing=SPACE_S), caption("", tr("&Preset"), self.box))
        add_to(first, (self.box, 1), self.save_button, self.delete_button)
        second = horizontal(self._naming, margins=0, spacing=SPACE_S)
        add_to(second, (self.name, 1), self.keep_button)
        self._naming.hide()
        column = vertical(self, margins=0, spacing=SPACE_S)
        add_to(column, first, self._naming, self._status)

    def show_presets(self, presets: Sequence[Preset], values: Mapping[str, float]) -> None:
        """Show what there is, and which of them the fields are."""
        self._presets = tuple(presets)
        self.box.clear()
        self.box.addItems([preset.name for preset in self._presets])
        self.show_values(values)

    def show_values(self, values: Mapping[str, float]) -> None:
        """Show which preset the fields are; none where they are their own."""
        rows = [row for row, preset in enumerate(self._presets) if preset.matches(values)]
        # An own one of the same values was saved for its name.
        self.box.setCurrentIndex(rows[-1] if rows else -1)
        self.box.setPlaceholderText(tr("Own values"))
        self.delete_button.setVisible(bool(rows) and self._presets[rows[-1]].is_own)
        self.save_button.setEnabled(not rows)

    def say(self, words: str) -> None:
        """Say what came of it; "" for nothing."""
        show_words(self._status, words)
        announce(self, words)

    def status(self) -> str:
        """Return what is said."""
        return self._status.text()

    def end_naming(self) -> None:
        """The preset is saved."""
        self.name.clear()
        self._naming.hide()

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        self.say("")
        self.chosen.emit(self._presets[row])

    @Slot()
    def _begin_naming(self) -> None:
        self._naming.show()
        self.name.setFocus()

    @Slot()
    def _on_keep(self) -> None:
        if self._naming.isVisibleTo(self):
            self.save_requested.emit(self.name.text())


_CHOICES = {
    OverflowRule.ASK: (
        QT_TR_NOOP("Ask what to do"),
        QT_TR_NOOP("Hearth sends nothing that does not fit; you choose what to do."),
    ),
    OverflowRule.LEAVE_OUT: (
        QT_TR_NOOP("Leave out the oldest messages"),
        QT_TR_NOOP(
            "The model no longer reads them. They stay in the chat, and you can include them again."
        ),
    ),
    OverflowRule.SUMMARISE: (
        QT_TR_NOOP("Summarise the oldest messages"),
        QT_TR_NOOP("The model writes a summary and reads it instead. You can edit it."),
    ),
}  # fmt: skip


class _OverflowRow(QWidget):
    """Three choices, and a line that explains the one that is chosen."""

    def __init__(self, theme: Theme, rule: OverflowRule) -> None:
        super().__init__()
        self.box = ChoiceBox(theme)
        self.box.setAccessibleName(tr("When the chat outgrows the context"))
        for name, _note in _CHOICES.values():
            self.box.addItem(tr(name))
        self.note = label("dialogText")
        column = vertical(self, margins=0, spacing=SPACE_S)
        heading = tr("When the chat &outgrows the context")
        add_to(column, caption("dialogCaption", heading, self.box), self.box, self.note)
        self.box.currentIndexChanged.connect(self._explain)
        self.choose(rule)
        self._explain()

    def rule(self) -> OverflowRule:
        """Return what is chosen."""
        return tuple(_CHOICES)[self.box.currentIndex()]

    def choose(self, rule: OverflowRule) -> None:
        """Choose a rule."""
        self.box.setCurrentIndex(tuple(_CHOICES).index(rule))

    @Slot()
    def _explain(self, *_: object) -> None:
        self.note.setText(tr(_CHOICES[self.rule()][1]))


_SIZE = QSize(640, 680)
_LEAST_PROMPT = 72
_MORE_KEYS = tuple(row.key for row in sampling_rows.MORE_ROWS)


class ChatSetupDialog(DialogPage):
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
        words = tr("Settings for “{title}”", title=title) if title else tr("Chat settings")
        super().__init__("chatSetup", window_title(words), parent)
        self._presets = presets
        self.system_prompt = self._make_prompt(setup.system_prompt)
        chosen = dict(setup.sampling)
        self.boxes = {row.key: _box(row, chosen.get(row.key)) for row in sampling_rows.ROWS}
        self.more = push_button("", "")
        self.more.setObjectName("moreSampling")
        self.more.setCheckable(True)
        self.notes = {
            row.key: label("dialogText", _note(row, self.boxes[row.key]))
            for row in sampling_rows.ROWS
        }
        self._wrong: set[str] = set()  # the fields with what cannot be taken
        self._is_saving = False  # as soon as the form is found right
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.presets = PresetRow(theme)
        self.presets.chosen.connect(self._take_preset)
        self.presets.save_requested.connect(self._save_preset)
        self.presets.delete_requested.connect(self._delete_preset)
        for key, box in self.boxes.items():
            box.told.connect(partial(self._tell, key))
            box.valueChanged.connect(lambda: self.presets.show_values(self._values()))
        self.texts, self.form = sampling_rows.SamplerTexts(chosen), FormField(chosen, theme)
        self._judge_texts()
        self._folded: list[QWidget] = [self.texts]
        self.overflow = _OverflowRow(theme, rule_of(setup))
        known = {*self.boxes, *sampling_rows.TEXT_KEYS, *FORM_KEYS, OVERFLOW}
        self._others = {key: value for key, value in chosen.items() if key not in known}
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.reset_button = push_button("", tr("Reset to defaults"), self._reset)
        self.presets.show_presets(presets.all(), self._values())
        self._arrange()
        self.more.toggled.connect(self._show_more)
        self.more.setChecked(any(key in chosen for key in (*_MORE_KEYS, *sampling_rows.TEXT_KEYS)))
        self._show_more(self.more.isChecked())
        self.save_button.setDefault(True)  # only now that it has a window, which is told

    def _judge_texts(self) -> None:
        self.texts.told.connect(partial(self._allow, "texts"))
        self.form.told.connect(self._on_form_told)
        self.form.source.textChanged.connect(self._save_later)
        self.texts.judge()
        self.form.judge()

    def _make_prompt(self, text: str) -> QPlainTextEdit:
        prompt = written_text(tr("System prompt"), text)
        prompt.setPlaceholderText(tr("For example: You are a patient teacher. Be brief."))
        return prompt

    def _arrange(self) -> None:
        self._fill(
            (scrolled(self._page(), "chatSetupScroll"), 1),
            buttons=(self.cancel_button, self.save_button),
            left=self.reset_button,
        )
        self._fit_screen(_SIZE)

    def _page(self) -> QWidget:
        page = QWidget()
        page.setObjectName("chatSetupPage")
        column = vertical(page, margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        heading = tr("&Instructions for the model (system prompt)")
        self.system_prompt.setMinimumHeight(_LEAST_PROMPT)
        told = label("dialogText", tr("If you change this, the model rereads the whole chat."))
        add_to(column, caption("dialogCaption", heading, self.system_prompt))
        add_to(column, (self.system_prompt, 1), told, SPACE_S, self.overflow, SPACE_S)
        add_to(column, label("dialogCaption", tr("Sampling")), self.presets, self._rows())
        add_to(column, self.texts, SPACE_S, self.form)
        return page

    def _rows(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(2, 1)
        for row in sampling_rows.ROWS:
            if row is sampling_rows.MORE_ROWS[0]:
                place = Qt.AlignmentFlag.AlignLeading
                grid.addWidget(self.more, grid.rowCount(), 0, 1, 3, place)
            box, number = self.boxes[row.key], grid.rowCount()
            shown = (caption("", tr(row.label), box), box, self.notes[row.key])
            for place_in_row, widget in enumerate(shown):
                grid.addWidget(widget, number, place_in_row)
            self._folded += shown if row in sampling_rows.MORE_ROWS else ()
        return grid

    @Slot(bool)
    def _show_more(self, is_shown: bool) -> None:  # noqa: FBT001 - of a signal
        self.more.setText(tr("Fewer choices") if is_shown else tr("More choices…"))
        for widget in self._folded:
            widget.setVisible(is_shown)

    def setup(self) -> ChatSetup:
        """Return what the fields say."""
        chosen = {**self._others, **self._values(), **self.texts.values(), **self.form.values()}
        said = ChatSetup(self.system_prompt.toPlainText().strip(), tuple(chosen.items()))
        return with_rule(said, self.overflow.rule())

    def _values(self) -> dict[str, float]:
        """Return what was chosen in the fields."""
        boxes = self.boxes.items()
        return {key: box.value() for key, box in boxes if box.value() != box.minimum()}

    @Slot(object)
    def _take_preset(self, preset: Preset) -> None:
        values = dict(preset.values)
        for key in sampling_rows.PRESET_KEYS:
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
        self._is_saving = True
        self.form.settle()  # it may have been typed just now

    @Slot()
    def _save_later(self) -> None:
        """Wait for the button again: what was to be saved has changed."""
        self._is_saving = False

    @Slot(bool)
    def _on_form_told(self, is_wrong: bool) -> None:  # noqa: FBT001 - of a signal
        self._allow("form", is_wrong)
        if self._is_saving and not self._wrong:
            self.saved.emit(self.setup())
            self.accept()
        self._is_saving = False

    def done(self, result: int) -> None:
        """Qt: the dialog closes, in whatever way."""
        self._is_saving = False
        super().done(result)

    @Slot()
    def _reset(self) -> None:
        for key, box in self.boxes.items():
            box.setValue(box.minimum())
            self._tell(key, "", False)
        self.texts.clear()
        self.overflow.choose(OverflowRule.ASK)
        self.form.clear()

    @Slot(str, bool)
    def _tell(self, key: str, words: str, is_wrong: bool) -> None:  # noqa: FBT001 - of a signal
        """Say beside a field what is wrong with its number; nothing can be saved while it is."""
        row = next(row for row in sampling_rows.ROWS if row.key == key)
        note = words or _note(row, self.boxes[key])
        sampling_rows.mark(self.notes[key], note, is_wrong=bool(words))
        self._allow(key, is_wrong)
        if words:
            announce(self, words)

    def _allow(self, key: str, is_wrong: bool) -> None:  # noqa: FBT001 - of a signal
        self._wrong = self._wrong | {key} if is_wrong else self._wrong - {key}
        self.save_button.setEnabled(not self._wrong)


def _box(row: sampling_rows.SamplingRow, value: float | str | None) -> NumberBox:
    """Return a field whose lowest value, one step below the range, means nothing is chosen."""
    box = NumberBox(row.minimum, row.maximum, row.step, row.decimals, tr("Default"))
    box.setMinimumWidth(120)
    box.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
    box.setAccessibleName(tr(row.label).replace("&", ""))
    set_tip(box, tr(row.note))
    box.setValue(value if isinstance(value, int | float) else box.minimum())
    return box


def _note(row: sampling_rows.SamplingRow, box: NumberBox) -> str:
    return f"{tr(row.note)} ({box.range_text()})"
