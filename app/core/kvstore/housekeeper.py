"""Every change to the files and the index of an open store.

A segment is published only after it is durable: temporary file, fsync, rename, fsync of the
folder, row in the index. A crash at any step leaves what was stored before, and at most a
temporary file or a file without a row, which the next start removes or adopts (`recovery.py`).

Threads: the writer thread only.
"""

from __future__ import annotations

import contextlib
import enum
import logging
import os
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from app.core import files
from app.core.kvstore.errors import RowsNotDeleted
from app.core.kvstore.evictor import (
    Worth,
    choose_unneeded,
    choose_unreachable,
    choose_victims,
    surplus_snapshots,
)
from app.core.kvstore.folder import temporary_path
from app.core.kvstore.segment_file import SNAPSHOT_MAGIC, encode_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import BinaryIO

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import Key
    from app.core.kvstore.choices import Choices
    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.gate import Gate
    from app.core.kvstore.index import Index
    from app.core.kvstore.pool import PendingSegment, Pool
    from app.core.kvstore.records import KnownOwners, ModelFacts, Owner

_log = logging.getLogger(__name__)

_N_ACTIVE_OWNERS = 8  # whose latest chains are kept from eviction


class WriteStep(enum.StrEnum):
    """What has just been done to publish a segment when the step hook is called, in order."""

    CREATED = "created"  # the temporary file, empty
    WRITTEN = "written"
    SYNCED = "synced"
    RENAMED = "renamed"
    FOLDER_SYNCED = "folder_synced"
    RECORDED = "recorded"  # the row is in the index


class Housekeeper:
    """Publishes, withdraws, forgets and evicts segments.

    Args:
        folder: where the files lie.
        index: opened for writing.
        pool: asked for pins, told what is stored.
        choices: which chats are never evicted.
        gate: asked before every write.
        now: seconds since the epoch.
        on_step: called after each `WriteStep`; for tests, which kill the process or raise OSError.
    """

    def __init__(  # noqa: PLR0913 - all that it keeps in order
        self,
        folder: SegmentFolder,
        index: Index,
        pool: Pool,
        choices: Choices,
        gate: Gate,
        now: Callable[[], float],
        on_step: Callable[[WriteStep], None],
    ) -> None:
        self._folder = folder
        self._index = index
        self._pool = pool
        self._choices = choices
        self._gate = gate
        self._now = now
        self._on_step = on_step
        self._active: OrderedDict[Owner, set[Key]] = OrderedDict()

    def publish(self, item: PendingSegment) -> None:
        """Store a waiting segment, or drop it: the store pauses, or the budget has no room.

        Of one that is stored already only the snapshot is added.

        Raises:
            OSError: the disk refused; no trace of the segment is left.
            IndexFailed: likewise.
        """
        segment, key = item.segment, item.segment.key
        parent = None if segment.parent is None else key._replace(name=segment.parent)
        found = self._index.find([key] if parent is None else [key, parent])
        if segment.owner in self._choices.not_saved or (parent is not None and parent not in found):
            return  # nobody could find it: what it goes on from was refused meanwhile
        is_known = key in found
        parts = [] if is_known else [_segment_part(item, self._folder.path(key))]
        if item.packed.snapshot is not None:
            # Before its segment: what is found must be complete.
            parts.insert(0, _snapshot_part(item, self._folder.snapshot_path(key)))
        n_bytes = sum(part.n_bytes for part in parts)
        if not parts or not self._gate.admits(n_bytes):
            return
        if not self.make_room(n_bytes):
            _log.info("no room for a segment of %d bytes within the budget", n_bytes)
            return
        try:
            for part in parts:
                self._write(part)
            self._index.insert(
                item.segment,
                0 if is_known else parts[-1].n_bytes,
                self._now(),
                n_written=n_bytes,
                n_windowed=item.packed.n_windowed,
                snapshot_bytes=parts[0].n_bytes if item.packed.snapshot is not None else 0,
            )
        except BaseException:
            for part in parts:
                for leftover in (temporary_path(part.path), part.path):
                    with contextlib.suppress(OSError):
                        leftover.unlink(missing_ok=True)
            raise
        self._remember(segment.owner, [key])
        self._on_step(WriteStep.RECORDED)
        if item.packed.snapshot is not None:
            self._thin_snapshots(key)

    def drop_snapshots(self, keys: Sequence[Key]) -> None:
        """Move damaged or doubtful snapshots aside; the rows of their segments stay."""
        for key in keys:
            self._folder.move_aside(self._folder.snapshot_path(key))
        self._index.set_snapshot(keys)

    def _thin_snapshots(self, end: Key) -> None:
        """Delete those snapshots of a chain that are not worth their space."""
        keys = dict(self._index.snapshots_up_to(end))
        pinned = self._pool.pinned()
        gone = [keys[at] for at in surplus_snapshots(list(keys)) if keys[at] not in pinned]
        for key in gone:
            with contextlib.suppress(OSError):  # in use, on Windows: it stays until the next time
                self._folder.snapshot_path(key).unlink(missing_ok=True)
        if gone:
            self._index.set_snapshot(gone)

    def make_room(self, n_bytes: int) -> bool:
        """Evict until `n_bytes` more fit into the budget; False, nothing evicted, if they cannot.

        When all that is left is pinned, the chains of the chats used longest ago lose their pin,
        but never that of the latest.
        """
        excess = self._index.usage(self._now()).bytes + n_bytes - self._gate.budget_bytes
        if excess <= 0:
            return True
        rows = self._index.rows()
        worth = Worth(self._now(), self._index.seconds_per_token())
        chosen = self._index.owned_by(self._choices.pinned)
        while True:
            pinned = chosen.union(self._pool.pinned(), *self._active.values())
            victims = choose_victims(rows, pinned, excess, worth)
            is_enough = sum(row.n_bytes for row in victims) >= excess
            if is_enough or (not n_bytes and not self._active):
                self._delete(row.key for row in victims)
                return is_enough
            if len(self._active) <= 1:
                return False
            self._active.popitem(last=False)

    def shrink(self) -> None:
        """Evict down to a budget the user has just set, also what is at work; pinned chats stay."""
        self._active.clear()
        self.make_room(0)

    def claim(self, owner: Owner, keys: tuple[Key, ...]) -> None:
        """Record that `owner` uses `keys` now, and keep them from eviction while it is recent."""
        self._index.claim(owner, keys, self._now())
        self._active.pop(owner, None)
        self._remember(owner, keys)

    def _remember(self, owner: Owner, keys: Iterable[Key]) -> None:
        """Take note that `owner` is at work on a chain that `keys` belong to."""
        self._active.setdefault(owner, set()).update(keys)
        self._active.move_to_end(owner)
        while len(self._active) > _N_ACTIVE_OWNERS:
            self._active.popitem(last=False)

    def adopt_owner(self, owner: Owner, keys: tuple[Key, ...]) -> None:
        """Record that `owner` uses `keys` too."""
        self._index.claim(owner, keys, self._now())

    def withdraw(self, keys: Sequence[Key]) -> None:
        """Take damaged or doubtful segments out of the index and move their files aside.

        What was stored after them stays: it cannot be found without them, and is found again once
        their tokens have been computed and saved anew. Otherwise eviction takes it.
        """
        for key in keys:
            self._folder.move_aside(self._folder.snapshot_path(key))
            self._folder.move_aside(self._folder.path(key))
        self._index.delete(keys)
        self._pool.reinstate(keys)

    def drop(self, owner: Owner) -> None:
        """Delete the files only `owner` needs, from the ends of its chains upwards.

        The index forgets the owner first: when this is interrupted, the next start goes on.
        """
        self._active.pop(owner, None)
        self._index.disown(owner)
        self.delete_unneeded()
        self._sweep()

    def follow(self, known: KnownOwners) -> tuple[int, frozenset[Owner]]:
        """Delete what nobody known needs, and make its choices durable.

        Leftovers go in any case: what was forgotten just before a crash may be among them.

        Returns:
            The index's number, and everybody who needs something.
        """
        gone = (self._index.owners() - known.owners) | known.off
        for owner in gone:
            self._active.pop(owner, None)
        self._index.disown(*gone)
        try:
            self.delete_unneeded()
            self._sweep()
        finally:
            self._choices.write_if_changed()  # last: on a full disk there is room now
        return self._index.index_id, self._index.owners()

    def keep(self, owner: Owner, sequences: Sequence[NDArray[np.int32]]) -> None:
        """Delete what `owner` needs beside what was computed for `sequences`, and nobody else."""
        self._active.pop(owner, None)
        kept = [
            key
            for namespace in self._index.namespaces()
            for token_ids in sequences
            for key in self._index.along(namespace, token_ids)
        ]
        self._index.own_only(owner, [] if owner in self._choices.not_saved else kept)
        self.delete_unneeded()
        self._sweep()

    def finish_dropping(self) -> None:
        """Delete at the start what was to be deleted when the program ended."""
        self._index.disown(*self._choices.not_saved)
        with contextlib.suppress(RowsNotDeleted):  # told when it is asked for again
            self.delete_unneeded()

    def drop_models(self, namespaces: Sequence[Fingerprint]) -> None:
        """Delete all rows of some models, from the ends of the chains upwards."""
        rows = [row for row in self._index.rows() if row.key.namespace in namespaces]
        self._delete_durably([row.key for row in sorted(rows, key=lambda row: -row.begin)])
        self._sweep()

    def collect(self) -> None:
        """Delete what cannot be found any more, is not needed or over the budget, and leftovers."""
        waited_for = self._pool.pinned()  # by a segment that is about to be stored
        unreachable = [row.key for row in choose_unreachable(self._index.rows())]
        self._delete_durably([key for key in unreachable if key not in waited_for])
        self.delete_unneeded()
        self.make_room(0)
        self._sweep()

    def keep_choices(self) -> None:
        """Make the choices for single chats durable.

        Raises:
            ChoicesNotKept: the disk refused.
        """
        self._choices.write()

    def describe_model(self, model: ModelFacts) -> None:
        """Record a model's name and speed."""
        self._index.describe_model(model)

    def delete_unneeded(self) -> None:
        """Delete what no owner and no owned successor needs; durable on return."""
        if self._index.has_unowned():  # else all rows would be read to find nothing
            self._delete_durably([row.key for row in choose_unneeded(self._index.rows())])

    def _sweep(self) -> None:
        """Leave nothing of what was deleted: no copy moved aside, no row in the index's file."""
        self._folder.empty_quarantine()
        self._index.shrink()

    def _delete_durably(self, keys: Sequence[Key]) -> None:
        """Delete what somebody wants gone.

        Raises:
            RowsNotDeleted: the system refused some of it; all else is gone.
        """
        failures = self._delete(keys)
        for folder in {self._folder.path(key).parent for key in keys}:
            if folder.is_dir():
                files.sync_folder(folder)
        if failures:
            raise RowsNotDeleted(self._folder.root, len(failures), failures[0])

    def _delete(self, keys: Iterable[Key]) -> list[OSError]:
        """Delete files, then rows: a row without a file is dropped at the next start.

        Returns:
            Why files could not be deleted: in use, on Windows, or write-protected.
        """
        deleted, failures = [], []
        for key in keys:
            try:
                self._folder.delete(key)
            except OSError as error:
                failures.append(error)
            else:
                deleted.append(key)
        self._index.delete(deleted)
        if failures:
            _log.info("%d segments cannot be deleted: %r", len(failures), failures[0])
        return failures

    def _write(self, part: _Part) -> None:
        path = part.path
        self._folder.create_parents(path)
        with self._folder.open_temporary(path) as file:
            self._on_step(WriteStep.CREATED)
            _write_all(file, part.header)
            _write_all(file, part.payload.data)
            self._on_step(WriteStep.WRITTEN)
            os.fsync(file.fileno())
            self._on_step(WriteStep.SYNCED)
        temporary_path(path).replace(path)
        self._on_step(WriteStep.RENAMED)
        files.sync_folder(path.parent)
        self._on_step(WriteStep.FOLDER_SYNCED)


class _Part(NamedTuple):
    """One file to write: a header and, right after it, its payload."""

    path: Path
    header: bytes
    payload: NDArray[np.uint8]

    @property
    def n_bytes(self) -> int:
        """Size of the file."""
        return len(self.header) + self.payload.nbytes


def _segment_part(item: PendingSegment, path: Path) -> _Part:
    packed = item.packed
    rows = item.layout.unpack(packed.rows, item.segment.n_tokens, packed.n_windowed)
    header = encode_header(
        item.segment,
        item.layout.signature,
        [plane.reshape(-1).view("u1") for plane in rows],
        None if item.layout.has_rest else item.witness,
        item.saved_at,
        n_windowed=packed.n_windowed,
    )
    return _Part(path, header, packed.rows)


def _snapshot_part(item: PendingSegment, path: Path) -> _Part:
    assert item.packed.snapshot is not None
    snapshot = item.packed.snapshot
    header = encode_header(
        item.segment,
        item.layout.signature,
        [snapshot],
        item.witness,
        item.saved_at,
        magic=SNAPSHOT_MAGIC,
    )
    return _Part(path, header, snapshot)


def _write_all(file: BinaryIO, data: bytes | memoryview) -> None:
    """Write to an unbuffered file, which may take less than it is given."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]
