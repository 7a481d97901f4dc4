"""Opening and closing a store: lock, folder, index and writer thread, in that order.

Whoever holds the lock writes; everyone else only reads.

Threads: `OpenStore.withdraw` from any thread, the rest on the thread that opens or closes.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import filelock

from app.core.kvstore import recovery
from app.core.kvstore.choices import Choices
from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.folder import SegmentFolder, lock_of
from app.core.kvstore.gate import Gate
from app.core.kvstore.housekeeper import Housekeeper, WriteStep
from app.core.kvstore.index import Index
from app.core.kvstore.pool import Pool
from app.core.kvstore.writer import DropSnapshots, Withdraw, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.kvstore.chain import Key
    from app.core.kvstore.records import Limits
    from app.core.kvstore.status import Status

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a test may replace, and whether there is to be no writer.

    Attributes:
        now: seconds since the epoch.
        free_bytes: of the disk that holds a folder; may raise OSError.
        on_step: called after each `WriteStep`; tests kill the process there or raise OSError.
        is_onlooker: looks only, and keeps no other instance from writing.
    """

    now: Callable[[], float]
    free_bytes: Callable[[Path], int]
    on_step: Callable[[WriteStep], None]
    is_onlooker: bool = False


@dataclass(frozen=True, slots=True)
class OpenStore:
    """What an open store consists of.

    Attributes:
        writer: None in a second instance.
        lock: likewise.
        n_set_aside: damaged or foreign files found when it was opened.
    """

    folder: SegmentFolder
    index: Index
    pool: Pool
    choices: Choices
    gate: Gate
    writer: Writer | None = None
    lock: filelock.BaseFileLock | None = None
    n_set_aside: int = 0

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


def open_store(
    root: Path, choices_file: Path, limits: Limits, status: Status, hooks: Hooks
) -> OpenStore | None:
    """Open the store below `root`, for writing if nobody else does.

    Returns:
        None when another instance has only just begun to make the store, or an onlooker finds none.

    Raises:
        OSError: the folder cannot be created, read or locked.
        NotImplementedError: its file system has no locks.
        IndexFailed: no index can be made.
    """
    folder = SegmentFolder(root)
    if hooks.is_onlooker:
        status.become_read_only()
        return _open_read_only(folder, choices_file, limits, status, hooks)
    folder.create()
    lock = lock_of(root)
    try:
        lock.acquire()
    except filelock.Timeout:
        status.become_read_only()
        return _open_read_only(folder, choices_file, limits, status, hooks)
    try:
        choices = _read_choices(choices_file, status, may_repair=True)
        return _open_for_writing(folder, choices, lock, limits, status, hooks)
    except BaseException:
        lock.release()
        raise


def _read_choices(path: Path, status: Status, *, may_repair: bool) -> Choices:
    choices = Choices(path, may_repair=may_repair)
    if choices.problem is not None:
        status.tell_once(type(choices.problem).__name__, choices.problem)
    return choices


def _open_read_only(
    folder: SegmentFolder, choices_file: Path, limits: Limits, status: Status, hooks: Hooks
) -> OpenStore | None:
    choices = _read_choices(choices_file, status, may_repair=False)
    try:
        index = Index(folder.root / "index.db", writable=False)
    except IndexFailed as error:
        _log.info("there is no index to be read: %s", error.detail)
        return None
    try:
        gate = Gate(folder.root, limits, index, status, hooks.now, hooks.free_bytes)
    except BaseException:
        index.close()
        raise
    return OpenStore(folder, index, Pool(limits.pool_bytes), choices, gate)


def _open_for_writing(
    folder: SegmentFolder,
    choices: Choices,
    lock: filelock.BaseFileLock,
    limits: Limits,
    status: Status,
    hooks: Hooks,
) -> OpenStore:
    pool = Pool(limits.pool_bytes)
    index = recovery.open_index(folder)
    try:
        n_set_aside = recovery.reconcile(folder, index)
        gate = Gate(folder.root, limits, index, status, hooks.now, hooks.free_bytes)
        housekeeper = Housekeeper(folder, index, pool, choices, gate, hooks.now, hooks.on_step)
        housekeeper.finish_dropping()
    except BaseException:
        index.close()
        raise
    writer = Writer(folder.root, housekeeper, pool, status)
    writer.start()
    return OpenStore(folder, index, pool, choices, gate, writer, lock, n_set_aside)
