"""Where the tokens of one sequence came from: the context, the disk, or neither, and why.

The two phases of a restore: rows are fetched from disk, then they prove themselves.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from app.core.plain_value import PlainValue, replace
from app.core.protocol import NO_RESTORE, PrefixSource, RestoreTiming

if TYPE_CHECKING:
    from concurrent.futures import Future

    from app.core.kvstore.records import LoadedState, StoredPrefix, Witness


class Fetching(PlainValue, frozen=True):
    """Rows on their way from disk.

    Attributes:
        began: when they were looked up, in `time.perf_counter` seconds.
        find_ms: how long that took.
    """

    prefix: StoredPrefix
    loaded: Future[LoadedState]
    began: float
    find_ms: float

    @property
    def has_arrived(self) -> bool:
        """Whether the rows, or the reason why there are none, are here."""
        return self.loaded.done()


class Proving(PlainValue, frozen=True):
    """Rows in the context that have still to prove themselves: what the model must say.

    Attributes:
        number: of the token after which it must say it.
        n_restored: tokens the restore brought; of these the last is computed again, or none where
            the memory cannot be rewound and the next token serves.
        began: when they were looked up, in `time.perf_counter` seconds.
        put_at: when they were in the context.
    """

    number: int
    witness: Witness | None
    prefix: StoredPrefix
    n_restored: int
    began: float = 0.0
    put_at: float = 0.0

    @property
    def is_by_restored_token(self) -> bool:
        """Whether a restored token is computed again for it, not the first one behind them."""
        return self.number < self.n_restored


RestorePhase: TypeAlias = Fetching | Proving


class RestoreCredit(PlainValue, frozen=True):
    """What one answer owes to a restore.

    Attributes:
        n_restored: tokens of its prompt that came from disk for it.
        restore_s: how long that took.
        source: where the beginning of its prompt came from.
    """

    n_restored: int
    restore_s: float
    source: PrefixSource


class PrefixOrigin:
    """What became of the latest search, and tokens from disk that no answer was credited with."""

    def __init__(self) -> None:
        self._source = PrefixSource.NOT_STORED
        self._n_from_disk = 0
        self._restore_s = 0.0
        self._timing = NO_RESTORE

    @property
    def source(self) -> PrefixSource:
        """Where the beginning came from, or why from nowhere."""
        return self._source

    @property
    def timing(self) -> RestoreTiming:
        """Where the time of the latest restore went."""
        return self._timing

    def settle(self, source: PrefixSource) -> None:
        """Take note of what became of a search."""
        self._source = source

    def restored(self, n_tokens: int, seconds: float, timing: RestoreTiming) -> None:
        """Take note of rows that are in the context and have still to prove themselves."""
        self._source = PrefixSource.DISK
        self._n_from_disk = n_tokens
        self._restore_s = seconds
        self._timing = timing

    def judged(self, decode_ms: float, *, is_right: bool) -> None:
        """Take note of what the proof of a restore said, and how long it took."""
        self._timing = replace(self._timing, decode_ms=decode_ms)
        if not is_right:
            self._n_from_disk = 0
            self._source = PrefixSource.DAMAGED

    def opened(self, seconds: float) -> None:
        """Take note of how long it took until a chat was ready, its prompt included."""
        self._restore_s = seconds

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`."""
        self._n_from_disk = min(self._n_from_disk, n_tokens)

    def take_credit(self, n_kept: int) -> RestoreCredit:
        """Return what an answer owes to a restore whose tokens no other was credited with.

        Args:
            n_kept: tokens of its prompt that need not be computed.
        """
        n_restored = min(self._n_from_disk, n_kept)
        self._n_from_disk = 0
        if not n_restored:
            return RestoreCredit(0, 0.0, self._source)
        return RestoreCredit(n_restored, self._restore_s, PrefixSource.DISK)
