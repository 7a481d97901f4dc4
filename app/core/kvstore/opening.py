"""Opening a store: lock, folder, index and writer thread, in that order.

Whoever holds the lock writes; everyone else only reads. The index is closed and the lock let go of,
in this order, once nothing writes any more. What asks the index is imported by then only: an engine
loads its model meanwhile.

Threads: the thread that opens.
"""

from __future__ import annotations

import logging
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import filelock

from app.core.kvstore.catalogue import Catalogue
from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.folder import SegmentFolder, lock_of
from app.core.kvstore.pool import Pool
from app.core.kvstore.reading.read_side import OpenReadSide, ReadSide
from app.core.kvstore.retention_choices import RetentionChoices
from app.core.kvstore.writing.housekeeper import Housekeeper
from app.core.kvstore.writing.publisher import Publisher
from app.core.kvstore.writing.quota import Quota
from app.core.kvstore.writing.write_side import OpenWriteSide, WriteSide
from app.core.kvstore.writing.writer import SaveQueue, Writer, WriterThread
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.kvstore.index.index import Index
    from app.core.kvstore.status import StoreStatus
    from app.core.kvstore.writing.publisher import WriteStep
    from app.core.protocol import Limits

_log = logging.getLogger(__name__)


class StoreHooks(PlainValue, frozen=True):
    """What a test may replace, and whether there is to be no writer.

    Attributes:
        now: seconds since the epoch.
        free_bytes: of the disk that holds a folder; may raise OSError.
        on_step: called after each `WriteStep`; tests kill the process there or raise OSError.
        is_onlooker: looks only, and keeps no other instance from writing.
    """

    now: Callable[[], float]
    free_bytes: Callable[[Path], int]
    on_step: Callable[[WriteStep], object]
    is_onlooker: bool = False


class StoreBackend(NamedTuple):
    """What is behind the door: an open store, one of a second instance, or none."""

    reading: ReadSide
    writing: WriteSide


def no_backend(limits: Limits) -> StoreBackend:
    """Return what does nothing, in the place of a store that is not open."""
    return StoreBackend(ReadSide(), WriteSide(limits))


def open_backend(
    root: Path, choices_file: Path, limits: Limits, status: StoreStatus, hooks: StoreHooks
) -> StoreBackend:
    """Open the store below `root`, for writing if nobody else does.

    Returns:
        One that does nothing when another instance has only just begun to make the store, or an
        onlooker finds none.

    Raises:
        OSError: the folder cannot be created, read or locked.
        NotImplementedError: its file system has no locks.
        IndexFailed: no index can be made.
    """
    opening = _Opening(SegmentFolder(root), choices_file, limits, status, hooks)
    if hooks.is_onlooker:
        return opening.for_reading()
    opening.folder.create()
    lock = lock_of(root)
    try:
        lock.acquire()
    except filelock.Timeout:
        return opening.for_reading()
    with ExitStack() as resources:
        resources.callback(lock.release)
        return opening.for_writing(resources)


class _Opening(PlainValue, frozen=True):
    """A store that is being opened."""

    folder: SegmentFolder
    choices_file: Path
    limits: Limits
    status: StoreStatus
    hooks: StoreHooks

    def for_writing(self, resources: ExitStack) -> StoreBackend:
        """Put together the store of the instance that holds the lock.

        Args:
            resources: the lock; taken over when all has gone well.
        """
        from app.core.kvstore.writing import recovery

        choices = self._read_choices(may_repair=True)
        pool = Pool(self.limits.pool_bytes)
        index = recovery.open_index(self.folder)
        resources.callback(index.close)
        n_set_aside = recovery.reconcile(self.folder, index)
        quota = self._quota(index)
        publisher = Publisher(self.folder, self.hooks.on_step)
        housekeeper = Housekeeper(
            self.folder, index, pool, choices, quota, publisher, self.hooks.now
        )
        housekeeper.finish_deleting()
        writer = WriterThread(self.folder.root, housekeeper, pool, self.status)
        writer.start()
        kept = resources.pop_all()
        return self._joined(Catalogue(index, pool), choices, quota, writer, kept, n_set_aside)

    def for_reading(self) -> StoreBackend:
        """Put together the store of an instance that does not hold the lock."""
        from app.core.kvstore.index.index import Index

        self.status.become_read_only()
        choices = self._read_choices(may_repair=False)
        try:
            index = Index.open(self.folder.root / "index.db")
        except IndexFailed as error:
            _log.info("there is no index to be read: %s", error.detail)
            return no_backend(self.limits)
        with ExitStack() as resources:
            resources.callback(index.close)
            quota = self._quota(index)
            catalogue = Catalogue(index, Pool(self.limits.pool_bytes))
            return self._joined(catalogue, choices, quota, Writer(), resources.pop_all(), 0)

    def _joined(
        self,
        catalogue: Catalogue,
        choices: RetentionChoices,
        quota: Quota,
        writer: Writer,
        resources: ExitStack,
        n_set_aside: int,
    ) -> StoreBackend:
        now, status = self.hooks.now, self.status
        save_queue = SaveQueue(catalogue, choices, quota, writer, status, now)
        writing = OpenWriteSide(catalogue.pool, choices, quota, save_queue, writer, resources)
        reading = OpenReadSide(self.folder, catalogue, writing, status, now, n_set_aside)
        return StoreBackend(reading, writing)

    def _quota(self, index: Index) -> Quota:
        hooks = self.hooks
        root = self.folder.root
        return Quota(root, self.limits, index.usage, self.status, hooks.now, hooks.free_bytes)

    def _read_choices(self, *, may_repair: bool) -> RetentionChoices:
        choices = RetentionChoices(self.choices_file, may_repair=may_repair)
        if choices.problem is not None:
            self.status.tell_once(type(choices.problem).__name__, choices.problem)
        return choices
