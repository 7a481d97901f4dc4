"""How much may be stored: the budget, room left to others on the disk, and what a day allows.

A low disk and a day's share used up are pauses, not faults: storing goes on by itself once there is
room, or another day. Reading goes on meanwhile. The user is told of each when the first segment is
refused: of the disk once while Hearth runs, of the day once a day. A budget that what may not be
evicted fills is told once, too.

What to delete when the disk budget is spent, and what nobody needs any more. A segment without the
one before it cannot be found, so a chain is always eaten from its end: the longest possible
beginning survives.

Threads: any thread.
Longer than other files: every rule of what is kept and what goes.
"""

from __future__ import annotations

import heapq
import logging
import math
import statistics
from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import field

from app.core.kvstore.chain import SNAPSHOT_DISTANCE
from app.core.kvstore.errors import BudgetSpent, EnoughForToday, StoreDiskLow, gb
from app.core.kvstore.index.encoding import day_of
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from app.core.kvstore.chain import Fingerprint, SegmentKey
    from app.core.kvstore.index.usage_queries import UsageQueries
    from app.core.kvstore.records import StoredSegment
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
            return StoreDiskLow(
                f"{free} bytes free", reserve=gb(limits.reserve_bytes), root=self._root
            )
        daily = limits.daily_bytes
        if daily is not None and self._usage.written_on(self._now()) >= daily:
            return EnoughForToday(limit=gb(daily))
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
        self._status.tell_once(BudgetSpent.__name__, BudgetSpent(limit=gb(self.budget_bytes)))

    def _quarter(self) -> int:
        # Counted as if the store were empty: its budget must not shrink because it is used.
        stored = self._usage.totals(self._now()).bytes
        return min(_MAX_DEFAULT_BUDGET, (self._free_bytes(self._root) + stored) // 4)


_N_LATEST_SNAPSHOTS = 2
_LEAST_S, _MOST_S = 5.0, 60.0  # of reading between two old snapshots
_HALF_LIFE_DAYS = 7.0
_LARGE_BYTES = 4_000_000  # of a state
_SHORT_S = 10.0  # of reading what a short chat says
_SHORT_PART = 20  # or less of what it begins with


class RetentionValue(PlainValue, frozen=True):
    """How much a segment is worth keeping: the seconds it saves for each byte, less as it ages.

    Attributes:
        now: seconds since the epoch.
        seconds_per_token: measured time to compute a token, by namespace; a namespace that is not
            there costs as much as the median of those that are.
    """

    now: float = 0.0
    seconds_per_token: Mapping[Fingerprint, float] = field(default_factory=dict)

    def of(self, row: StoredSegment) -> float:
        """Return the expected saving in seconds a byte; the larger, the longer it stays."""
        known = self.seconds_per_token
        usual = statistics.median(known.values()) if known else 1.0
        saved = row.n_tokens * known.get(row.key.namespace, usual)
        age_days = max(0.0, self.now - row.last_used) / 86_400
        return float(saved / max(1, row.n_bytes) * 2.0 ** (-age_days / _HALF_LIFE_DAYS))


class Programs(PlainValue, frozen=True):
    """Which segments other programs alone have stored, and what they may hold of a full store.

    Attributes:
        of: the program of a segment; what several need, or the user's chats too, is of none.
        total_bytes: that all of them together may hold, each an equal part.
    """

    of: Mapping[SegmentKey, str] = field(default_factory=dict)
    total_bytes: int = 0


_NO_PROGRAMS: Final = Programs()


def choose_victims(
    rows: Iterable[StoredSegment],
    pinned: Collection[SegmentKey],
    n_bytes: int,
    worth: RetentionValue | None = None,
    programs: Programs = _NO_PROGRAMS,
) -> list[StoredSegment]:
    """Choose segments to delete until at least `n_bytes` are free, in the order to delete them.

    1. Only leaves: what still has a stored successor waits until that is gone.
    2. Never what is pinned: a restore in flight, what a waiting save hangs on, the active chats,
       the chats the user has pinned.
    3. Of those, what a program holds beyond its part: one that asks without end takes nothing from
       the user's chats and from other programs.
    4. Of those, what saves the fewest seconds a byte, half as many for each week it was not used;
       then the least recently used; at equal times the later position first.

    Returns:
        May free less than asked for when nothing else may go.
    """
    by_key = {row.key: row for row in rows}
    n_children = Counter(row.parent for row in by_key.values())
    worth = worth or RetentionValue(
        now=max((row.last_used for row in by_key.values()), default=0.0)
    )
    held = _Held(by_key, programs)

    def rank(row: StoredSegment) -> tuple[bool, tuple[float, float, int, SegmentKey]]:
        return (not held.is_too_much(row), _rank(row, worth))

    heap = [rank(row) for key, row in by_key.items() if not n_children[key]]
    heapq.heapify(heap)
    victims: list[StoredSegment] = []
    freed = 0
    while heap and freed < n_bytes:
        is_within, (*_value, key) = heapq.heappop(heap)
        row = by_key[key]
        if row.key in pinned:
            continue
        if not is_within and not held.is_too_much(row):  # enough of its program went meanwhile
            heapq.heappush(heap, rank(row))
            continue
        victims.append(row)
        freed += row.n_bytes
        held.give_up(row)
        n_children[row.parent] -= 1
        if row.parent in by_key and not n_children[row.parent]:
            heapq.heappush(heap, rank(by_key[row.parent]))
    return victims


def choose_spare_snapshots(
    rows: Iterable[StoredSegment], pinned: Collection[SegmentKey], n_bytes: int
) -> list[StoredSegment]:
    """Choose snapshots to delete before any segment, until `n_bytes` are free or there are no more.

    Each chat keeps the one at its end, with which it comes back whole. The chat used longest ago
    gives up its others first. Where chats part from each other, a snapshot is not spare.

    Args:
        pinned: what stays, among it where the chats end that another one goes on from.
    """
    by_key = {row.key: row for row in rows}
    n_children = Counter(row.parent for row in by_key.values())
    has_later: set[SegmentKey] = set()
    for row in by_key.values():
        before = row.parent if row.snapshot_bytes else None
        while before in by_key and before not in has_later:
            has_later.add(before)
            before = by_key[before].parent
    spare = [
        row
        for key, row in by_key.items()
        if row.snapshot_bytes and key in has_later and n_children[key] == 1 and key not in pinned
    ]
    chosen: list[StoredSegment] = []
    for row in sorted(spare, key=lambda row: (row.last_used, row.begin, row.key)):
        if n_bytes <= 0:
            break
        chosen.append(row)
        n_bytes -= row.snapshot_bytes
    return chosen


class _Held:
    """How many bytes each program holds."""

    def __init__(self, rows: Mapping[SegmentKey, StoredSegment], programs: Programs) -> None:
        self._of = programs.of
        self._n_bytes: Counter[str] = Counter()
        for key, program in programs.of.items():
            if key in rows:
                self._n_bytes[program] += rows[key].n_bytes
        self._part = programs.total_bytes // max(1, len(self._n_bytes))

    def is_too_much(self, row: StoredSegment) -> bool:
        """Whether the program of a segment holds more than its part."""
        program = self._of.get(row.key)
        return program is not None and self._n_bytes[program] > self._part

    def give_up(self, row: StoredSegment) -> None:
        """Take note that a segment goes."""
        program = self._of.get(row.key)
        if program is not None:
            self._n_bytes[program] -= row.n_bytes


def choose_unneeded(rows: Sequence[StoredSegment]) -> list[StoredSegment]:
    """Choose the segments that neither an owner nor an owned successor needs, last ones first."""
    by_key = {row.key: row for row in rows}
    needed: set[SegmentKey] = set()
    for row in rows:
        key = row.key if row.is_owned else None
        while key in by_key and key not in needed:
            needed.add(key)
            key = by_key[key].parent
    unneeded = [row for row in rows if row.key not in needed]
    return sorted(unneeded, key=lambda row: -row.begin)


def choose_unreachable(rows: Sequence[StoredSegment]) -> list[StoredSegment]:
    """Choose the segments that no walk from position 0 finds: one before them is not stored."""
    reachable: set[SegmentKey | None] = {None}
    unreachable = []
    for row in sorted(rows, key=lambda row: row.begin):  # parents first
        if row.parent in reachable:
            reachable.add(row.key)
        else:
            unreachable.append(row)
    return unreachable[::-1]


def choose_short_ends(
    rows: Iterable[StoredSegment],
    newest: SegmentKey,
    common_ends: Collection[SegmentKey],
    pinned: Collection[SegmentKey],
    seconds_per_token: float,
) -> list[StoredSegment]:
    """Choose large states at the ends of short chats about one long document, but for the newest.

    Such a state can be as large as a thousand tokens of the document, and saves seconds.

    Args:
        newest: where the chat ends that was stored last.
        common_ends: where chats part from each other.
        pinned: what stays.
        seconds_per_token: of reading; 0 while unknown.

    Returns:
        Segments to delete, the last ones first.
    """
    by_key = {row.key: row for row in rows}
    chain = _chain(by_key, newest)
    shared = next((key for key in chain[1:] if key in common_ends), None)
    if shared is None or not seconds_per_token:
        return []
    n_shared = by_key[shared].end
    most = min(_SHORT_S / seconds_per_token, n_shared / _SHORT_PART)
    children: dict[SegmentKey | None, list[StoredSegment]] = {}
    for row in by_key.values():
        children.setdefault(row.parent, []).append(row)
    kept = {*chain, *common_ends, *pinned}
    behind = list(children.get(shared, ()))
    for row in behind:  # which grows meanwhile
        behind += children.get(row.key, ())
    n_children = Counter(row.parent for row in behind)
    chosen = []
    for row in behind:
        is_large_end = row.snapshot_bytes > _LARGE_BYTES and row.key not in children
        own = row if is_large_end and row.end - n_shared <= most else None
        while own is not None and own.key not in kept and not n_children[own.key]:
            chosen.append(own)
            n_children[own.parent] -= 1
            own = by_key.get(own.parent) if own.parent else None
    return chosen


def _chain(by_key: Mapping[SegmentKey, StoredSegment], end: SegmentKey) -> list[SegmentKey]:
    """Return the keys of a chain, last to first."""
    chain, row = [], by_key.get(end)
    while row is not None:
        chain.append(row.key)
        row = by_key.get(row.parent) if row.parent else None
    return chain


def snapshot_distance(n_bytes: int, bytes_per_token: int, seconds_per_token: float) -> int:
    """Return how many tokens of a chain must lie between two old snapshots that are kept.

    So many that their rows take as much room as a snapshot, and that reading them takes seconds;
    a minute of reading is worth any snapshot.

    Args:
        n_bytes: of a snapshot.
        bytes_per_token: of the rows.
        seconds_per_token: of reading; 0 while unknown.
    """
    if not seconds_per_token:
        return SNAPSHOT_DISTANCE
    by_room = n_bytes / bytes_per_token if bytes_per_token else math.inf
    seconds = min(_MOST_S, max(_LEAST_S, by_room * seconds_per_token))
    return math.ceil(seconds / seconds_per_token)


def surplus_snapshots(
    ends: Sequence[int], distance: int = SNAPSHOT_DISTANCE, *, is_shared: bool = False
) -> list[int]:
    """Choose which snapshots of one chain to delete; a snapshot can be as large as all its rows.

    Kept are the latest two: where the chat ends, and where its last turn begins. Of the others one
    every `distance` tokens, so that any earlier turn can be gone back to without reading more than
    those, and the first one where other chats begin with it.

    Args:
        ends: ascending positions of the chain's snapshots.
        distance: tokens.
        is_shared: whether other chats begin with the first.

    Returns:
        Those of them that may go.
    """
    kept_at, surplus = 0, []
    for end in ends[: max(0, len(ends) - _N_LATEST_SNAPSHOTS)]:
        if end - kept_at >= distance or (is_shared and end == ends[0]):
            kept_at = end
        else:
            surplus.append(end)
    return surplus


def _rank(row: StoredSegment, worth: RetentionValue) -> tuple[float, float, int, SegmentKey]:
    return (round(worth.of(row), 15), row.last_used, -row.begin, row.key)
