"""What a picture or a sound is, in the user's words, for those who cannot see or hear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from app.ui.kit.dialog_page import dialog_footer, fill_dialog, fit_screen, set_up_page
from app.ui.kit.labels import caption, label, push_button
from app.ui.kit.layouts import vertical
from app.ui.kit.theme import SPACE_L, SPACE_S
from app.ui.media.media_words import picture_name
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.content.media import MediaFile

_SIZE = QSize(520, 320)


class AltTextDialog(QDialog):
    """Sends `saved` with the words; "" for none."""

    saved = Signal(str)

    def __init__(self, file: MediaFile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_up_page(self, "summary", window_title(picture_name(file), tr("description")))
        self.edit = QPlainTextEdit(file.alt_text)
        self.edit.setObjectName("systemPrompt")
        self.edit.setTabChangesFocus(True)
        self.edit.setAccessibleName(tr("Description"))
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self._arrange()
        self.edit.selectAll()
        self.edit.setFocus()

    def _arrange(self) -> None:
        page = vertical(margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        page.addWidget(caption("dialogCaption", tr("&What it shows"), self.edit))
        page.addWidget(self.edit, 1)
        told = tr("Screen readers read it aloud, and search finds it. The model does not read it.")
        page.addWidget(label("dialogText", told))
        fill_dialog(self, (page, 1), dialog_footer(self.cancel_button, self.save_button))
        fit_screen(self, _SIZE)

    def _save(self) -> None:
        self.saved.emit(self.edit.toPlainText().strip())
        self.accept()
