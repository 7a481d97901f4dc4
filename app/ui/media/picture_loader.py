"""Reads pictures in full on a second thread, the one that was asked for last first.

Threads: interface thread; the second one decodes, by a child, and converts.
"""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage

from app.core.content.media import MAX_PIXELS, MediaFile, RawImage
from app.core.errors import KnownError
from app.core.media.refusals import MediaMissing
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from app.core.media.library import MediaLibrary
    from app.core.phrases import Phrase

FIRST_PIXELS: Final = 6_000_000  # more are only read when somebody looks closely


class LoadedPicture(PlainValue, frozen=True):
    """A picture that can be painted.

    Attributes:
        file: which it is of.
        image: of it, in 32 bits a pixel; smaller than the file's picture where `is_whole` is not.
        is_whole: more pixels are not to be had.
    """

    file: MediaFile
    image: QImage
    is_whole: bool


class PictureProblem(PlainValue, frozen=True):
    """A picture that cannot be shown.

    Attributes:
        file: which it is.
        what: happened; None where the original is gone.
    """

    file: MediaFile
    what: Phrase | None


class PictureLoader(QObject):
    """Sends `loaded` with a `LoadedPicture`, or `failed` with a `PictureProblem`.

    Of several that were asked for, the last is read; the others are left.
    """

    loaded = Signal(object)
    failed = Signal(object)
    _arrived = Signal(object)

    def __init__(self, library: MediaLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._work = Lane("pictures in full")
        self._lock = threading.Lock()
        self._wanted: tuple[MediaFile, int] | None = None  # guarded by _lock
        self._arrived.connect(self._tell)

    def load(self, file: MediaFile, max_pixels: int = FIRST_PIXELS) -> None:
        """Read a picture."""
        with self._lock:
            self._wanted = file, max_pixels
        self._work.add(self._load_wanted)

    def close(self) -> None:
        """Read nothing more."""
        with self._lock:
            self._wanted = None

    def _load_wanted(self) -> None:
        with self._lock:
            wanted, self._wanted = self._wanted, None
        if wanted is None:
            return
        told = _loaded(self._library, *wanted)
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._arrived.emit(told)

    @Slot(object)
    def _tell(self, told: LoadedPicture | PictureProblem) -> None:
        if isinstance(told, LoadedPicture):
            self.loaded.emit(told)
        else:
            self.failed.emit(told)


def image_of(pixels: RawImage) -> QImage:
    """Return pixels as an image of its own, in the form that is painted fastest.

    Threads: any.
    """
    width, height = pixels.width, pixels.height
    borrowed = QImage(pixels.rgb, width, height, 3 * width, QImage.Format.Format_RGB888)
    return borrowed.convertToFormat(QImage.Format.Format_RGB32)


def _loaded(
    library: MediaLibrary, file: MediaFile, max_pixels: int
) -> LoadedPicture | PictureProblem:
    try:
        pixels = library.pixels(file, max_pixels=min(max_pixels, MAX_PIXELS))
    except MediaMissing:
        return PictureProblem(file, None)
    except KnownError as error:
        return PictureProblem(file, error.what)
    is_whole = pixels.width >= file.width or max_pixels >= MAX_PIXELS
    return LoadedPicture(file, image_of(pixels), is_whole)
