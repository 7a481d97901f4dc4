"""Lets files, pictures and long texts go along with the message that is in the field.

Files are read on a thread of their own.
"""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Signal, Slot
from PySide6.QtGui import QImage, QImageWriter

from app.core.content.text_files import NotAttached, NoText, read_text_file
from app.core.errors import KnownError, Problem
from app.core.media.refusals import MediaMissing, NotAMedium
from app.core.messages import Attachment
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.system.lanes import Lane
from app.ui.composer.draft import Draft, PictureQuality, with_quality, with_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from app.core.content.media import MediaFile
    from app.core.media.library import MediaLibrary
    from app.ui.composer.attachment_bar import AttachmentBar
    from app.ui.composer.prompt_edit import PromptEdit
    from app.ui.kit.dropped_files import LoosePicture


class _FileAttacher(QObject):
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
        self._work = Lane("attached files")
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
        phrase("“{name}” is not a text, picture or sound that Hearth can read.", name=path.name),
        phrase(
            "Attach a text, a picture (PNG, JPEG, GIF, WebP, BMP, TIFF) or a sound (WAV, MP3, "
            "FLAC, Ogg, Opus)."
        ),
    )


class Attaching(QObject):
    """Joins the field and the chips above it with who reads files.

    Args:
        edit: the field; long texts, files and pictures are pasted there.
        chips: what goes along.
        library: takes pictures and sounds in.

    Attributes:
        address: of what is being written.
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
        self.address: object = None  # of what is being written, for files that come late
        self.quality = PictureQuality.FULL
        self.takes_files = True
        self._attacher = _FileAttacher(library, self)
        self._attacher.attached.connect(self._on_read)
        self._attacher.refused.connect(self.refused)
        self._attacher.missing.connect(chips.show_missing)
        edit.long_pasted.connect(self._take_text)
        edit.files_pasted.connect(self.take_files)
        edit.picture_pasted.connect(self.take_picture)
        chips.unpacked.connect(self._unpack)
        chips.emptied.connect(edit.setFocus)

    def show_words(self, words: Draft, address: object, *, takes_files: bool) -> None:
        """Show what goes along with other words."""
        self.address, self.takes_files = address, takes_files
        self._chips.set_all(words.attachments, words.media)
        self._attacher.look_for(words.media)

    @Slot(list)
    def take_files(self, paths: Sequence[str]) -> None:
        """Read files and let them go along."""
        if paths and not self.takes_files:
            self.refused.emit(_no_files())
            return
        self._attacher.read(paths, self.address)
        self._edit.setFocus()

    @Slot(object)
    def take_picture(self, picture: LoosePicture) -> None:
        """Let a picture go along that is no file."""
        if not self.takes_files:
            self.refused.emit(_no_files())
            return
        self._attacher.take(picture, self.address)
        self._edit.setFocus()

    @Slot(object, object)
    def _on_read(self, address: object, read: Draft) -> None:
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
