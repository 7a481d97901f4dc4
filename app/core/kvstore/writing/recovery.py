"""Opening a store after anything may have happened to it.

The files are the truth, the index only finds them: a broken index is moved aside and built again,
rows without a file are dropped, files without a row adopted, leftovers removed.

Threads: the opening thread, before the others start, with the store's lock held.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.format.segment_file import SegmentDamaged, read_header
from app.core.kvstore.index.writable_index import WritableIndex

if TYPE_CHECKING:
    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.folder import SegmentFolder

_log = logging.getLogger(__name__)


def open_index(folder: SegmentFolder) -> WritableIndex:
    """Open the index for writing; a broken one is moved aside and a new one made.

    Raises:
        IndexFailed: not even a new one can be made.
    """
    path = folder.root / "index.db"
    try:
        return WritableIndex.open(path)
    except IndexFailed as error:
        _log.info("the index is built again: %s", error.detail)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    folder.move_aside(path)
    return WritableIndex.open(path)


def reconcile(folder: SegmentFolder, index: WritableIndex) -> int:
    """Make the index say what the files are.

    Returns:
        How many files were moved aside because they are not what they should be.

    Raises:
        IndexFailed: the index cannot be written.
        OSError: the folder cannot be read.
    """
    known = index.file_sizes()
    sound = set()
    snapshots = {}
    n_set_aside = 0
    for path, key, n_bytes in list(folder.scan()):
        expected, _ = known.get(key, (n_bytes, 0))
        if path == folder.snapshot_path(key):
            snapshots[key] = n_bytes
            continue
        if path != folder.path(key) or expected != n_bytes:
            _log.info("a file in the store is not what is recorded: %s", path.name)
            folder.move_aside(path)
            n_set_aside += 1
        elif key in known or _adopt(folder, index, key):
            sound.add(key)
        else:
            n_set_aside += 1
    index.delete([key for key in known if key not in sound])
    recorded = {key: known[key][1] if key in known else 0 for key in sound}
    _reconcile_snapshots(folder, index, recorded, snapshots)
    return n_set_aside


def _reconcile_snapshots(
    folder: SegmentFolder,
    index: WritableIndex,
    recorded: dict[SegmentKey, int],
    found: dict[SegmentKey, int],
) -> None:
    """Take snapshots over as they are found; one whose segment is gone belongs to nothing."""
    for key in found.keys() - recorded.keys():
        folder.snapshot_path(key).unlink(missing_ok=True)
    for key, n_bytes in recorded.items():
        if found.get(key, 0) != n_bytes:
            index.set_snapshot([key], found.get(key, 0))


def _adopt(folder: SegmentFolder, index: WritableIndex, key: SegmentKey) -> bool:
    """Record a file that lost its row, or never got one; rows are checked when they are used."""
    path = folder.path(key)
    try:
        with path.open("rb") as file:
            header = read_header(file)
        if header.segment.key != key:
            raise SegmentDamaged("another segment lies under this name")
    except (SegmentDamaged, OSError) as error:
        _log.info("a file in the store is no segment: %s (%r)", path.name, error)
        folder.move_aside(path)
        return False
    index.insert(
        header.segment,
        header.file_bytes,
        header.saved_at,
        n_written=0,
        n_windowed=header.n_windowed,
    )
    return True
