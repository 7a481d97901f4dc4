"""Has the child decode what users and programs give, and says in words why it cannot.

Threads: any; a question may take seconds.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.core.content.media import MediaFile, MediaKind, RawImage, RawSound, check_size
from app.core.decoding.decoder import DecoderFailed
from app.core.decoding.wire import DecodingRefused
from app.core.errors import BugError
from app.core.media import refusals
from app.core.media.formats import Readable, RefusedFormat, format_of

if TYPE_CHECKING:
    from app.core.decoding.decoder import Decoder

MIN_RATE: Final = 1_000  # of what projectors ask for
MAX_RATE: Final = 48_000
_MAX_SECONDS = 3600
_MAX_THUMBNAIL_BYTES = 8 << 20

logger = logging.getLogger(__name__)


class MediaReader:
    """Reads files, and bytes that lie in none.

    Args:
        decoder: asks the child.
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder

    def close(self) -> None:
        """End the child; who waits for it is told that it failed."""
        self._decoder.close()

    def facts(self, source: Path, found: Readable, name: str) -> MediaFile:
        """Decode all of a file; return what is known of it then, but for digest and length.

        Raises:
            MediaUnusable: it cannot be decoded.
        """
        if found.kind is MediaKind.SOUND:
            facts, _ = self._ask(source, found, name, {"task": "duration"}, 0)
            return MediaFile(found.kind, name, "", 0, duration_ms=_number(facts, "duration_ms"))
        facts, _ = self._ask(source, found, name, {"task": "size"}, 0)
        width, height = _number(facts, "width"), _number(facts, "height")
        check_size(width, height)
        return MediaFile(found.kind, name, "", 0, width, height)

    def image(
        self, source: Path | bytes, found: Readable, name: str, max_side: int, max_pixels: int
    ) -> RawImage:
        """Return the pixels of a picture, made smaller until it is within both limits.

        Raises:
            MediaUnusable: it cannot be decoded.
        """
        task = {"task": "pixels", "max_side": max_side, "max_pixels": max_pixels}
        facts, rgb = self._ask(source, found, name, task, 3 * max_pixels)
        return RawImage(_number(facts, "width"), _number(facts, "height"), rgb)

    def sound(self, source: Path | bytes, found: Readable, name: str, rate: int) -> RawSound:
        """Return the samples of a sound, so many a second.

        Raises:
            MediaUnusable: it cannot be decoded.
        """
        if not MIN_RATE <= rate <= MAX_RATE:
            raise BugError(f"no projector asks for {rate} samples a second")
        most = 4 * (_MAX_SECONDS * rate + rate)  # what a resampler adds is less than a second
        _, pcm = self._ask(source, found, name, {"task": "samples", "rate": rate}, most)
        return RawSound(pcm)

    def thumbnail(self, source: Path, found: Readable, name: str, side: int) -> bytes:
        """Return a small picture of a picture, as a file.

        Raises:
            MediaUnusable: it cannot be decoded.
        """
        task = {"task": "thumbnail", "side": side}
        return self._ask(source, found, name, task, _MAX_THUMBNAIL_BYTES)[1]

    def _ask(
        self,
        source: Path | bytes,
        found: Readable,
        name: str,
        task: dict[str, Any],
        max_bytes: int,
    ) -> tuple[dict[str, Any], bytes]:
        question = {**task, "format": found.name}
        try:
            if isinstance(source, Path):
                question["path"] = str(source.absolute())
                return self._decoder.ask(question, max_bytes)
            question["n_bytes"] = len(source)
            return self._decoder.ask(question, max_bytes, source)
        except DecodingRefused as refusal:
            raise refusals.by_decoder(name, found.kind, refusal.said) from refusal
        except DecoderFailed as error:
            logger.info("a %s could not be decoded: %s", found.name, error)
            raise refusals.decoder_failed(name, str(error)) from error


def readable(head: bytes, name: str) -> Readable:
    """Return what format something has that begins so.

    Raises:
        MediaUnusable: none that is read.
    """
    match format_of(head):
        case None:
            raise refusals.not_a_medium(name)
        case RefusedFormat() as refused:
            raise refusals.wrong_format(name, refused)
        case Readable() as found:
            return found


def _number(facts: dict[str, Any], key: str) -> int:
    """Return a number that the child has said; 0, which no medium has, where it said none."""
    value = facts.get(key)
    return value if isinstance(value, int) and 0 <= value < 1 << 31 else 0
