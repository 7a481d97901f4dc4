"""Planes of a file come to their places whole and checked, however the system cuts its reads."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest
import xxhash

from app.core.kvstore.format.segment_file import SegmentDamaged, StoredPlane
from app.core.kvstore.reading import checked_planes
from app.core.kvstore.reading.checked_planes import PlannedPlane, ReadTimes, read_planes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_SIZES = (1, 70_000, 4096, 300_000, 600_000, 17, 512 << 10, 3)
_HEADER = b"header"


def _write(path: Path) -> tuple[list[StoredPlane], list[bytes]]:
    """Write a file of planes; return its table and what each has."""
    drawn = random.Random(7)
    contents = [drawn.randbytes(size) for size in _SIZES]
    path.write_bytes(_HEADER + b"".join(contents))
    table, at = [], len(_HEADER)
    for content in contents:
        table.append(StoredPlane(at, len(content), xxhash.xxh3_128_digest(content)))
        at += len(content)
    return table, contents


def _read(path: Path, table: Sequence[StoredPlane]) -> list[bytes]:
    places = [bytearray(one.n_bytes) for one in table]
    with path.open("rb", buffering=0) as file:
        planned = [
            PlannedPlane(one, memoryview(place)) for one, place in zip(table, places, strict=True)
        ]
        read_planes(file, planned, ReadTimes())
    return [bytes(place) for place in places]


@pytest.fixture(params=["one by one", "together"])
def together(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """How planes are read: as on a system that fills one place in a call, or several."""
    is_together = request.param == "together" and hasattr(os, "preadv")
    monkeypatch.setattr(checked_planes, "_READS_INTO_MANY", is_together)
    return is_together


@pytest.mark.usefixtures("together")
@pytest.mark.parametrize("left_out", [(), (0,), (3, 4), (7,), (1, 3, 5)])
def test_planes_come_to_their_places(tmp_path: Path, left_out: tuple[int, ...]) -> None:
    table, contents = _write(tmp_path / "file")
    numbers = [n for n in range(len(table)) if n not in left_out]
    assert _read(tmp_path / "file", [table[n] for n in numbers]) == [contents[n] for n in numbers]


@pytest.mark.usefixtures("together")
@pytest.mark.parametrize("damaged", range(len(_SIZES)))
def test_a_changed_byte_of_any_plane_is_seen(tmp_path: Path, damaged: int) -> None:
    table, _ = _write(tmp_path / "file")
    with (tmp_path / "file").open("r+b") as file:
        file.seek(table[damaged].offset)
        byte = file.read(1)[0]
        file.seek(table[damaged].offset)
        file.write(bytes([byte ^ 1]))
    with pytest.raises(SegmentDamaged, match="checksum"):
        _read(tmp_path / "file", table)


@pytest.mark.usefixtures("together")
@pytest.mark.parametrize("plane", range(len(_SIZES)))
def test_a_file_that_ends_early_is_damaged(tmp_path: Path, plane: int) -> None:
    table, _ = _write(tmp_path / "file")
    os.truncate(tmp_path / "file", table[plane].offset + table[plane].n_bytes - 1)
    with pytest.raises(SegmentDamaged, match="ends early"):
        _read(tmp_path / "file", table)


@pytest.mark.unix("a read into many places")
@pytest.mark.parametrize("n_bytes", [1, 2, 4095, 70_001, 74_097])
def test_a_read_may_end_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_bytes: int
) -> None:
    table, contents = _write(tmp_path / "file")
    if n_bytes < 3:
        table, contents = [*table[:1], *table[5:6]], [*contents[:1], *contents[5:6]]
    whole = os.preadv

    def short(file: int, places: Sequence[memoryview], at: int) -> int:
        left, cut = n_bytes, []
        for place in places:
            cut.append(place[:left])
            left -= len(cut[-1])
        return whole(file, cut, at)

    monkeypatch.setattr(os, "preadv", short)
    assert _read(tmp_path / "file", table) == contents


@pytest.mark.unix("a read into many places")
def test_neighbours_are_read_in_one_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = _write(tmp_path / "file")
    whole, calls = os.preadv, []

    def counted(file: int, places: Sequence[memoryview], at: int) -> int:
        calls.append(len(places))
        return whole(file, places, at)

    monkeypatch.setattr(os, "preadv", counted)
    _read(tmp_path / "file", table)
    assert calls == [4, 1, 1, 1, 1]
