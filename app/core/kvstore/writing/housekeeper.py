"""Every change to the files and the index of an open store.

A segment gets its row in the index only after its file is durable (`publisher.py`). A crash at any
step leaves what was stored before, and at most a temporary file or a file without a row, which the
next start removes or adopts (`recovery.py`).

Threads: the writer thread only.

Longer than other files: every change of the store is here.
"""

from __future__ import annotations

import contextlib
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

from app.core.kvstore.errors import RowsNotDeleted
from app.core.kvstore.writing.quota import (
    Programs,
    RetentionValue,
    choose_short_ends,
    choose_spare_snapshots,
    choose_unneeded,
    choose_unreachable,
    choose_victims,
    snapshot_distance,
    surplus_snapshots,
)
from app.core.protocol import program_of
from app.core.system import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import Fingerprint, SegmentHash, SegmentKey
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.index.writable_index import WritableIndex
    from app.core.kvstore.pool import PendingSegment, Pool
    from app.core.kvstore.records import Branch, KnownOwners, ModelFacts, Owner, Segment
    from app.core.kvstore.retention_choices import RetentionChoices
    from app.core.kvstore.writing.publisher import FileToWrite, Publisher
    from app.core.kvstore.writing.quota import Quota

_log = logging.getLogger(__name__)

_N_ACTIVE_OWNERS = 8  # whose latest chains are kept from eviction
_N_ACTIVE_OF_A_PROGRAM = 2  # of them, of one program
_PART_OF_PROGRAMS = 0.5  # of a full store: as much as the user's own chats are sure of


class Housekeeper:
    """Publishes, withdraws, forgets and evicts segments.

    Args:
        folder: where the files lie.
        index: what is stored.
        pool: asked for pins, told what is stored.
        choices: which chats are never evicted.
        quota: asked before every write.
        publisher: writes the files.
        now: seconds since the epoch.
    """

    def __init__(  # noqa: PLR0913 - all that it keeps in order
        self,
        folder: SegmentFolder,
        index: WritableIndex,
        pool: Pool,
        choices: RetentionChoices,
        quota: Quota,
        publisher: Publisher,
        now: Callable[[], float],
    ) -> None:
        self._folder = folder
        self._index = index
        self._pool = pool
        self._choices = choices
        self._quota = quota
        self._publisher = publisher
        self._now = now
        # Of each owner, used longest ago first: the chain that it used last of each model.
        self._active: OrderedDict[Owner, dict[Fingerprint, tuple[SegmentKey, ...]]] = OrderedDict()

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
        may_store = self._choices.may_store(segment.owner)
        if not may_store or (parent is not None and parent not in found):
            return  # nobody could find it: what it goes on from was refused meanwhile
        is_known = key in found
        parts = self._publisher.parts_of(item, with_rows=not is_known)
        n_bytes = sum(part.n_bytes for part in parts)
        if not parts or not self._quota.admits(n_bytes):
            return
        # Before room is made: branches that the chat has left may go for the one that it is on.
        self._remember(segment.owner, self._chain_up_to(segment))
        if not self.make_room(n_bytes):
            self._quota.tell_no_room(n_bytes)
            return
        self._write(item, parts, is_known=is_known)

    def _chain_up_to(self, segment: Segment) -> tuple[SegmentKey, ...]:
        """Return the keys of the chain that ends with a segment; it need not be stored yet."""
        key = segment.key
        if segment.parent is None:
            return (key,)
        parent = key._replace(name=segment.parent)
        chain = self._active.get(segment.owner, {}).get(key.namespace, ())
        before = (
            chain[: chain.index(parent) + 1] if parent in chain else self._index.tree.chain(parent)
        )
        return (*before, key)

    def _write(self, item: PendingSegment, parts: Sequence[FileToWrite], *, is_known: bool) -> None:
        """Write the files of a segment and its row; raises as `publish`.

        Args:
            item: the segment.
            parts: its files, as the publisher gives them.
            is_known: its rows are stored already.
        """
        try:
            for part in parts:
                self._publisher.write(part)
            self._index.insert(
                item.segment,
                0 if is_known else parts[-1].n_bytes,
                self._now(),
                n_written=sum(part.n_bytes for part in parts),
                n_windowed=item.packed.n_windowed,
                snapshot_bytes=parts[0].n_bytes if item.packed.snapshot is not None else 0,
            )
        except BaseException:
            self._publisher.discard(parts)
            raise
        self._publisher.recorded()
        self._publisher.describe(item)
        if item.packed.snapshot is not None:
            self._thin_snapshots(item.segment.key, item.packed.snapshot.nbytes, item.layout)

    def quarantine_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        """Move damaged or doubtful snapshots aside; the rows of their segments stay."""
        for key in keys:
            self._folder.move_aside(self._folder.snapshot_path(key))
        self._index.set_snapshot(keys)

    def _thin_snapshots(self, end: SegmentKey, n_bytes: int, layout: KVLayout) -> None:
        """Delete those snapshots of a chain that are not worth their space.

        Args:
            end: of the chain, with a snapshot.
            n_bytes: of that.
            layout: of its rows.
        """
        tree = self._index.tree  # another chat may end, or part from this one, on the way
        keys = dict(tree.snapshots_up_to(end))
        common = tree.common_ends()
        kept = self._pool.pinned() | tree.branch_ends() | common
        seconds = self._index.seconds_per_token().get(end.namespace, 0.0)
        is_shared = tree.is_shared(next(iter(keys.values()), end))
        distance = snapshot_distance(n_bytes, layout.bytes_per_token, seconds)
        surplus = surplus_snapshots(list(keys), distance, is_shared=is_shared)
        self._delete_snapshots([keys[at] for at in surplus if keys[at] not in kept])
        if common.intersection(keys.values()):
            rows, of_programs = self._index.rows(), self._index.of_programs()
            pinned = self._pool.pinned() | self._index.owned_by(self._choices.pinned)
            if end in of_programs:  # which takes nothing from the user's chats
                pinned.update(row.key for row in rows if row.key not in of_programs)
            short = choose_short_ends(rows, end, common, pinned, seconds)
            self._delete(row.key for row in short)

    def _delete_snapshots(self, gone: Sequence[SegmentKey]) -> None:
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
        excess = self._index.usage.totals(self._now()).bytes + n_bytes - self._quota.budget_bytes
        if excess <= 0:
            return True
        rows = self._index.rows()
        worth = RetentionValue(self._now(), self._index.seconds_per_token())
        chosen = self._index.owned_by(self._choices.pinned)
        ends = self._index.tree.branch_ends()
        part = int(self._quota.budget_bytes * _PART_OF_PROGRAMS)
        programs = Programs(self._index.of_programs(), part)
        while True:
            active = (chain for chains in self._active.values() for chain in chains.values())
            pinned = chosen.union(self._pool.pinned(), *active)
            spare = {row.key: row for row in choose_spare_snapshots(rows, pinned | ends, excess)}
            left = [row._replace(snapshot_bytes=0) if row.key in spare else row for row in rows]
            missing = excess - sum(row.snapshot_bytes for row in spare.values())
            victims = choose_victims(left, pinned, missing, worth, programs)
            is_enough = sum(row.n_bytes for row in victims) >= missing
            if is_enough or (not n_bytes and not self._active):
                self._delete_snapshots(list(spare))
                self._delete(row.key for row in victims)
                return is_enough
            if not self._let_go_of_oldest():
                return False

    def _let_go_of_oldest(self) -> bool:
        """Unpin the chain used longest ago; False where the one used last is all there is."""
        if not self._active:
            return False
        owner, chains = next(iter(self._active.items()))
        if len(self._active) > 1:
            del self._active[owner]
            return True
        if len(chains) <= 1:
            return False
        del chains[next(iter(chains))]  # of another model
        return True

    def evict_to_budget(self) -> None:
        """Evict down to a budget the user has just set, also what is at work; pinned chats stay."""
        self._active.clear()
        self.make_room(0)

    def show_branch(
        self, owner: Owner, namespace: Fingerprint, branch: Branch, end: SegmentHash | None
    ) -> None:
        """Record which branch of `owner` is shown, and where what is stored of it ends."""
        self._index.show(owner, namespace, branch, end)

    def use_chain(self, owner: Owner, keys: tuple[SegmentKey, ...]) -> None:
        """Record that `owner` uses `keys` now, and keep them from eviction while it is recent."""
        self._index.claim(owner, keys, self._now())
        if keys:
            self._index.end_at(owner, keys[-1])
            self._remember(owner, keys)

    def _remember(self, owner: Owner, chain: tuple[SegmentKey, ...]) -> None:
        """Take note that `owner` is at work on a chain, and on no other one of that model."""
        chains = self._active.setdefault(owner, {})
        namespace = chain[-1].namespace
        chains.pop(namespace, None)
        chains[namespace] = chain
        self._active.move_to_end(owner)
        if program := program_of(owner):
            same = [one for one in self._active if program_of(one) == program]
            for one in same[:-_N_ACTIVE_OF_A_PROGRAM]:
                del self._active[one]
        while len(self._active) > _N_ACTIVE_OWNERS:
            self._active.popitem(last=False)

    def add_owner(self, owner: Owner, keys: tuple[SegmentKey, ...]) -> None:
        """Record that `owner` uses `keys` too: they are of the branch that it shows."""
        self._index.claim(owner, keys, self._now())
        self._index.end_at(owner, keys[-1])

    def quarantine_segments(self, keys: Sequence[SegmentKey]) -> None:
        """Take damaged or doubtful segments out of the index and move their files aside.

        What was stored after them stays: it cannot be found without them, and is found again once
        their tokens have been computed and saved anew. Otherwise eviction takes it.
        """
        for key in keys:
            self._folder.move_aside(self._folder.snapshot_path(key))
            self._folder.move_aside(self._folder.path(key))
        self._index.delete(keys)
        self._pool.reinstate(keys)

    def forget_owner(self, owner: Owner) -> None:
        """Delete the files only `owner` needs, from the ends of its chains upwards.

        The index forgets the owner first: when this is interrupted, the next start goes on.
        """
        self._active.pop(owner, None)
        self._index.disown(owner)
        self.delete_unneeded()
        self._sweep()

    def keep_only_known(self, known: KnownOwners) -> tuple[int, frozenset[Owner]]:
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

    def keep_only_tokens(self, owner: Owner, sequences: Sequence[NDArray[np.int32]]) -> None:
        """Delete what `owner` needs beside what was computed for `sequences`, and nobody else."""
        self._active.pop(owner, None)
        kept = [
            key
            for namespace in self._index.namespaces()
            for token_ids in sequences
            for key in self._index.tree.along(namespace, token_ids)
        ]
        self._index.own_only(owner, kept if self._choices.may_store(owner) else [])
        self.delete_unneeded()
        self._sweep()

    def finish_deleting(self) -> None:
        """Delete at the start what was to be deleted when the program ended."""
        self._index.disown(*self._choices.not_saved)
        with contextlib.suppress(RowsNotDeleted):  # told when it is asked for again
            self.delete_unneeded()

    def delete_models(self, namespaces: Sequence[Fingerprint]) -> None:
        """Delete all rows of some models, from the ends of the chains upwards."""
        rows = [row for row in self._index.rows() if row.key.namespace in namespaces]
        self._delete_durably([row.key for row in sorted(rows, key=lambda row: -row.begin)])
        self._sweep()

    def delete_garbage(self) -> None:
        """Delete what cannot be found any more, is not needed or over the budget, and leftovers."""
        waited_for = self._pool.pinned()  # by a segment that is about to be stored
        unreachable = [row.key for row in choose_unreachable(self._index.rows())]
        self._delete_durably([key for key in unreachable if key not in waited_for])
        self.delete_unneeded()
        self.make_room(0)
        self._sweep()

    def write_choices(self) -> None:
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
        self._publisher.forget_layouts_but_of(self._index.namespaces())
        self._index.shrink()

    def _delete_durably(self, keys: Sequence[SegmentKey]) -> None:
        """Delete what somebody wants gone.

        Raises:
            RowsNotDeleted: the system refused some of it; all else is gone.
        """
        failures = self._delete(keys)
        for folder in {self._folder.path(key).parent for key in keys}:
            if folder.is_dir():
                files.sync_folder(folder)
        if failures:
            raise RowsNotDeleted(caught=failures[0], root=self._folder.root, n=len(failures))

    def _delete(self, keys: Iterable[SegmentKey]) -> list[OSError]:
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
