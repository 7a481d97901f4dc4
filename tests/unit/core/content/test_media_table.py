from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.media import MediaDigest, MediaKind
from app.core.content.media_table import (
    NO_MEDIA,
    MediaChunk,
    MediaTable,
    TableMismatch,
    pseudo_token_ids,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIGEST = MediaDigest(bytes(range(16)))
OTHER = MediaDigest(bytes(16))
IMAGE, SOUND = MediaKind.IMAGE, MediaKind.SOUND


def grid(first: int, columns: int, rows: int, number: int = 0) -> MediaChunk:
    n_pos = max(columns, rows)
    return MediaChunk(first, columns * rows, n_pos, IMAGE, number, DIGEST, columns, rows)


def row(first: int, n_cells: int, kind: MediaKind = SOUND) -> MediaChunk:
    return MediaChunk(first, n_cells, n_cells, kind, 0, OTHER)


def ids_of(table: MediaTable, n_cells: int) -> NDArray[np.int32]:
    ids = np.arange(n_cells, dtype=np.int32)
    table.fill(ids)
    return ids


@st.composite
def tables(draw: st.DrawFn) -> tuple[MediaTable, int]:
    """A table, and how many cells its sequence has: text behind each medium or none."""
    chunks: list[MediaChunk] = []
    at = draw(st.integers(0, 5))
    for number in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            chunk = grid(at, draw(st.integers(1, 5)), draw(st.integers(1, 5)), number)
        else:
            chunk = row(at, draw(st.integers(1, 9)), draw(st.sampled_from(MediaKind)))
        chunks.append(chunk)
        at = chunk.end + draw(st.integers(0, 3))
    return MediaTable(tuple(chunks)), at + draw(st.integers(0, 4))


def test_text_alone_lies_at_its_own_places() -> None:
    run = NO_MEDIA.run(5)
    assert run.pos.tolist() == run.x.tolist() == run.y.tolist() == [0, 1, 2, 3, 4]
    assert run.next_pos == 5
    assert not NO_MEDIA
    assert NO_MEDIA.text_end(5) == 5


def test_a_picture_with_rows_and_columns_takes_as_many_positions_as_its_longer_side() -> None:
    run = MediaTable((grid(2, 3, 2),)).run(10)
    assert run.pos.tolist() == [0, 1, 2, 2, 2, 2, 2, 2, 5, 6]
    assert run.y.tolist() == [0, 1, 2, 2, 2, 3, 3, 3, 5, 6]
    assert run.x.tolist() == [0, 1, 2, 3, 4, 2, 3, 4, 5, 6]
    assert run.next_pos == 7


def test_the_cells_of_a_sound_have_a_position_each() -> None:
    table = MediaTable((row(2, 4),))
    assert table.run(8).pos.tolist() == list(range(8))
    assert not table.has_grids


@given(tables(), st.data())
def test_a_part_of_a_sequence_lies_where_it_lies_in_the_whole(
    found: tuple[MediaTable, int], data: st.DataObject
) -> None:
    table, n_cells = found
    begin = data.draw(st.integers(0, n_cells))
    end = data.draw(st.integers(begin, n_cells))
    whole = table.run(n_cells)
    assert whole.next_pos == table.position(n_cells)
    part = table.part(begin, end).run(end - begin, table.position(begin))
    np.testing.assert_array_equal(part.pos, whole.pos[begin:end])
    np.testing.assert_array_equal(part.y, whole.y[begin:end])
    np.testing.assert_array_equal(part.x, whole.x[begin:end])
    assert part.next_pos == table.position(end)


@given(tables())
def test_positions_rise_and_no_two_cells_lie_at_the_same_place(
    found: tuple[MediaTable, int],
) -> None:
    table, n_cells = found
    run = table.run(n_cells)
    places = list(zip(run.pos.tolist(), run.y.tolist(), run.x.tolist(), strict=True))
    assert places == sorted(set(places))
    assert all(pos < run.next_pos for pos in run.pos.tolist())


@given(tables())
def test_a_sequence_is_cut_behind_text_alone(found: tuple[MediaTable, int]) -> None:
    table, n_cells = found
    ids = ids_of(table, n_cells)
    for end in range(n_cells + 1):
        cut = table.text_end(end)
        assert cut <= end
        assert (ids[cut:end] < 0).all()
        assert cut == 0 or ids[cut - 1] >= 0


@given(tables(), st.data())
def test_a_table_comes_back_from_its_bytes_and_knows_its_ids(
    found: tuple[MediaTable, int], data: st.DataObject
) -> None:
    table, n_cells = found
    assert len(table.encode()) == 40 * len(table.chunks)
    assert MediaTable.decode(table.encode()) == table
    ids = ids_of(table, n_cells)
    table.check(ids)
    if not n_cells:
        return
    at = data.draw(st.integers(0, n_cells - 1))
    table.part(at, n_cells).check(ids[at:])
    ids[at] = -5 if ids[at] >= 0 else ids[at] ^ 1
    with pytest.raises(TableMismatch):
        table.check(ids)


def test_a_token_of_a_medium_without_a_table_is_noticed() -> None:
    with pytest.raises(TableMismatch):
        NO_MEDIA.check(np.array([1, -2, 3], np.int32))
    with pytest.raises(TableMismatch, match="behind the end"):
        MediaTable((row(3, 2),)).check(np.array([1, 2, 3], np.int32))


@pytest.mark.parametrize(
    "fields",
    [
        {"n_cells": 0},
        {"first": -6},
        {"n_pos": 5},
        {"n_pos": 0},
        {"number": -1},
        {"number": 1 << 16},
        {"digest": b"short"},
        {"columns": 3, "rows": 0},
        {"columns": 3, "rows": 3},
        {"columns": 0, "rows": 2},
        {"kind": SOUND},
        {"n_cells": 1 << 21},
    ],
)
def test_impossible_chunks_cannot_be_made(fields: dict[str, Any]) -> None:
    sound: dict[str, Any] = {"first": 0, "n_cells": 6, "n_pos": 3, "kind": IMAGE, "number": 0}
    sound |= {"digest": DIGEST, "columns": 3, "rows": 2}
    MediaChunk(**sound)
    with pytest.raises(TableMismatch):
        MediaChunk(**(sound | fields))


def test_media_that_lie_in_one_another_are_refused() -> None:
    with pytest.raises(TableMismatch):
        MediaTable((row(0, 3), row(2, 3)))
    with pytest.raises(TableMismatch):
        MediaTable((row(5, 3), row(0, 3)))
    with pytest.raises(TableMismatch, match="are no chunks"):
        MediaTable.decode(bytes(39))
    with pytest.raises(TableMismatch, match="kind 9"):
        MediaTable.decode(row(0, 3).encode().replace(b"\x02\x00", b"\x09\x00", 1))


def test_ids_of_cells_are_negative_and_never_change() -> None:
    ids = pseudo_token_ids(DIGEST, 1, 4)
    assert (ids < 0).all()
    assert ids.tolist() == [-872531093, -211144971, -950212607, -1813268786]


@given(st.binary(min_size=16, max_size=16), st.integers(0, 9), st.integers(1, 50))
def test_ids_of_cells_tell_media_and_chunks_apart_from_the_first_cell(
    digest: bytes, number: int, n_cells: int
) -> None:
    ids = pseudo_token_ids(MediaDigest(digest), number, n_cells)
    assert (pseudo_token_ids(MediaDigest(digest), number, n_cells + 7)[:n_cells] == ids).all()
    other = bytes([digest[0] ^ 1, *digest[1:]])
    assert pseudo_token_ids(MediaDigest(other), number, 1)[0] != ids[0]
    assert pseudo_token_ids(MediaDigest(digest), number + 1, 1)[0] != ids[0]
