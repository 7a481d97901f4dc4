"""Media of which nothing is kept: decoded, held for the model, gone with the last holder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.core.content.media import MediaKind, MediaRef, MediaUnusable, RawImage, RawMedia, RawSound
from app.core.media import passing
from app.core.media.library import MediaLibrary
from app.core.media.refusals import NoRoomForMedia
from tests.helpers.media_samples import encoded, png, quarters, samples_of_all, sound, tone

if TYPE_CHECKING:
    from pathlib import Path

PICTURE = encoded(quarters(), "PNG")
SOUND = sound(tone(0.2), rate=48_000)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "media"


def picture(library: MediaLibrary, data: bytes = PICTURE) -> RawImage:
    found = library.passing.decode(data, "cat.png", MediaKind.IMAGE)
    assert isinstance(found, RawImage)
    return found


def left(cache: Path) -> list[str]:
    return sorted(file.suffix for file in cache.iterdir()) if cache.exists() else []


@pytest.mark.parametrize("name", samples_of_all())
def test_bytes_are_decoded_as_a_file_with_them_is(library: MediaLibrary, name: str) -> None:
    data = samples_of_all()[name]
    file = library.add(data, name)
    expected = library.raw(file)
    medium = library.passing.decode(data, name, file.kind)
    assert MediaRef.of(medium) == expected


def test_nothing_is_written_for_decoding(library: MediaLibrary, tmp_path: Path) -> None:
    assert picture(library).width == 48
    medium = library.passing.decode(SOUND, "a.wav", MediaKind.SOUND, sample_rate=16_000)
    assert isinstance(medium, RawSound)
    assert medium.n_samples == pytest.approx(3200, abs=2)
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == []


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"Dear reader", "neither a picture nor a sound"),
        (PICTURE[:60], "damaged"),
        (png(9000, 16), "too large"),
        (SOUND, "is a sound, but should be a picture"),
    ],
)
def test_what_is_no_picture_is_refused(library: MediaLibrary, data: bytes, told: str) -> None:
    with pytest.raises(MediaUnusable, match=told):
        picture(library, data)
    assert picture(library).width == 48, "and the next one is read"


def test_a_picture_in_the_place_of_a_sound_is_refused(library: MediaLibrary) -> None:
    with pytest.raises(MediaUnusable, match="is a picture, but should be a sound"):
        library.passing.decode(PICTURE, "cat.png", MediaKind.SOUND)


def test_what_two_hold_stays_until_both_let_go(library: MediaLibrary, cache: Path) -> None:
    one, other = library.passing.hold(), library.passing.hold()
    ref = one.add(picture(library), "cat.png")
    assert other.add(picture(library), "cat.png") == ref
    one.close()
    one.close()
    assert RawMedia(cache).get(ref) == picture(library)
    other.close()
    assert left(cache) == []


def test_pictures_of_the_same_bytes_and_another_shape_are_held_each_for_itself(
    library: MediaLibrary, cache: Path
) -> None:
    one, other = library.passing.hold(), library.passing.hold()
    wide = one.add(RawImage(4, 1, bytes(12)), "wide.png")
    square = other.add(RawImage(2, 2, bytes(12)), "square.png")
    one.close()
    assert wide.content == square.content
    assert RawMedia(cache).get(square) == RawImage(2, 2, bytes(12))
    other.close()
    assert left(cache) == []


def test_what_a_user_attached_stays_when_a_request_lets_go_of_it(
    library: MediaLibrary, cache: Path
) -> None:
    with library.passing.hold() as hold:
        hold.add(picture(library), "cat.png")
        ref = library.raw(library.add(PICTURE, "cat.png"))
    assert RawMedia(cache).has(ref)
    assert left(cache) == [".note", ".rgb"]


def test_who_has_let_go_puts_nothing_there(library: MediaLibrary, cache: Path) -> None:
    hold = library.passing.hold()
    hold.close()
    assert hold.add(picture(library), "cat.png") == MediaRef.of(picture(library))
    assert left(cache) == []


def test_all_that_is_held_has_a_bound(
    library: MediaLibrary, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing, "MAX_HELD_BYTES", len(picture(library).rgb) + 10)
    larger = picture(library, encoded(quarters(96, 64), "PNG"))
    with library.passing.hold() as hold:
        hold.add(picture(library), "cat.png")
        hold.add(picture(library), "again.png")
        with pytest.raises(NoRoomForMedia):
            hold.add(larger, "large.png")
    assert left(cache) == []


def test_what_a_killed_program_held_goes_at_the_next_start(
    library: MediaLibrary, cache: Path, tmp_path: Path
) -> None:
    killed = library.passing.hold()
    killed.add(picture(library), "cat.png")
    kept = library.raw(library.add(encoded(quarters(8, 8), "PNG"), "small.png"))
    with MediaLibrary(tmp_path / "data" / "media", cache) as later:
        later.passing.clean_up()
    assert left(cache) == [".note", ".rgb"]
    assert RawMedia(cache).has(kept)


def test_a_full_cache_leaves_what_is_held(tmp_path: Path, cache: Path) -> None:
    with (
        MediaLibrary(tmp_path / "data", cache, max_cache_bytes=1) as library,
        library.passing.hold() as hold,
    ):
        ref = hold.add(picture(library), "cat.png")
        for file in cache.iterdir():
            os.utime(file, (0, 0))
        library.raw(library.add(encoded(quarters(8, 8), "PNG"), "small.png"))
        assert RawMedia(cache).has(ref)
