"""Reading everything that is stored and comparing its checksums, for a doubtful disk.

Threads: the calling thread reads; what is damaged is handed to the writer thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import xxhash

from app.core.kvstore.format.segment_file import (
    MAGIC,
    SNAPSHOT_MAGIC,
    SUFFIX,
    SegmentDamaged,
    read_header,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.index.index import Index

_BLOCK = 1 << 22


class VerifyResult(NamedTuple):
    """What was found.

    Attributes:
        damaged: segments whose file is damaged or gone.
        damaged_snapshots: segments whose snapshot is.
        n_set_aside: files found damaged or foreign when the store was opened.
    """

    n_files: int
    n_bytes: int
    damaged: tuple[SegmentKey, ...]
    damaged_snapshots: tuple[SegmentKey, ...]
    n_set_aside: int = 0

    @property
    def n_damaged(self) -> int:
        """How many files were found damaged in all."""
        return len(self.damaged) + len(self.damaged_snapshots) + self.n_set_aside


def verify(
    folder: SegmentFolder, index: Index, on_progress: Callable[[int, int], None]
) -> VerifyResult:
    """Read every file.

    Args:
        folder: where the files lie.
        index: what there should be.
        on_progress: called with bytes read and bytes in all.
    """
    rows = index.rows()
    n_all, n_read, n_files = sum(row.n_bytes for row in rows), 0, 0
    damaged: list[SegmentKey] = []
    damaged_snapshots: list[SegmentKey] = []
    for row in rows:
        if not _is_sound(folder.path(row.key), row.key, MAGIC):
            damaged.append(row.key)
        n_files += 1
        if row.snapshot_bytes:
            n_files += 1
            if not _is_sound(folder.snapshot_path(row.key), row.key, SNAPSHOT_MAGIC):
                damaged_snapshots.append(row.key)
        n_read += row.n_bytes
        on_progress(n_read, n_all)
    known = {row.key for row in index.rows()}  # what was evicted meanwhile is not damaged
    return VerifyResult(
        n_files,
        n_read,
        tuple(key for key in damaged if key in known),
        tuple(key for key in damaged_snapshots if key in known),
    )


def stored_rows_bytes(root: Path) -> tuple[int, int]:
    """Return the bytes of all rows and snapshots in the files below `root`, and their tokens.

    For measurements: headers are what the files have beside them.
    """
    n_bytes = n_tokens = 0
    for path in root.rglob("*.k?s"):
        magic = MAGIC if path.suffix == SUFFIX else SNAPSHOT_MAGIC
        with path.open("rb") as file:
            header = read_header(file, magic)
        n_bytes += sum(stored_plane.n_bytes for stored_plane in header.stored_planes)
        n_tokens += header.segment.n_tokens if magic == MAGIC else 0
    return n_bytes, n_tokens


def _is_sound(path: Path, key: SegmentKey, magic: bytes) -> bool:
    try:
        with path.open("rb", buffering=0) as file:
            header = read_header(file, magic)
            if header.segment.key != key:
                return False
            return all(
                _checksum(file, stored_plane.offset, stored_plane.n_bytes) == stored_plane.checksum
                for stored_plane in header.stored_planes
            )
    except (SegmentDamaged, OSError):
        return False


def _checksum(file: BinaryIO, offset: int, n_bytes: int) -> bytes:
    digest = xxhash.xxh3_128()
    file.seek(offset)
    for block in _blocks(file, n_bytes):
        digest.update(block)
    return digest.digest()


def _blocks(file: BinaryIO, n_bytes: int) -> Iterator[bytes]:
    while n_bytes > 0:
        block = file.read(min(_BLOCK, n_bytes))
        if not block:
            return
        yield block
        n_bytes -= len(block)
