"""One file per segment: a header that says everything about it, then the rows, plane after plane.

Written once and never changed. The header carries a checksum over itself and one for each plane,
so every byte of the file is covered; a reader uses nothing it has not checked.
The byte tables are in docs/kvstore-format.md.

Threads: pure functions on buffers and open files, any thread.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
import xxhash

from app.core.content.media_table import CHUNK_BYTES, NO_MEDIA, MediaTable, TableMismatch
from app.core.kvstore.chain import (
    MAX_SEGMENT_TOKENS,
    NAME_BYTES,
    Fingerprint,
    SegmentHash,
    SegmentKey,
    segment_hash,
)
from app.core.kvstore.records import Owner, Segment, Witness
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MAGIC = b"HearthKV"
SNAPSHOT_MAGIC = b"HearthKS"
TEXT_VERSION = 2
MEDIA_VERSION = 3  # of what holds media, or lies at other positions than its numbers
SUFFIX = ".kvs"
SNAPSHOT_SUFFIX = ".kss"

_PREFIX = struct.Struct("<8sIIQ")  # magic, version, bytes of the header, bytes of the file
_BODY_AT = _PREFIX.size + 16  # the header's checksum lies between the prefix and the body
# namespace, name, parent, layout signature, begin, tokens, planes, witness candidates,
# bytes of the owner's key, tokens with windowed rows, token the witness is after (-1: none), time
_BODY = struct.Struct("<16s16s16s16sqIIIIIid")
_PLACES = struct.Struct("<qqII")  # version 3: first position, that behind the last, chunks, places
_STORED_PLANE = struct.Struct("<QQ16s")  # offset in the file, bytes, xxh3-128
_MAX_HEADER_BYTES = 1 << 20
_MAX_POSITION = (1 << 31) - 1
_NO_PARENT = bytes(NAME_BYTES)


class SegmentDamaged(Exception):
    """A segment file is not what was written, or not the one asked for.

    In a restore `PrefixReader` decides what becomes of the file. Rows that are whole and wrong all
    the same are found by their witness.
    """


class StoredPlane(PlainValue, frozen=True):
    """Where one plane lies in the file, and its checksum."""

    offset: int
    n_bytes: int
    checksum: bytes


class SegmentHeader(PlainValue, frozen=True, eq=False):
    """Everything a segment file says about itself.

    Attributes:
        signature: of the layout the rows belong to.
        stored_planes: one a plane, back to back up to the end of the file.
        saved_at: seconds since the epoch.
        file_bytes: header and planes together.
        n_windowed: tokens at its end that the windowed planes hold.
    """

    segment: Segment
    signature: bytes
    stored_planes: tuple[StoredPlane, ...]
    witness: Witness | None
    saved_at: float
    file_bytes: int
    n_windowed: int = 0


def encode_header(  # noqa: PLR0913 - everything a header says
    segment: Segment,
    signature: bytes,
    planes: Sequence[NDArray[np.uint8]],
    witness: Witness | None,
    saved_at: float,
    *,
    n_windowed: int = 0,
    magic: bytes = MAGIC,
) -> bytes:
    """Return the header of a file whose payload is `planes`, one after the other.

    Args:
        segment: what the rows are of.
        signature: of the layout.
        planes: contiguous bytes, hashed here and not kept.
        witness: may be None.
        saved_at: seconds since the epoch.
        n_windowed: tokens at the end of the segment that the windowed planes hold.
        magic: of a segment, or of the snapshot that belongs to one.
    """
    owner = segment.owner.encode()
    witness = witness or Witness((), ())
    places, media = _encode_places(segment)
    tables = 4 * segment.n_tokens + _STORED_PLANE.size * len(planes) + 12 * len(witness.token_ids)
    n_bytes = _BODY_AT + _BODY.size + len(places) + tables + len(media) + len(owner)
    stored_planes, file_bytes = _encode_planes(planes, n_bytes)
    body = b"".join(
        [
            _BODY.pack(
                bytes.fromhex(segment.key.namespace),
                segment.key.name,
                segment.parent or _NO_PARENT,
                signature,
                segment.begin,
                segment.n_tokens,
                len(planes),
                len(witness.token_ids),
                len(owner),
                n_windowed,
                -1 if witness.after is None else witness.after,
                saved_at,
            ),
            places,
            segment.token_ids.astype("<i4").tobytes(),
            *stored_planes,
            np.array(witness.token_ids, "<i4").tobytes(),
            np.array(witness.logits, "<f8").tobytes(),
            media,
            owner,
        ]
    )
    version = MEDIA_VERSION if places else TEXT_VERSION
    prefix = _PREFIX.pack(magic, version, n_bytes, file_bytes)
    return prefix + xxhash.xxh3_128_digest(prefix + body) + body


def _encode_places(segment: Segment) -> tuple[bytes, bytes]:
    """Return what version 3 says more, a fixed part and tables; empty for text at its own place."""
    cells = segment.cells
    if cells is None and not segment.media:
        return b"", b""
    positions = b"" if cells is None else cells.pos.astype("<i4").tobytes()
    counts = len(segment.media.chunks), len(positions) // 4
    fixed = _PLACES.pack(segment.begin_pos, segment.end_pos, *counts)
    return fixed, segment.media.encode() + positions


def _encode_planes(planes: Sequence[NDArray[np.uint8]], at: int) -> tuple[list[bytes], int]:
    """Hash planes that lie back to back from `at`; return their table and where the last ends."""
    stored_planes = []
    for plane in planes:
        stored_planes.append(
            _STORED_PLANE.pack(at, plane.nbytes, xxhash.xxh3_128_digest(plane.data))
        )
        at += plane.nbytes
    return stored_planes, at


def read_header(file: BinaryIO, expected: bytes = MAGIC) -> SegmentHeader:
    """Read and check the header of an open segment file, or of a snapshot's.

    Also proves that the name follows from what the file says it holds, and that the chunks fill
    the rest of the file exactly.

    Raises:
        SegmentDamaged: anything is not as it was written.
        OSError: the disk refused.
    """
    actual_bytes = file.seek(0, 2)
    file.seek(0)
    prefix = file.read(_PREFIX.size)
    if len(prefix) < _PREFIX.size:
        raise SegmentDamaged("shorter than a header")
    magic, version, n_bytes, file_bytes = _PREFIX.unpack(prefix)
    if magic != expected or version not in (TEXT_VERSION, MEDIA_VERSION):
        raise SegmentDamaged(f"magic {magic!r}, version {version}")
    if file_bytes != actual_bytes or not _BODY_AT + _BODY.size <= n_bytes <= _MAX_HEADER_BYTES:
        raise SegmentDamaged(f"{actual_bytes} bytes, of which header {n_bytes}; not {file_bytes}")
    checksum_and_body = file.read(n_bytes - _PREFIX.size)
    checksum, body = checksum_and_body[:16], checksum_and_body[16:]
    if xxhash.xxh3_128_digest(prefix + body) != checksum:
        raise SegmentDamaged("checksum of the header")
    return _parse_body(body, file_bytes, has_places=version == MEDIA_VERSION)


def _parse_body(body: bytes, file_bytes: int, *, has_places: bool) -> SegmentHeader:
    """Take a body apart whose checksum is right; what it says must still agree with itself."""
    (namespace, name, parent, signature, begin, n_tokens, n_planes, n_witness, n_owner,
     n_windowed, after, saved_at) = _BODY.unpack_from(body)  # fmt: skip
    begin_pos, end_pos, n_chunks, n_places = begin, begin + n_tokens, 0, 0
    if has_places:
        begin_pos, end_pos, n_chunks, n_places = _fixed_places(body, begin, n_tokens)
    sizes = (
        _BODY.size + _PLACES.size * has_places,
        4 * n_tokens,
        _STORED_PLANE.size * n_planes,
        4 * n_witness,
        8 * n_witness,
        CHUNK_BYTES * n_chunks,
        4 * n_places,
        n_owner,
    )
    if sum(sizes) != len(body):
        raise SegmentDamaged("the header's tables do not fill it")
    ends = np.cumsum(sizes).tolist()
    ids, table, candidates, logits, chunks, places, owner = (body[a:b] for a, b in pairwise(ends))
    segment = Segment(
        SegmentKey(Fingerprint(namespace.hex()), SegmentHash(name)),
        SegmentHash(parent) if begin else None,
        begin,
        np.frombuffer(ids, "<i4").astype(np.int32),
        Owner(_decoded(owner)),
        _media_of(chunks),
        begin - begin_pos,
    )
    _check_name(segment)
    if has_places:
        _check_places(segment, places, end_pos)
    stored_planes = tuple(StoredPlane(*fields) for fields in _STORED_PLANE.iter_unpack(table))
    _check_planes(stored_planes, _BODY_AT + len(body), file_bytes)
    witness = Witness(
        tuple(np.frombuffer(candidates, "<i4").tolist()),
        tuple(np.frombuffer(logits, "<f8").tolist()),
        None if after < 0 else after,
    )
    if n_windowed > n_tokens:
        raise SegmentDamaged("windowed rows of more tokens than there are")
    return SegmentHeader(
        segment,
        signature,
        stored_planes,
        witness if n_witness else None,
        saved_at,
        file_bytes,
        n_windowed,
    )


def _fixed_places(body: bytes, begin: int, n_tokens: int) -> tuple[int, int, int, int]:
    """Return first position, that behind the last, and the numbers of chunks and of places."""
    if len(body) < _BODY.size + _PLACES.size:
        raise SegmentDamaged("too short for what a version 3 says")
    found: tuple[int, int, int, int] = _PLACES.unpack_from(body, _BODY.size)
    if not (0 <= found[0] <= begin < _MAX_POSITION - n_tokens and found[2] <= n_tokens):
        raise SegmentDamaged("impossible positions")
    return found


def _media_of(chunks: bytes) -> MediaTable:
    try:
        return MediaTable.decode(chunks) if chunks else NO_MEDIA
    except TableMismatch as error:
        raise SegmentDamaged(str(error)) from error


def _check_places(segment: Segment, places: bytes, end_pos: int) -> None:
    """Check that ids and positions follow from the table, and that there was a need to say them."""
    try:
        segment.media.check(segment.token_ids)
    except TableMismatch as error:
        raise SegmentDamaged(str(error)) from error
    cells = segment.cells
    expected = b"" if cells is None else cells.pos.astype("<i4").tobytes()
    if places != expected or end_pos != segment.end_pos:
        raise SegmentDamaged("the positions do not follow from the media")
    if cells is None and not segment.media:
        raise SegmentDamaged("a version 3 of text at its own place")


def _decoded(owner: bytes) -> str:
    try:
        return owner.decode()
    except UnicodeDecodeError as error:
        raise SegmentDamaged("whose it is, is no text") from error


def _check_name(segment: Segment) -> None:
    if segment.begin < 0 or not 1 <= segment.n_tokens <= MAX_SEGMENT_TOKENS:
        raise SegmentDamaged("impossible positions")
    key = segment.key
    if segment_hash(key.namespace, segment.parent, segment.token_ids, segment.media) != key.name:
        raise SegmentDamaged("the name does not follow from the tokens")


def _check_planes(stored_planes: Sequence[StoredPlane], at: int, file_bytes: int) -> None:
    for stored_plane in stored_planes:
        if stored_plane.offset != at:
            raise SegmentDamaged("the planes are not back to back")
        at += stored_plane.n_bytes
    if at != file_bytes:
        raise SegmentDamaged("the planes do not fill the file")
