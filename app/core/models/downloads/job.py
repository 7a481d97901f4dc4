"""One download at work, on a thread of its own: file after file, until all are there.

It writes to the files and to nothing else; what it has to say goes to whoever owns the download.
"""

from __future__ import annotations

import math
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import problem_of
from app.core.models.downloads.fetching import FileFetcher, size_of
from app.core.models.downloads.publishing import is_right, locked, publish
from app.core.models.downloads.values import (
    CHECKSUM_WRONG,
    NAME_TAKEN,
    DiskTooSmall,
    Done,
    DownloadId,
    DownloadInUse,
    DownloadState,
    Failed,
    Paused,
    Retrying,
    Running,
    Verifying,
    disk_problem,
    part_of,
    targets_of,
)
from app.core.models.hub.errors import wants_token
from app.core.net.errors import AccessDenied, NetError, NotFound
from app.core.plain_value import PlainValue
from app.core.system.files import free_bytes
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import KnownError
    from app.core.models.downloads.values import DownloadOrder
    from app.core.models.hub.api import HubApi
    from app.core.models.hub.repositories import RemoteFile
    from app.core.net.client import HttpClient


_MEMORY_S = 5.0  # what is longer ago hardly counts
_SETTLED_S = 1.0  # before, a number would be a guess


class SpeedMeter:
    """Averages over the last seconds, the newest counting most.

    Args:
        now_s: of any clock that only goes forwards.
        n_bytes: where the count begins; bytes of an earlier run have no speed.
    """

    def __init__(self, now_s: float, n_bytes: int) -> None:
        self._began_s = self._last_s = now_s
        self._last_bytes = n_bytes
        self._rate = 0.0
        self._weight = 0.0

    def count(self, now_s: float, n_bytes: int) -> None:
        """Take in how many bytes there are now, of all."""
        passed_s = now_s - self._last_s
        if passed_s <= 0:
            return
        kept = math.exp(-passed_s / _MEMORY_S)
        newest = max(0, n_bytes - self._last_bytes) / passed_s
        self._rate = kept * self._rate + (1 - kept) * newest
        self._weight = kept * self._weight + (1 - kept)
        self._last_s, self._last_bytes = now_s, n_bytes

    @property
    def bytes_per_s(self) -> float:
        """The speed; 0 until it is known."""
        is_settled = self._last_s - self._began_s >= _SETTLED_S
        return self._rate / self._weight if is_settled and self._weight else 0.0

    def seconds_left(self, n_left: int) -> float | None:
        """Return how long `n_left` bytes take at this speed; None if that is not known."""
        return n_left / self.bytes_per_s if self.bytes_per_s >= 1 else None


class Backoff(PlainValue, frozen=True):
    """Waits twice as long each time that an attempt brought nothing, and gives up at last.

    With the defaults it gives up after about five minutes without a single byte. An attempt that
    brought bytes begins the counting anew.

    Attributes:
        first_s: before the second attempt.
        longest_s: before any attempt, unless the server asks for more.
        n_most: attempts without a byte.
    """

    first_s: float = 1.0
    longest_s: float = 60.0
    n_most: int = 10

    def wait_s(self, n_failed: int, error: NetError) -> float | None:
        """Return how long to wait; None to give up.

        Args:
            n_failed: attempts in a row that brought nothing, this one included; 0 if it did bring
                something.
            error: what ended the attempt; what the server asks for in it is done.
        """
        if not error.is_transient or n_failed >= self.n_most:
            return None
        own_s = min(self.longest_s, self.first_s * 2.0 ** max(0, n_failed - 1))
        # Many clients that were cut off together do not come back together.
        own_s *= random.uniform(0.8, 1.2)
        return max(own_s, error.retry_after_s or 0.0)


_TELL_S = 0.1
_SPARE_BYTES = 64 << 20  # left for what else is written while the download runs


class DownloadTools(PlainValue, frozen=True):
    """What every download needs.

    Attributes:
        api: explains what the hub refuses, and has the token.
        clock: only goes forwards, in seconds.
        beside: see `Paths.beside`.
        stall_s: after so long without a byte a download is told to be stalled.
    """

    client: HttpClient
    api: HubApi
    backoff: Backoff = Backoff()
    clock: Callable[[], float] = time.monotonic
    beside: Path | None = None
    stall_s: float = 3.0


class JobTold(PlainValue, frozen=True):
    """How far it is."""

    id: DownloadId
    n_done: int
    state: DownloadState


class JobPublished(PlainValue, frozen=True):
    """One file is there and right, and this job has put it there."""

    id: DownloadId
    name: str


class JobEnded(PlainValue, frozen=True):
    """The last word; the thread ends right after it.

    Attributes:
        is_elsewhere: another program downloads the same.
    """

    id: DownloadId
    n_done: int
    state: Done | Paused | Failed
    is_elsewhere: bool = False


JobReport = JobTold | JobPublished | JobEnded


def n_on_disk(order: DownloadOrder, published: tuple[str, ...]) -> dict[str, int]:
    """Return how many bytes of each file there are, by its name.

    Raises:
        FileNameUnsafe: a name is no name for a file here.
        OSError: the folder cannot be read.
    """
    found = {}
    for file, target in zip(order.files, targets_of(order), strict=True):
        is_there = file.name in published and size_of(target) == file.size_bytes
        n_part = min(size_of(part_of(target, file)), file.size_bytes)
        found[file.name] = file.size_bytes if is_there else n_part
    return found


def done_of(order: DownloadOrder) -> Done:
    """Return the state of an order whose files are all there.

    Raises:
        FileNameUnsafe: a name is no name for a file here.
    """
    targets = targets_of(order)
    return Done(str(targets[0]), str(targets[-1]) if order.has_projector else "")


class DownloadJob:
    """Runs one download; begins when it is made.

    Args:
        published: names of the files that an earlier run has finished.
        report: called on the job's thread; must return at once.

    Threads: `stop` and `join` from any.
    """

    def __init__(
        self,
        order: DownloadOrder,
        published: tuple[str, ...],
        tools: DownloadTools,
        report: Callable[[JobReport], None],
    ) -> None:
        self.id = order.id
        self._order = order
        self._published = published
        self._tools = tools
        self._report = report
        self._stop = StopSignal()
        self._there: dict[str, int] = {}
        self._told_s = 0.0
        self._meter = SpeedMeter(0.0, 0)
        self._lane = Lane("download")
        self._lane.add(self._run)

    def stop(self) -> None:
        """Ask it to end; what it has is kept."""
        self._stop.stop()

    def join(self) -> None:
        """Wait for its end."""
        self._lane.wait()

    # -- on the job's thread --

    def _run(self) -> None:
        state: Done | Paused | Failed
        is_elsewhere = False
        try:
            state = self._work()
        except TransferStopped:
            state = Paused()
        except OSError as error:
            state = Failed(disk_problem(error, Path(self._order.folder)).problem())
        except Exception as error:  # noqa: BLE001 - the thread's outermost frame
            is_elsewhere = isinstance(error, DownloadInUse)
            state = Failed(problem_of(error), wants_token(error))
        self._report(JobEnded(self.id, self._n_done, state, is_elsewhere))

    def _work(self) -> Done:
        order = self._order
        targets = targets_of(order)
        self._there = n_on_disk(order, self._published)
        self._meter = SpeedMeter(self._tools.clock(), self._n_done)
        self._tell(Running())
        self._check_disk()
        for file, target in zip(order.files, targets, strict=True):
            self._stop.check()
            if file.name not in self._published or size_of(target) != file.size_bytes:
                self._file(file, target)
        return done_of(order)

    def _check_disk(self) -> None:
        folder = Path(self._order.folder)
        folder.mkdir(parents=True, exist_ok=True)
        n_missing = 0
        for file, target in zip(self._order.files, targets_of(self._order), strict=True):
            if size_of(target) != file.size_bytes:  # else it is there, and only compared
                n_missing += file.size_bytes - self._there[file.name]
        n_short = n_missing + _SPARE_BYTES - free_bytes(folder) if n_missing else 0
        if n_short > 0:
            raise DiskTooSmall(folder, n_short)

    def _file(self, file: RemoteFile, target: Path) -> None:
        """Have one file; it may be there already, from an earlier time or another program."""
        part = part_of(target, file)
        target.parent.mkdir(parents=True, exist_ok=True)
        with locked(part):
            if target.exists() or target.is_symlink():
                if not file.sha256 or not self._is_right(target, file):
                    raise NAME_TAKEN(name=target)
            else:
                self._fetch_right(file, part)
                publish(part, target)
                self._report(JobPublished(self.id, file.name))
        self._there[file.name] = file.size_bytes

    def _fetch_right(self, file: RemoteFile, part: Path) -> None:
        """Fetch until the digest is right.

        A part that was continued may hold bytes that a power cut has spoilt: then all of it is
        fetched once more. One that came in one go and is wrong is not going to get better.
        """
        was_there = size_of(part) > 0
        for is_second in (False, True):
            was_continued = self._fetch(file, part) or was_there
            if self._is_right(part, file):
                return
            part.unlink(missing_ok=True)
            self._there[file.name] = 0
            if is_second or not was_continued:
                break
        raise CHECKSUM_WRONG(name=file.name)

    def _fetch(self, file: RemoteFile, part: Path) -> bool:
        """Have all bytes, with as many attempts as it takes; return whether any was continued."""
        fetcher = FileFetcher(
            self._tools.client,
            self._tools.api.token_for(file.address),
            self._stop,
            lambda n_there: self._count(file, n_there),
        )
        most, n_failed = size_of(part), 0
        while True:
            try:
                fetcher.fetch(file, part)
            except NetError as error:
                n_there = size_of(part)
                # More than ever before: a server that always begins anew and breaks off is no help.
                n_failed = 0 if n_there > most else n_failed + 1
                most = max(most, n_there)
                self._wait(self._explained(error), error, n_failed)
            else:
                return fetcher.was_continued

    def _wait(self, explained: KnownError, error: NetError, n_failed: int) -> None:
        wait_s = self._tools.backoff.wait_s(n_failed, error)
        if wait_s is None:
            raise explained from error
        problem = explained.problem()
        while wait_s > 0:  # told each second, by whole seconds after the first step
            self._tell(Retrying(problem, wait_s))
            step_s = wait_s % 1 or 1.0
            self._stop.wait(step_s)
            wait_s -= step_s
        self._meter = SpeedMeter(self._tools.clock(), self._n_done)
        self._tell(Running())

    def _explained(self, error: NetError) -> KnownError:
        if isinstance(error, AccessDenied | NotFound):
            return self._tools.api.explained(error, self._order.repo)
        return error

    # -- telling --

    @property
    def _n_done(self) -> int:
        return sum(self._there.values())

    def _count(self, file: RemoteFile, n_there: int) -> None:
        self._there[file.name] = n_there
        if self._is_due():
            n_done = self._n_done
            self._meter.count(self._tools.clock(), n_done)
            left_s = self._meter.seconds_left(self._order.n_bytes - n_done)
            self._tell(Running(self._meter.bytes_per_s, left_s))

    def _is_right(self, path: Path, file: RemoteFile) -> bool:
        self._tell(Verifying())
        return is_right(path, file, self._stop, self._on_checked)

    def _on_checked(self, n_checked: int) -> None:
        if self._is_due():
            self._tell(Verifying(n_checked))

    def _is_due(self) -> bool:
        return self._tools.clock() - self._told_s >= _TELL_S

    def _tell(self, state: DownloadState) -> None:
        self._told_s = self._tools.clock()
        self._report(JobTold(self.id, self._n_done, state))
