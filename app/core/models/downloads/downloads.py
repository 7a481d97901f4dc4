"""`Downloads`, the door: one owner of their states, commands in, events out.

One download runs at a time: a hub gives one connection all there is, and two would only both take
longer. A lane owns all states and records; the job reports to it. A command may come at any moment,
also for a download that is just ending.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from app.core.errors import KnownError, problem_of
from app.core.models.downloads.job import (
    DownloadJob,
    DownloadTools,
    JobEnded,
    JobPublished,
    JobTold,
    done_of,
    n_on_disk,
)
from app.core.models.downloads.publishing import remove_files
from app.core.models.downloads.records import DownloadRecord, DownloadRecords
from app.core.models.downloads.values import (
    Done,
    Download,
    DownloadChanged,
    DownloadId,
    DownloadRefused,
    DownloadRemoved,
    Failed,
    ModelsFolderRefuses,
    Paused,
    Queued,
    Running,
    targets_of,
)
from app.core.plain_value import replace
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.downloads.job import JobReport
    from app.core.models.downloads.values import DownloadEvent, DownloadOrder, DownloadState

logger = logging.getLogger(__name__)

__all__ = ["DownloadTools", "Downloads"]


class _AfterStop(Enum):
    """What is to become of the running download when it has stopped, if not a pause."""

    RESUME = auto()
    CANCEL = auto()


@dataclass(slots=True)
class _Entry:
    download: Download
    record: DownloadRecord


class Downloads:
    """All downloads of one installation; the door.

    Those of an earlier run are told first, all of them paused: nothing is downloaded that the user
    has not asked for in this run.

    Args:
        folder: of the records; see `Paths.downloads`.
        tools: what downloads need.
        on_event: called on the lane; must return at once.

    Threads: any; every command returns at once, and is carried out on the lane.
    """

    def __init__(
        self, folder: Path, tools: DownloadTools, on_event: Callable[[DownloadEvent], None]
    ) -> None:
        self._has_ended = threading.Event()
        self._lane = Lane("downloads", self._tell_stall, tools.stall_s)
        # The lane's own:
        self._folder = folder
        self._records = DownloadRecords(folder, tools.beside)
        self._tools = tools
        self._on_event = on_event
        self._entries: dict[DownloadId, _Entry] = {}
        self._job: DownloadJob | None = None
        self._after_stop: _AfterStop | None = None
        self._is_stopping = False
        self._is_closing = False
        self._lane.add(self._load)

    def add(self, order: DownloadOrder) -> DownloadId:
        """Have something downloaded; what is begun already goes on.

        Returns:
            The name under which it is told of.
        """
        self._lane.add(self._serve, order.id, partial(self._add, order))
        return order.id

    def pause(self, download_id: DownloadId) -> None:
        """Stop a download that waits or runs, and keep what is there."""
        self._lane.add(self._serve, download_id, partial(self._pause, download_id))

    def resume(self, download_id: DownloadId) -> None:
        """Let a download go on that is paused or has failed."""
        self._lane.add(self._serve, download_id, partial(self._resume, download_id))

    def cancel(self, download_id: DownloadId) -> None:
        """End a download and delete what is there of it; of one that is done, forget it only."""
        self._lane.add(self._serve, download_id, partial(self._cancel, download_id))

    def close(self) -> None:
        """Stop what runs; the next start tells it as paused. Returns at once, see `join`."""
        self._lane.add(self._close)

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait for the end after `close`; return whether it has come."""
        return self._has_ended.wait(timeout_s) and self._lane.wait(timeout_s)

    # -- the lane --

    def _serve(self, download_id: DownloadId, work: Callable[[], None]) -> None:
        try:
            work()
        except KnownError as error:
            self._refuse(download_id, error)
        except OSError as error:
            self._refuse(download_id, ModelsFolderRefuses(caught=error, folder=self._folder))
        except Exception as error:
            logger.exception("a download could not be served")
            self._refuse(download_id, error)
        self._start_next()
        self._end_if_closing()

    def _close(self) -> None:
        self._is_closing = True
        self._stop_job(None)
        self._end_if_closing()

    def _end_if_closing(self) -> None:
        if self._is_closing and self._job is None:
            self._lane.close()
            self._has_ended.set()

    def _hear(self, report: JobReport) -> None:
        match report:
            case JobTold(download_id, n_done, state):
                self._tell(download_id, state, n_done)
            case JobPublished(download_id, name):
                entry = self._entries[download_id]
                entry.record = entry.record.with_published(name)
                self._save(entry.record)
            case JobEnded():
                self._end(report)
            case _:
                assert_never(report)

    def _load(self) -> None:
        try:
            records = self._records.load()
        except OSError as error:
            logger.warning("downloads of earlier runs cannot be read: %s", error.strerror)
            return
        for record in records:
            self._enter_earlier(record)

    def _enter_earlier(self, record: DownloadRecord) -> None:
        if record.is_complete and not self._n_missing(record):
            # Ended between its last file and its record: nothing is left to be done, or deleted.
            with contextlib.suppress(OSError):
                self._records.remove(record.order.id)
            self._enter(record, done_of(record.order))
        elif record.problem is None:
            self._enter(record, Paused())
        else:
            self._enter(record, Failed(record.problem))

    def _n_missing(self, record: DownloadRecord) -> int:
        try:
            return record.order.n_bytes - sum(n_on_disk(record.order, record.published).values())
        except (KnownError, OSError):
            return record.order.n_bytes  # the job will say what is wrong

    def _enter(self, record: DownloadRecord, state: DownloadState) -> None:
        n_done = record.order.n_bytes - self._n_missing(record)
        download = Download(record.order.id, record.order, n_done, state)
        self._entries[record.order.id] = _Entry(download, record)
        self._on_event(DownloadChanged(download))

    def _add(self, order: DownloadOrder) -> None:
        targets_of(order)  # a name that is not safe is refused before anything is written
        if self._is_running(order.id):
            self._resume(order.id)
            return
        record = self._continued(order)
        if record is None:
            place = max((entry.record.place for entry in self._entries.values()), default=0) + 1
            record = DownloadRecord(order, place)
        self._records.save(record)
        self._enter(record, Queued())

    def _continued(self, order: DownloadOrder) -> DownloadRecord | None:
        """Return what was begun of an order, as far as it is of use; None for nothing.

        One that is done is none: its files are the user's, compared again and not deleted when
        this one is cancelled.
        """
        if isinstance(self._state_of(order.id), Done):
            return None
        known = self._entries.get(order.id)
        # Another program may have got further with it since this one began.
        earlier = self._records.find(order.id) or (known.record if known else None)
        if earlier is None:
            return None
        record = earlier.continued_as(order)
        remove_files(earlier, kept=record)
        return record

    def _pause(self, download_id: DownloadId) -> None:
        if self._is_running(download_id):
            self._stop_job(None)
        elif self._state_of(download_id) == Queued():
            self._tell(download_id, Paused())

    def _resume(self, download_id: DownloadId) -> None:
        if self._is_running(download_id):
            if self._is_stopping and self._after_stop is None:
                self._after_stop = _AfterStop.RESUME
        elif isinstance(self._state_of(download_id), Paused | Failed):
            entry = self._entries[download_id]
            # Without one on the disk another program has ended it: nothing of it is ours to delete.
            record = self._records.find(download_id) or replace(entry.record, published=())
            entry.record = replace(record, problem=None)
            self._save(entry.record)
            self._tell(download_id, Queued())

    def _cancel(self, download_id: DownloadId) -> None:
        if self._is_running(download_id):
            self._stop_job(_AfterStop.CANCEL)
        elif download_id in self._entries:
            self._remove(download_id)

    def _end(self, ended: JobEnded) -> None:
        if self._job is not None:
            self._job.join()
        self._job = None
        self._is_stopping = False
        after, self._after_stop = self._after_stop, None
        entry = self._entries[ended.id]
        if isinstance(ended.state, Done):
            with contextlib.suppress(OSError):  # then it is told once more, and found to be done
                self._records.remove(ended.id)
        elif isinstance(ended.state, Failed) and not ended.is_elsewhere:
            entry.record = replace(entry.record, problem=ended.state.problem)
            self._save(entry.record)
        self._tell(ended.id, ended.state, ended.n_done)
        if after is _AfterStop.CANCEL:
            self._remove(ended.id)
        elif after is _AfterStop.RESUME and ended.state == Paused():
            self._tell(ended.id, Queued())

    # -- doing --

    def _start_next(self) -> None:
        if self._job is not None or self._is_closing:
            return
        waiting = [one for one in self._entries.values() if one.download.state == Queued()]
        if waiting:
            entry = min(waiting, key=lambda one: one.record.place)
            order, published = entry.record.order, entry.record.published
            self._job = DownloadJob(order, published, self._tools, self._take)

    def _take(self, report: JobReport) -> None:
        """Hear of the job. The job's thread."""
        self._lane.add(self._serve, report.id, partial(self._hear, report))

    def _stop_job(self, after: _AfterStop | None) -> None:
        if self._job is not None:
            if self._after_stop is not _AfterStop.CANCEL:  # that is not taken back
                self._after_stop = after
            self._is_stopping = True
            self._job.stop()

    def _remove(self, download_id: DownloadId) -> None:
        # What another program has done with it since stands there; without a record it is done.
        record = self._records.find(download_id)
        if record is not None and not isinstance(self._state_of(download_id), Done):
            try:
                remove_files(record)
            except OSError as error:
                raise ModelsFolderRefuses(caught=error, folder=Path(record.order.folder)) from error
        self._records.remove(download_id)
        del self._entries[download_id]
        self._on_event(DownloadRemoved(download_id))

    def _save(self, record: DownloadRecord) -> None:
        """Write a record that the download can do without: what it says is found out again."""
        try:
            self._records.save(record)
        except OSError as error:
            logger.warning("the state of a download was not written: %s", error.strerror)

    # -- telling --

    def _tell_stall(self) -> None:
        """Say once that no bytes come: the job, which waits for them, tells of bytes alone."""
        for entry in self._entries.values():
            state = entry.download.state
            if isinstance(state, Running) and not state.is_stalled:
                self._tell(entry.download.id, Running(is_stalled=True))

    def _is_running(self, download_id: DownloadId) -> bool:
        return self._job is not None and self._job.id == download_id

    def _state_of(self, download_id: DownloadId) -> DownloadState | None:
        entry = self._entries.get(download_id)
        return entry.download.state if entry else None

    def _tell(
        self, download_id: DownloadId, state: DownloadState, n_done: int | None = None
    ) -> None:
        entry = self._entries[download_id]
        n_done = entry.download.n_done if n_done is None else n_done
        entry.download = replace(entry.download, state=state, n_done=n_done)
        self._on_event(DownloadChanged(entry.download))

    def _refuse(self, download_id: DownloadId, error: Exception) -> None:
        self._on_event(DownloadRefused(download_id, problem_of(error)))
