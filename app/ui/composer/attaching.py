"""Lets files, pictures and long texts go along with the message that is in the field.

Files are read on a thread of their own; until one is read, its chip says so and can be removed.
"""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Signal, Slot
from PySide6.QtGui import QImage, QImageWriter

from app.core.documents.library import attachment_of
from app.core.documents.reader import MAX_ATTACHED_BYTES
from app.core.documents.refusals import DocumentRefused, Reason
from app.core.errors import KnownError, Problem, problem_of
from app.core.media.refusals import MediaMissing, NotAMedium
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.ui.composer.draft import Draft, PictureQuality, with_quality, with_text
from app.ui.kit.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from app.core.content.media import MediaFile
    from app.core.documents.library import Reader
    from app.core.media.library import MediaLibrary
    from app.ui.composer.attachment_bar import AttachmentBar
    from app.ui.composer.prompt_edit import PromptEdit
    from app.ui.kit.dropped_files import LoosePicture


_SHOW_READING_MS = 200  # most files are read by then


@dataclass(frozen=True, slots=True, eq=False)
class FileReading:
    """A file that is being read.

    Attributes:
        name: of the file; empty for a picture that lies in none.
        owner: of what is being written, for which it is read.
        stop: gives it up.
    """

    name: str
    owner: object
    stop: StopSignal = field(default_factory=StopSignal)


class _FileAttacher(QObject):
    """For each file sends `attached` with a `Draft` of it, or `refused` with a `Problem`.

    What a file is, its content says: what the library knows as a picture or a sound goes there, all
    else is a document, or nothing that can be attached.

    Args:
        library: takes pictures and sounds in.
        documents: reads all else.

    Signals:
        attached: with a `FileReading` and a `Draft`.
        refused: see above.
        ended: with a `FileReading`, behind everything else of it.
        missing: with the digest of a picture or a sound whose file is not there any more.
        folder: with a `FileReading` and the path of a folder.
    """

    attached = Signal(object, object)
    refused = Signal(object)
    ended = Signal(object)
    missing = Signal(str)
    folder = Signal(object, str)

    def __init__(
        self, library: MediaLibrary, documents: Reader, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._documents = documents
        self._work = Lane("attached files")
        self._looked_for: set[str] = set()  # digests

    def read(self, path: Path, owner: object) -> FileReading:
        """Read a file behind those before it."""
        reading = FileReading(path.name, owner)
        self._work.add(partial(self._tell, reading, partial(self._read, path, reading)))
        return reading

    def take(self, picture: LoosePicture, owner: object) -> FileReading:
        """Take a picture in that is no file yet."""
        reading = FileReading("", owner)
        self._work.add(partial(self._tell, reading, partial(self._taken, picture)))
        return reading

    def look_for(self, media: Iterable[MediaFile]) -> None:
        """Tell once of each file that is not there any more; returns at once."""
        new = [one for one in media if one.digest not in self._looked_for]
        self._looked_for.update(one.digest for one in new)
        if new:
            self._work.add(partial(self._look_for, new))

    # -- on the second thread --

    def _tell(self, reading: FileReading, read: Callable[[], Draft]) -> None:
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            try:
                reading.stop.check()
                self.attached.emit(reading, read())
            except TransferStopped:
                pass
            except Exception as error:  # noqa: BLE001 - nothing is sent before it has ended
                if not reading.stop.is_set:
                    self.refused.emit(problem_of(error))
            self.ended.emit(reading)

    def _read(self, path: Path, reading: FileReading) -> Draft:
        """Return what a file is.

        A document is asked for last, for any file may look like a text, but also where the first
        bytes have misled: a letter about "MAC addresses" begins like a sound.
        """
        if path.is_dir():
            self.folder.emit(reading, str(path))
            return Draft()
        try:
            return Draft(media=(self._library.add(path, path.name),))
        except KnownError as refusal:
            try:
                read = self._documents.read(path, reading.stop, MAX_ATTACHED_BYTES)
            except DocumentRefused as error:
                if error.reason is not Reason.UNKNOWN:
                    raise
                is_medium = not isinstance(refusal, NotAMedium)
                raise (refusal if is_medium else _nothing_known(path)) from error
        return Draft(attachments=(attachment_of(path, read),))

    def _taken(self, picture: LoosePicture) -> Draft:
        data = picture.data if isinstance(picture.data, bytes) else _as_png(picture.data)
        return Draft(media=(self._library.add(data, picture.name),))

    def _look_for(self, media: Iterable[MediaFile]) -> None:
        for one in media:
            try:
                self._library.original(one)
            except MediaMissing as error:
                with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
                    self.missing.emit(one.digest)
                    self.refused.emit(error.problem())


def _as_png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    buffer.close()
    return bytes(data.data())


def _nothing_known(path: Path) -> KnownError:
    return KnownError(
        phrase(
            "“{name}” is not a document, picture or sound that Hearth can read.", name=path.name
        ),
        phrase("It was not attached; your message is unchanged."),
        phrase(
            "Attach a document (PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, a web page, "
            "mail, text), a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, FLAC, "
            "Ogg, Opus)."
        ),
    )


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
        attached_elsewhere: with the address and a `Draft` of a file that was read too late.
        reading_changed: `is_reading` may be another.
        folder_given: with the path of a folder.
    """

    refused = Signal(object)
    attached_elsewhere = Signal(object, object)
    reading_changed = Signal()
    folder_given = Signal(str)

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
        self._attacher = _FileAttacher(library, documents, self)
        self._attacher.attached.connect(self._on_read)
        self._attacher.ended.connect(self._on_ended)
        self._attacher.refused.connect(self.refused)
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

    @Slot(object, str)
    def _on_folder(self, reading: FileReading, path: str) -> None:
        if reading.owner == self.address and not reading.stop.is_set:
            self.folder_given.emit(path)

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
        self._on_ended(reading)
        media = tuple(with_quality(one, self.quality) for one in read.media)
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
