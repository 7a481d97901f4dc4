"""A picture or a sound as the model is given it: pixels or samples, nothing of a file's format.

What libmtmd would end the process for, or answer with nonsense, cannot be made here.

Threads: frozen values of plain bytes; they may cross threads and processes.
Source: llama.cpp tools/mtmd/mtmd.cpp (mtmd_bitmap, mtmd_tokenize), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import enum
import hashlib
import re
import struct
from dataclasses import dataclass, field
from typing import Final, NewType

from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue

CONTENT_BYTES: Final = 32
_PERSON = b"hearth.raw.v1"
_CONTENT = re.compile(rf"[0-9a-f]{{{2 * CONTENT_BYTES}}}")


class MediaRef(PlainValue, frozen=True):
    """A picture or a sound whose pixels or samples lie elsewhere, under the name of their bytes.

    Attributes:
        kind: what it is.
        content: hex of the digest of its pixels or samples (`content_of`), 64 characters.
        width: of a picture, in pixels; 0 of a sound.
        height: likewise.
        n_samples: of a sound; 0 of a picture.

    Raises:
        ValueError: no medium is like that.
    """

    kind: MediaKind
    content: str
    width: int = 0
    height: int = 0
    n_samples: int = 0

    def __post_init__(self) -> None:
        if self.kind is MediaKind.IMAGE:
            is_sound = 0 < self.width <= MAX_SIDE and 0 < self.height <= MAX_SIDE
            is_sound &= self.width * self.height <= MAX_PIXELS and not self.n_samples
        else:
            is_sound = MIN_SAMPLES <= self.n_samples <= MAX_SAMPLES
            is_sound &= not self.width and not self.height
        if not is_sound or not _CONTENT.fullmatch(self.content):
            raise ValueError("no medium is like that")

    @classmethod
    def of(cls, medium: RawImage | RawSound) -> MediaRef:
        """Return what is told of a medium."""
        if isinstance(medium, RawImage):
            return cls(MediaKind.IMAGE, content_of(medium.rgb), medium.width, medium.height)
        return cls(MediaKind.SOUND, content_of(medium.pcm), n_samples=medium.n_samples)


def content_of(data: bytes) -> str:
    """Return the name of pixels or samples: 64 hex digits, equal on every machine."""
    return hashlib.blake2b(data, digest_size=CONTENT_BYTES, person=_PERSON).hexdigest()


MAX_SIDE = 8192  # pixels; above 46,000 the sizes that libmtmd multiplies do not fit 32 bits
MAX_PIXELS = 64_000_000
MIN_SAMPLES = 2  # with one alone, an assertion fails
MAX_SAMPLES = 3600 * 48_000  # an hour at the highest rate there is
_SAMPLE_BYTES = 4


class MediaKind(enum.IntEnum):
    """What a medium is; the numbers stand in files."""

    IMAGE = 1
    SOUND = 2


class MediaUnusable(KnownError):
    """A picture or a sound cannot be given to a model.

    Args:
        reason: one sentence.
        remedy: what to do.
    """

    def __init__(self, reason: Phrase, remedy: Phrase) -> None:
        super().__init__(
            what=reason,
            effect=phrase("It was not sent. Your chats are untouched."),
            remedy=remedy,
        )


@dataclass(frozen=True, slots=True)
class RawImage:
    """A picture.

    Attributes:
        width: in pixels.
        height: in pixels.
        rgb: a byte each of red, green and blue, row by row.

    Raises:
        MediaUnusable: it has no pixels, too many, or other bytes than pixels.
    """

    width: int
    height: int
    rgb: bytes = field(repr=False)

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if len(self.rgb) != 3 * self.width * self.height:
            raise MediaUnusable(
                phrase(
                    "A picture of {width} × {height} pixels has {n} bytes.",
                    width=self.width,
                    height=self.height,
                    n=len(self.rgb),
                ),
                phrase("Save the picture again in another program, then attach it anew."),
            )

    @property
    def kind(self) -> MediaKind:
        """That of all pictures."""
        return MediaKind.IMAGE


@dataclass(frozen=True, slots=True)
class RawSound:
    """A sound of one channel, at the rate the projector asks for.

    Attributes:
        pcm: float32 a sample, little endian.

    Raises:
        MediaUnusable: it is too short, too long, or has samples that are no numbers.
    """

    pcm: bytes = field(repr=False)

    def __post_init__(self) -> None:
        n_samples, rest = divmod(len(self.pcm), _SAMPLE_BYTES)
        if rest or not MIN_SAMPLES <= n_samples <= MAX_SAMPLES:
            raise MediaUnusable(
                phrase("A sound of {n} samples is too short or too long.", n=n_samples),
                phrase("Attach a sound of up to an hour."),
            )
        import numpy as np  # not before it is needed: most that know of media need no more

        # NaN is a known trap: libmtmd computes on, and the model hears nonsense.
        if not np.isfinite(np.frombuffer(self.pcm, "<f4")).all():
            raise MediaUnusable(
                phrase("The sound has samples that are no numbers."),
                phrase("Convert the sound to WAV or MP3 in another program, then attach it anew."),
            )

    @property
    def kind(self) -> MediaKind:
        """That of all sounds."""
        return MediaKind.SOUND

    @property
    def n_samples(self) -> int:
        """How many there are."""
        return len(self.pcm) // _SAMPLE_BYTES


def check_size(width: int, height: int) -> None:
    """Check the size of a picture.

    Raises:
        MediaUnusable: it has no pixels, or too many.
    """
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        raise MediaUnusable(
            phrase(
                "A picture of {width} × {height} pixels is empty or too large.",
                width=width,
                height=height,
            ),
            phrase(
                "Attach a picture of at most {side} pixels a side and {pixels} million in all.",
                side=MAX_SIDE,
                pixels=MAX_PIXELS // 10**6,
            ),
        )


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A file of a message, as it was attached; its bytes never change.

    Attributes:
        kind: what it is.
        name: of the file, as the user knows it; no path.
        digest: hex of BLAKE2b-256 over the file's bytes; names it in the folder beside the chats.
        n_bytes: of the file.
        width: of a picture as it is shown, turned as its camera noted, in pixels; 0 of a sound.
        height: likewise.
        duration_ms: of a sound; 0 of a picture.
        alt_text: what it shows, in the user's words, for those who cannot see it; "" for none.
        max_pixels: a model is given a picture of no more pixels; 0 for as large as it is.
    """

    kind: MediaKind
    name: str
    digest: str
    n_bytes: int
    width: int = 0
    height: int = 0
    duration_ms: int = 0
    alt_text: str = ""
    max_pixels: int = 0


MediaDigest = NewType("MediaDigest", bytes)  # 16 bytes
DIGEST_BYTES = 16

_MEDIUM = b"hearth.media.v1"
_FACTS = struct.Struct("<BIIii")  # kind, width or 0, height or samples, fewest and most tokens


@dataclass(frozen=True, slots=True)
class MediaIdentity:
    """What turns a medium into cells, beside its pixels or samples.

    Attributes:
        projector: content id of the projector's file.
        min_tokens: fewest tokens of a picture; -1 for what the file says.
        max_tokens: most tokens; likewise.
    """

    projector: str
    min_tokens: int = -1
    max_tokens: int = -1


def media_digest(medium: MediaRef, identity: MediaIdentity) -> MediaDigest:
    """Name a medium for one projector.

    Returns:
        16 bytes; equal on every machine, Python and run (docs/kvstore-format.md).
    """
    projector = identity.projector.encode()
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES, person=_MEDIUM)
    digest.update(struct.pack("<Q", len(projector)))
    digest.update(projector)
    size = medium.width, medium.height or medium.n_samples
    digest.update(_FACTS.pack(medium.kind, *size, identity.min_tokens, identity.max_tokens))
    digest.update(bytes.fromhex(medium.content))
    return MediaDigest(digest.digest())
