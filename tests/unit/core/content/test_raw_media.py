from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.content.media import MediaGone, MediaKind, MediaRef, RawImage, RawMedia, RawSound

if TYPE_CHECKING:
    from pathlib import Path

IMAGE = RawImage(4, 2, bytes(range(24)))
SOUND = RawSound(np.linspace(-1, 1, 6, dtype="<f4").tobytes())


@pytest.mark.parametrize("medium", [IMAGE, SOUND])
def test_what_is_put_there_comes_back(tmp_path: Path, medium: RawImage | RawSound) -> None:
    raw = RawMedia(tmp_path / "media")
    assert not raw.has(MediaRef.of(medium))
    ref = raw.put(medium)
    assert raw.put(medium) == ref == MediaRef.of(medium)
    assert raw.has(ref)
    assert RawMedia(tmp_path / "media").get(ref) == medium


def test_the_same_bytes_as_a_picture_and_as_a_sound_lie_apart(tmp_path: Path) -> None:
    raw = RawMedia(tmp_path)
    as_sound = RawSound(IMAGE.rgb)
    refs = raw.put(IMAGE), raw.put(as_sound)
    assert [raw.get(ref) for ref in refs] == [IMAGE, as_sound]


def test_what_is_gone_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(MediaGone, match="picture in this chat"):
        RawMedia(tmp_path / "nothing").get(MediaRef.of(IMAGE))
    with pytest.raises(MediaGone, match="sound in this chat"):
        RawMedia(tmp_path / "nothing").get(MediaRef.of(SOUND))


@pytest.mark.parametrize("medium", [IMAGE, SOUND])
def test_every_flipped_byte_is_noticed_and_what_is_damaged_is_made_anew(
    tmp_path: Path, medium: RawImage | RawSound
) -> None:
    raw = RawMedia(tmp_path)
    ref = raw.put(medium)
    path = raw.path(ref)
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(MediaGone):
            raw.get(ref)
        raw.put(medium)
        assert raw.get(ref) == medium
    path.write_bytes(data[:-1])
    with pytest.raises(MediaGone):
        raw.get(ref)


def test_a_size_that_is_not_the_bytes_is_noticed(tmp_path: Path) -> None:
    raw = RawMedia(tmp_path)
    ref, heard = raw.put(IMAGE), raw.put(SOUND)
    with pytest.raises(MediaGone):
        raw.get(MediaRef(MediaKind.IMAGE, ref.content, 4, 3))
    with pytest.raises(MediaGone):
        raw.get(MediaRef(MediaKind.SOUND, heard.content, n_samples=7))


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": MediaKind.IMAGE, "width": 0, "height": 4},
        {"kind": MediaKind.IMAGE, "width": 4, "height": 8193},
        {"kind": MediaKind.IMAGE, "width": 8192, "height": 8192},
        {"kind": MediaKind.IMAGE, "width": 4, "height": 2, "n_samples": 2},
        {"kind": MediaKind.SOUND, "n_samples": 1},
        {"kind": MediaKind.SOUND, "n_samples": 2, "width": 1},
        {"kind": MediaKind.IMAGE, "width": 4, "height": 2, "content": "00"},
        {"kind": MediaKind.IMAGE, "width": 4, "height": 2, "content": "../" * 20},
    ],
)
def test_what_no_medium_is_cannot_be_told(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no medium"):
        MediaRef(**({"content": "0" * 64} | fields))  # type: ignore[arg-type]
