"""Lets files, pictures and long texts go along with the message that is in the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError, Problem
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.ui.composer.draft import with_text
from app.ui.composer.file_attacher import FileAttacher
from app.ui.composer.picture_quality import PictureQuality, with_quality

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.media import MediaLibrary
    from app.ui.composer.attachment_bar import AttachmentBar
    from app.ui.composer.draft import Draft
    from app.ui.composer.prompt_edit import PromptEdit
    from app.ui.dropped_files import LoosePicture


class Attaching(QObject):
    """Joins the field and the chips above it with who reads files.

    Args:
        edit: the field; long texts, files and pictures are pasted there.
        chips: what goes along.
        library: takes pictures and sounds in.

    Attributes:
        quality: of the next picture.
        takes_files: whether anything may go along.

    Signals:
        refused: with why something cannot go along.
        attached_elsewhere: with the address and a `Draft` of a file that was read too late.
    """

    refused = Signal(object)
    attached_elsewhere = Signal(object, object)

    def __init__(
        self, edit: PromptEdit, chips: AttachmentBar, library: MediaLibrary, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._edit = edit
        self._chips = chips
        self._address: object = None  # of what is being written, for files that come late
        self.quality = PictureQuality.FULL
        self.takes_files = True
        self._attacher = FileAttacher(library, self)
        self._attacher.attached.connect(self._on_read)
        self._attacher.refused.connect(self.refused)
        self._attacher.missing.connect(chips.show_missing)
        edit.long_pasted.connect(self._take_text)
        edit.files_pasted.connect(self.take_files)
        edit.picture_pasted.connect(self.take_picture)
        chips.unpacked.connect(self._unpack)
        chips.emptied.connect(edit.setFocus)

    @property
    def address(self) -> object:
        """Of what is being written."""
        return self._address

    def show_words(self, words: Draft, address: object, *, takes_files: bool) -> None:
        """Show what goes along with other words."""
        self._address, self.takes_files = address, takes_files
        self._chips.set_all(words.attachments, words.media)
        self._attacher.look_for(words.media)

    @Slot(list)
    def take_files(self, paths: Sequence[str]) -> None:
        """Read files and let them go along."""
        if paths and not self.takes_files:
            self.refused.emit(_no_files())
            return
        self._attacher.read(paths, self._address)
        self._edit.setFocus()

    @Slot(object)
    def take_picture(self, picture: LoosePicture) -> None:
        """Let a picture go along that is no file."""
        if not self.takes_files:
            self.refused.emit(_no_files())
            return
        self._attacher.take(picture, self._address)
        self._edit.setFocus()

    @Slot(object, object)
    def _on_read(self, address: object, read: Draft) -> None:
        media = tuple(with_quality(one, self.quality) for one in read.media)
        if address != self._address or not self.takes_files:
            self.attached_elsewhere.emit(address, replace(read, media=media))
            return
        try:
            for attachment in read.attachments:
                self._chips.add(attachment)
            for medium in media:
                self._chips.add_medium(medium)
        except KnownError as error:
            self.refused.emit(error.problem())

    @Slot(str)
    def _take_text(self, text: str) -> None:
        if self.takes_files:
            self._chips.set_attachments(with_text(self._chips.attachments(), text))
        elif self._edit.takes(text):
            self._unpack(text)
        else:
            self.refused.emit(_too_long())

    @Slot(str)
    def _unpack(self, text: str) -> None:
        self._edit.insertPlainText(text)
        self._edit.setFocus()


def _no_files() -> Problem:
    return Problem(
        what=phrase("Files can be attached to your own messages, not to an answer."),
        effect=phrase("Nothing was changed."),
        remedy=phrase("Paste the text that you need."),
    )


def _too_long() -> Problem:
    return Problem(
        what=phrase("This text is too long to be pasted into an answer."),
        effect=phrase("Nothing was changed."),
        remedy=phrase("Paste the part that you need."),
    )
