"""Stored memory of chats goes into a folder, and comes out of one, beside everything else.

Who asks has put into the folder what is wanted, and reads there what came of it: no rows go through
the pipe between the two processes.

Threads: `begin`, `stop` and `close` on the engine thread; events come from a thread of the store.
"""

from __future__ import annotations

import base64
import binascii
import json
import logging
import threading
from concurrent.futures import CancelledError
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.core.engine.errors import MemoryNotMoved
from app.core.errors import BugError, KnownError, problem_of
from app.core.kvstore import Owner, WantedMemory
from app.core.protocol import WANTED_FILE, ExportMemory, MemoryMoved, MemoryMoving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from app.core.kvstore import Fingerprint, KVStore, MoveReport
    from app.core.protocol import ImportMemory, Pending, RequestId

logger = logging.getLogger(__name__)

_TOLD = 200  # times, at most, in one move


class MemoryMoves:
    """The moves that are under way or wait."""

    def __init__(self) -> None:
        self._running: dict[RequestId, _Watch] = {}

    def begin(
        self,
        pending: Pending[ExportMemory | ImportMemory],
        store: KVStore,
        here: Fingerprint | None,
    ) -> None:
        """Move what is asked, when what was asked for before has been moved.

        Args:
            pending: what is to be moved; answered from a thread of the store.
            store: gives or takes it.
            here: namespace of the loaded model.
        """
        request, folder = pending.request, Path(pending.request.folder)
        watch = self._running[pending.id] = _Watch(pending)
        if isinstance(request, ExportMemory):
            moving = store.moves.copy_out(_wanted(folder / WANTED_FILE), folder, watch)
        else:
            owners = {place: Owner(chat) for place, chat in request.chats}
            moving = store.moves.take_in(folder, owners, here, watch)
        moving.add_done_callback(partial(self._ended, pending))

    def stop(self, request: RequestId) -> None:
        """End a move soon; what of any other request is none."""
        watch = self._running.get(request)
        if watch is not None:
            watch.stop()

    def close(self) -> None:
        """End all moves soon."""
        for watch in list(self._running.values()):
            watch.stop()

    def _ended(
        self, pending: Pending[ExportMemory | ImportMemory], moving: Future[MoveReport]
    ) -> None:
        self._running.pop(pending.id, None)
        try:
            report = moving.result()
        except CancelledError:
            pending.fail()
        except Exception as error:  # noqa: BLE001 - on a thread of the store; told instead
            pending.fail(problem_of(_known(error, Path(pending.request.folder))))
        else:
            pending.answer(
                MemoryMoved(report.chats, report.n_bytes, report.n_damaged, report.was_stopped)
            )


class _Watch:
    """Tells how far a move is, seldom enough that nobody is kept busy with it."""

    def __init__(self, pending: Pending[ExportMemory | ImportMemory]) -> None:
        self._pending = pending
        self._told = -1
        self._stopped = threading.Event()

    def progress(self, n_done: int, n_total: int) -> None:
        step = n_done * _TOLD // max(1, n_total)
        if step > self._told:
            self._told = step
            self._pending.tell(MemoryMoving(n_done, n_total))

    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        self._stopped.set()


def _known(error: Exception, folder: Path) -> Exception:
    if isinstance(error, KnownError):
        return error
    if isinstance(error, OSError):
        return MemoryNotMoved(folder, error)
    logger.error("moving memory failed", exc_info=error)
    return error


def _wanted(path: Path) -> Iterator[WantedMemory]:
    """Yield the chats that a file names, one in a line.

    Raises:
        BugError: who asked has written something else.
        OSError: it cannot be read.
    """
    with path.open(encoding="utf-8") as file:
        for line in file:
            try:
                facts = json.loads(line)
                yield WantedMemory(int(facts["place"]), tuple(map(_sequence, facts["sequences"])))
            except (ValueError, KeyError, TypeError, binascii.Error) as error:
                raise BugError("a list of wanted chats makes no sense") from error


def _sequence(text: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.frombuffer(base64.b64decode(text), "<i4").astype(np.int32)
