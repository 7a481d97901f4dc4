from __future__ import annotations

import numpy as np
import pytest

from app.core.content.media import (
    MediaIdentity,
    MediaKind,
    MediaRef,
    MediaUnusable,
    RawImage,
    RawSound,
    media_digest,
)

IMAGE = RawImage(4, 2, bytes(range(24)))
SOUND = RawSound(np.linspace(-1, 1, 6, dtype="<f4").tobytes())
IDENTITY = MediaIdentity("a projector")


def test_a_medium_knows_what_it_is() -> None:
    assert IMAGE.kind is MediaKind.IMAGE
    assert SOUND.kind is MediaKind.SOUND
    assert SOUND.n_samples == 6


@pytest.mark.parametrize(
    ("width", "height"), [(0, 2), (4, 0), (-1, -1), (8193, 1), (1, 8193), (8001, 8000)]
)
def test_a_picture_that_is_empty_or_too_large_is_refused_in_words(width: int, height: int) -> None:
    with pytest.raises(MediaUnusable, match="empty or too large") as refusal:
        RawImage(width, height, b"")
    assert "8192 pixels per side" in refusal.value.problem().text()


@pytest.mark.parametrize("n_bytes", [0, 23, 25, 32])
def test_a_picture_with_other_bytes_than_pixels_is_refused(n_bytes: int) -> None:
    with pytest.raises(MediaUnusable, match=rf"4 × 2 pixels has {n_bytes} bytes"):
        RawImage(4, 2, bytes(n_bytes))


@pytest.mark.parametrize("n_bytes", [0, 4, 9])
def test_a_sound_of_one_sample_or_none_is_refused(n_bytes: int) -> None:
    with pytest.raises(MediaUnusable, match="too short or too long"):
        RawSound(bytes(n_bytes))


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_sound_with_samples_that_are_no_numbers_is_refused(wrong: float) -> None:
    samples = np.zeros(100, "<f4")
    samples[63] = wrong
    with pytest.raises(MediaUnusable, match="invalid samples"):
        RawSound(samples.tobytes())


def named(medium: RawImage | RawSound, identity: MediaIdentity = IDENTITY) -> str:
    return media_digest(MediaRef.of(medium), identity).hex()


def test_the_name_of_a_medium_never_changes() -> None:
    assert named(IMAGE) == "47fa1e9a04cf562cad78c98ccbdd8699"
    assert named(SOUND) == "37b020ce0c2e331e3b65962b603d3bc4"


def test_whatever_changes_the_cells_of_a_medium_changes_its_name() -> None:
    names = [
        named(IMAGE),
        named(IMAGE, MediaIdentity("another projector")),
        named(IMAGE, MediaIdentity("a projector", min_tokens=8)),
        named(IMAGE, MediaIdentity("a projector", max_tokens=8)),
        named(RawImage(4, 2, bytes(reversed(range(24))))),
        named(RawImage(2, 4, IMAGE.rgb)),
        named(RawSound(IMAGE.rgb)),
        named(SOUND),
    ]
    assert len(set(names)) == len(names)
    assert named(RawImage(4, 2, bytes(range(24)))) == names[0]


def test_the_pixels_of_a_medium_stand_in_no_message() -> None:
    assert "rgb" not in repr(IMAGE)
    assert "pcm" not in repr(SOUND)
