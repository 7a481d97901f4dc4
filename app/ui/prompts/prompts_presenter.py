"""Joins the saved prompts with the message field and with their page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor

from app.core.errors import KnownError
from app.core.protocol import ProblemRaised
from app.core.text_files import one_line_end
from app.ui.prompts.prompt_list import SIGN, PromptList
from app.ui.prompts.prompt_text import filled
from app.ui.translation import tr, translated

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.prompt_library import PromptLibrary, SavedPrompt
    from app.ui.composer.composer import Composer
    from app.ui.event_bridge import EventBridge
    from app.ui.prompts.prompts_dialog import PromptsDialog


class PromptsPresenter(QObject):
    """One page at a time.

    Args:
        library: what is saved.
        window: the page and the list belong to it.

    Attributes:
        offered: the list above the message field.
    """

    def __init__(
        self, library: PromptLibrary, composer: Composer, bridge: EventBridge, window: QWidget
    ) -> None:
        super().__init__(window)
        self._library = library
        self._composer = composer
        self._bridge = bridge
        self._window = window
        self._dialog: PromptsDialog | None = None
        self.offered = PromptList(composer.edit, composer.frame, self._prompts, window)
        self.offered.chosen.connect(self._insert)
        self.offered.manage_requested.connect(self.show_page)

    @Slot()
    def show_page(self) -> PromptsDialog:
        """Open the page, with what stands in the message field as a new prompt."""
        from app.ui.prompts.prompts_dialog import PromptsDialog

        if self._dialog is None:
            self._dialog = PromptsDialog(self._window)
            self._dialog.saved.connect(self._save)
            self._dialog.removed.connect(self._remove)
            self._dialog.destroyed.connect(self._on_closed)
            self._dialog.show_prompts(self._prompts())
            written = self._composer.text()
            self._dialog.begin_new("" if written.startswith(SIGN) else written)
            self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

    def _prompts(self) -> tuple[SavedPrompt, ...]:
        prompts = self._library.prompts()
        problem = self._library.take_problem()
        if problem is not None:
            self._bridge.post(ProblemRaised(problem))
        return prompts

    @Slot(object)
    def _insert(self, prompt: SavedPrompt) -> None:
        """Put a prompt in the place of what stands in the field; one Ctrl+Z takes it back."""
        clipboard = one_line_end(QGuiApplication.clipboard().text())
        today = QLocale().toString(QDate.currentDate(), QLocale.FormatType.LongFormat)
        put_in = filled(prompt.text, {"clipboard": clipboard, "date": today})
        edit = self._composer.edit
        cursor = edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        edit.setTextCursor(cursor)
        if not edit.takes(put_in.text):
            edit.clear()
            edit.long_pasted.emit(put_in.text)
            return
        cursor.insertText(put_in.text)
        cursor.setPosition(_units(put_in.text[: put_in.begin]))
        cursor.setPosition(_units(put_in.text[: put_in.end]), QTextCursor.MoveMode.KeepAnchor)
        edit.setTextCursor(cursor)
        edit.setFocus()

    @Slot(object, str)
    def _save(self, prompt: SavedPrompt, before: str) -> None:
        assert self._dialog is not None
        try:
            self._library.put(prompt, before)
        except KnownError as error:
            self._dialog.say(translated(error.what, error.remedy))
            return
        self._dialog.show_prompts(self._prompts(), prompt.name)
        self._dialog.say(tr("Saved"))

    @Slot(str)
    def _remove(self, name: str) -> None:
        assert self._dialog is not None
        try:
            self._library.remove(name)
        except KnownError as error:
            self._dialog.say(translated(error.what, error.remedy))
            return
        self._dialog.show_prompts(self._prompts())
        self._dialog.say(tr("Deleted “{name}”", name=name))

    @Slot()
    def _on_closed(self) -> None:
        self._dialog = None


def _units(text: str) -> int:
    """Return how long a text is for Qt, which counts UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
