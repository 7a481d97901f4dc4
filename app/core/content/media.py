"""A picture or a sound as the model is given it: pixels or samples, nothing of a file's format.

What libmtmd would end the process for, or answer with nonsense, cannot be made here.

What is told of a medium instead of its pixels or samples: enough to name it and to count it.

What a medium is called: a digest of everything that decides what a model is given of it. Neither
pixels nor samples are needed for it: their own digest stands in their place, so that a chat whose
media are stored is found again without reading them.

A picture or a sound that a user attached: what is told of the file, which lies beside the chats.

The folder in which pixels and samples wait for the model, each under the name of its bytes. Whoever
shows a picture writes it there, and the engine, in another process, reads it. What lies there can
be made again from the file that the user attached, so that deleting it costs time only.

Threads: frozen values of plain bytes; they may cross threads and processes.
Source: llama.cpp tools/mtmd/mtmd.cpp (mtmd_bitmap, mtmd_tokenize), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import re
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NewType

from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.system.files import write_atomically
from app.core.system.paths import INNER_FOLDER_MODE

if TYPE_CHECKING:
    from pathlib import Path


CONTENT_BYTES: Final = 32
_PERSON = b"hearth.raw.v1"
_CONTENT = re.compile(rf"[0-9a-f]{{{2 * CONTENT_BYTES}}}")


class MediaRef(PlainValue, frozen=True):
    """A picture or a sound whose pixels or samples lie elsewhere, under the name of their bytes.

    Attributes:
        kind: what it is.
        content: hex of the digest of its pixels or samples (`_content_of`), 64 characters.
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
            return cls(MediaKind.IMAGE, _content_of(medium.rgb), medium.width, medium.height)
        return cls(MediaKind.SOUND, _content_of(medium.pcm), n_samples=medium.n_samples)


def _content_of(data: bytes) -> str:
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
                phrase("Save the picture again in another program, then attach it again."),
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
                phrase("The sound contains invalid samples."),
                phrase("Convert the sound to WAV or MP3 in another program, then attach it again."),
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
                "Attach a picture of at most {side} pixels per side and {pixels} million in total.",
                side=MAX_SIDE,
                pixels=MAX_PIXELS // 10**6,
            ),
        )


class MediaFile(PlainValue, frozen=True):
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


class MediaIdentity(PlainValue, frozen=True):
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


SUFFIXES: Final = {MediaKind.IMAGE: ".rgb", MediaKind.SOUND: ".f32"}


class MediaGone(KnownError):
    """Pixels or samples are not there any more, or are damaged."""

    def __init__(self, kind: MediaKind, detail: str = "") -> None:
        is_image = kind is MediaKind.IMAGE
        super().__init__(
            what=phrase("Hearth could not read a picture in this chat.")
            if is_image
            else phrase("Hearth could not read a sound in this chat."),
            effect=phrase("No answer was written. Your chats are untouched."),
            remedy=phrase("Send the message again. If that does not help, attach the file again."),
            detail=detail,
        )


class RawMedia:
    """Pixels and samples in one folder.

    Args:
        folder: is made when something is first put there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, medium: RawImage | RawSound) -> MediaRef:
        """Write a medium, if it is not there yet.

        Raises:
            OSError: it could not be written.
        """
        ref = MediaRef.of(medium)
        path = self.path(ref)
        if not path.exists():
            self._folder.mkdir(INNER_FOLDER_MODE, parents=True, exist_ok=True)
            write_atomically(path, [medium.rgb if isinstance(medium, RawImage) else medium.pcm])
        return ref

    def has(self, ref: MediaRef) -> bool:
        """Whether a medium lies there; not whether it is whole."""
        return self.path(ref).is_file()

    def get(self, ref: MediaRef) -> RawImage | RawSound:
        """Read a medium.

        Raises:
            MediaGone: it is not there, or its bytes are not those that were put there.
        """
        path = self.path(ref)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise MediaGone(ref.kind, repr(error)) from error
        if _content_of(data) != ref.content:
            with contextlib.suppress(OSError):
                path.unlink()  # so that it is made anew
            raise MediaGone(ref.kind, f"{path.name} is damaged")
        try:
            if ref.kind is MediaKind.IMAGE:
                return RawImage(ref.width, ref.height, data)
            sound = RawSound(data)
        except MediaUnusable as error:
            raise MediaGone(ref.kind, f"{path.name}: {error.what}") from error
        if sound.n_samples != ref.n_samples:
            raise MediaGone(ref.kind, f"{path.name} has {sound.n_samples} samples")
        return sound

    def path(self, ref: MediaRef) -> Path:
        """Return where a medium lies, or would."""
        return self._folder / f"{ref.content}{SUFFIXES[ref.kind]}"
