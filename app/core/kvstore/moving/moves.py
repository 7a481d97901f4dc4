"""`Moves`: copies stored memory out and takes it in, beside everything else a store does.

Threads: every method from any thread; one move after the other is made on a thread of its own.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.moving.mover import Mover
    from app.core.kvstore.moving.values import MoveReport, MoveWatch, WantedMemory
    from app.core.kvstore.records import Owner


class Moves:
    """The moves of one store.

    Args:
        mover: makes them.
    """

    def __init__(self, mover: Mover) -> None:
        self._mover = mover
        self._executor = ThreadPoolExecutor(1, "kvstore-moves")
        self._last: Future[MoveReport] | None = None

    def copy_out(
        self, wanted: Iterable[WantedMemory], target: Path, watch: MoveWatch
    ) -> Future[MoveReport]:
        """Copy the memory of chats into a folder, with a list of it; returns at once.

        Args:
            wanted: gone through on that thread.
            target: a folder that is there.
            watch: looks at it.

        Returns:
            A future; an exception is one of `wanted`, an OSError of the target or `IndexFailed`. It
            is cancelled where the store is closed before it began.
        """
        return self._submit(lambda: self._mover.copy_out(wanted, target, watch))

    def take_in(
        self,
        source: Path,
        owners: Mapping[int, Owner],
        here: Fingerprint | None,
        watch: MoveWatch,
    ) -> Future[MoveReport]:
        """Store what lies in a folder and is sound; returns at once. It is believed nothing.

        Args:
            source: as `copy_out` leaves one, or made by a stranger.
            owners: for whom, by the place of the chat in the list.
            here: namespace of the loaded model.
            watch: looks at it.

        Returns:
            A future; an exception is `StoreInUse`, `StoreTakesNothing` or `IndexFailed`. It is
            cancelled where the store is closed before it began.
        """
        return self._submit(lambda: self._mover.take_in(source, owners, here, watch))

    def close(self, timeout_s: float) -> None:
        """Begin nothing more, end what is being moved, and wait so long for that."""
        self._mover.close()
        self._executor.shutdown(wait=False, cancel_futures=True)
        if self._last is not None:
            wait([self._last], timeout_s)

    def _submit(self, job: Callable[[], MoveReport]) -> Future[MoveReport]:
        try:
            self._last = self._executor.submit(job)
        except RuntimeError:  # closed meanwhile
            self._last = Future()
            self._last.cancel()
            self._last.set_running_or_notify_cancel()
        return self._last
