"""Moves stored memory out of a store and into it, as far as the store is open for that.

Threads: `copy_out` and `take_in` on a thread that may wait for disks, one at a time; `close` on
any.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

from app.core.kvstore.errors import StoreInUse, StoreTakesNothing
from app.core.kvstore.moving.copy_out import CopyOut
from app.core.kvstore.moving.take_in import TakingIn
from app.core.kvstore.records import StoreState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from app.core.kvstore.catalogue import Catalogue
    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.moving.values import MoveReport, MoveWatch, WantedMemory
    from app.core.kvstore.records import Owner
    from app.core.kvstore.status import StoreStatus
    from app.core.kvstore.writing.write_side import WriteSide

_FLUSH_S = 0.5
_N_FLUSHES = 60


class Mover(Protocol):
    """What a store can be asked to move."""

    def copy_out(
        self, wanted: Iterable[WantedMemory], target: Path, watch: MoveWatch
    ) -> MoveReport:
        """Copy the memory of chats into a folder, with a list of it.

        Raises:
            OSError: the folder cannot be written.
            IndexFailed: the index cannot be read.
        """

    def take_in(
        self,
        source: Path,
        owners: Mapping[int, Owner],
        here: Fingerprint | None,
        watch: MoveWatch,
    ) -> MoveReport:
        """Store what lies in a folder and is sound, for these owners.

        Raises:
            StoreInUse: another instance writes.
            StoreTakesNothing: it is off.
            IndexFailed: the index cannot be read.
        """

    def close(self) -> None:
        """End what is being moved soon."""


class OpenMover:
    """Moves memory of an open store.

    Args:
        folder: where the files lie.
        catalogue: what there is.
        writing: told what is damaged; stores.
        status: of the store.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        catalogue: Catalogue,
        writing: WriteSide,
        status: StoreStatus,
    ) -> None:
        self._folder = folder
        self._catalogue = catalogue
        self._writing = writing
        self._status = status
        self._is_closing = threading.Event()

    def copy_out(
        self, wanted: Iterable[WantedMemory], target: Path, watch: MoveWatch
    ) -> MoveReport:
        """Copy what is stored, and what waited for the disk until now."""
        watch = self._until(watch)
        for _ in range(_N_FLUSHES):  # while a chat goes on there is always something new
            if self._writing.flush(_FLUSH_S) or watch.is_stopped():
                break
        copy = CopyOut(self._folder, self._catalogue, self._writing, target, watch)
        return copy.run(wanted)

    def take_in(
        self,
        source: Path,
        owners: Mapping[int, Owner],
        here: Fingerprint | None,
        watch: MoveWatch,
    ) -> MoveReport:
        """Check everything, and let the writer store it."""
        if self._status.state is StoreState.READ_ONLY:
            raise StoreInUse
        if self._status.state is StoreState.OFF:
            raise StoreTakesNothing(self._status.problem)
        taking = TakingIn(
            self._folder,
            self._catalogue,
            self._writing,
            self._status,
            source,
            self._until(watch),
        )
        return taking.run(owners, here)

    def close(self) -> None:
        """Take note that the store is being closed."""
        self._is_closing.set()

    def _until(self, watch: MoveWatch) -> MoveWatch:
        return _UntilClosed(watch, self._is_closing)


class _UntilClosed:
    """Looks at a move for somebody, and stops it when the store is being closed."""

    def __init__(self, watch: MoveWatch, is_closing: threading.Event) -> None:
        self._watch = watch
        self._is_closing = is_closing

    def progress(self, n_done: int, n_total: int) -> None:
        self._watch.progress(n_done, n_total)

    def is_stopped(self) -> bool:
        return self._is_closing.is_set() or self._watch.is_stopped()
