"""Small pictures of attached pictures, made on a second thread and kept for a while.

Threads: interface thread; the second one makes them, which takes a child process and a disk.
"""

from __future__ import annotations

import contextlib
import enum
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage, QPixmap

from app.core.errors import KnownError
from app.core.media.refusals import MediaMissing
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.content.media import MediaFile

    MakeThumbnail: TypeAlias = Callable[[MediaFile, int], bytes]

SIDES: Final = (128, 256, 512, 1024)  # pixels; a few sizes, so that few are made of one picture
_MAX_BYTES = 128_000_000
_MOST_WAITING = 200  # what was asked for before them has been scrolled away
_ABSENT_S = 20.0  # until it is looked again whether a file has come back
_FORMATS = ((b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPG"))


class NoThumbnail(enum.Enum):
    """Why there is none."""

    PENDING = enum.auto()
    MISSING = enum.auto()  # the original is gone
    UNREADABLE = enum.auto()


class _Key(PlainValue, frozen=True):
    digest: str
    side: int  # pixels of the longer side


class _Absent(PlainValue, frozen=True):
    why: NoThumbnail
    since: float  # monotonic seconds


class Thumbnails(QObject):
    """Small pictures by what they show; those unused for longest are forgotten.

    Args:
        make: makes one, as `MediaLibrary.thumbnail` does; on the second thread.
        max_bytes: of the pixels that are kept.

    Signals:
        changed: with the digest of a picture that is there now, or known not to be.
    """

    changed = Signal(str)
    _arrived = Signal(object, object)

    def __init__(
        self, make: MakeThumbnail, parent: QObject | None = None, *, max_bytes: int = _MAX_BYTES
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._max_bytes = max_bytes
        self._work = Lane("thumbnails")
        self._kept: OrderedDict[_Key, QPixmap | _Absent] = OrderedDict()
        self._n_bytes = 0
        self._asked: set[_Key] = set()  # and not arrived
        self._lock = threading.Lock()
        self._waiting: dict[_Key, MediaFile] = {}  # the newest last; guarded by _lock
        self._arrived.connect(self._take)

    def thumbnail(self, file: MediaFile, longest: float, ratio: float) -> QPixmap | NoThumbnail:
        """Return the small picture of a picture, or why there is none; asks for it to be made.

        Args:
            file: of a picture.
            longest: of the sides of the place where it is drawn, in logical pixels.
            ratio: device pixels in one of these.

        Returns:
            One that is as large as the place or larger, unless 1024 pixels are not enough; to be
            drawn into the place, for its own ratio is 1.
        """
        key = _Key(file.digest, _side(longest * ratio))
        kept = self._kept.get(key)
        if kept is None:
            self._ask(key, file)
            return NoThumbnail.PENDING
        self._kept.move_to_end(key)
        if not isinstance(kept, _Absent):
            return kept
        if time.monotonic() - kept.since > _ABSENT_S:
            self._ask(key, file)
        return kept.why

    def renew(self, digest: str) -> None:
        """Look again for a file that was missing; it may have been attached anew."""
        for key, kept in list(self._kept.items()):
            if key.digest == digest and isinstance(kept, _Absent):
                del self._kept[key]
        self.changed.emit(digest)

    def close(self) -> None:
        """Make nothing more of what was asked for."""
        with self._lock:
            self._asked.difference_update(self._waiting)
            self._waiting.clear()

    # -- inside --

    def _ask(self, key: _Key, file: MediaFile) -> None:
        with self._lock:
            if key in self._asked:
                if key in self._waiting:  # what is on the screen now comes first
                    self._waiting[key] = self._waiting.pop(key)
                return
            self._asked.add(key)
            self._waiting[key] = file
            if len(self._waiting) > _MOST_WAITING:
                oldest = next(iter(self._waiting))
                del self._waiting[oldest]
                self._asked.discard(oldest)
        self._work.add(self._make_next)

    def _make_next(self) -> None:
        """Make what was asked for last; on the second thread."""
        with self._lock:
            if not self._waiting:
                return
            key, file = self._waiting.popitem()
        made = thumbnail_image(self._make, file, key.side)
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._arrived.emit(key, made)

    @Slot(object, object)
    def _take(self, key: _Key, made: QImage | NoThumbnail) -> None:
        self._asked.discard(key)
        self._n_bytes -= _n_bytes(self._kept.pop(key, None))
        kept: QPixmap | _Absent
        if isinstance(made, NoThumbnail):
            kept = _Absent(made, time.monotonic())
        else:
            kept = QPixmap.fromImage(made)
        self._kept[key] = kept
        self._n_bytes += _n_bytes(kept)
        while self._n_bytes > self._max_bytes and len(self._kept) > 1:
            self._n_bytes -= _n_bytes(self._kept.popitem(last=False)[1])
        self.changed.emit(key.digest)


def no_library(file: MediaFile, _side: int) -> bytes:
    """Make no small picture, where a view has no library behind it.

    Raises:
        MediaMissing: always.
    """
    raise MediaMissing(name=file.name)


def thumbnail_image(make: MakeThumbnail, file: MediaFile, side: int) -> QImage | NoThumbnail:
    """Return a small picture, decoded; only what our own child has written is given to Qt.

    Threads: any but the interface's, which it would block.
    """
    try:
        data = make(file, side)
    except MediaMissing:
        return NoThumbnail.MISSING
    except KnownError:
        return NoThumbnail.UNREADABLE
    kind = next((kind for begin, kind in _FORMATS if data.startswith(begin)), None)
    # Whatever its types say, PySide takes a format as text only.
    image = QImage() if kind is None else QImage.fromData(data, kind)  # type: ignore[arg-type]
    if image.isNull() or max(image.width(), image.height()) > side:
        return NoThumbnail.UNREADABLE
    return image


def _side(pixels: float) -> int:
    return next((side for side in SIDES if side >= pixels), SIDES[-1])


def _n_bytes(kept: QPixmap | _Absent | None) -> int:
    return 4 * kept.width() * kept.height() if isinstance(kept, QPixmap) else 0
