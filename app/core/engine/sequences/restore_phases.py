"""The two phases of a restore: rows are fetched from disk, then they prove themselves.

Threads: values of the engine thread; a fetch is done on the store's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from concurrent.futures import Future

    from app.core.kvstore import LoadedState, StoredPrefix, Witness


@dataclass(frozen=True, slots=True)
class Fetching:
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


@dataclass(frozen=True, slots=True)
class Proving:
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


RestorePhase: TypeAlias = Fetching | Proving
