from __future__ import annotations

import io
import struct

import numpy as np
import pytest
import xxhash

from app.core.content.media import MediaDigest, MediaKind
from app.core.content.media_table import MediaChunk, MediaTable
from app.core.kvstore.chain import SegmentKey, segment_hash, token_array
from app.core.kvstore.format.segment_file import (
    SNAPSHOT_MAGIC,
    SegmentDamaged,
    encode_header,
    read_header,
)
from app.core.kvstore.records import Owner, Segment, Witness
from tests.unit.core.kvstore.states import NAMESPACE

PLANES = [np.arange(6, dtype=np.uint8), np.arange(9, dtype=np.uint8)]
SIGNATURE = bytes(range(16))
PARENT = segment_hash(NAMESPACE, None, [9])
IDS = [5, 6, 7]
WITNESS = Witness((3, 1), (0.1, float("-inf")))


def segment(parent: bytes | None = PARENT, begin: int = 1) -> Segment:
    name = segment_hash(NAMESPACE, parent, IDS)  # type: ignore[arg-type]
    return Segment(SegmentKey(NAMESPACE, name), parent, begin, token_array(IDS), Owner("Zoë"))  # type: ignore[arg-type]


def encoded(item: Segment, witness: Witness | None = WITNESS) -> bytes:
    header = encode_header(item, SIGNATURE, PLANES, witness, 1234.5)
    return header + b"".join(plane.tobytes() for plane in PLANES)


def test_a_header_says_everything_that_was_put_in() -> None:
    content = encoded(segment())
    header = read_header(io.BytesIO(content))
    assert header.segment.key == segment().key
    assert header.segment.parent == PARENT
    assert (header.segment.begin, header.segment.end) == (1, 4)
    assert header.segment.token_ids.tolist() == IDS
    assert header.segment.owner == "Zoë"
    assert header.signature == SIGNATURE
    assert header.witness == WITNESS
    assert header.saved_at == 1234.5
    assert header.file_bytes == len(content)


def test_the_bytes_of_format_version_2_never_change() -> None:
    assert xxhash.xxh3_128_hexdigest(encoded(segment())) == "a4096be1a9a6b9452bff773b2ae2fd04"


def test_chunks_lead_to_the_planes_and_carry_their_checksums() -> None:
    content = encoded(segment())
    stored_planes = read_header(io.BytesIO(content)).stored_planes
    found = [
        content[stored_plane.offset : stored_plane.offset + stored_plane.n_bytes]
        for stored_plane in stored_planes
    ]
    assert found == [plane.tobytes() for plane in PLANES]
    assert [stored_plane.checksum for stored_plane in stored_planes] == [
        xxhash.xxh3_128_digest(data) for data in found
    ]


def test_windowed_rows_and_the_token_a_witness_is_after_are_said() -> None:
    witness = Witness((3,), (0.5,), after=7)
    content = encode_header(segment(), SIGNATURE, PLANES, witness, 0.0, n_windowed=2)
    header = read_header(io.BytesIO(content + b"".join(plane.tobytes() for plane in PLANES)))
    assert header.n_windowed == 2
    assert header.witness == witness


def test_a_snapshot_is_no_segment_and_a_segment_no_snapshot() -> None:
    snapshot = encode_header(segment(), SIGNATURE, [], WITNESS, 0.0, magic=SNAPSHOT_MAGIC)
    assert read_header(io.BytesIO(snapshot), SNAPSHOT_MAGIC).segment.key == segment().key
    with pytest.raises(SegmentDamaged):
        read_header(io.BytesIO(snapshot))
    with pytest.raises(SegmentDamaged):
        read_header(io.BytesIO(encoded(segment())), SNAPSHOT_MAGIC)


def test_the_first_segment_has_no_parent_and_may_lack_a_witness() -> None:
    header = read_header(io.BytesIO(encoded(segment(parent=None, begin=0), witness=None)))
    assert header.segment.parent is None
    assert header.witness is None


def test_every_flipped_bit_of_a_header_is_found() -> None:
    content = bytearray(encoded(segment()))
    n_header = len(content) - sum(plane.nbytes for plane in PLANES)
    for at in range(n_header):
        content[at] ^= 1 << (at % 8)
        with pytest.raises(SegmentDamaged):
            read_header(io.BytesIO(content))
        content[at] ^= 1 << (at % 8)


def test_every_truncation_and_every_tail_is_found() -> None:
    content = encoded(segment())
    for n_bytes in range(len(content)):
        with pytest.raises(SegmentDamaged):
            read_header(io.BytesIO(content[:n_bytes]))
    with pytest.raises(SegmentDamaged):
        read_header(io.BytesIO(content + b"\0"))


def with_checksum(prefix: bytes, body: bytes) -> bytes:
    return prefix + xxhash.xxh3_128_digest(prefix + body) + body


@pytest.mark.parametrize("at", range(72, 88))
def test_a_header_that_contradicts_itself_is_refused_even_with_a_right_checksum(at: int) -> None:
    content = encoded(segment())
    n_header = len(content) - sum(plane.nbytes for plane in PLANES)
    body = bytearray(content[40:n_header])
    body[at] ^= 0x01  # counts of tokens, planes, candidates and bytes of the owner
    forged = with_checksum(content[:24], bytes(body)) + content[n_header:]
    with pytest.raises(SegmentDamaged):
        read_header(io.BytesIO(forged))


def test_a_name_that_does_not_follow_from_the_tokens_is_refused() -> None:
    item = segment()
    other = Segment(item.key, item.parent, item.begin, token_array([5, 6, 8]), item.owner)
    with pytest.raises(SegmentDamaged):
        read_header(io.BytesIO(encoded(other)))


def test_a_file_of_another_version_is_refused() -> None:
    content = bytearray(encoded(segment()))
    struct.pack_into("<I", content, 8, 4)
    with pytest.raises(SegmentDamaged, match="version 4"):
        read_header(io.BytesIO(content))


TABLE = MediaTable(
    (
        MediaChunk(-2, 6, 3, MediaKind.IMAGE, 1, MediaDigest(bytes(range(16))), 3, 2),
        MediaChunk(6, 2, 2, MediaKind.SOUND, 0, MediaDigest(bytes(16))),
    )
)


def media_segment(table: MediaTable = TABLE, begin_pos: int = 10) -> Segment:
    ids = np.arange(10, dtype=np.int32)
    table.fill(ids)
    name = segment_hash(NAMESPACE, PARENT, ids, table)
    key = SegmentKey(NAMESPACE, name)
    return Segment(key, PARENT, 20, ids, Owner("Zoë"), table, 20 - begin_pos)


def test_a_header_says_which_media_there_are_and_where_its_cells_lie() -> None:
    item = media_segment()
    content = encoded(item)
    assert struct.unpack_from("<I", content, 8) == (3,)
    found = read_header(io.BytesIO(content)).segment
    assert found.media == TABLE
    assert (found.begin_pos, found.end_pos) == (10, 10 + 3 + 6)
    assert found.cells is not None
    assert found.cells.pos.tolist() == [10, 10, 10, 10, 13, 14, 15, 16, 17, 18]
    assert found.cells.y.tolist()[:4] == [10, 11, 11, 11]
    assert found.cells.x.tolist()[:4] == [12, 10, 11, 12]
    assert found.owner == "Zoë"
    assert found.token_ids.tolist() == item.token_ids.tolist()


def test_the_bytes_of_format_version_3_never_change() -> None:
    assert xxhash.xxh3_128_hexdigest(encoded(media_segment())) == "892fe29b560a4b3cdd797b30a6b17665"


def test_text_at_other_positions_than_its_numbers_is_of_version_3_too() -> None:
    item = media_segment(MediaTable(), begin_pos=15)
    found = read_header(io.BytesIO(encoded(item))).segment
    assert (found.begin_pos, found.end_pos, found.media) == (15, 25, MediaTable())
    assert struct.unpack_from("<I", encoded(media_segment(MediaTable(), 20)), 8) == (2,)


def test_positions_beyond_those_of_llama_cpp_are_refused() -> None:
    far = 1 << 40
    item = media_segment()
    moved = Segment(item.key, item.parent, far, item.token_ids, item.owner, item.media, far - 10)
    with pytest.raises(SegmentDamaged, match="impossible positions"):
        read_header(io.BytesIO(encoded(moved)))


def test_every_flipped_bit_of_a_header_with_media_is_found() -> None:
    content = bytearray(encoded(media_segment()))
    n_header = len(content) - sum(plane.nbytes for plane in PLANES)
    for at in range(n_header):
        content[at] ^= 1 << (at % 8)
        with pytest.raises(SegmentDamaged):
            read_header(io.BytesIO(content))
        content[at] ^= 1 << (at % 8)


def test_a_header_with_media_that_contradicts_itself_is_refused_even_with_a_right_checksum() -> (
    None
):
    content = encoded(media_segment())
    n_header = len(content) - sum(plane.nbytes for plane in PLANES)
    whole = content[40:n_header]
    begin_ids = 104 + 24
    planes_at = begin_ids + 4 * 10
    witness_at = planes_at + 32 * len(PLANES)
    media_at = witness_at + 12 * len(WITNESS.token_ids)
    # What nothing in the header contradicts: signature, number of the first cell, windowed rows,
    # what the witness is after, time, planes, witness and owner.
    owner_at = len(whole) - len("Zoë".encode())
    said_once = [(48, 72), (88, 104), (planes_at, media_at), (owner_at, len(whole))]
    free = {at for begin, end in said_once for at in range(begin, end)}
    for at in set(range(len(whole))) - free:
        body = bytearray(whole)
        body[at] ^= 0x01
        forged = with_checksum(content[:24], bytes(body)) + content[n_header:]
        with pytest.raises(SegmentDamaged):
            read_header(io.BytesIO(forged))
