"""The write-behind thread: does the housekeeper's jobs one after the other, in the given order.

It outlives a full or broken disk (the store is switched off, but a chat must still be forgotten);
if it dies of anything else, that is reported and the store is off.

Threads: everything but `_run` and what it calls may be called from any thread.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from app.core.errors import KnownError
from app.core.kvstore.errors import ChoicesNotKept, RowsNotDeleted, write_error
from app.core.kvstore.pool import PendingSegment
from app.core.kvstore.records import ModelFacts, StoreState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import Key
    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.housekeeper import Housekeeper
    from app.core.kvstore.pool import Pool
    from app.core.kvstore.records import KnownOwners, Owner
    from app.core.kvstore.status import Status

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Claim:
    """`owner` uses `keys` now; as its active chain, or just also."""

    owner: Owner
    keys: tuple[Key, ...]
    is_active_chain: bool


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The files of `keys` are damaged or doubtful."""

    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class DropSnapshots:
    """The snapshots of `keys` are damaged or gone; their rows are not."""

    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """Nothing is to be kept for `owner`."""

    owner: Owner


@dataclass(frozen=True, slots=True)
class Follow:
    """Nothing is to be kept for anybody who is not known."""

    known: KnownOwners
    then: Callable[[int, frozenset[Owner]], None]


@dataclass(frozen=True, slots=True, eq=False)
class Keep:
    """Nothing is to be kept for `owner` but what was computed for these tokens."""

    owner: Owner
    sequences: tuple[NDArray[np.int32], ...]
    then: Callable[[], None]


@dataclass(frozen=True, slots=True)
class DropModels:
    """The user wants the rows of these models gone."""

    namespaces: tuple[Fingerprint, ...]


@dataclass(frozen=True, slots=True)
class MakeRoom:
    """The budget may be smaller than before."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Whatever is not needed, not to be found or over the budget is to go."""


@dataclass(frozen=True, slots=True)
class KeepChoices:
    """The choices for single chats have changed."""


Told = Drop | Follow | Keep | DropModels | MakeRoom | Collect | KeepChoices | ModelFacts
Job = PendingSegment | Claim | Withdraw | DropSnapshots | Told


class Writer:
    """The writer thread of one store.

    Args:
        root: of the store, for messages.
        housekeeper: used by this thread only from `start` on.
        pool: where the segments wait.
        status: switched off when the disk refuses or the thread dies.
    """

    def __init__(self, root: Path, housekeeper: Housekeeper, pool: Pool, status: Status) -> None:
        self._root = root
        self._housekeeper = housekeeper
        self._pool = pool
        self._status = status
        self._jobs: deque[Job] = deque()
        self._changed = threading.Condition()
        self._is_busy = True  # until the thread waits for its first job
        self._is_stopping = False
        self._has_ended = False
        self._afterwards: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._run, name="kvstore-writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, job: Job) -> None:
        """Give it something to do; returns at once."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify_all()

    def flush(self, timeout_s: float) -> bool:
        """Wait until all jobs are done; False when they are not, within that time or ever."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_idle() or self._has_ended, timeout_s)
            return self._is_idle()

    def stop(self, timeout_s: float, *, afterwards: Callable[[], None]) -> bool:
        """Finish what can be finished within that time, then end the thread.

        Args:
            timeout_s: after it, segments that wait are dropped.
            afterwards: called once nothing writes any more, possibly later and on the thread.

        Returns:
            False when the thread is still inside a call to the disk.
        """
        deadline = time.monotonic() + timeout_s
        self.flush(timeout_s)
        with self._changed:
            self._is_stopping = True
            has_ended = self._has_ended
            if not has_ended:
                self._afterwards = afterwards
            self._changed.notify_all()
        if has_ended:
            afterwards()
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
                afterwards = self._afterwards
                self._changed.notify_all()
            if afterwards is not None:
                afterwards()

    def _next(self) -> Job | None:
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

    def _do(self, job: Job) -> None:
        housekeeper = self._housekeeper
        match job:
            case PendingSegment():
                self._publish(job)
            case Claim(owner, keys, is_active_chain=True):
                housekeeper.claim(owner, keys)
            case Claim(owner, keys):
                housekeeper.adopt_owner(owner, keys)
            case Withdraw(keys):
                housekeeper.withdraw(keys)
            case DropSnapshots(keys):
                housekeeper.drop_snapshots(keys)
            case _:
                self._do_as_told(job)

    def _do_as_told(self, job: Told) -> None:
        """Do what somebody outside the store has decided."""
        housekeeper = self._housekeeper
        match job:
            case Drop(owner):
                housekeeper.drop(owner)
            case Follow(known, then):
                then(*housekeeper.follow(known))
            case Keep(owner, sequences, then):
                housekeeper.keep(owner, sequences)
                then()
            case DropModels(namespaces):
                housekeeper.drop_models(namespaces)
            case MakeRoom():
                housekeeper.shrink()
            case Collect():
                housekeeper.collect()
            case KeepChoices():
                housekeeper.keep_choices()
            case ModelFacts():
                housekeeper.describe_model(job)
            case _:
                assert_never(job)

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
