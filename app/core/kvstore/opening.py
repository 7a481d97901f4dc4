"""Opening and closing a store: lock, folder, index and writer thread, in that order.

Whoever holds the lock writes; everyone else only reads.

Threads: `OpenStore.withdraw` from any thread, the rest on the thread that opens or closes.
"""

from __future__ import annotations

import dataclasses
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import filelock

from app.core import files
from app.core.kvstore import recovery
from app.core.kvstore.errors import IndexFailed, StoreDiskFull
from app.core.kvstore.folder import SegmentFolder
from app.core.kvstore.housekeeper import Housekeeper, WriteStep
from app.core.kvstore.index import Index
from app.core.kvstore.pool import Pool
from app.core.kvstore.writer import DropSnapshots, Withdraw, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.kvstore.chain import Key
    from app.core.kvstore.records import Limits, Owner
    from app.core.kvstore.status import Status

_log = logging.getLogger(__name__)

_MAX_BUDGET_BYTES = 20 << 30


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a test may replace: the clock, and what happens after each step of a write."""

    now: Callable[[], float]
    on_step: Callable[[WriteStep], None]


@dataclass(frozen=True, slots=True)
class OpenStore:
    """What an open store consists of.

    Attributes:
        writer: None in a second instance.
        lock: likewise.
        budget_bytes: of files; 0 in a second instance.
        switched_off: chats of which nothing is stored; changed by the store.
    """

    folder: SegmentFolder
    index: Index
    pool: Pool
    writer: Writer | None
    lock: filelock.BaseFileLock | None
    budget_bytes: int
    switched_off: set[Owner]

    def withdraw(self, keys: Sequence[Key]) -> None:
        """Use the files of `keys` no more from now on, and let the writer move them aside."""
        self.pool.withdraw(keys)
        if self.writer is not None:
            self.writer.post(Withdraw(tuple(keys)))

    def drop_snapshots(self, keys: Sequence[Key]) -> None:
        """Let the writer move aside snapshots that cannot be used; their rows stay."""
        if self.writer is not None:
            self.writer.post(DropSnapshots(tuple(keys)))

    def close(self, timeout_s: float) -> None:
        """Finish what can be finished in that time and let go of the folder."""
        if self.writer is None:
            self._let_go()
        elif not self.writer.stop(timeout_s, afterwards=self._let_go):
            _log.warning("the store is still writing; what waits is dropped")

    def _let_go(self) -> None:
        """Close the index and unlock; never while a thread may still write."""
        self.index.close()
        if self.lock is not None:
            self.lock.release()


def open_store(root: Path, limits: Limits, status: Status, hooks: Hooks) -> OpenStore | None:
    """Open the store below `root`, for writing if nobody else does.

    Returns:
        None when another instance has only just begun to make the store.

    Raises:
        OSError: the folder cannot be created, read or locked.
        NotImplementedError: its file system has no locks.
        IndexFailed: no index can be made.
    """
    folder = SegmentFolder(root)
    folder.create()
    lock = filelock.FileLock(root / "lock", timeout=0, mode=0o600, thread_local=False)
    pool = Pool(limits.pool_bytes)
    try:
        lock.acquire()
    except filelock.Timeout:
        status.become_read_only()
        return _open_read_only(folder, pool)
    try:
        return _open_for_writing(folder, pool, lock, limits, status, hooks)
    except BaseException:
        lock.release()
        raise


def _open_read_only(folder: SegmentFolder, pool: Pool) -> OpenStore | None:
    try:
        index = Index(folder.root / "index.db", writable=False)
    except IndexFailed as error:
        _log.info("the other instance's index cannot be read: %s", error.detail)
        return None
    return OpenStore(folder, index, pool, None, None, 0, index.switched_off())


def _open_for_writing(
    folder: SegmentFolder,
    pool: Pool,
    lock: filelock.BaseFileLock,
    limits: Limits,
    status: Status,
    hooks: Hooks,
) -> OpenStore:
    index = recovery.open_index(folder)
    try:
        recovery.reconcile(folder, index)
        budget = limits.budget_bytes
        if budget is None:
            budget = _default_budget(folder, index.usage(hooks.now()).bytes)
        limits = dataclasses.replace(limits, budget_bytes=budget)
        if files.free_bytes(folder.root) < limits.reserve_bytes:
            detail = f"less than {limits.reserve_bytes} bytes free"
            status.turn_off(StoreDiskFull(folder.root, detail))
        switched_off = index.switched_off()
        housekeeper = Housekeeper(folder, index, pool, limits, hooks.now, hooks.on_step)
        housekeeper.delete_unneeded()  # a `forget` may have been interrupted
    except BaseException:
        index.close()
        raise
    writer = Writer(folder.root, housekeeper, pool, status)
    writer.start()
    return OpenStore(folder, index, pool, writer, lock, budget, switched_off)


def _default_budget(folder: SegmentFolder, stored_bytes: int) -> int:
    """A quarter of the disk's free space, counted as if the store were empty."""
    return min(_MAX_BUDGET_BYTES, (files.free_bytes(folder.root) + stored_bytes) // 4)
