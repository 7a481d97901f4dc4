"""A segment's file as bytes in memory, with every one of them checked.

What was checked is what is used: nothing is read twice, so that nobody can change it in between.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import xxhash

from app.core.kvstore.format.segment_file import SegmentDamaged, encode_header, read_header
from app.core.kvstore.records import Owner
from app.core.plain_value import replace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.core.kvstore.format.segment_file import SegmentHeader

_NOBODY = Owner("")


class SoundFile(NamedTuple):
    """A file that is what it says.

    Attributes:
        payload: everything behind the header.
    """

    header: SegmentHeader
    payload: NDArray[np.uint8]

    def planes(self) -> list[NDArray[np.uint8]]:
        """View the planes one by one; shares memory."""
        views, at = [], 0
        for plane in self.header.stored_planes:
            views.append(self.payload[at : at + plane.n_bytes])
            at += plane.n_bytes
        return views


def read_sound(data: bytes, magic: bytes) -> SoundFile:
    """Check all of a file.

    Raises:
        SegmentDamaged: a byte of it is not as it was written, or it says what cannot be.
    """
    header = read_header(io.BytesIO(data), magic)
    payload = np.frombuffer(data, np.uint8)[
        len(data) - sum(plane.n_bytes for plane in header.stored_planes) :
    ]
    file = SoundFile(header, payload)
    for stored, plane in zip(header.stored_planes, file.planes(), strict=True):
        if xxhash.xxh3_128_digest(plane.data) != stored.checksum:
            raise SegmentDamaged("checksum of a plane")
    return file


def anonymous(file: SoundFile, magic: bytes) -> bytes:
    """Return the same file without whose it was and when it was saved."""
    header = file.header
    head = encode_header(
        replace(header.segment, owner=_NOBODY),
        header.signature,
        file.planes(),
        header.witness,
        0.0,
        n_windowed=header.n_windowed,
        magic=magic,
    )
    return head + file.payload.tobytes()
