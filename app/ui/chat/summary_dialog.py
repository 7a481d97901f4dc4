"""The summary of what the model does not read of a chat, to be read and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal

from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import caption, label, push_button
from app.ui.kit.layouts import add_to, vertical
from app.ui.kit.text_fields import written_text
from app.ui.kit.theme import SPACE_L, SPACE_S
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SIZE = QSize(600, 460)


class SummaryDialog(DialogPage):
    """Sends `saved` with the words; "" where there is to be no summary."""

    saved = Signal(str)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__("summary", window_title(tr("Edit summary")), parent)
        self.edit = written_text(tr("Summary"), text)
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.remove_button = push_button("", tr("Remove summary"), self._remove)
        self.remove_button.setEnabled(bool(text))
        self._arrange()

    def _arrange(self) -> None:
        page = vertical(margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        heading = tr("Summary of the messages that the model does not &read")
        told = label(
            "dialogText", tr("If you change this, the model rereads the messages after it.")
        )
        add_to(page, caption("dialogCaption", heading, self.edit), (self.edit, 1), told)
        self._fill(
            (page, 1), buttons=(self.cancel_button, self.save_button), left=self.remove_button
        )
        self._fit_screen(_SIZE)

    def _save(self) -> None:
        self.saved.emit(self.edit.toPlainText().strip())
        self.accept()

    def _remove(self) -> None:
        self.saved.emit("")
        self.accept()
