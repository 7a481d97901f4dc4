"""The summary of what the model does not read of a chat, to be read and changed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from app.ui.kit.dialog_page import dialog_footer, fill_dialog, fit_screen, set_up_page
from app.ui.kit.labels import caption, label, push_button
from app.ui.kit.layouts import vertical
from app.ui.kit.theme import SPACE_L, SPACE_S
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

_SIZE = QSize(600, 460)


class SummaryDialog(QDialog):
    """Sends `saved` with the words; "" where there is to be no summary."""

    saved = Signal(str)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_up_page(self, "summary", window_title(tr("Edit summary")))
        self.edit = QPlainTextEdit(text)
        self.edit.setObjectName("systemPrompt")
        self.edit.setTabChangesFocus(True)
        self.edit.setAccessibleName(tr("Summary"))
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.remove_button = push_button("", tr("Remove summary"), self._remove)
        self.remove_button.setEnabled(bool(text))
        self._arrange()

    def _arrange(self) -> None:
        page = vertical(margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        heading = tr("Summary of the messages that the model does not &read")
        page.addWidget(caption("dialogCaption", heading, self.edit))
        page.addWidget(self.edit, 1)
        page.addWidget(
            label("dialogText", tr("If you change this, the model rereads the messages after it."))
        )
        footer = dialog_footer(self.cancel_button, self.save_button, left=self.remove_button)
        fill_dialog(self, (page, 1), footer)
        fit_screen(self, _SIZE)

    def _save(self) -> None:
        self.saved.emit(self.edit.toPlainText().strip())
        self.accept()

    def _remove(self) -> None:
        self.saved.emit("")
        self.accept()
