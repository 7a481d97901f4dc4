"""Has the engine copy the memory of chats out, or take it in, and waits until that is done.

The engine alone uses the store. Both meet in a folder: it lies beside the store, so that nothing
goes to another disk on the way, has a name that nobody knows before, and is deleted in the end.

Threads: `clean` any but the interface's; the rest on the thread of a job.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import filelock

from app.core.paths import INNER_FOLDER_MODE
from app.core.protocol import ExportMemory, ImportMemory, MemoryMoved, MemoryMoving, Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.protocol import ChatKey, EngineClient

logger = logging.getLogger(__name__)

_LOOK_S = 0.1
_PREFIX = "move-"
_LOCK_ENDING = ".lock"


class MemoryTransfer:
    """One program's way to move the memory of chats.

    Args:
        engine: the way to it.
        folder: for what is on its way; holds nothing else.
    """

    def __init__(self, engine: EngineClient, folder: Path) -> None:
        self._engine = engine
        self._folder = folder

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
        return self._run(ExportMemory(str(folder)), progress, is_cancelled)

    def take_in(
        self,
        folder: Path,
        chats: tuple[tuple[int, ChatKey], ...],
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> MemoryMoved:
        """Have what lies in the folder stored for these chats; else as `copy_out`."""
        return self._run(ImportMemory(str(folder), chats), progress, is_cancelled)

    def _run(
        self,
        request: ExportMemory | ImportMemory,
        progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool],
    ) -> MemoryMoved:
        told: queue.SimpleQueue[MemoryMoving | MemoryMoved] = queue.SimpleQueue()
        asked = self._engine.ask(request, told.put, told.put)
        has_stopped = False
        while True:
            if is_cancelled() and not has_stopped:
                has_stopped = True
                self._engine.post(Stop(asked))
            try:
                event = told.get(timeout=_LOOK_S)
            except queue.Empty:
                continue
            if isinstance(event, MemoryMoved):
                return event
            progress(event.n_done, event.n_total)


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + _LOCK_ENDING)


def _delete(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        _lock_of(folder).unlink(missing_ok=True)
