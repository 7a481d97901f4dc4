"""The keys of every action on the page: one row each, and a field that takes other keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QKeySequenceEdit, QLineEdit, QPushButton

from app.ui.accessible_role import set_role
from app.ui.actions import native
from app.ui.labels import caption
from app.ui.settings.fields import WIDTH
from app.ui.settings.shortcuts import FIXED, portable
from app.ui.text_fields import name_clear_button
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from app.ui.actions import ActionRow
    from app.ui.settings.shortcuts import Shortcuts


class KeysEdit(QKeySequenceEdit):
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
        self.edit = KeysEdit()
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
        self.reset_button = QPushButton(tr("Reset"))
        self.reset_button.setProperty("kind", "quiet")
        self.reset_button.setAutoDefault(False)
        self.reset_button.setAccessibleName(tr("Reset the keys for “{action}”", action=name))
        self.reset_button.clicked.connect(partial(self.chosen.emit, row.key, None))
        keep = self.reset_button.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(keep)
        line = QHBoxLayout(self)
        line.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        line.setSpacing(SPACE_S)
        line.addWidget(caption("suggestionText", name.replace("&", "&&"), self.edit), 1)
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
