"""Reads files that are to go along with a message, on a thread of its own."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Signal
from PySide6.QtGui import QImage, QImageWriter

from app.core.documents.library import attachment_of
from app.core.documents.reader import MAX_ATTACHED_BYTES
from app.core.documents.refusals import DocumentRefused, Reason
from app.core.errors import KnownError, problem_of
from app.core.media.refusals import MediaMissing, NotAMedium
from app.core.phrases import phrase
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.ui.composer.draft import Draft
from app.ui.composer.scan_pages import ScannedFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from app.core.content.media import MediaFile
    from app.core.documents.library import Reader
    from app.core.media.library import MediaLibrary
    from app.ui.kit.dropped_files import LoosePicture


@dataclass(frozen=True, slots=True, eq=False)
class FileReading:
    """A file that is being read.

    Attributes:
        name: of the file; empty for a picture that lies in none.
        owner: of what is being written, for which it is read.
        gives_pages: more may come of it behind what was attached.
        stop: gives it up.
    """

    name: str
    owner: object
    gives_pages: bool = False
    stop: StopSignal = field(default_factory=StopSignal)


class FileAttacher(QObject):
    """For each file sends `attached` with a `Draft` of it, or `refused` with a `Problem`.

    What a file is, its content says: what the library knows as a picture or a sound goes there, all
    else is a document, or nothing that can be attached.

    Args:
        library: takes pictures and sounds in.
        documents: reads all else.

    Signals:
        attached: with a `FileReading` and a `Draft`.
        refused: see above.
        scan_found: with a `ScannedFile`, in place of a refusal.
        first_page_drawn: with a `ScannedFile` and its first page, which is not attached yet.
        ended: with a `FileReading`, behind everything else of it.
        missing: with the digest of a picture or a sound whose file is not there any more.
        folder: with a `FileReading` and the path of a folder.
    """

    attached = Signal(object, object)
    refused = Signal(object)
    scan_found = Signal(object)
    first_page_drawn = Signal(object, object)
    ended = Signal(object)
    missing = Signal(str)
    folder = Signal(object, object)

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

    def draw(self, scan: ScannedFile, names: Sequence[str]) -> FileReading:
        """Draw the first pages of a scan, which are called so."""
        reading = FileReading(scan.path.name, scan.address, gives_pages=True)
        self._work.add(partial(self._tell, reading, partial(self._pages, scan, names, reading)))
        return reading

    def draw_first(self, scan: ScannedFile, name: str) -> FileReading:
        """Draw the first page of a scan, to be counted."""
        reading = FileReading(scan.path.name, scan.address)
        self._work.add(partial(self._tell, reading, partial(self._first, scan, name, reading)))
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

    def _tell(self, reading: FileReading, read: Callable[[], Iterable[Draft]]) -> None:
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            try:
                reading.stop.check()
                for draft in read():
                    self.attached.emit(reading, draft)
            except TransferStopped:
                pass
            except Exception as error:  # noqa: BLE001 - nothing is sent before it has ended
                if not reading.stop.is_set:
                    self.refused.emit(problem_of(error))
            self.ended.emit(reading)

    def _read(self, path: Path, reading: FileReading) -> Iterator[Draft]:
        """Give what a file is; nothing of a scan, which is told.

        A document is asked for last, for any file may look like a text, but also where the first
        bytes have misled: a letter about "MAC addresses" begins like a sound.
        """
        if path.is_dir():
            self.folder.emit(reading, str(path))
            return
        try:
            medium = self._library.add(path, path.name)
        except KnownError as refusal:
            yield from self._document(path, reading, refusal)
        else:
            yield Draft(media=(medium,))

    def _document(self, path: Path, reading: FileReading, refusal: KnownError) -> Iterator[Draft]:
        try:
            read = self._documents.read(path, reading.stop, MAX_ATTACHED_BYTES)
        except DocumentRefused as error:
            if error.n_pages:
                self.scan_found.emit(
                    ScannedFile(path, error.n_pages, reading.owner, error.problem(), error.version)
                )
                return
            if error.reason is not Reason.UNKNOWN:
                raise
            is_medium = not isinstance(refusal, NotAMedium)
            raise (refusal if is_medium else _nothing_known(path)) from error
        yield Draft(attachments=(attachment_of(path, read),))

    def _taken(self, picture: LoosePicture) -> Iterator[Draft]:
        data = picture.data if isinstance(picture.data, bytes) else _as_png(picture.data)
        yield Draft(media=(self._library.add(data, picture.name),))

    def _pages(
        self, scan: ScannedFile, names: Sequence[str], reading: FileReading
    ) -> Iterator[Draft]:
        for number, name in enumerate(names, 1):
            page = self._documents.page(scan.path, number, reading.stop, scan.version)
            yield Draft(media=(self._library.add(page, name),))

    def _first(self, scan: ScannedFile, name: str, reading: FileReading) -> Iterator[Draft]:
        """Give nothing: the page is told, or that of the scan, too, nothing can be used."""
        try:
            drawn = self._documents.page(scan.path, 1, reading.stop, scan.version)
            page = self._library.add(drawn, name)
        except KnownError as error:
            is_other = isinstance(error, DocumentRefused) and error.reason is Reason.CHANGED
            self.refused.emit(error.problem() if is_other else scan.problem)
        else:
            self.first_page_drawn.emit(scan, page)
        yield from ()

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
