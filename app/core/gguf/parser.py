"""From bytes to a header, within limits that no real model comes near.

Skipping arrays of texts: a vocabulary has hundreds of thousands, each with its own length. Each
text is a length of 8 bytes, then so many bytes of UTF-8; where the next one begins is known only
from this one. A loop over them takes a tenth of a second for one model file. But tokens are short
and hold no zero byte: then all zero bytes are those of the lengths, seven for each text, and numpy
finds all of them at once. What it found is proved, not assumed: the first length is where the array
begins, and each further one is exactly where the one before it says that its text ends. From the
first text that is no such text, a plain loop goes on for a while.
"""

from __future__ import annotations

import math
import struct
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.core.gguf.cursor import Cursor
from app.core.gguf.errors import ForeignByteOrder, NoGguf, UnknownGgufVersion
from app.core.gguf.header import TENSOR_TYPES, GgufArray, GgufHeader, Tensor

if TYPE_CHECKING:
    from app.core.gguf.cursor import ByteSource
    from app.core.gguf.header import Value


_LENGTH = struct.Struct("<Q")
_ZEROS = 7  # of the eight bytes of a length below 256
# How many texts the loop takes before numpy is tried again: few after one strange text among many
# usual ones, more each time that trying was of little use, so that it costs little at worst.
_LEAST_LOOPED, _MOST_LOOPED = 16, 4096
_WORTHWHILE = 1000  # texts that numpy should find to be of use


def _skip_texts(cursor: Cursor, n_texts: int) -> None:
    """Move the cursor behind `n_texts` texts.

    Raises:
        HeaderCutOff: the source ends before.
        HeaderDamaged: more would have to be read than any header has.
    """
    left, n_looped = n_texts, _LEAST_LOOPED
    while left:
        window = cursor.window(_LENGTH.size)
        n_skipped, n_bytes = _short_texts(window, left)
        if n_skipped >= _WORTHWHILE:
            n_looped = _LEAST_LOOPED
        if not n_skipped:
            n_skipped, n_bytes = _any_texts(window, min(left, n_looped))
            n_looped = min(2 * n_looped, _MOST_LOOPED)
        cursor.skip(n_bytes)
        left -= n_skipped


def _short_texts(window: memoryview, most: int) -> tuple[int, int]:
    """Return how many short texts the window begins with, `most` at most, and their bytes.

    The last one may end behind the window.
    """
    import numpy as np  # which takes longer than most headers do

    data = np.frombuffer(window, dtype=np.uint8)
    zeros = np.flatnonzero(data == 0)
    runs = zeros[: zeros.size // _ZEROS * _ZEROS].reshape(-1, _ZEROS)[:most]
    if not runs.size or runs[0, 0] != 1:
        return 0, 0
    begins = runs[:, 0] - 1
    ends = begins + _LENGTH.size + data[begins]
    is_length = runs[:, -1] - runs[:, 0] == _ZEROS - 1
    is_length[1:] &= begins[1:] == ends[:-1]
    n_texts = int(is_length.argmin()) if not is_length.all() else len(is_length)
    return (n_texts, int(ends[n_texts - 1])) if n_texts else (0, 0)


def _any_texts(window: memoryview, most: int) -> tuple[int, int]:
    """Return how many texts of whatever kind the window begins with, and their bytes.

    At least one; the last one may end behind the window.
    """
    n_texts = position = 0
    last = len(window) - _LENGTH.size
    while n_texts < most and position <= last:
        position += _LENGTH.size + _LENGTH.unpack_from(window, position)[0]
        n_texts += 1
    return n_texts, position


_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_DEFAULT_ALIGNMENT = 32
_MOST_DIMENSIONS = 4
_MOST_ELEMENTS = 2**63 - 1
_MOST_VALUES = 1 << 14  # models have some 50
_MOST_TENSORS = 1 << 15  # some 2,000
_MOST_TEXTS = 1 << 22  # in all arrays together; vocabularies and their merges have 800,000
_MOST_KEY_BYTES = (1 << 16) - 1  # the format's own
_MOST_TEXT_BYTES = 1 << 18  # of one text; what follows is not kept
_MOST_KEPT_BYTES = 16 << 20  # of all texts and names together
_MOST_NUMBERS = 1024  # of an array that is kept; more than any model has layers
_MOST_KEPT_NUMBERS = 1 << 16
_LEAST_VALUE_BYTES = 8 + 4 + 1  # length of the key, type, value
_LEAST_TENSOR_BYTES = 8 + 4 + 4 + 8  # length of the name, dimensions, type, offset

# Source: ggml/include/gguf.h, gguf_type
_TEXT, _ARRAY, _BOOL = 8, 9, 7
_NUMBERS = {
    0: struct.Struct("<B"),
    1: struct.Struct("<b"),
    2: struct.Struct("<H"),
    3: struct.Struct("<h"),
    4: struct.Struct("<I"),
    5: struct.Struct("<i"),
    6: struct.Struct("<f"),
    _BOOL: struct.Struct("<B"),
    10: struct.Struct("<Q"),
    11: struct.Struct("<q"),
    12: struct.Struct("<d"),
}
_UINT32, _UINT64 = _NUMBERS[4], _NUMBERS[10]
# What follows the name of a tensor and the number of its dimensions: they, its type, its place.
_TENSOR_ROWS = [
    struct.Struct(f"<{n_dimensions}QIQ") for n_dimensions in range(_MOST_DIMENSIONS + 1)
]


def read_header(source: ByteSource, window_bytes: int = 1 << 18) -> GgufHeader:
    """Read the header at the start of a source.

    However many bytes the header claims to have, at most 64 MiB are read, some 64 MiB of memory
    are taken, and no text of a vocabulary is made.

    Args:
        window_bytes: read at once; a source on a server wants more than the default.

    Raises:
        NoGguf, ForeignByteOrder, UnknownGgufVersion: it is nothing that can be read.
        HeaderCutOff: it ends inside the header.
        HeaderDamaged: the header contradicts itself, or claims what no model has.
        KnownError: the source's own, when it cannot be read.
    """
    return _Parser(source, window_bytes).header()


class _Parser:
    def __init__(self, source: ByteSource, window_bytes: int) -> None:
        self._source = source
        self._cursor = Cursor(source, window_bytes)
        self._n_kept_bytes = 0
        self._n_kept_numbers = 0
        self._n_texts = 0

    def header(self) -> GgufHeader:
        version = self._version()
        n_tensors, n_values = self._number(_UINT64), self._number(_UINT64)
        cursor = self._cursor
        if n_tensors > _MOST_TENSORS or n_values > _MOST_VALUES:
            raise cursor.damaged(f"{n_tensors} tensors and {n_values} values")
        cursor.require(n_values * _LEAST_VALUE_BYTES + n_tensors * _LEAST_TENSOR_BYTES)
        metadata: dict[str, Value] = {}
        for _ in range(n_values):
            key = self._text(_MOST_KEY_BYTES)
            if key in metadata:
                raise cursor.damaged(f"the key {key!r} is there twice")
            metadata[key] = self._value(self._number(_UINT32))
        tensors = tuple(self._tensor() for _ in range(n_tensors))
        if len({tensor.name for tensor in tensors}) != len(tensors):
            raise cursor.damaged("two tensors have one name")
        alignment = metadata.get("general.alignment", _DEFAULT_ALIGNMENT)
        if type(alignment) is not int or alignment <= 0 or alignment & (alignment - 1):
            raise cursor.damaged(f"an alignment of {alignment!r}")
        return GgufHeader(
            name=self._source.name,
            size_bytes=self._source.size,
            version=version,
            metadata=MappingProxyType(metadata),
            tensors=tensors,
            data_offset=-(-cursor.position // alignment) * alignment,
        )

    def _version(self) -> int:
        name = self._source.name
        if self._source.size < len(_MAGIC) or self._cursor.take(len(_MAGIC)) != _MAGIC:
            raise NoGguf(name=name)
        version: int = self._number(_UINT32)
        if version and not version & 0xFFFF:  # as ggml tells it: the bytes are the other way round
            raise ForeignByteOrder(name=name)
        if version not in _VERSIONS:
            raise UnknownGgufVersion(name=name, version=version)
        return version

    def _number(self, kind: struct.Struct) -> int:
        value: int = kind.unpack(self._cursor.take(kind.size))[0]
        return value

    def _text(self, most: int) -> str:
        """Read a text; of one that is longer than `most` bytes that is kept."""
        n_bytes = self._number(_UINT64)
        self._cursor.require(n_bytes)
        n_kept = min(n_bytes, most)
        self._n_kept_bytes += n_kept
        if self._n_kept_bytes > _MOST_KEPT_BYTES:
            raise self._cursor.damaged(f"more than {_MOST_KEPT_BYTES} bytes of text")
        text = self._cursor.take(n_kept).decode("utf-8", "replace")
        self._cursor.skip(n_bytes - n_kept)
        return text

    def _value(self, kind: int) -> Value:
        if kind == _TEXT:
            return self._text(_MOST_TEXT_BYTES)
        if kind == _ARRAY:
            return self._array()
        if kind not in _NUMBERS:
            raise self._cursor.damaged(f"a value of type {kind}")
        value = self._number(_NUMBERS[kind])
        return bool(value) if kind == _BOOL else value

    def _array(self) -> GgufArray:
        kind, length = self._number(_UINT32), self._number(_UINT64)
        if kind == _TEXT:
            self._cursor.require(length * _UINT64.size)
            self._n_texts += length
            if self._n_texts > _MOST_TEXTS:
                raise self._cursor.damaged(f"{self._n_texts} texts in arrays")
            begin = self._cursor.position
            _skip_texts(self._cursor, length)
            return GgufArray(kind, length, begin=begin, n_bytes=self._cursor.position - begin)
        if kind not in _NUMBERS:  # ggml knows no arrays of arrays either
            raise self._cursor.damaged(f"an array of type {kind}")
        n_bytes = length * _NUMBERS[kind].size
        if length > min(_MOST_NUMBERS, _MOST_KEPT_NUMBERS - self._n_kept_numbers):
            self._cursor.skip(n_bytes)
            return GgufArray(kind, length)
        self._n_kept_numbers += length
        data = self._cursor.take(n_bytes)
        return GgufArray(kind, length, struct.unpack(f"<{length}{_NUMBERS[kind].format[-1]}", data))

    def _tensor(self) -> Tensor:
        name, n_dimensions = self._text(_MOST_KEY_BYTES), self._number(_UINT32)
        if n_dimensions > _MOST_DIMENSIONS:
            raise self._cursor.damaged(f"a tensor of {n_dimensions} dimensions")
        row = _TENSOR_ROWS[n_dimensions]
        *shape, type_number, offset = row.unpack(self._cursor.take(row.size))
        n_elements = math.prod(shape)
        if max(n_elements, offset, *shape) > _MOST_ELEMENTS:
            raise self._cursor.damaged(f"a tensor of shape {shape} at {offset}")
        known = TENSOR_TYPES.get(type_number)
        if known is None:  # newer than this table
            return Tensor(name, tuple(shape), type_number, offset, 0)
        if known.block > 1 and (not shape or shape[0] % known.block):
            raise self._cursor.damaged(f"rows of {shape[:1]} elements in blocks of {known.block}")
        n_bytes = n_elements // known.block * known.block_bytes
        return Tensor(name, tuple(shape), type_number, offset, n_bytes)
