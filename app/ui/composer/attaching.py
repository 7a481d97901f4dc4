"""Lets files, pictures and long texts go along with the message that is in the field.

`FileAttacher` reads files; until one is read, its chip says so and can be removed.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError, Problem
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.ui.composer.draft import Draft, PictureQuality, with_quality, with_text
from app.ui.composer.file_attacher import FileAttacher, FileReading
from app.ui.kit.timers import timer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.documents.library import Reader
    from app.core.media.library import MediaLibrary
    from app.ui.composer.attachment_bar import AttachmentBar
    from app.ui.composer.prompt_edit import PromptEdit
    from app.ui.composer.scan_pages import ScannedFile
    from app.ui.kit.dropped_files import LoosePicture

_SHOW_READING_MS = 200  # most files are read by then


class Attaching(QObject):
    """Joins the field and the chips above it with who reads files.

    Args:
        edit: the field; long texts, files and pictures are pasted there.
        chips: what goes along.
        library: takes pictures and sounds in.
        documents: reads all other files.

    Attributes:
        address: of what is being written.
        quality: of the next picture.
        takes_files: whether anything may go along.

    Signals:
        refused: with why something cannot go along.
        scan_found: with a `ScannedFile`, whose text cannot.
        first_page_drawn: with a `ScannedFile` and its first page, which does not go along yet.
        attached_elsewhere: with the address and a `Draft` of a file that was read too late.
        reading_changed: `is_reading` may be another.
        folder_given: with the path of a folder.
    """

    refused = Signal(object)
    scan_found = Signal(object)
    first_page_drawn = Signal(object, object)
    attached_elsewhere = Signal(object, object)
    reading_changed = Signal()
    folder_given = Signal(object)

    def __init__(
        self,
        edit: PromptEdit,
        chips: AttachmentBar,
        library: MediaLibrary,
        documents: Reader,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._edit = edit
        self._chips = chips
        self.address: object = None  # of what is being written, for files that come late
        self.quality = PictureQuality.FULL
        self.takes_files = True
        self._reading: dict[int, FileReading] = {}
        self._numbers = itertools.count()
        self._slow = timer(self, _SHOW_READING_MS, self._show_reading)
        self._attacher = FileAttacher(library, documents, self)
        self._attacher.attached.connect(self._on_read)
        self._attacher.ended.connect(self._on_ended)
        self._attacher.refused.connect(self.refused)
        self._attacher.scan_found.connect(self.scan_found)
        self._attacher.first_page_drawn.connect(self.first_page_drawn)
        self._attacher.missing.connect(chips.show_missing)
        self._attacher.folder.connect(self._on_folder)
        edit.long_pasted.connect(self._take_text)
        edit.files_pasted.connect(self.take_files)
        edit.picture_pasted.connect(self.take_picture)
        chips.unpacked.connect(self._unpack)
        chips.emptied.connect(edit.setFocus)
        chips.given_up.connect(self._give_up)

    @property
    def is_reading(self) -> bool:
        """Whether a file is being read that is to go along with what is in the field."""
        return any(one.owner == self.address for one in self._reading.values())

    def show_words(self, words: Draft, address: object, *, takes_files: bool) -> None:
        """Show what goes along with other words."""
        self.address, self.takes_files = address, takes_files
        self._chips.set_all(words.attachments, words.media)
        self._attacher.look_for(words.media)
        self._show_reading()

    @Slot(list)
    def take_files(self, paths: Sequence[str]) -> None:
        """Read files and let them go along."""
        if paths and not self.takes_files:
            self.refused.emit(_no_files())
            return
        for path in paths:
            self._begin(self._attacher.read(Path(path), self.address))
        self._edit.setFocus()

    @Slot(object)
    def take_picture(self, picture: LoosePicture) -> None:
        """Let a picture go along that is no file."""
        if not self.takes_files:
            self.refused.emit(_no_files())
            return
        self._begin(self._attacher.take(picture, self.address))
        self._edit.setFocus()

    def hold(self, name: str) -> FileReading:
        """Let nothing be sent until something else is read; `release` ends it."""
        reading = FileReading(name, self.address)
        self._begin(reading)
        return reading

    def release(self, reading: FileReading) -> None:
        """Take note that it is read, or cannot be."""
        self._on_ended(reading)

    @Slot(object, object)
    def _on_folder(self, reading: FileReading, path: str) -> None:
        if reading.owner == self.address and not reading.stop.is_set:
            self.folder_given.emit(path)

    def draw_first_page(self, scan: ScannedFile) -> None:
        """Draw the first page of a scan, to find out what pages take."""
        self._begin(self._attacher.draw_first(scan, *scan.page_names(1)))

    def draw_pages(self, scan: ScannedFile, n_pages: int) -> None:
        """Let the first pages of a scan go along as pictures."""
        self._begin(self._attacher.draw(scan, scan.page_names(n_pages)))
        self._edit.setFocus()

    def _begin(self, reading: FileReading) -> None:
        self._reading[next(self._numbers)] = reading
        self._slow.start()
        self.reading_changed.emit()

    @Slot()
    def _show_reading(self) -> None:
        shown = self._reading.items()
        self._chips.show_reading(
            {at: one.name for at, one in shown if one.name and one.owner == self.address}
        )

    @Slot(int)
    def _give_up(self, number: int) -> None:
        reading = self._reading.get(number)
        if reading is not None:
            reading.stop.stop()
            self._on_ended(reading)

    @Slot(object)
    def _on_ended(self, reading: FileReading) -> None:
        self._reading = {at: one for at, one in self._reading.items() if one is not reading}
        if not self._slow.isActive():  # or a chip would come for a moment
            self._show_reading()
        self.reading_changed.emit()

    @Slot(object, object)
    def _on_read(self, reading: FileReading, read: Draft) -> None:
        address = reading.owner
        if reading.stop.is_set:
            return
        if not reading.gives_pages:
            self._on_ended(reading)
        media = read.media
        if not reading.gives_pages:  # of which letters have to be read
            media = tuple(with_quality(one, self.quality) for one in media)
        if address != self.address or not self.takes_files:
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
        remedy=phrase("Paste the text you need."),
    )


def _too_long() -> Problem:
    return Problem(
        what=phrase("This text is too long to paste into an answer."),
        effect=phrase("Nothing was changed."),
        remedy=phrase("Paste the part you need."),
    )
