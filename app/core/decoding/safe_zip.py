"""Archives of strangers: what one says it unpacks to is held against limits first.

No more of a part is unpacked than its directory says.

Threads: pure functions over bytes, any thread.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Final

from app.core.decoding.wire import DecodingRefused

MAX_UNPACKED_BYTES: Final = 1 << 30
MAX_PART_BYTES: Final = 256 << 20  # of one that is read
_MAX_RATIO = 200  # of unpacked to packed; deflate reaches 1000 with nothing but zeros
_NEVER_A_BOMB_BYTES = 32 << 20
_MAX_PARTS = 20_000
_PART_MARK = b"PK\x01\x02"  # before each part in the directory
_IS_LOCKED = 1  # flag of a part
# LZMA may ask for gigabytes before it has unpacked a byte.
_KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class BoundedZip:
    """The parts of an archive.

    Args:
        data: all of its bytes.

    Raises:
        DecodingRefused: it is locked, damaged, or unpacks to too much.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        if data.count(_PART_MARK) > _MAX_PARTS:  # before each of them takes memory
            raise DecodingRefused("bomb", detail="too many parts")
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError) as error:
            raise DecodingRefused("damaged", detail=str(error)) from error
        parts = self._archive.infolist()
        n_bytes = sum(part.file_size for part in parts)
        is_bomb = n_bytes > max(_NEVER_A_BOMB_BYTES, _MAX_RATIO * len(data))
        if is_bomb or n_bytes > MAX_UNPACKED_BYTES:
            raise DecodingRefused("bomb", detail=f"{n_bytes} bytes in {len(parts)} parts")
        if any(part.flag_bits & _IS_LOCKED for part in parts):
            raise DecodingRefused("locked")
        self.names = frozenset(self._archive.namelist())

    def read(self, name: str, max_bytes: int = MAX_PART_BYTES) -> bytes:
        """Return the bytes of a part.

        Raises:
            DecodingRefused: there is none of that name, it is damaged or too large.
        """
        try:
            part = self._archive.getinfo(name)
            if part.file_size > max_bytes:
                raise DecodingRefused("long")
            if part.compress_type not in _KINDS:
                raise NotImplementedError(f"compressed by method {part.compress_type}")
            with self._archive.open(part) as file:  # `read` of the archive unpacks what there is
                return file.read(part.file_size)
        except (
            *(KeyError, EOFError, zipfile.BadZipFile, zlib.error),
            *(NotImplementedError, RuntimeError, ValueError, OSError),
        ) as error:
            raise DecodingRefused("damaged", detail=f"{name}: {error}") from error
