"""A picture or a sound as the model is given it: pixels or samples, nothing of a file's format.

What libmtmd would end the process for, or answer with nonsense, cannot be made here.

Threads: frozen values of plain bytes; they may cross threads and processes.
Source: llama.cpp tools/mtmd/mtmd.cpp (mtmd_bitmap, mtmd_tokenize), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase

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
