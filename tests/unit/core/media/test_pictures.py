"""Pictures: what is made of each kind, and what is refused before it costs anything."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image, ImageCms

from app.core.content.media import MediaFile, MediaKind, MediaUnusable, RawImage, RawMedia
from app.core.decoding.wire import DecodingRefused
from app.core.media.pictures import pixels_of, size_of, thumbnail_of
from tests.helpers.media_samples import (
    BLUE,
    GREEN,
    PICTURE_FORMATS,
    RED,
    YELLOW,
    encoded,
    png,
    quarters,
)

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.media.library import MediaLibrary

ORIENTATION = 0x0112
TURNED_BACK = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def corners(image: Image.Image) -> list[tuple[int, ...]]:
    """Return the colours of the four corners, row by row."""
    right, bottom = image.width - 3, image.height - 3
    places = ((2, 2), (right, 2), (2, bottom), (right, bottom))
    found = [image.getpixel(place) for place in places]
    return [each for each in found if isinstance(each, tuple)]


def assert_upright(image: Image.Image, within: int = 12) -> None:
    for found, wanted in zip(corners(image), (RED, GREEN, BLUE, YELLOW), strict=True):
        assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) <= within


def pixels(tmp_path: Path, data: bytes, kind: str, **limits: int) -> Image.Image:
    path = tmp_path / "picture"
    path.write_bytes(data)
    whole = {"max_side": 8192, "max_pixels": 64_000_000}
    width, height, rgb = pixels_of(path, kind, **(whole | limits))
    return Image.frombytes("RGB", (width, height), rgb)


def refused(tmp_path: Path, data: bytes, kind: str) -> dict[str, Any]:
    path = tmp_path / "picture"
    path.write_bytes(data)
    with pytest.raises(DecodingRefused) as refusal:
        size_of(path, kind)
    return refusal.value.said


def test_every_format_comes_out_as_the_picture_that_went_in(
    library: MediaLibrary, tmp_path: Path
) -> None:
    for kind in PICTURE_FORMATS:
        data = encoded(quarters(), kind, **({"quality": 95} if kind in ("JPEG", "WEBP") else {}))

        file = library.add(data, f"quarters.{kind.lower()}")
        medium = RawMedia(tmp_path / "cache" / "media").get(library.raw(file))

        assert (file.kind, file.width, file.height) == (MediaKind.IMAGE, 48, 32)
        assert file.n_bytes == len(data)
        assert library.original(file).read_bytes() == data
        assert isinstance(medium, RawImage)
        assert_upright(Image.frombytes("RGB", (medium.width, medium.height), medium.rgb))


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_a_picture_is_turned_as_its_camera_noted(tmp_path: Path, kind: str, turn: int) -> None:
    lying = quarters(96, 64)
    if turn in TURNED_BACK:
        lying = lying.transpose(TURNED_BACK[turn])
    exif = Image.Exif()
    exif[ORIENTATION] = turn
    data = encoded(lying, kind, exif=exif)

    upright = pixels(tmp_path, data, kind)
    small = Image.open(io.BytesIO(thumbnail_of(tmp_path / "picture", kind, 48)))

    assert upright.size == size_of(tmp_path / "picture", kind) == (96, 64)
    assert_upright(upright, within=25)
    assert small.size == (48, 32)
    assert_upright(small.convert("RGB"), within=30)
    assert_upright(pixels(tmp_path, data, kind, max_side=48), within=30)


@pytest.mark.parametrize("turn", [0, 9, 65535])
def test_a_turn_that_there_is_not_leaves_a_picture_as_it_lies(tmp_path: Path, turn: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = turn

    assert_upright(pixels(tmp_path, encoded(quarters(), "PNG", exif=exif), "PNG"))


@pytest.mark.parametrize(
    ("limits", "size"),
    [
        ({"max_side": 100}, (100, 50)),
        ({"max_pixels": 5000}, (100, 50)),
        ({"max_side": 4000, "max_pixels": 10**6}, (400, 200)),
        ({"max_side": 1}, (1, 1)),
    ],
)
def test_a_picture_is_made_smaller_and_never_larger(
    tmp_path: Path, limits: dict[str, int], size: tuple[int, int]
) -> None:
    for kind in ("PNG", "JPEG"):
        data = encoded(quarters(400, 200), kind)
        assert pixels(tmp_path, data, kind, **limits).size == size


def test_what_one_can_see_through_lies_on_white(tmp_path: Path) -> None:
    clear = Image.new("RGBA", (40, 40), (255, 0, 0, 0))
    clear.paste((0, 0, 255, 255), (0, 0, 20, 40))
    palette = quarters(40, 40).convert("P")
    half = Image.new("LA", (40, 40), (0, 128))

    flat = pixels(tmp_path, encoded(clear, "PNG"), "PNG")
    small = pixels(tmp_path, encoded(clear, "WEBP", lossless=True), "WEBP", max_side=10)
    from_palette = pixels(
        tmp_path,
        encoded(palette, "PNG", transparency=palette.getpixel((2, 2))),
        "PNG",
    )

    assert (flat.getpixel((5, 5)), flat.getpixel((35, 5))) == ((0, 0, 255), (255, 255, 255))
    assert small.getpixel((9, 5)) == (255, 255, 255)
    assert from_palette.getpixel((2, 2)) == (255, 255, 255)
    assert pixels(tmp_path, encoded(half, "PNG"), "PNG").getpixel((3, 3)) == (127, 127, 127)


def test_grey_of_sixteen_bits_keeps_its_brightness(tmp_path: Path) -> None:
    ramp = np.linspace(0, 65535, 256).astype(np.uint16)[None, :].repeat(8, 0)
    real = np.linspace(0, 1, 256).astype(np.float32)[None, :].repeat(8, 0)
    real[0, 0] = np.nan

    for image, kind in (
        (Image.fromarray(ramp), "PNG"),
        (Image.fromarray(ramp), "TIFF"),
        (Image.fromarray(ramp.astype(np.int32)), "TIFF"),
        (Image.fromarray(real), "TIFF"),
    ):
        found = np.asarray(pixels(tmp_path, encoded(image, kind), kind))[4, :, 0]
        assert np.abs(found.astype(int) - np.arange(256)).max() <= 1


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr"])
def test_other_ways_to_write_colours_come_out_as_the_same_colours(
    tmp_path: Path, mode: str
) -> None:
    black_and_white = Image.new("RGB", (32, 32), "white")
    black_and_white.paste((0, 0, 0), (0, 0, 16, 32))
    kind = "JPEG" if mode in ("CMYK", "YCbCr") else "PNG"

    found = pixels(tmp_path, encoded(black_and_white.convert(mode), kind), kind)

    values = np.asarray(found).astype(int)
    assert values[4, 4].max() <= 12
    assert values[4, 28].min() >= 243


def test_a_profile_of_other_colours_is_counted_in(tmp_path: Path) -> None:
    # Of a profile whose red and blue are swapped, red means blue.
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red, blue = profile.index(b"rXYZ"), profile.index(b"bXYZ")
    profile[red : red + 4], profile[blue : blue + 4] = b"bXYZ", b"rXYZ"
    image = Image.new("RGB", (16, 16), (255, 0, 0))

    for kind in ("PNG", "JPEG", "WEBP"):
        data = encoded(image, kind, icc_profile=bytes(profile))
        found = pixels(tmp_path, data, kind).getpixel((8, 8))
        assert isinstance(found, tuple)
        assert found[2] > 200 > 60 > found[0], kind


def test_a_profile_that_is_none_is_left_out_of_account(tmp_path: Path) -> None:
    for profile in (b"no profile", b"\0" * 200):
        data = encoded(quarters(), "PNG", icc_profile=profile)
        assert_upright(pixels(tmp_path, data, "PNG"))


def test_of_an_animation_the_first_picture_counts(tmp_path: Path) -> None:
    frames = [quarters(), Image.new("RGB", (48, 32), "black")]
    for kind in ("GIF", "WEBP", "PNG", "TIFF"):
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:])
        assert_upright(pixels(tmp_path, data, kind), within=30)


def test_a_small_picture_is_a_png_only_where_one_can_see_through_it(
    library: MediaLibrary,
) -> None:
    clear = Image.new("RGBA", (300, 100), (255, 0, 0, 100))
    files = [
        library.add(encoded(image, "PNG"), "a.png")
        for image in (quarters(300, 100), clear, clear.convert("RGB").convert("RGBA"))
    ]

    small = [Image.open(io.BytesIO(library.thumbnail(file, 64))) for file in files]

    assert [image.format for image in small] == ["JPEG", "PNG", "JPEG"]
    assert {image.size for image in small} == {(64, 21)}


def test_a_thumbnail_tells_nothing_of_where_a_picture_was_taken(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x010E] = "at home"
    for kind in ("JPEG", "PNG"):
        data = encoded(quarters(), kind, exif=exif, comment="at home")
        (tmp_path / "picture").write_bytes(data)
        assert b"at home" in data
        assert b"at home" not in thumbnail_of(tmp_path / "picture", kind, 32)


# -- too much --


def bombs() -> dict[str, tuple[bytes, str]]:
    """Files of a few bytes that want gigabytes; sizes are patched into small ones."""
    gif = bytearray(encoded(quarters(), "GIF"))
    gif[6:10] = struct.pack("<HH", 60_000, 60_000)
    webp = bytearray(encoded(quarters(), "WEBP", lossless=True))
    webp[21:25] = struct.pack("<I", 0x0FFFFFFF)
    wide = bytearray(encoded(quarters().convert("RGBA"), "WEBP", save_all=True,
                             append_images=[Image.new("RGBA", (48, 32))]))  # fmt: skip
    wide[24:30] = b"\xff\xff\xff\xff\xff\xff"
    bmp = bytearray(encoded(quarters(), "BMP"))
    bmp[18:26] = struct.pack("<ii", 30_000, 30_000)
    tiff = encoded(quarters(), "TIFF", tiffinfo={})
    tall = tiff
    for kind in (3, 4):  # a number of 2 or 4 bytes
        width = struct.pack("<HHII", 256, kind, 1, 48)
        tall = tall.replace(width, struct.pack("<HHII", 256, 4, 1, 50_000))
    jpeg = bytearray(encoded(quarters(), "JPEG"))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", 60_000, 60_000)
    return {
        "PNG": (png(12_000, 12_000), "12000 × 12000"),
        "a line": (png(1, 30_000), "1 × 30000"),
        "JPEG": (bytes(jpeg), "60000 × 60000"),
        "GIF": (bytes(gif), "more pixels than"),
        "WEBP": (bytes(webp), "16384 × 16384"),
        "WEBP of many": (bytes(wide), "16777216 × 16777216"),
        "BMP": (bytes(bmp), "30000 × 30000"),
        "TIFF": (tall, "50000 × 32"),
    }


def test_a_picture_of_too_many_pixels_is_refused_with_its_size(library: MediaLibrary) -> None:
    for name, (data, size) in bombs().items():
        assert len(data) < 20_000, name
        with pytest.raises(MediaUnusable, match=size) as refusal:
            library.add(data, "bomb")
        assert "8192 pixels per side" in str(refusal.value.remedy), name


def test_a_frame_larger_than_its_gif_is_refused(library: MediaLibrary) -> None:
    gif = bytearray(encoded(quarters(), "GIF"))
    at = gif.index(b",\0\0\0\0" + struct.pack("<HH", 48, 32))
    gif[at + 5 : at + 9] = struct.pack("<HH", 65_535, 65_535)

    with pytest.raises(MediaUnusable, match="pixels"):
        library.add(bytes(gif), "a.gif")


def test_the_largest_picture_that_is_allowed_is_read(library: MediaLibrary, tmp_path: Path) -> None:
    file = library.add(png(8192, 7812), "poster.png")

    ref = library.raw(file)

    assert (file.width, file.height) == (ref.width, ref.height) == (8192, 7812)
    small = library.raw(file, max_side=1024)
    assert (small.width, small.height) == (1024, 976)


def test_a_picture_that_is_cut_off_is_refused_as_incomplete(library: MediaLibrary) -> None:
    noise = Image.effect_noise((200, 200), 90).convert("RGB")
    for kind in PICTURE_FORMATS:
        data = encoded(noise, kind)
        for n_bytes in (len(data) // 2, 40):
            with pytest.raises(MediaUnusable, match="damaged or incomplete") as refusal:
                library.add(data[:n_bytes], "noise")
            assert refusal.value.detail, kind


def test_a_raw_photo_in_the_form_of_a_tiff_is_not_taken_for_its_preview(tmp_path: Path) -> None:
    preview = {254: 1, 330: 8}
    for tags in (preview, {50706: b"\1\4\0\0"}):
        data = encoded(quarters(), "TIFF", tiffinfo=tags)
        assert refused(tmp_path, data, "TIFF") == {"code": "raw"}
    assert size_of(written(tmp_path, encoded(quarters(), "TIFF", tiffinfo={254: 0})), "TIFF")


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "picture"
    path.write_bytes(data)
    return path


def test_nothing_but_the_formats_of_pictures_is_opened(tmp_path: Path) -> None:
    eps = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"
    assert refused(tmp_path, eps, "EPS")["code"] == "damaged"
    assert refused(tmp_path, eps, "PNG")["code"] == "damaged"


def test_a_small_picture_of_a_sound_is_nothing_to_ask_for(library: MediaLibrary) -> None:
    from app.core.errors import BugError

    with pytest.raises(BugError):
        library.thumbnail(MediaFile(MediaKind.SOUND, "a", "0" * 64, 1, duration_ms=1), 64)
