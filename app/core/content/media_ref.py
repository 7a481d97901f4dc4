"""What is told of a medium instead of its pixels or samples: enough to name it and to count it.

Threads: frozen values, any thread; hashing a large picture takes a fifth of a second.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from app.core.content.media import (
    MAX_PIXELS,
    MAX_SAMPLES,
    MAX_SIDE,
    MIN_SAMPLES,
    MediaKind,
    RawImage,
    RawSound,
)
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
