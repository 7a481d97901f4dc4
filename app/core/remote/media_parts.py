"""Pictures and sounds in a request: a PNG and a WAV, as data in the text of the request.

A picture is made smaller first, as services for models do it themselves: what is more than two
million pixels is only more to send.

Threads: pure functions, any thread; a large picture takes half a second.
"""

from __future__ import annotations

import base64
import io
import math
import struct
import wave
import zlib
from typing import TYPE_CHECKING, Any, Final

from app.core.content import RawImage, RawSound

if TYPE_CHECKING:
    import numpy as np

MOST_PIXELS: Final = 2_000_000
SAMPLE_RATE: Final = 16_000  # hertz, at which sounds are asked for
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_RGB: Final = 2  # colour type
_LEVEL: Final = 6


def part_of(medium: RawImage | RawSound) -> dict[str, Any]:
    """Return a picture or a sound as a part of a message."""
    if isinstance(medium, RawImage):
        return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{_png(medium)}"}}
    return {"type": "input_audio", "input_audio": {"data": _wav(medium), "format": "wav"}}


def _png(image: RawImage) -> str:
    """Return a picture as PNG in base64 (www.w3.org/TR/png-3), each row as it is."""
    import numpy as np  # which most starts never need

    pixels = _smaller(np.frombuffer(image.rgb, np.uint8).reshape(image.height, image.width, 3))
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, _RGB, 0, 0, 0)
    data = zlib.compress(rows.tobytes(), _LEVEL)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", data), _chunk(b"IEND", b""))
    return base64.b64encode(b"".join((_PNG, *chunks))).decode("ascii")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _smaller(pixels: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return a picture of at most `MOST_PIXELS`: each pixel the mean of a square of them.

    Args:
        pixels: uint8 [height, width, 3].
    """
    height, width = pixels.shape[:2]
    step = math.ceil(math.sqrt(height * width / MOST_PIXELS))
    if step <= 1 or min(height, width) < step:
        return pixels
    height, width = height - height % step, width - width % step
    squares = pixels[:height, :width].reshape(height // step, step, width // step, step, 3)
    smaller: np.ndarray[Any, np.dtype[np.uint8]]
    smaller = squares.mean(axis=(1, 3)).round().astype(pixels.dtype)
    return smaller


def _wav(sound: RawSound) -> str:
    """Return a sound as WAV of 16 bits in base64."""
    import numpy as np

    samples = np.clip(np.frombuffer(sound.pcm, "<f4"), -1.0, 1.0)
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((samples * 32767).round().astype("<i2").tobytes())
    return base64.b64encode(target.getvalue()).decode("ascii")
