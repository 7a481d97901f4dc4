"""The page "Saved prompts": the names at the left, one prompt at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
)

from app.core.prompts.blanks import parsed
from app.core.prompts.prompt_library import LONGEST_NAME, SavedPrompt
from app.ui.kit.accessibility import announce
from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import caption, label, push_button, show_words
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_S, SPACE_XL
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

_SIZE = QSize(760, 520)
_NAMES_WIDTH = 220


class PromptsDialog(DialogPage):
    """Sends `saved` with a prompt and the name it had before ("" for a new one), and `removed`."""

    saved = Signal(object, str)
    removed = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("settings", window_title(tr("Saved prompts")), parent)
        self._prompts: tuple[SavedPrompt, ...] = ()
        self._editing = ""  # the name of the prompt in the fields; "" for a new one
        self._begun = (
            "",
            "",
        )  # name and text of a new one that another prompt was looked at before
        self.names = QListWidget()
        self.names.setObjectName("settingsGroups")
        self.names.setAccessibleName(tr("Saved prompts"))
        self.names.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.names.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(tr("Prompt name"))
        self.text = QPlainTextEdit()
        self.text.setObjectName("systemPrompt")
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Prompt text"))
        self._fault = label("approvalFault")
        self.new_button = push_button("", tr("New prompt"), self.begin_new)
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.delete_button = push_button(
            "danger", tr("Delete"), lambda: self.removed.emit(self._editing)
        )
        self.close_button = push_button("", tr("Close"), self.close)
        self._arrange()
        self.names.currentRowChanged.connect(self._on_row)
        self.name.textChanged.connect(self._refresh)
        self.text.textChanged.connect(self._refresh)
        self._fit_screen(_SIZE)
        self._refresh()

    def _arrange(self) -> None:
        left = add_to(vertical(spacing=SPACE_S), self.new_button, (self.names, 1))
        right = vertical(spacing=SPACE_S)
        right.addWidget(caption("dialogCaption", tr("&Name"), self.name))
        right.addWidget(self.name)
        right.addWidget(caption("dialogCaption", tr("&Text"), self.text))
        right.addWidget(self.text, 1)
        told = tr(
            "Type / in the message field to use it. Hearth asks for what stands in double braces, "
            "such as {topic} or {tone}, and fills in {clipboard} and {date} itself.",
            topic="{{topic}}",
            tone='{{tone | select:options=["short","long"]}}',
            clipboard="{{CLIPBOARD}}",
            date="{{CURRENT_DATE}}",
        )
        right.addWidget(label("dialogText", told))
        right.addWidget(self._fault)
        buttons = add_to(QHBoxLayout(), self.delete_button, STRETCH, self.save_button)
        right.addLayout(buttons)
        both = horizontal(margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L), spacing=SPACE_XL)
        add_to(both, left, (right, 1))
        self.names.setFixedWidth(_NAMES_WIDTH)
        self._fill((both, 1), buttons=(self.close_button,), left=self._status)

    # -- showing --

    def show_prompts(self, prompts: Sequence[SavedPrompt], current: str = "") -> None:
        """Show what there is, and one of them in the fields; without that name a new one."""
        self._prompts = tuple(prompts)
        self.names.blockSignals(True)
        self.names.clear()
        for prompt in self._prompts:
            item = QListWidgetItem(prompt.name)
            self.names.addItem(item)
        self.names.blockSignals(False)
        self._show(current)

    @Slot()
    def begin_new(self, text: str | bool = "") -> None:  # noqa: FBT001 - of a click
        """Empty the fields for another prompt, with words that were written already."""
        if not self._keep():
            return
        self._show("")
        if isinstance(text, str) and text:
            self.text.setPlainText(text)
        self.name.setFocus()

    def say(self, text: str) -> None:
        """Say something beside the button, and aloud."""
        super().say(text)
        announce(self, text)

    def fault(self) -> str:
        """Return what it says is wrong with the blanks of the text."""
        return self._fault.text()

    @property
    def is_changed(self) -> bool:
        """Whether the fields hold something that is not saved."""
        before = next((one for one in self._prompts if one.name == self._editing), None)
        said = (" ".join(self.name.text().split()), self.text.toPlainText())
        if before is None:
            return any(part.strip() for part in said)
        return said != (before.name, before.text)

    # -- reacting --

    @Slot(int)
    def _on_row(self, row: int) -> None:
        if not 0 <= row < len(self._prompts):
            return
        wanted = self._prompts[row].name
        if self._keep():
            self._show(wanted)
        else:
            self._mark(self._editing)

    def _keep(self) -> bool:
        """Save what is in the fields as far as it is complete; False where that is not possible."""
        if self.save_button.isEnabled():
            self._save()
            return not self.is_changed  # else it says why
        if not self._editing:
            self._begun = (self.name.text(), self.text.toPlainText())
        return True

    def _mark(self, name: str) -> None:
        """Mark a prompt in the list; none where there is none of that name."""
        names = [prompt.name for prompt in self._prompts]
        self.names.blockSignals(True)
        self.names.setCurrentRow(names.index(name) if name in names else -1)
        self.names.blockSignals(False)

    def _show(self, name: str) -> None:
        """Show a prompt in the fields, or the new one that was begun where there is none."""
        self._mark(name)
        found = next((prompt for prompt in self._prompts if prompt.name == name), None)
        shown = (found.name, found.text) if found is not None else self._begun
        self._editing = found.name if found is not None else ""
        self._begun = self._begun if found is not None else ("", "")
        self.name.setText(shown[0])
        self.text.setPlainText(shown[1])
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        is_complete = bool(self.name.text().strip() and self.text.toPlainText().strip())
        self.save_button.setEnabled(is_complete and self.is_changed)
        self.delete_button.setEnabled(bool(self._editing))
        self._status.clear()
        faults = (blank.fault for blank in parsed(self.text.toPlainText()).blanks)
        show_words(self._fault, translated(*(one for one in faults if one is not None)))

    @Slot()
    def _save(self) -> None:
        name = " ".join(self.name.text().split())
        if name != self._editing and any(one.name == name for one in self._prompts):
            self.say(tr("Another prompt has this name. Choose a different one."))
            self.name.setFocus()
            return
        self.saved.emit(SavedPrompt(name, self.text.toPlainText()), self._editing)

    def reject(self) -> None:
        """Qt: it is closed; what is complete is saved, so that nobody loses what they wrote."""
        if self._keep():
            super().reject()
