"""The row of the chat's settings that chooses, saves and deletes presets of sampling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.ui.announcement import announce
from app.ui.chat_setup.presets import LONGEST_NAME
from app.ui.choice_box import ChoiceBox
from app.ui.labels import caption, label
from app.ui.theme import SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QKeyEvent

    from app.ui.chat_setup.presets import Preset
    from app.ui.theme import Theme


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
        self.save_button = QPushButton(tr("Save as preset…"))
        self.delete_button = QPushButton(tr("Delete preset"))
        self.delete_button.setProperty("kind", "quiet")
        self.name = _NameField()
        self.name.setObjectName("presetName")
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText(tr("Name of the preset"))
        self.name.setAccessibleName(tr("Name of the preset"))
        self.keep_button = QPushButton(tr("Save preset"))
        self._status = label("dialogText")
        self._status.hide()
        self._naming = QWidget()
        for button in (self.save_button, self.delete_button, self.keep_button):
            button.setAutoDefault(False)
        self.save_button.clicked.connect(self._begin_naming)
        self.delete_button.clicked.connect(self._on_delete)
        self.keep_button.clicked.connect(self._on_keep)
        self.name.kept.connect(self._on_keep)
        self._arrange()

    def _arrange(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(SPACE_S)
        first.addWidget(caption("", tr("&Preset"), self.box))
        first.addWidget(self.box, 1)
        first.addWidget(self.save_button)
        first.addWidget(self.delete_button)
        second = QHBoxLayout(self._naming)
        second.setContentsMargins(0, 0, 0, 0)
        second.setSpacing(SPACE_S)
        second.addWidget(self.name, 1)
        second.addWidget(self.keep_button)
        self._naming.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(first)
        column.addWidget(self._naming)
        column.addWidget(self._status)

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
        self._status.setText(words)
        self._status.setVisible(bool(words))
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

    @Slot()
    def _on_delete(self) -> None:
        self.delete_requested.emit(self._presets[self.box.currentIndex()].name)
