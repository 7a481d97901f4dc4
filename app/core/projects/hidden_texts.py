"""The texts that pictures carry beside their pixels, in which cards travel.

PNG has texts by name; JPEG and WebP have what a user says of a photograph. Nothing that a file says
of a length is believed: it is held against what there is, and what was packed is unpacked up to a
limit. No pixel is decoded here.

Threads: pure functions, any thread.
Source: the PNG specification, chunks tEXt, zTXt and iTXt; RFC 9649; Exif 2.32, section 4.6.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final, Literal

from app.core.projects.values import PNG_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

JPEG_MARK: Final = b"\xff\xd8\xff"
MAX_TEXT_BYTES: Final = 32 << 20
_MOST_CHUNKS = 20_000
_MOST_TEXTS = 8  # of the names that are asked for
_LONGEST_NAME = 79  # as the specification of PNG has it
_HEAD, _CRC_BYTES = 8, 4
_EXIF_HEAD = b"Exif\0\0"
_APP1, _START_OF_SCAN = 0xE1, 0xDA
_USER_COMMENT, _EXIF_FOLDER = 0x9286, 0x8769
_TYPES_OF_BYTES = (1, 2, 7)  # bytes, ASCII, anything
_CHARSETS, _CHARSET_BYTES = (b"", b"ASCII", b"UNICODE", b"JIS"), 8  # stands before a comment


class TooMuchText(Exception):
    """A text unpacks to more than is read."""


def is_webp(data: bytes) -> bool:
    """Whether bytes begin as a WebP picture does."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def png_texts(data: bytes, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the texts of a PNG that go by one of the names: the name, in small letters, and it.

    Args:
        data: of the file; where it is cut off, what stands before counts.
        names: in small letters.

    Raises:
        TooMuchText: one unpacks to more than is read.
    """
    n_found = 0
    for kind, content in _png_chunks(data):
        if kind not in (b"tEXt", b"zTXt", b"iTXt"):
            continue
        name, mark, _ = content[: _LONGEST_NAME + 1].partition(b"\0")
        said = name.decode("latin-1").casefold()
        if mark and said in names and n_found < _MOST_TEXTS:
            n_found += 1
            text = _text_of(kind, content[len(name) + 1 :])
            if text is not None:
                yield said, text


def with_png_texts(picture: bytes, texts: dict[str, bytes]) -> bytes:
    """Return a PNG with texts before its end; it has none of these names."""
    end = picture.rindex(b"IEND") - _CRC_BYTES
    chunks = [_chunk(b"tEXt", name.encode("ascii") + b"\0" + said) for name, said in texts.items()]
    return b"".join((picture[:end], *chunks, picture[end:]))


def photo_comments(data: bytes) -> Iterator[bytes]:
    """Yield what a JPEG or a WebP has as the comment of its user."""
    blocks = _webp_blocks(data) if is_webp(data) else _jpeg_blocks(data)
    for block in blocks:
        comment = _comment(block.removeprefix(_EXIF_HEAD))
        if comment:
            yield comment


# -- PNG --


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG_MARK)
    for _ in range(_MOST_CHUNKS):
        if at + _HEAD > len(data):
            return
        n_bytes = int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + _HEAD]
        # A text that is cut off is told from none by whoever reads it.
        yield kind, data[at + _HEAD : at + _HEAD + n_bytes]
        at += _HEAD + n_bytes + _CRC_BYTES


def _chunk(kind: bytes, content: bytes) -> bytes:
    crc = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc)


def _text_of(kind: bytes, content: bytes) -> bytes | None:
    if kind == b"tEXt":
        return content
    if kind == b"zTXt":
        return _unpacked(content[1:])
    flags, rest = content[:2], content[2:]
    _language, _, rest = rest.partition(b"\0")
    _translated, _, rest = rest.partition(b"\0")
    return _unpacked(rest) if flags[:1] == b"\1" else rest


def _unpacked(data: bytes) -> bytes | None:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, MAX_TEXT_BYTES)
    except zlib.error:
        return None
    if unpacker.unconsumed_tail:
        raise TooMuchText
    return text


# -- JPEG and WebP --


def _webp_blocks(data: bytes) -> Iterator[bytes]:
    at = 12
    for _ in range(_MOST_CHUNKS):
        if at + _HEAD > len(data):
            return
        n_bytes = int.from_bytes(data[at + 4 : at + _HEAD], "little")
        if data[at : at + 4] == b"EXIF":
            yield data[at + _HEAD : at + _HEAD + n_bytes]
        at += _HEAD + n_bytes + n_bytes % 2


def _jpeg_blocks(data: bytes) -> Iterator[bytes]:
    at = 2
    for _ in range(_MOST_CHUNKS):
        if at + 4 > len(data) or data[at] != 0xFF or data[at + 1] == _START_OF_SCAN:
            return
        n_bytes = int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] == _APP1 and data[at + 4 : at + 10] == _EXIF_HEAD:
            yield data[at + 4 : at + 2 + n_bytes]
        at += 2 + max(n_bytes, 2)


def _comment(tiff: bytes) -> bytes:
    """Return the comment of a user in the facts of a photograph; b"" for none."""
    facts = _Facts(tiff)
    folder = facts.folder(facts.number(4, 4))
    if _EXIF_FOLDER in folder:
        folder |= facts.folder(facts.number(folder[_EXIF_FOLDER] + 8, 4))
    entry = folder.get(_USER_COMMENT)
    if entry is None or facts.number(entry + 2, 2) not in _TYPES_OF_BYTES:
        return b""
    begin, n_bytes = facts.number(entry + 8, 4), facts.number(entry + 4, 4)
    text = tiff[begin : begin + n_bytes]
    is_marked = text[:_CHARSET_BYTES].rstrip(b"\0 ") in _CHARSETS
    return text[_CHARSET_BYTES:] if is_marked else text


class _Facts:
    """Numbers in a TIFF, of which Exif is one; beyond its end they are zero."""

    def __init__(self, tiff: bytes) -> None:
        self._tiff = tiff
        self._order: Literal["little", "big"] = "big" if tiff[:2] == b"MM" else "little"

    def number(self, at: int, n_bytes: int) -> int:
        return int.from_bytes(self._tiff[at : at + n_bytes], self._order)

    def folder(self, at: int) -> dict[int, int]:
        """Return where the entries of a folder begin, by what they hold."""
        n_entries = self.number(at, 2)
        begins = range(at + 2, min(at + 2 + 12 * n_entries, len(self._tiff) - 11), 12)
        return {self.number(one, 2): one for one in begins}
