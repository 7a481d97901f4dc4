"""Pixels to be shown, and copies to be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.media.refusals import MediaMissing, MediaNotSaved
from app.core.plain_value import replace
from tests.helpers.media_samples import RED, encoded, quarters

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.media.library import MediaLibrary

PICTURE = encoded(quarters(), "PNG")


def test_pixels_are_read_and_made_again_where_the_cache_lost_them(
    library: MediaLibrary, tmp_path: Path
) -> None:
    file = library.add(PICTURE, "cat.png")
    pixels = library.pixels(file)
    assert (pixels.width, pixels.height) == (48, 32)
    assert pixels.rgb[:3] == bytes(RED)

    made = next((tmp_path / "cache" / "media").glob("*.rgb"))
    made.write_bytes(bytes(made.stat().st_size))  # damaged, and as long as it was

    assert library.pixels(file) == pixels


def test_fewer_pixels_are_given_where_fewer_are_wanted(library: MediaLibrary) -> None:
    file = library.add(PICTURE, "cat.png")

    assert library.pixels(file, max_side=24).width == 24


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("cat.png", "cat.png"),
        ("cat.PNG", "cat.PNG"),
        ("cat.exe", "cat.exe.png"),
        ("cat", "cat.png"),
        ("../../cat.png", "cat.png"),
        ('a<b>:"|?*.png', "a_b______.png"),
        (".png", "png.png"),
        ("nul.png", "_nul.png"),
    ],
)
def test_a_copy_has_a_name_that_every_system_takes(
    library: MediaLibrary, name: str, wanted: str
) -> None:
    assert library.saved_name(replace(library.add(PICTURE, "cat.png"), name=name)) == wanted


def test_a_copy_is_the_file_that_was_attached(library: MediaLibrary, tmp_path: Path) -> None:
    file = library.add(PICTURE, "cat.png")
    target = tmp_path / "copy.png"
    target.write_bytes(b"before")
    library.save(file, target)

    assert target.read_bytes() == PICTURE
    with pytest.raises(MediaNotSaved):
        library.save(file, tmp_path / "no such folder" / "copy.png")
    library.original(file).unlink()
    with pytest.raises(MediaMissing):
        library.save(file, target)
    with pytest.raises(MediaMissing):
        library.saved_name(file)
    assert target.read_bytes() == PICTURE
