"""Headers of GGUF files put together byte by byte, right or wrong, and sources to read them from.

By hand and not by the library that `gguf_factory` uses: that one writes nothing wrong.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

UINT8, INT8, UINT16, INT16, UINT32, INT32, FLOAT32, BOOL, STRING, ARRAY, UINT64, INT64, FLOAT64 = (
    range(13)
)


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


def value(key: str, kind: int, data: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + data


def string(key: str, words: str | bytes) -> bytes:
    return value(key, STRING, text(words))


def uint32(key: str, number: int) -> bytes:
    return value(key, UINT32, struct.pack("<I", number))


def array(key: str, kind: int, length: int, data: bytes) -> bytes:
    return value(key, ARRAY, struct.pack("<IQ", kind, length) + data)


def strings(key: str, words: list[str]) -> bytes:
    return array(key, STRING, len(words), b"".join(map(text, words)))


def tensor(name: str, shape: tuple[int, ...], kind: int = 0, offset: int = 0) -> bytes:
    head = text(name) + struct.pack("<I", len(shape))
    return head + struct.pack(f"<{len(shape)}QIQ", *shape, kind, offset)


def header(
    values: list[bytes],
    tensors: list[bytes] | None = None,
    *,
    version: int = 3,
    n_values: int | None = None,
    n_tensors: int | None = None,
) -> bytes:
    table = tensors or []
    counts = struct.pack(
        "<IQQ",
        version,
        len(table) if n_tensors is None else n_tensors,
        len(values) if n_values is None else n_values,
    )
    return b"GGUF" + counts + b"".join(values) + b"".join(table)


@dataclass
class Bytes:
    """A source in memory; one that says it is larger has zeros behind its bytes."""

    data: bytes
    name: str = "model.gguf"
    pretended_size: int = 0
    n_reads: int = 0
    n_bytes_read: int = 0

    @property
    def size(self) -> int:
        return max(len(self.data), self.pretended_size)

    def read(self, offset: int, size: int) -> bytes:
        self.n_reads += 1
        wanted = max(0, min(size, self.size - offset))
        self.n_bytes_read += wanted
        return self.data[offset : offset + wanted].ljust(wanted, b"\0")
