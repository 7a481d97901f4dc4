"""Pictures, decoded by Pillow; imported in the child alone.

The size is read from the header and checked before any pixel is allocated. Pillow reads the formats
named here and no other, so that nothing else of it, Ghostscript least of all, can be reached.

Threads: one; Pillow's limits are of the process.
"""

from __future__ import annotations

import contextlib
import io
import math
import warnings
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import (
    BmpImagePlugin,
    GifImagePlugin,
    Image,
    ImageCms,
    JpegImagePlugin,
    PngImagePlugin,
    TiffImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,
)

from app.core.content.media import MAX_PIXELS, MediaUnusable, check_size
from app.core.decoding.wire import DecodingRefused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Source = Path | io.BytesIO

# By name, for else Pillow looks for a format in all that it knows.
FORMATS: Final = (
    PngImagePlugin.PngImageFile.format,
    JpegImagePlugin.JpegImageFile.format,
    GifImagePlugin.GifImageFile.format,
    WebPImagePlugin.WebPImageFile.format,
    BmpImagePlugin.BmpImageFile.format,
    TiffImagePlugin.TiffImageFile.format,
)
_ORIENTATION = 0x0112
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = frozenset({5, 6, 7, 8})
_WHITE = (255, 255, 255)
_JPEG_QUALITY = 85
# Of TIFF, by whose form cameras write RAW: the first picture in it is a small preview then.
_IS_SMALLER, _INNER_PICTURES, _DNG_VERSION = 254, 330, 50706
_WEBP_HEAD_BYTES = 30
_THUMBNAIL_GAP = 2.0  # how much larger than wanted a fast reduction may leave it; Pillow's own


def size_of(source: Source, name: str) -> tuple[int, int]:
    """Decode all of a picture, and return width and height as it is shown.

    Raises:
        DecodingRefused: it cannot be read.
    """
    with _opened(source, name) as (image, turn):
        image.load()
        return _shown_size(image.size, turn)


def pixels_of(source: Source, name: str, max_side: int, max_pixels: int) -> tuple[int, int, bytes]:
    """Return width, height and RGB bytes, turned upright, in sRGB, on white, never enlarged.

    Raises:
        DecodingRefused: it cannot be read.
    """
    with _opened(source, name) as (image, turn):
        small = _smaller(image, _fitting(image.size, max_side, max_pixels))
        flat = _on_white(_eight_bits(small))
        flat = flat.transpose(_TURNS[turn]) if turn in _TURNS else flat
        return flat.width, flat.height, flat.tobytes()


def thumbnail_of(source: Source, name: str, side: int, *, is_png: bool = False) -> bytes:
    """Return a small picture: a PNG where one can see through it or one is wanted, else a JPEG.

    Raises:
        DecodingRefused: it cannot be read.
    """
    with _opened(source, name) as (image, turn):
        small = _eight_bits(_smaller(image, _fitting(image.size, side, MAX_PIXELS)))
        is_clear = small.mode == "RGBA" and small.getchannel("A").getextrema() != (255, 255)
        small = small if is_clear else _on_white(small)
        small = small.transpose(_TURNS[turn]) if turn in _TURNS else small
        small.info.clear()  # no profile, no place where it was taken
        file = io.BytesIO()
        small.save(file, "PNG" if is_clear or is_png else "JPEG", quality=_JPEG_QUALITY)
        return file.getvalue()


@contextlib.contextmanager
def _opened(source: Source, name: str) -> Iterator[tuple[Image.Image, int]]:
    """Open a picture whose size is bearable; give it with how its camera was held."""
    if name not in FORMATS:
        raise DecodingRefused("damaged", detail=f"{name} is not read")
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS if name == "GIF" else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if name == "WEBP":  # libwebp allocates the picture before it tells its size
                _check(*_webp_size(source))
            with Image.open(source, formats=(name,)) as image:
                _check(*image.size)
                if name == "TIFF" and _is_raw(image):
                    raise DecodingRefused("raw")
                yield image, _orientation(image)
        except Image.DecompressionBombError as error:
            raise DecodingRefused("pixels", detail=str(error)) from error
        except UnidentifiedImageError as error:
            raise DecodingRefused("damaged", detail=str(error)) from error


def _check(width: int, height: int) -> None:
    try:
        check_size(width, height)
    except MediaUnusable as error:
        raise DecodingRefused("size", width=width, height=height) from error


def _webp_size(source: Source) -> tuple[int, int]:
    """Return the size that a WebP file states. Source: RFC 9649, sections 2.5 to 2.7."""
    if isinstance(source, io.BytesIO):
        head = source.getvalue()[:_WEBP_HEAD_BYTES]
    else:
        with source.open("rb") as file:
            head = file.read(_WEBP_HEAD_BYTES)
    kind = head[12:16]
    if len(head) < _WEBP_HEAD_BYTES:
        raise DecodingRefused("damaged", detail="a WebP without a picture")
    if kind == b"VP8X":
        width, height = (int.from_bytes(head[at : at + 3], "little") for at in (24, 27))
        return 1 + width, 1 + height
    if kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = (int.from_bytes(head[at : at + 2], "little") for at in (26, 28))
        return width & 0x3FFF, height & 0x3FFF
    raise DecodingRefused("damaged", detail=f"a WebP with {kind!r}")


def _is_raw(image: Image.Image) -> bool:
    tags = getattr(image, "tag_v2", {})
    is_preview = bool(int(tags.get(_IS_SMALLER, 0)) & 1) and _INNER_PICTURES in tags
    return is_preview or _DNG_VERSION in tags


def _orientation(image: Image.Image) -> int:
    if image.format == "TIFF":  # Pillow turns it by itself
        return 1
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # noqa: BLE001 - anything can stand there; the picture is shown as it lies
        return 1


def _shown_size(size: tuple[int, int], turn: int) -> tuple[int, int]:
    return (size[1], size[0]) if turn in _SIDEWAYS else size


def _fitting(size: tuple[int, int], max_side: int, max_pixels: int) -> tuple[int, int]:
    """Return the largest size of the same shape within both limits, at most the one there is."""
    width, height = size
    scale = min(1.0, max_side / max(size), math.sqrt(max_pixels / (width * height)))
    return max(1, int(width * scale + 1e-6)), max(1, int(height * scale + 1e-6))


def _smaller(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Load a picture at a size; one with a palette gets its colours first."""
    if size == image.size:
        image.load()
        return image
    # A JPEG is decoded at an eighth of its size where that is enough; others are not concerned.
    image.draft(None, (int(size[0] * _THUMBNAIL_GAP), int(size[1] * _THUMBNAIL_GAP)))
    image.load()
    plain = _eight_bits(image)
    if plain.mode == "RGBA":  # else the colour of what is clear bleeds into its edges
        plain = plain.convert("RGBa")
    small = plain.resize(size, Image.Resampling.LANCZOS, reducing_gap=_THUMBNAIL_GAP)
    return small.convert("RGBA") if small.mode == "RGBa" else small


def _eight_bits(image: Image.Image) -> Image.Image:
    """Return a picture in sRGB, 8 bits a channel: of mode RGB, or RGBA where it may be clear."""
    if image.mode in ("RGB", "RGBA") and not image.info.get("icc_profile"):
        if image.mode == "RGB" and "transparency" in image.info:
            return image.convert("RGBA")
        return image
    if image.mode.startswith(("I", "F")):
        return _from_deep(image)
    is_clear = image.has_transparency_data
    managed = _managed(image) if image.mode in ("RGB", "RGBA", "CMYK") else None
    if managed is None:
        managed = image.convert("RGBA" if is_clear else "RGB")
    managed.info.pop("icc_profile", None)
    return managed.convert("RGBA") if is_clear and managed.mode != "RGBA" else managed


def _managed(image: Image.Image) -> Image.Image | None:
    """Return a picture with the colours that its own profile means; None without a sound one."""
    profile = image.info.get("icc_profile")
    if not profile or "transparency" in image.info:
        return None
    try:
        return ImageCms.profileToProfile(
            image,
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            outputMode="RGBA" if image.mode == "RGBA" else "RGB",
        )
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return None


def _from_deep(image: Image.Image) -> Image.Image:
    """Return grey of 16 or 32 bits, or of real numbers, as 8 bits."""
    values: NDArray[np.float32] = np.asarray(image).astype(np.float32)
    values[~np.isfinite(values)] = 0.0
    top = float(values.max())
    if image.mode.startswith("F"):
        full = 1.0 if top <= 1.0 else 255.0 if top <= 255.0 else top
    else:
        full = 65535.0 if top <= 65535.0 else top
    values *= 255.0 / full
    np.clip(values, 0.0, 255.0, out=values)
    return Image.fromarray(values.astype(np.uint8)).convert("RGB")


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode != "RGBA":
        return image.convert("RGB")
    white = Image.new("RGB", image.size, _WHITE)
    white.paste(image, mask=image.getchannel("A"))
    return white
