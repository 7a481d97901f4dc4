"""The door to the files of users: attached once, and given to models and windows as often as asked.

Originals lie beside the chats and are deleted by `forget` alone; all that is made of them lies in
the cache. Every byte of them is decoded in a child (`app.core.decoding`).

Threads: any; every method but `found` may take seconds and belongs on a side thread.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from app.core.content.media import MAX_PIXELS, MAX_SIDE, MediaFile, MediaGone, MediaKind, RawImage
from app.core.content.tool_steps import KeptFile
from app.core.decoding.decoder import Decoder
from app.core.errors import BugError
from app.core.media import refusals
from app.core.media.cache import MAX_CACHE_BYTES, MediaCache
from app.core.media.formats import HEAD_BYTES, saved_name, shown_name
from app.core.media.originals import MAX_FILE_BYTES, Originals
from app.core.media.passing import PassingMedia
from app.core.media.reader import MAX_RATE, MIN_RATE, MediaReader, readable
from app.core.media.refusals import MediaMissing, MediaNotDeleted, MediaNotKept, MediaNotSaved
from app.core.plain_value import replace
from app.core.system.files import replacing

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from app.core.content.media import MediaRef, RawSound
    from app.core.media.formats import Readable

MAX_THUMBNAIL_SIDE: Final = 1024
_MOST_KNOWN = 1000
_COPIED_BYTES = 1 << 20

logger = logging.getLogger(__name__)


class MediaLibrary:
    """The media of one installation.

    Args:
        originals: folder of the originals, beside the chats.
        cache: folder of what is made of them.
        decoder: another than the usual one.
        max_file_bytes: of the largest file that is taken.
        max_cache_bytes: what the cache is kept below.

    Attributes:
        passing: media of which nothing is kept.
    """

    def __init__(
        self,
        originals: Path,
        cache: Path,
        decoder: Decoder | None = None,
        *,
        max_file_bytes: int = MAX_FILE_BYTES,
        max_cache_bytes: int = MAX_CACHE_BYTES,
    ) -> None:
        self._originals = Originals(originals, max_file_bytes)
        self._cache = MediaCache(cache, max_cache_bytes)
        self._reader = MediaReader(decoder if decoder is not None else Decoder())
        self.passing = PassingMedia(self._reader, self._cache)
        self._known: OrderedDict[str, MediaFile] = OrderedDict()  # by digest; guarded by _lock
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child that decodes; who waits for it is told that it failed."""
        self._reader.close()

    # -- files --

    def add(self, source: Path | bytes, name: str) -> MediaFile:
        """Take a file of the user's in, as it is, if it is a medium.

        Args:
            source: where it lies, or its bytes.
            name: as the user knows it; cleaned to be shown.

        Raises:
            NotAMedium: it is something else.
            MediaUnusable: it is no medium that can be read; says why, and what helps.
            MediaNotKept: the disk refused.
        """
        shown = shown_name(name)
        try:
            with self._originals.incoming(
                source, shown, lambda head: readable(head, shown)
            ) as incoming:
                known = self._known_file(incoming.digest)
                if known is None:
                    known = self._examined(incoming.path, shown)
                    known = replace(known, digest=incoming.digest, n_bytes=incoming.n_bytes)
                self._originals.keep(incoming)
        except OSError as error:
            raise MediaNotKept(shown, error) from error
        with self._lock:
            self._known[known.digest] = known
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        return replace(known, name=shown)

    def add_file(self, data: bytes, name: str) -> KeptFile:
        """Keep a file of any kind, of which copies can be saved; nothing here opens it.

        Raises:
            MediaUnusable: it is empty or too large.
            MediaNotKept: the disk refused.
        """
        shown = shown_name(name)
        try:
            with self._originals.incoming(data, shown, lambda _head: None) as incoming:
                self._originals.keep(incoming)
        except OSError as error:
            raise MediaNotKept(shown, error) from error
        return KeptFile(shown, incoming.digest, incoming.n_bytes)

    def original(self, file: MediaFile | KeptFile) -> Path:
        """Return where the bytes lie that the user attached; they are to be read only.

        Raises:
            MediaMissing: they are gone.
        """
        path = self._originals.path(_digest(file))
        if not path.is_file():
            raise MediaMissing(name=file.name)
        return path

    def saved_name(self, file: MediaFile | KeptFile) -> str:
        """Return the name for a copy, which every system takes: it ends as its format does.

        Whoever opens the copy goes by that ending, so that it is never the one of a program. The
        copy of a file that is neither picture nor sound ends as its name does.

        Raises:
            MediaMissing: the original is gone.
            MediaUnusable: it is no medium any more.
        """
        if isinstance(file, KeptFile):
            self.original(file)  # or it is told before anybody is asked where
            return saved_name(file.name, ("",))
        return saved_name(file.name, self._opened(file)[1].suffixes)

    def save(self, file: MediaFile | KeptFile, target: Path) -> None:
        """Write a copy of a file as it was attached; what has that name is replaced.

        Raises:
            MediaMissing: the original is gone.
            MediaNotSaved: the copy could not be written; what was there is untouched.
        """
        try:
            with self.original(file).open("rb") as source, replacing(target) as copy:
                shutil.copyfileobj(source, copy, _COPIED_BYTES)
        except OSError as error:
            raise MediaNotSaved(target.name, error) from error

    def forget(self, used: Collection[str]) -> int:
        """Delete originals that no message uses and that were attached more than an hour ago.

        What was made of them goes along. A crash in the middle leaves the rest for the next time.

        Args:
            used: digests of the files of all messages, those in the trash and in backups included.

        Returns:
            How many originals are gone.

        Raises:
            MediaNotDeleted: the disk refused.
        """
        used = frozenset(used)
        try:
            gone = self._originals.forget(used)
        except OSError as error:
            raise MediaNotDeleted(caught=error) from error
        with self._lock:
            for digest in gone:
                self._known.pop(digest, None)
        self._cache.forget(used, gone)
        logger.info("%d originals that nobody uses were deleted", len(gone))
        return len(gone)

    def idle(self) -> frozenset[str]:
        """Return the digests of originals that were attached more than an hour ago."""
        return frozenset(self._originals.names(only_old=True))

    def delete(self, digest: str) -> None:
        """Delete an original that nobody uses, as `forget` does; one that is young again stays.

        Raises:
            MediaNotDeleted: the disk refused.
        """
        self.forget(set(self._originals.names()) - {digest})

    # -- what is made of them --

    def raw(
        self,
        file: MediaFile,
        *,
        max_pixels: int = MAX_PIXELS,
        max_side: int = MAX_SIDE,
        sample_rate: int = 16_000,
    ) -> MediaRef:
        """Make pixels or samples of a file, unless they are there, and say where they lie.

        Args:
            file: as `add` returned it.
            max_pixels: a picture is made smaller until it has no more.
            max_side: likewise, of its longer side.
            sample_rate: of a sound, per second, as the projector asks for it.

        Raises:
            MediaMissing: the original is gone.
            MediaUnusable: it cannot be decoded any more.
            MediaNotKept: the disk refused.
        """
        found = self.found(file, max_pixels=max_pixels, max_side=max_side, sample_rate=sample_rate)
        if found is not None:
            return found
        max_pixels, max_side = min(max_pixels, MAX_PIXELS), min(max_side, MAX_SIDE)
        way = _way(file.kind, max_pixels, max_side, sample_rate)
        path, form = self._opened(file)
        medium: RawImage | RawSound = (
            self._reader.sound(path, form, file.name, sample_rate)
            if file.kind is MediaKind.SOUND
            else self._reader.image(path, form, file.name, max_side, max_pixels)
        )
        try:
            return self._cache.put(file.digest, way, medium)
        except OSError as error:
            raise MediaNotKept(file.name, error) from error

    def found(
        self,
        file: MediaFile,
        *,
        max_pixels: int = MAX_PIXELS,
        max_side: int = MAX_SIDE,
        sample_rate: int = 16_000,
    ) -> MediaRef | None:
        """Return what `raw` made of a file before, if it is there still; it counts as used now.

        Unlike all else here, that takes no longer than a look at the disk.

        Args:
            file, max_pixels, max_side, sample_rate: as of `raw`.

        Raises:
            MediaMissing: the file cannot be one.
        """
        way = _way(file.kind, max_pixels, max_side, sample_rate)
        return self._cache.find(_digest(file), way)

    def pixels(
        self, file: MediaFile, *, max_pixels: int = MAX_PIXELS, max_side: int = MAX_SIDE
    ) -> RawImage:
        """Return the pixels of a picture, as `raw` makes them; three bytes each, so some 100 MB.

        Raises:
            MediaGone: they were lost between being made and being read.
            MediaMissing, MediaUnusable, MediaNotKept: as `raw` does.
        """
        if file.kind is not MediaKind.IMAGE:
            raise BugError("a sound has no pixels")
        try:
            found = self._cache.get(self.raw(file, max_pixels=max_pixels, max_side=max_side))
        except MediaGone:  # pruned by another program, or damaged: they are made again
            found = self._cache.get(self.raw(file, max_pixels=max_pixels, max_side=max_side))
        assert isinstance(found, RawImage)
        return found

    def thumbnail(self, file: MediaFile, side: int) -> bytes:
        """Return a small picture of a picture: a PNG or JPEG file, no side longer than `side`.

        Raises:
            MediaMissing: the original is gone, and there is no small picture of it yet.
            MediaUnusable: it cannot be decoded any more.
        """
        if file.kind is not MediaKind.IMAGE or not 1 <= side <= MAX_THUMBNAIL_SIDE:
            raise BugError(f"a small picture of {file.kind.name} with a side of {side}")

        def make() -> bytes:
            return self._reader.thumbnail(*self._opened(file), file.name, side)

        return self._cache.thumbnail(_digest(file), side, make)

    def _known_file(self, digest: str) -> MediaFile | None:
        with self._lock:
            return self._known.get(digest)

    def _examined(self, path: Path, name: str) -> MediaFile:
        """Have a file decoded once; return what is known of it then, but for its digest."""
        with path.open("rb") as opened:
            found = readable(opened.read(HEAD_BYTES), name)
        return self._reader.facts(path, found, name)

    def _opened(self, file: MediaFile) -> tuple[Path, Readable]:
        """Return where an original lies, and its format.

        Raises:
            MediaMissing: it is gone.
            MediaUnusable: it is something else now.
        """
        path = self.original(file)
        try:
            with path.open("rb") as opened:
                head = opened.read(HEAD_BYTES)
        except OSError as error:
            raise MediaMissing(repr(error), name=file.name) from error
        found = readable(head, file.name)
        if found.kind is not file.kind:
            raise refusals.damaged(file.name, file.kind, f"it is a {found.name} now")
        return path, found


def _way(kind: MediaKind, max_pixels: int, max_side: int, sample_rate: int) -> str:
    """Return what tells pixels or samples of a file from others of it."""
    if kind is MediaKind.SOUND:
        if not MIN_RATE <= sample_rate <= MAX_RATE:
            raise BugError(f"no projector asks for {sample_rate} samples a second")
        return f"{sample_rate}"
    if max_pixels < 1 or max_side < 1:
        raise BugError("a picture of no pixels")
    return f"{min(max_side, MAX_SIDE)}-{min(max_pixels, MAX_PIXELS)}"


def _digest(file: MediaFile | KeptFile) -> str:
    """Return the name of a file in its folder, if it is one: it may come from an imported chat.

    Raises:
        MediaMissing: it is a path, or nothing.
    """
    if len(file.digest) != 64 or not set(file.digest) <= set("0123456789abcdef"):
        raise MediaMissing("its digest is none", name=file.name)
    return file.digest
