"""Reads files that are to go along with a message, away from the interface thread."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Signal
from PySide6.QtGui import QImageWriter

from app.core.errors import KnownError
from app.core.media import MediaMissing, NotAMedium
from app.core.messages import Attachment
from app.core.phrases import phrase
from app.core.text_files import NotAttached, NoText, read_text_file
from app.ui.composer.draft import Draft
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtGui import QImage

    from app.core.content import MediaFile
    from app.core.media import MediaLibrary
    from app.ui.dropped_files import LoosePicture


class FileAttacher(QObject):
    """For each file sends `attached` with owner and a `Draft` of it, or `refused` with a `Problem`.

    What a file is, its content says: what the library knows as a picture or a sound goes there, all
    else is a text, or nothing that can be attached.

    Args:
        library: takes pictures and sounds in.

    Signals:
        attached: see above.
        refused: see above.
        missing: with the digest of a picture or a sound whose file is not there any more.
    """

    attached = Signal(object, object)
    refused = Signal(object)
    missing = Signal(str)

    def __init__(self, library: MediaLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._work = SideWork("attached files")
        self._looked_for: set[str] = set()  # digests

    def read(self, paths: Sequence[str], owner: object) -> None:
        """Read files, in order; `owner` comes back with each."""
        for path in paths:
            self._add(partial(self._read, Path(path)), owner)

    def take(self, picture: LoosePicture, owner: object) -> None:
        """Take a picture in that is no file yet."""
        self._add(partial(self._taken, picture), owner)

    def look_for(self, media: Iterable[MediaFile]) -> None:
        """Tell once of each file that is not there any more; returns at once."""
        new = [one for one in media if one.digest not in self._looked_for]
        self._looked_for.update(one.digest for one in new)
        if new:
            self._work.add(partial(self._look_for, new))

    def _add(self, read: Callable[[], Draft], owner: object) -> None:
        self._work.add(partial(self._tell, read, owner))

    # -- on the second thread --

    def _tell(self, read: Callable[[], Draft], owner: object) -> None:
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            try:
                self.attached.emit(owner, read())
            except KnownError as error:
                self.refused.emit(error.problem())

    def _read(self, path: Path) -> Draft:
        """Return what a file is.

        A text is asked for last, for any file may look like one, but also where the first bytes
        have misled: a letter about "MAC addresses" begins like a sound.
        """
        try:
            return Draft(media=(self._library.add(path, path.name),))
        except KnownError as refusal:
            try:
                return Draft(attachments=(Attachment(path.name, read_text_file(path)),))
            except NoText as error:
                raise (_nothing_known(path) if isinstance(refusal, NotAMedium) else refusal) from (
                    error
                )
            except NotAttached as error:
                raise (error if isinstance(refusal, NotAMedium) else refusal) from refusal

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


def _nothing_known(path: Path) -> NotAttached:
    return NotAttached(
        path,
        phrase("“{name}” is no text, picture or sound that Hearth can read.", name=path.name),
        phrase(
            "Attach a text, a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, "
            "FLAC, Ogg, Opus)."
        ),
    )
