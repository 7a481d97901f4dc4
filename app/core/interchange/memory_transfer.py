"""Has the engine copy the memory of chats out, or take it in, and waits until that is done.

The engine alone uses the store. Both meet in a folder: it lies beside the store, so that nothing
goes to another disk on the way, has a name that nobody knows before, and is deleted in the end.

Threads: `handle` and `clean` any but the interface's; the rest on the thread of a job.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import shutil
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import filelock

from app.core.interchange.errors import MemoryNotFetched
from app.core.paths import INNER_FOLDER_MODE
from app.core.protocol import (
    EngineStopped,
    ExportMemory,
    ImportMemory,
    MemoryMoved,
    MemoryMoving,
    RequestId,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.protocol import ChatKey, Command, Event

logger = logging.getLogger(__name__)

_LOOK_S = 0.1
_PREFIX = "move-"
_LOCK_ENDING = ".lock"


class MemoryTransfer:
    """One program's way to move the memory of chats.

    Args:
        post: gives the engine a command, as a client of its own.
        folder: for what is on its way; holds nothing else.
    """

    def __init__(self, post: Callable[[Command], None], folder: Path) -> None:
        self._post = post
        self._folder = folder
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[RequestId, queue.SimpleQueue[MemoryMoving | MemoryMoved]] = {}
        self._is_over = False

    def handle(self, event: Event) -> None:
        """Take an event of the engine."""
        match event:
            case MemoryMoving() | MemoryMoved():
                with self._lock:
                    waiting = self._waiting.get(event.request)
                if waiting is not None:
                    waiting.put(event)
            case EngineStopped():
                with self._lock:
                    self._is_over = True
                    left = dict(self._waiting)
                for request, waiting in left.items():
                    waiting.put(_lost(request))
            case _:
                pass

    # -- the folder --

    @contextlib.contextmanager
    def folder(self) -> Iterator[Path]:
        """Give an empty folder, which is deleted with everything in it.

        Raises:
            OSError: there can be none.
        """
        self._folder.mkdir(mode=INNER_FOLDER_MODE, parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=self._folder))
        try:
            with filelock.FileLock(_lock_of(made), timeout=0):  # somebody is at work with it
                yield made
        finally:
            _delete(made)

    def clean(self) -> None:
        """Delete what was left when a program ended in the middle; raises nothing."""
        with contextlib.suppress(OSError):
            for left in [one for one in self._folder.iterdir() if one.is_dir()]:
                with contextlib.suppress(OSError, filelock.Timeout):
                    with filelock.FileLock(_lock_of(left), timeout=0):
                        shutil.rmtree(left, ignore_errors=True)
                    _delete(left)
            for lock in self._folder.glob(f"*{_LOCK_ENDING}"):
                if not lock.with_suffix("").exists():
                    lock.unlink(missing_ok=True)

    # -- moving --

    def copy_out(
        self,
        folder: Path,
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> MemoryMoved:
        """Have the memory copied that a file in the folder names.

        Args:
            folder: as `ExportMemory` says.
            progress: told how many bytes of how many are done.
            is_cancelled: asked often.

        Returns:
            How it ended; never raises for what the engine does.
        """
        return self._run(lambda request: ExportMemory(request, str(folder)), progress, is_cancelled)

    def take_in(
        self,
        folder: Path,
        chats: tuple[tuple[int, ChatKey], ...],
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> MemoryMoved:
        """Have what lies in the folder stored for these chats; else as `copy_out`."""
        return self._run(
            lambda request: ImportMemory(request, str(folder), chats), progress, is_cancelled
        )

    def _run(
        self,
        command_of: Callable[[RequestId], Command],
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> MemoryMoved:
        request = RequestId(next(self._numbers))
        events: queue.SimpleQueue[MemoryMoving | MemoryMoved] = queue.SimpleQueue()
        with self._lock:
            if self._is_over:
                return _lost(request)
            self._waiting[request] = events
        try:
            self._post(command_of(request))
            return self._wait(request, events, progress, is_cancelled)
        finally:
            with self._lock:
                del self._waiting[request]

    def _wait(
        self,
        request: RequestId,
        events: queue.SimpleQueue[MemoryMoving | MemoryMoved],
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> MemoryMoved:
        has_stopped = False
        while True:
            if is_cancelled() and not has_stopped:
                has_stopped = True
                self._post(Stop(request))
            try:
                event = events.get(timeout=_LOOK_S)
            except queue.Empty:
                continue
            if isinstance(event, MemoryMoved):
                return event
            progress(event.n_done, event.n_total)


def _lost(request: RequestId) -> MemoryMoved:
    return MemoryMoved(request, problem=MemoryNotFetched().problem())


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + _LOCK_ENDING)


def _delete(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        _lock_of(folder).unlink(missing_ok=True)
