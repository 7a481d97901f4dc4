"""The write-behind thread: does the housekeeper's jobs one after the other, in the given order.

It outlives a full or broken disk (the store is switched off, but a chat must still be forgotten);
if it dies of anything else, that is reported and the store is off.

What may be stored, and its way from a caller's buffer to the writer thread. In this order, cheapest
refusal first: is anything of this chat to be stored, is the segment stored already, does the disk
admit more, is there room for the copy. Only then are rows copied.

Threads: everything but `_run` and what it calls may be called from any thread.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from app.core.errors import KnownError
from app.core.kvstore.catalogue import OrphanSegment
from app.core.kvstore.errors import (
    ChoicesNotKept,
    IndexFailed,
    RowsNotDeleted,
    StateTooLarge,
    gb,
    write_error,
)
from app.core.kvstore.pool import PendingSegment
from app.core.kvstore.records import SaveOutcome, StoreState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import ExitStack
    from pathlib import Path

    from app.core.kvstore.catalogue import Catalogue
    from app.core.kvstore.format.layout import Blob, KVLayout
    from app.core.kvstore.pool import Pool
    from app.core.kvstore.records import Owner, Segment, Witness
    from app.core.kvstore.retention_choices import RetentionChoices
    from app.core.kvstore.status import StoreStatus
    from app.core.kvstore.writing.housekeeper import Housekeeper
    from app.core.kvstore.writing.quota import Quota

    Work = Callable[[Housekeeper], object]

_log = logging.getLogger(__name__)


def nothing() -> None:
    """Do nothing."""


class _Job(NamedTuple):
    work: Work
    otherwise: Callable[[], None]


class Writer:
    """Where work for the writer thread goes; this one is of a second instance, which has none.

    Threads: every method from any thread.
    """

    def post(self, work: Work, otherwise: Callable[[], None] = nothing) -> None:
        """Have something done on the thread; returns at once.

        Args:
            work: may raise OSError, and the errors of `errors.py`.
            otherwise: called where it could not be done.
        """
        otherwise()

    def store(self, item: PendingSegment) -> None:
        """Have a segment stored that waits; returns at once."""

    def flush(self, timeout_s: float) -> bool:
        """Wait until all jobs are done; False when they are not, within that time or ever."""
        return True

    def stop(self, timeout_s: float, resources: ExitStack) -> bool:
        """End it.

        Args:
            timeout_s: for what can be finished; after it, segments that wait are dropped.
            resources: closed once nothing writes any more, possibly later and on the thread.

        Returns:
            False when the thread is still inside a call to the disk.
        """
        resources.close()
        return True


class WriterThread(Writer):
    """The writer thread of one store.

    Args:
        root: of the store, for messages.
        housekeeper: used by this thread only from `start` on.
        pool: where the segments wait.
        status: switched off when the disk refuses or the thread dies.
    """

    def __init__(
        self, root: Path, housekeeper: Housekeeper, pool: Pool, status: StoreStatus
    ) -> None:
        self._root = root
        self._housekeeper = housekeeper
        self._pool = pool
        self._status = status
        self._jobs: deque[_Job | PendingSegment] = deque()
        self._changed = threading.Condition()
        self._is_busy = True  # until the thread waits for its first job
        self._is_stopping = False
        self._has_ended = False
        self._resources = contextlib.ExitStack()  # empty until the thread is to close them
        self._thread = threading.Thread(target=self._run, name="kvstore-writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, work: Work, otherwise: Callable[[], None] = nothing) -> None:
        """Put it behind the others."""
        if not self._put(_Job(work, otherwise)):
            otherwise()

    def store(self, item: PendingSegment) -> None:
        """Put it behind the others."""
        self._put(item)

    def _put(self, job: _Job | PendingSegment) -> bool:
        """Return whether the thread comes to it."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify_all()
            return not self._has_ended

    def flush(self, timeout_s: float) -> bool:
        """Wait until all jobs are done; False when they are not, within that time or ever."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_idle() or self._has_ended, timeout_s)
            return self._is_idle()

    def stop(self, timeout_s: float, resources: ExitStack) -> bool:
        """Finish what can be finished within that time, then end the thread.

        Args:
            timeout_s: after it, segments that wait are dropped.
            resources: closed once nothing writes any more, possibly later and on the thread.

        Returns:
            False when the thread is still inside a call to the disk.
        """
        deadline = time.monotonic() + timeout_s
        self.flush(timeout_s)
        with self._changed:
            self._is_stopping = True
            has_ended = self._has_ended
            if not has_ended:
                self._resources = resources
            self._changed.notify_all()
        if has_ended:
            resources.close()
        self._thread.join(max(0.0, deadline - time.monotonic()))
        return not self._thread.is_alive()

    def _is_idle(self) -> bool:
        return not self._jobs and not self._is_busy

    # -- the thread --

    def _run(self) -> None:
        try:
            with self._noticing_refusals():
                self._housekeeper.make_room(0)  # the budget may be smaller than last time
            while (job := self._next()) is not None:
                with self._noticing_refusals():
                    self._do(job)
        except Exception as error:  # noqa: BLE001 - the top of a thread
            _log.exception("the writer thread died")
            self._status.turn_off(error)
        finally:
            with self._changed:
                self._is_busy = False
                self._has_ended = True
                resources = self._resources
                left = list(self._jobs)
                self._changed.notify_all()
            for job in left:
                if isinstance(job, _Job):
                    job.otherwise()
            resources.close()

    def _next(self) -> _Job | PendingSegment | None:
        with self._changed:
            self._is_busy = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: bool(self._jobs) or self._is_stopping)
            # What somebody wished is still done when the program ends; rows cost only time.
            while self._jobs:
                job = self._jobs.popleft()
                if not (self._is_stopping and isinstance(job, PendingSegment)):
                    self._is_busy = True
                    return job
                self._drop_pending(job)
            return None

    def _do(self, job: _Job | PendingSegment) -> None:
        if isinstance(job, PendingSegment):
            self._publish(job)
            return
        try:
            job.work(self._housekeeper)
        except Exception:
            job.otherwise()
            raise

    @contextlib.contextmanager
    def _noticing_refusals(self) -> Iterator[None]:
        try:
            yield
        except (ChoicesNotKept, RowsNotDeleted) as error:  # storing goes on
            self._status.tell_once(type(error).__name__, error)
        except OSError as error:
            self._status.turn_off(write_error(self._root, error))
        except KnownError as error:
            self._status.turn_off(error)

    def _publish(self, item: PendingSegment) -> None:
        try:
            if self._pool.holds(item) and self._status.state is StoreState.ON:
                self._housekeeper.publish(item)
        finally:
            self._drop_pending(item)

    def _drop_pending(self, item: PendingSegment) -> None:
        self._pool.remove(item)
        self._pool.release(item.packed.n_bytes)


class SaveQueue:
    """Takes segments in for one open store.

    Args:
        catalogue: what is stored or waits already; its pool is where segments wait.
        choices: of which chats nothing is stored.
        quota: asked before anything is copied.
        writer: stores what waits.
        status: nothing is taken in unless it is ON.
        now: seconds since the epoch.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        choices: RetentionChoices,
        quota: Quota,
        writer: Writer,
        status: StoreStatus,
        now: Callable[[], float],
    ) -> None:
        self._catalogue = catalogue
        self._choices = choices
        self._quota = quota
        self._writer = writer
        self._status = status
        self._now = now

    def accepts(self, owner: Owner) -> bool:
        """Tell whether anything new of `owner` would be stored now; the user hears of a pause."""
        return self._is_wanted(owner) and self._admits()

    def take(
        self,
        segment: Segment,
        layout: KVLayout,
        blob: Blob,
        witness: Witness | None,
        *,
        with_snapshot: bool,
    ) -> SaveOutcome:
        """Copy the rows of a segment and hand them to the writer thread; as `KVStore.save`."""
        if not self._is_wanted(segment.owner):
            return SaveOutcome.OFF
        with_snapshot = with_snapshot and layout.needs_snapshot
        try:
            if self._catalogue.holds(segment, with_snapshot=with_snapshot):
                owner, keys = segment.owner, (segment.key,)
                self._writer.post(lambda keeper: keeper.add_owner(owner, keys))
                return SaveOutcome.ALREADY_STORED
        except OrphanSegment:
            return SaveOutcome.ORPHAN if self._admits() else SaveOutcome.OFF
        except IndexFailed as error:
            self._status.turn_off(error)
            return SaveOutcome.OFF
        if not self._admits():
            return SaveOutcome.OFF
        return self._copy(segment, layout, blob, witness, with_snapshot=with_snapshot)

    def _copy(
        self,
        segment: Segment,
        layout: KVLayout,
        blob: Blob,
        witness: Witness | None,
        *,
        with_snapshot: bool,
    ) -> SaveOutcome:
        pool = self._catalogue.pool
        n_bytes = segment.n_tokens * layout.bytes_per_token
        if with_snapshot:
            _found, snapshot_at = layout.sections_of(np.frombuffer(blob, np.uint8))
            n_bytes += len(blob) - snapshot_at
        n_bytes = min(len(blob), n_bytes)
        if not pool.reserve(n_bytes):
            if n_bytes > pool.limit_bytes:  # nor will it fit when nothing else waits
                too_large = StateTooLarge(size=gb(n_bytes), limit=gb(pool.limit_bytes))
                self._status.tell_once("size", too_large)
            return SaveOutcome.DROPPED
        try:
            packed = layout.pack(
                blob,
                segment.begin,
                segment.end,
                with_snapshot=with_snapshot,
                cells=segment.cells,
            )
        except BaseException:
            pool.release(n_bytes)
            raise
        pool.release(n_bytes - packed.n_bytes)
        item = PendingSegment(segment, layout, packed, witness, self._now())
        pool.add(item)
        self._writer.store(item)
        return SaveOutcome.QUEUED

    def _is_wanted(self, owner: Owner) -> bool:
        return self._status.state is StoreState.ON and self._choices.may_store(owner)

    def _admits(self) -> bool:
        try:
            return self._quota.admits()
        except IndexFailed as error:
            self._status.turn_off(error)
        except OSError as error:
            self._status.turn_off(write_error(self._quota.root, error))
        return False
