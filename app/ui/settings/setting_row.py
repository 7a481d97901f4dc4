"""One setting on the page: what it is called, what it does, its value, and the way back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QKeySequenceEdit, QLineEdit, QPushButton, QWidget

from app.core.settings.setting import Editing, Setting
from app.ui.kit.accessibility import announce, set_role
from app.ui.kit.actions import ActionRow, native
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.labels import caption, label, name_clear_button, polish_again, push_button
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.settings.fields import WIDTH, SettingField, SwitchField, TextField, field_of
from app.ui.settings.shortcuts import FIXED, Shortcuts, portable
from app.ui.words.translation import sentences, tr, translated

if TYPE_CHECKING:
    from app.core.settings.settings import Settings


_FEW = 12  # choices; a list of all fonts does not widen its field


class SettingRow(QFrame):
    """Sends `chosen` with the setting and a value, or None for the way back to the default.

    Sends `page_requested` with the setting where a page of its own changes it, or says more of it,
    and `restart_requested` where what was chosen takes effect at the next start.

    Attributes:
        editor: where the value is chosen, or the button that leads there.
    """

    chosen = Signal(object, object)
    page_requested = Signal(object)
    restart_requested = Signal()

    def __init__(self, setting: Setting[Any], theme: Theme) -> None:
        super().__init__()
        self.setting = setting
        self._theme = theme
        self.setObjectName("suggestionRow")
        name = translated(setting.label)
        self.setAccessibleName(name)
        self.reset_button = push_button("quiet", tr("Reset"), self._on_reset)
        self.reset_button.setAccessibleName(tr("Reset “{setting}” to its default", setting=name))
        self._note = label("dialogText")
        self._chosen = label("suggestionText")
        self.field: SettingField | None = None
        self.page_button: QPushButton | None = None
        if setting.editing is Editing.ELSEWHERE:
            self.page_button = push_button("", tr("Change…"), self._on_page)
            self.page_button.setAccessibleName(tr("Change “{setting}”", setting=name))
            self.editor: QWidget = self.page_button
        else:
            self.field = field_of(setting, theme)
            self.field.chosen.connect(lambda value: self.chosen.emit(self.setting, value))
            self.editor = self.field.editor
        if setting.has_page:
            self.page_button = push_button("link", tr("More…"), self._on_page)
            self.page_button.setAccessibleName(tr("More about “{setting}”", setting=name))
        self.restart_button = push_button("", tr("Restart now"), self.restart_requested)
        self._arrange(name)

    def _arrange(self, name: str) -> None:
        editor = self.editor
        is_wide = isinstance(self.field, TextField)
        heading = horizontal(spacing=SPACE_S)
        title = caption("suggestionName", name.replace("&", "&&"), editor)
        title.setWordWrap(True)
        add_to(heading, (title, 1), self.reset_button)
        words = add_to(vertical(spacing=SPACE_XS), heading, self._note, self._chosen)
        if self.page_button is not None and self.page_button is not editor:
            words.addWidget(self.page_button, 0, Qt.AlignmentFlag.AlignLeft)
        words.addWidget(self.restart_button, 0, Qt.AlignmentFlag.AlignLeft)
        keep = self.reset_button.sizePolicy()
        keep.setRetainSizeWhenHidden(True)  # the words stay where they are
        self.reset_button.setSizePolicy(keep)
        if is_wide:
            words.addWidget(editor)
        line = horizontal(self, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_L)
        line.addLayout(words, 1)
        if not is_wide:
            line.addWidget(editor)
            self._theme.changed.connect(self._fit_editor)
            self._fit_editor()

    @Slot()
    def _fit_editor(self) -> None:
        """Give all fields one width, which grows with their words; a long choice gets more."""
        if isinstance(self.field, SwitchField):
            return
        width = self._theme.scaled(WIDTH)
        if isinstance(self.editor, ChoiceBox) and self.editor.count() <= _FEW:
            width = max(width, min(self.editor.whole_width(), width * 3 // 2))
        self.editor.setFixedWidth(width)

    def show_value(self, settings: Settings, *, waits_for_start: bool = False) -> None:
        """Show what is in force; `waits_for_start` says that it will be at the next start."""
        self.restart_button.setVisible(waits_for_start)
        setting = self.setting
        value = settings.chosen(setting) if setting.unchosen.text else settings.get(setting)
        if self.field is not None:
            self.field.show_value(value)
        is_chosen = settings.chosen(setting) is not None
        self.reset_button.setVisible(is_chosen and self.field is not None)
        given = (
            tr("Set on the command line, for this run only.") if settings.is_given(setting) else ""
        )
        self.tell("", sentences(translated(setting.when), given))
        self._chosen.setText(self._words_of(value))
        self._chosen.setVisible(bool(self._chosen.text()))

    def _words_of(self, value: Any) -> str:
        """Return what is chosen where no field shows it; "" for nothing, and where one does."""
        if self.field is not None:
            return ""
        for choice in self.setting.choices:
            if choice.value == value:
                return translated(choice.label)
        return str(value)

    def tell(self, problem: str, more: str = "") -> None:
        """Say what is wrong with what was chosen, "" for nothing."""
        note = sentences(translated(self.setting.note), more)
        self._note.setText(problem or note)
        self._note.setProperty("wrong", bool(problem))
        polish_again(self._note)
        if problem:
            announce(self, problem)

    def has_words(self, wanted: str) -> bool:
        """Whether name, note, key or a choice have these words, in any case."""
        setting = self.setting
        said = [setting.label, setting.note, *(choice.label for choice in setting.choices)]
        text = " ".join([setting.key, *map(translated, said)]).casefold()
        return all(word in text for word in wanted.casefold().split())

    @Slot()
    def _on_reset(self) -> None:
        if self.field is not None:
            self.editor.setFocus()  # the button goes
        self.chosen.emit(self.setting, None)

    @Slot()
    def _on_page(self) -> None:
        self.page_requested.emit(self.setting)


class _KeysEdit(QKeySequenceEdit):
    """Takes the keys that are pressed; Delete takes them away, and Escape closes the page."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: all keys but those, and Tab, which goes on."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clear()
            self.editingFinished.emit()
        else:
            super().keyPressEvent(event)


class ShortcutRow(QFrame):
    """Sends `chosen` with the action's key and keys in portable form, None for the default."""

    chosen = Signal(str, object)

    def __init__(self, row: ActionRow) -> None:
        super().__init__()
        self.row = row
        self.setObjectName("suggestionRow")
        name = tr(row.text).rstrip("…")
        self.setAccessibleName(name)
        self.edit = _KeysEdit()
        set_role(self.edit, QAccessible.Role.HotkeyField)
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setFixedWidth(WIDTH)
        named = tr("Keys for “{action}”", action=name)
        self.edit.setAccessibleName(named)
        for inside in self.edit.findChildren(QLineEdit):
            inside.setAccessibleName(named)
            name_clear_button(inside)
        self.edit.setEnabled(row.key not in FIXED)
        self.edit.editingFinished.connect(self._on_finished)
        self.reset_button = push_button(
            "quiet", tr("Reset"), partial(self.chosen.emit, row.key, None)
        )
        self.reset_button.setAccessibleName(tr("Reset the keys for “{action}”", action=name))
        keep = self.reset_button.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(keep)
        line = horizontal(self, margins=(SPACE_L, SPACE_S, SPACE_M, SPACE_S), spacing=SPACE_S)
        words = caption("suggestionText", name.replace("&", "&&"), self.edit)
        words.setWordWrap(True)
        line.addWidget(words, 1)
        line.addWidget(self.reset_button)
        line.addWidget(self.edit)
        self._shown = ""

    def show_keys(self, shortcuts: Shortcuts) -> None:
        """Show the keys that are in force."""
        self._shown = shortcuts.keys(self.row.key)
        self.edit.setKeySequence(QKeySequence(self._shown))
        self.edit.setAccessibleDescription(native(self._shown))
        for line in self.edit.findChildren(QLineEdit):  # Qt's own words come back each time
            line.setPlaceholderText(tr("Press keys"))
        is_chosen = shortcuts.is_chosen(self.row.key) and self.row.key not in FIXED
        self.reset_button.setVisible(is_chosen)

    def has_words(self, wanted: str) -> bool:
        """Whether the name, the tip or the keys have these words, in any case."""
        text = " ".join((tr(self.row.text), tr(self.row.tooltip), native(self._shown))).casefold()
        return all(word in text for word in wanted.casefold().split())

    @Slot()
    def _on_finished(self) -> None:
        typed = self.edit.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if portable(typed) != self._shown:
            self.chosen.emit(self.row.key, portable(typed))
