"""How much may be stored: the budget, room left to others on the disk, and what a day allows.

A low disk and a day's share used up are pauses, not faults: storing goes on by itself once there is
room, or another day. Reading goes on meanwhile. The user is told of each when the first segment is
refused: of the disk once while Hearth runs, of the day once a day. A budget that what may not be
evicted fills is told once, too.

Threads: any thread.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.kvstore.errors import BudgetSpent, EnoughForToday, StoreDiskLow
from app.core.kvstore.index.encoding import day_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.kvstore.index.usage_queries import UsageQueries
    from app.core.kvstore.status import StoreStatus
    from app.core.protocol import Limits

_log = logging.getLogger(__name__)

_MAX_DEFAULT_BUDGET = 20 << 30


class Quota:
    """Asked before every write of one open store.

    Args:
        root: of the store.
        limits: in force until `limit`.
        usage: knows what is stored and what was written today.
        status: tells the user.
        now: seconds since the epoch.
        free_bytes: of the disk that holds a folder; may raise OSError.
    """

    def __init__(
        self,
        root: Path,
        limits: Limits,
        usage: UsageQueries,
        status: StoreStatus,
        now: Callable[[], float],
        free_bytes: Callable[[Path], int],
    ) -> None:
        self._root = root
        self._limits = limits
        self._usage = usage
        self._status = status
        self._now = now
        self._free_bytes = free_bytes
        # Once: a quarter of what is free would shrink with every other program's file.
        self._default_budget = self._quarter()

    @property
    def root(self) -> Path:
        """The folder of the store."""
        return self._root

    @property
    def limits(self) -> Limits:
        """The limits in force."""
        return self._limits

    def limit(self, limits: Limits) -> None:
        """Put other limits in force, from the next question on."""
        self._limits = limits

    @property
    def budget_bytes(self) -> int:
        """Bytes that all files may take: what the user set, or the default."""
        chosen = self._limits.budget_bytes
        return self._default_budget if chosen is None else chosen

    @property
    def default_budget_bytes(self) -> int:
        """The budget where the user sets none: a quarter of the free disk, at most 20 GiB."""
        return self._default_budget

    def free_bytes(self) -> int:
        """Return what is free on the disk.

        Raises:
            OSError: it cannot be asked.
        """
        return self._free_bytes(self._root)

    def objection(self, n_bytes: int = 0) -> StoreDiskLow | EnoughForToday | None:
        """Return why `n_bytes` may not be written now, None when they may.

        Raises:
            OSError: the disk cannot be asked.
            IndexFailed: the index cannot be read.
        """
        limits = self._limits
        free = self.free_bytes()
        if free - n_bytes < limits.reserve_bytes:
            return StoreDiskLow(self._root, free, limits.reserve_bytes)
        daily = limits.daily_bytes
        if daily is not None and self._usage.written_on(self._now()) >= daily:
            return EnoughForToday(daily)
        return None

    def admits(self, n_bytes: int = 0) -> bool:
        """Tell whether `n_bytes` may be written now, and the user why if they may not.

        Raises:
            OSError: the disk cannot be asked.
            IndexFailed: the index cannot be read.
        """
        objection = self.objection(n_bytes)
        if objection is None:
            return True
        day = day_of(self._now()) if isinstance(objection, EnoughForToday) else ""
        self._status.tell_once(f"{type(objection).__name__} {day}", objection)
        return False

    def tell_no_room(self, n_bytes: int) -> None:
        """Tell the user that `n_bytes` are not stored: nothing else in the budget may go."""
        _log.info("no room for a segment of %d bytes within the budget", n_bytes)
        self._status.tell_once(BudgetSpent.__name__, BudgetSpent(self.budget_bytes))

    def _quarter(self) -> int:
        # Counted as if the store were empty: its budget must not shrink because it is used.
        stored = self._usage.totals(self._now()).bytes
        return min(_MAX_DEFAULT_BUDGET, (self._free_bytes(self._root) + stored) // 4)
