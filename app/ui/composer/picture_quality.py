"""How many pixels of a picture a model is given; fewer take fewer tokens and less time."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.content import MediaKind
from app.core.plain_value import replace
from app.core.settings import PICTURE_QUALITY
from app.ui.translation import translated

if TYPE_CHECKING:
    from app.core.content import MediaFile


class PictureQuality(enum.StrEnum):
    """What the user chooses; the values stand in the settings."""

    FULL = "full"
    MEDIUM = "medium"
    SMALL = "small"


_MAX_PIXELS = {
    PictureQuality.FULL: 0,
    PictureQuality.MEDIUM: 1_000_000,
    PictureQuality.SMALL: 250_000,
}


def words_of(quality: PictureQuality) -> str:
    """Return what the user reads."""
    labels = {choice.value: choice.label for choice in PICTURE_QUALITY.choices}
    return translated(labels[quality.value])


def quality_of(picture: MediaFile) -> PictureQuality:
    """Return what was chosen for a picture."""
    for quality, max_pixels in _MAX_PIXELS.items():
        if picture.max_pixels == max_pixels:
            return quality
    return PictureQuality.FULL


def possible_qualities(medium: MediaFile) -> tuple[PictureQuality, ...]:
    """Return what differs for a picture; for a small one, and for a sound, there is one alone."""
    n_pixels = medium.width * medium.height if medium.kind is MediaKind.IMAGE else 0
    return tuple(
        quality for quality, max_pixels in _MAX_PIXELS.items() if max_pixels < max(1, n_pixels)
    )


def with_quality(medium: MediaFile, quality: PictureQuality) -> MediaFile:
    """Return a medium of which a model is given so much; what is smaller anyhow stays whole."""
    is_possible = quality in possible_qualities(medium)
    return replace(medium, max_pixels=_MAX_PIXELS[quality] if is_possible else 0)
