"""Pictures and sounds that pass through: what a program asks about, of which nothing is kept.

No original of them is written anywhere. What the model is given lies in the folder of raw media as
long as somebody holds it; what a killed program left there goes at the next start.

Threads: any; every method may take seconds and belongs on a side thread.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, Self

from app.core.content.media import MAX_PIXELS, MAX_SIDE, MediaKind, MediaRef
from app.core.media import refusals
from app.core.media.formats import HEAD_BYTES, shown_name
from app.core.media.reader import readable
from app.core.media.refusals import MediaNotKept, NoRoomForMedia

if TYPE_CHECKING:
    from app.core.content.media import RawImage, RawSound
    from app.core.media.cache import MediaCache
    from app.core.media.reader import MediaReader

MAX_HELD_BYTES: Final = 2_000_000_000  # of pixels and samples of all who hold some


class PassingMedia:
    """The media that pass through one program.

    Args:
        reader: decodes them.
        cache: where the model finds what is held.
    """

    def __init__(self, reader: MediaReader, cache: MediaCache) -> None:
        self._reader = reader
        self._cache = cache

    def decode(
        self,
        data: bytes,
        name: str,
        kind: MediaKind,
        *,
        max_pixels: int = MAX_PIXELS,
        sample_rate: int = 16_000,
    ) -> RawImage | RawSound:
        """Return the pixels or samples of a file that lies nowhere; nothing is written.

        Args:
            data: of the file.
            name: that a refusal calls it by.
            kind: what it has to be.
            max_pixels: a picture is made smaller until it has no more.
            sample_rate: of a sound, per second, as the projector asks for it.

        Raises:
            MediaUnusable: it is something else, or cannot be decoded.
        """
        shown = shown_name(name)
        if not data:
            raise refusals.empty(shown)
        found = readable(data[:HEAD_BYTES], shown)
        if found.kind is not kind:
            raise refusals.other_kind(shown, found.kind)
        if kind is MediaKind.SOUND:
            return self._reader.sound(data, found, shown, sample_rate)
        return self._reader.image(data, found, shown, MAX_SIDE, min(max_pixels, MAX_PIXELS))

    def hold(self) -> MediaHold:
        """Return what holds media for the model until it is closed."""
        return MediaHold(self._cache)

    def clean_up(self) -> None:
        """Delete what was held when a program was killed; to be called while no other holds any."""
        self._cache.drop_left()


class MediaHold:
    """Media that somebody holds; a context manager that lets them go.

    Args:
        cache: where the model finds them.
    """

    def __init__(self, cache: MediaCache) -> None:
        self._cache = cache
        self._lock = threading.Lock()
        self._held: list[MediaRef] = []  # guarded by _lock
        self._is_closed = False  # guarded by _lock

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, medium: RawImage | RawSound, name: str) -> MediaRef:
        """Put a medium where the model finds it; behind `close` nothing is put anywhere.

        Args:
            medium: what the model is given.
            name: that a refusal calls it by.

        Raises:
            NoRoomForMedia: others hold too much.
            MediaNotKept: the disk refused.
        """
        with self._lock:
            if self._is_closed:
                return MediaRef.of(medium)
            try:
                ref = self._cache.lend(medium, MAX_HELD_BYTES)
            except OSError as error:
                raise MediaNotKept(shown_name(name), error) from error
            if ref is None:
                raise NoRoomForMedia
            self._held.append(ref)
            return ref

    def close(self) -> None:
        """Let go of all; what nobody else holds or keeps is deleted."""
        with self._lock:
            self._is_closed = True
            held, self._held = self._held, []
            for ref in held:
                self._cache.give_back(ref)
