"""Pictures and sounds of every format that is read, written here and now, and how to break them."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import soundfile
from PIL import Image

if TYPE_CHECKING:
    import random

    from numpy.typing import NDArray

PICTURE_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
SOUND_FORMATS = (
    ("WAV", "PCM_16"),
    ("WAV", "FLOAT"),
    ("RF64", "PCM_16"),
    ("FLAC", "PCM_24"),
    ("OGG", "VORBIS"),
    ("OGG", "OPUS"),
    ("MP3", "MPEG_LAYER_III"),
)
RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 160, 60), (40, 60, 200), (240, 220, 40)


def quarters(width: int = 48, height: int = 32) -> Image.Image:
    """A picture of four colours that shows how it is turned."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    image.paste(YELLOW, (width // 2, height // 2, width, height))
    return image


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def tone(seconds: float = 1.0, rate: int = 48_000, channels: int = 1) -> NDArray[np.float32]:
    """A sine of 440 Hz, half as loud as can be."""
    at = np.arange(round(seconds * rate)) / rate
    wave = (0.5 * np.sin(2 * np.pi * 440 * at)).astype(np.float32)
    return wave if channels == 1 else np.repeat(wave[:, None], channels, axis=1)


def sound(
    samples: NDArray[np.float32], kind: str = "WAV", subtype: str = "PCM_16", rate: int = 48_000
) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format=kind, subtype=subtype)
    return file.getvalue()


def wav(n_samples: int, rate: int, data: bytes | None = None) -> bytes:
    """A WAV of 16 bits, one channel, whatever its rate."""
    pcm = bytes(2 * n_samples) if data is None else data
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16)
    body = b"WAVE" + head + struct.pack("<4sI", b"data", len(pcm)) + pcm
    return struct.pack("<4sI", b"RIFF", len(body)) + body


def png(width: int, height: int) -> bytes:
    """A black picture of any size, in almost no bytes and no memory."""
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    data = b"".join([*(packer.compress(row) for _ in range(height)), packer.flush()])
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)),
        (b"IDAT", data),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content
        + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    )  # fmt: skip


def samples_of_all() -> dict[str, bytes]:
    """One small file of each format."""
    files = {kind: encoded(quarters(), kind) for kind in PICTURE_FORMATS}
    files["WEBP lossless"] = encoded(quarters(), "WEBP", lossless=True)
    files["WEBP clear"] = encoded(quarters().convert("RGBA"), "WEBP", exif=b"Exif\0\0MM\0*")
    files["TIFF deflated"] = encoded(quarters(), "TIFF", compression="tiff_adobe_deflate")
    files["TIFF jpeg"] = encoded(quarters(), "TIFF", compression="jpeg")
    files["PNG palette"] = encoded(quarters().convert("P"), "PNG", transparency=1)
    files["JPEG progressive"] = encoded(quarters(), "JPEG", progressive=True)
    for kind, subtype in SOUND_FORMATS:
        files[f"{kind} {subtype}"] = sound(tone(0.1), kind, subtype)
    return files


def mutated(data: bytes, dice: random.Random) -> bytes:
    """A file with something wrong: bytes changed, cut, doubled or taken from elsewhere."""
    broken = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        # Headers lie at the beginning, where damage does more.
        end = dice.choice((64, 512, len(broken)))
        at = dice.randrange(max(1, min(end, len(broken))))
        match dice.randrange(6):
            case 0:
                broken[at : at + 1] = bytes([dice.randrange(256)])
            case 1 if broken:
                broken[at] ^= 1 << dice.randrange(8)
            case 2:
                value = dice.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF))
                broken[at : at + 4] = struct.pack(dice.choice(("<I", ">I")), value)
            case 3:
                del broken[at : at + dice.choice((1, 2, 40, 4000))]
            case 4:
                broken[at:at] = broken[at : at + dice.choice((1, 4, 400))]
            case _:
                del broken[max(1, at) :]
    return bytes(broken)
