"""What stands where no store is open: there is nothing to move, and nothing is taken in.

Threads: every method from any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.errors import StoreInUse, StoreTakesNothing
from app.core.kvstore.moving.values import MoveReport
from app.core.kvstore.records import StoreState
from app.core.protocol import MemoryOutcome, MovedMemory

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.moving.values import MoveWatch, WantedMemory
    from app.core.kvstore.records import Owner
    from app.core.kvstore.status import StoreStatus


class AbsentMover:
    """Stands where no store is open."""

    def __init__(self, status: StoreStatus) -> None:
        self._status = status

    def copy_out(
        self, wanted: Iterable[WantedMemory], target: Path, watch: MoveWatch
    ) -> MoveReport:
        """Return that there is nothing."""
        return MoveReport(tuple(MovedMemory(one.place, MemoryOutcome.NOTHING) for one in wanted))

    def take_in(
        self,
        source: Path,
        owners: Mapping[int, Owner],
        here: Fingerprint | None,
        watch: MoveWatch,
    ) -> MoveReport:
        """Refuse."""
        if self._status.state is StoreState.READ_ONLY:
            raise StoreInUse
        raise StoreTakesNothing(self._status.problem)

    def close(self) -> None:
        """Do nothing: nothing is moved."""
