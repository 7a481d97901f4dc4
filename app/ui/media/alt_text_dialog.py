"""What a picture or a sound is, in the user's words, for those who cannot see or hear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal, Slot

from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import caption, label, push_button, written_text
from app.ui.kit.layouts import add_to, vertical
from app.ui.kit.theme import SPACE_L, SPACE_S
from app.ui.media.media_words import picture_name
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.content.media import MediaFile

_SIZE = QSize(520, 320)


class AltTextDialog(DialogPage):
    """Sends `saved` with the words; "" for none."""

    saved = Signal(str)

    def __init__(self, file: MediaFile, parent: QWidget | None = None) -> None:
        super().__init__("summary", window_title(picture_name(file), tr("description")), parent)
        self.edit = written_text(tr("Description"), file.alt_text)
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self._arrange()
        self.edit.selectAll()
        self.edit.setFocus()

    def _arrange(self) -> None:
        page = vertical(margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        told = tr("Screen readers read it aloud, and search finds it. The model does not read it.")
        add_to(page, caption("dialogCaption", tr("&What it shows"), self.edit), (self.edit, 1))
        add_to(page, label("dialogText", told))
        self._fill((page, 1), buttons=(self.cancel_button, self.save_button))
        self._fit_screen(_SIZE)

    @Slot()
    def _save(self) -> None:
        self.saved.emit(self.edit.toPlainText().strip())
        self.accept()
