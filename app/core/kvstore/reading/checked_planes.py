"""Reading planes of a stored file to where they belong, and checking them there.

Neighbouring planes are read in one call: a segment has dozens, and each call costs the time of
copying some kilobytes. A call takes no more than a processor's second cache holds, so that the
checksum finds there what was just read.

Then whether a stored segment is the one that was looked up: its tokens, media, window and cells.

Threads: any; one file belongs to one of them.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import xxhash

from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.format.kv_section import extra_bytes
from app.core.kvstore.format.segment_file import SegmentDamaged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from io import FileIO

    from numpy.typing import NDArray

    from app.core.content.media_table import CellRun
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.format.segment_file import StoredPlane
    from app.core.kvstore.records import Segment, StoredPiece, StoredPrefix

    Rows = NDArray[Any]


class OtherMedia(Exception):
    """A segment is sound, but of other media than those that were looked up."""


def _ids_of(prefix: StoredPrefix, piece: StoredPiece) -> NDArray[np.int32]:
    wanted = np.frombuffer(prefix.token_ids, "<i4")
    return wanted[piece.begin : piece.begin + piece.n_used]


def check_segment(segment: Segment, piece: StoredPiece, prefix: StoredPrefix) -> None:
    """Compare what a segment says it is with what was looked up, token by token.

    Raises:
        SegmentDamaged: it is not what lies under its name.
        OtherMedia: its ids are those of other media, by chance.
    """
    key = SegmentKey(prefix.namespace, piece.name)
    if segment.key != key or (segment.begin, segment.end) != (piece.begin, piece.end):
        raise SegmentDamaged("another segment lies under this name")
    if not np.array_equal(segment.token_ids[: piece.n_used], _ids_of(prefix, piece)):
        raise SegmentDamaged("other tokens lie under this name")
    wanted = prefix.media.part(piece.begin, piece.begin + piece.n_used)
    if segment.media.part(0, piece.n_used) != wanted:
        raise OtherMedia
    if segment.begin_pos != prefix.media.position(piece.begin):
        raise SegmentDamaged("other positions than those of its media")


def check_cells(
    layout: KVLayout,
    planes: Sequence[Rows],
    piece: StoredPiece,
    cells: CellRun,
    prefix: StoredPrefix,
) -> None:
    """Compare the rows, columns and tokens that cells carry with those they should have.

    Args:
        layout: of the state.
        planes: its full planes, with the rows of the piece where they belong.
        piece: whose cells are compared.
        cells: where all of the prefix lie.
        prefix: that was looked up.

    Raises:
        SegmentDamaged: a file says something else, under checksums that are right.
    """
    used = slice(piece.begin, piece.begin + piece.n_used)
    at = 0
    for section in (one for one in layout.sections if not one.is_windowed):
        if section.has_ext:
            part = cells._replace(pos=cells.pos[used], y=cells.y[used], x=cells.x[used])
            if not np.array_equal(planes[at][used], extra_bytes(part, _ids_of(prefix, piece))):
                raise SegmentDamaged("a cell that belongs elsewhere")
        at += len(section.planes)


def check_window(n_windowed: int, piece: StoredPiece) -> None:
    """Compare how many windowed rows a segment has with what the index says.

    Raises:
        SegmentDamaged: it is something else.
    """
    if n_windowed != piece.end - piece.windowed_from:
        raise SegmentDamaged("windowed rows of other tokens than recorded")


_CALL_BYTES = 512 << 10
_CALL_PLANES = 64  # far below the fewest that a system takes (IOV_MAX, 1024 on Linux and macOS)
_READS_INTO_MANY = hasattr(os, "preadv")  # Windows has none


@dataclass(slots=True)
class ReadTimes:
    """What reading took so far, in milliseconds: reading and verifying."""

    read_ms: float = 0.0
    verify_ms: float = 0.0


class PlannedPlane(NamedTuple):
    """One plane of a file and the memory it goes to: bytes, contiguous, as many as it has."""

    stored: StoredPlane
    place: memoryview


def read_planes(file: FileIO, planes: Sequence[PlannedPlane], times: ReadTimes) -> None:
    """Fill the places of `planes`, which are in the order of the file, and verify them there.

    Args:
        file: open and unbuffered; where it stands afterwards is undefined.
        planes: may leave out planes of the file.
        times: added to.

    Raises:
        SegmentDamaged: the file ends early, or a plane is not what was written.
        OSError: the disk refused.
    """
    for group in _groups(planes):
        began = time.perf_counter()
        _read(file, group)
        has_read = time.perf_counter()
        is_sound = all(xxhash.xxh3_128_digest(one.place) == one.stored.checksum for one in group)
        times.read_ms += 1e3 * (has_read - began)
        times.verify_ms += 1e3 * (time.perf_counter() - has_read)
        if not is_sound:
            raise SegmentDamaged("checksum of a plane")


def _groups(planes: Sequence[PlannedPlane]) -> Iterator[list[PlannedPlane]]:
    """Put neighbours together, as many as one call takes."""
    group: list[PlannedPlane] = []
    n_bytes, end = 0, 0
    for one in planes:
        size = one.stored.n_bytes
        is_next = one.stored.offset == end and _READS_INTO_MANY
        if group and not (is_next and n_bytes + size <= _CALL_BYTES and len(group) < _CALL_PLANES):
            yield group
            group, n_bytes = [], 0
        group.append(one)
        n_bytes += size
        end = one.stored.offset + size
    if group:
        yield group


def _read(file: FileIO, group: list[PlannedPlane]) -> None:
    """Fill the places of planes that lie one after the other.

    Raises:
        SegmentDamaged: the file ends early.
        OSError: the disk refused.
    """
    at = group[0].stored.offset
    places = [one.place for one in group]
    while places:
        n_read = _read_some(file, places, at)
        if not n_read:
            raise SegmentDamaged("the file ends early")
        at += n_read
        places = _left(places, n_read)


def _read_some(file: FileIO, places: list[memoryview], at: int) -> int:
    """Fill `places` from their beginning, as far as one call gets; return how many bytes."""
    if sys.platform != "win32" and _READS_INTO_MANY:
        return os.preadv(file.fileno(), places, at)
    file.seek(at)
    return file.readinto(places[0]) or 0


def _left(places: list[memoryview], n_bytes: int) -> list[memoryview]:
    """Return what is still to be filled after so many bytes; a read may end anywhere."""
    for n_filled, place in enumerate(places):
        if n_bytes < len(place):
            return [place[n_bytes:], *places[n_filled + 1 :]]
        n_bytes -= len(place)
    return []
