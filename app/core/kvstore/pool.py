"""What the index does not know yet: segments that wait for the disk, and those no longer trusted.

A waiting segment is found and restored like a stored one, from memory.

Threads: every method from any thread; one lock, held for moments. The arrays are never changed.
"""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

from app.core.kvstore.records import ChildSegment
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.kvstore.chain import Fingerprint, SegmentHash, SegmentKey
    from app.core.kvstore.format.layout import KVLayout, PackedState
    from app.core.kvstore.records import Segment, Witness


class PendingSegment(PlainValue, frozen=True, eq=False):
    """A segment with its rows in memory.

    Attributes:
        packed: as `KVLayout.pack` makes it; belongs to the pool.
        witness: of the snapshot, where there is one.
        saved_at: seconds since the epoch.
    """

    segment: Segment
    layout: KVLayout
    packed: PackedState
    witness: Witness | None
    saved_at: float


class Pool:
    """Waiting, withdrawn and pinned segments of one store.

    Args:
        limit_bytes: rows that may wait at the same time.
    """

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self._lock = threading.Lock()
        self._reserved_bytes = 0
        self._pending: dict[SegmentKey, PendingSegment] = {}
        self._withdrawn: set[SegmentKey] = set()
        self._loading: Counter[SegmentKey] = Counter()

    # -- waiting for the disk --

    def reserve(self, n_bytes: int) -> bool:
        """Set memory aside for rows about to be copied; False when there is too little."""
        with self._lock:
            if self._reserved_bytes + n_bytes > self.limit_bytes:
                return False
            self._reserved_bytes += n_bytes
            return True

    def release(self, n_bytes: int) -> None:
        """Give reserved memory back."""
        with self._lock:
            self._reserved_bytes -= n_bytes

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits for the disk."""
        with self._lock:
            return not self._reserved_bytes

    def add(self, item: PendingSegment) -> None:
        """Let a segment be found from now on."""
        with self._lock:
            self._pending[item.segment.key] = item

    def get(self, key: SegmentKey) -> PendingSegment | None:
        """Return a waiting segment."""
        with self._lock:
            return self._pending.get(key)

    def holds(self, item: PendingSegment) -> bool:
        """Tell whether `item` still waits: it may have been withdrawn, or replaced."""
        return self.get(item.segment.key) is item

    def remove(self, item: PendingSegment) -> None:
        """Forget a segment that is stored, or never will be; its memory is released apart."""
        with self._lock:
            if self._pending.get(item.segment.key) is item:
                del self._pending[item.segment.key]

    def children(self, namespace: Fingerprint, parent: SegmentHash | None) -> list[ChildSegment]:
        """Return the waiting segments right after `parent`."""
        with self._lock:
            return [
                ChildSegment(
                    key.name,
                    item.segment.token_ids,
                    item.packed.n_windowed,
                    item.packed.snapshot is not None,
                )
                for key, item in self._pending.items()
                if key.namespace == namespace and item.segment.parent == parent
            ]

    # -- no longer trusted --

    def withdraw(self, keys: Iterable[SegmentKey]) -> None:
        """Stop using the stored files of `keys` and drop them where they still wait."""
        with self._lock:
            for key in keys:
                self._withdrawn.add(key)
                self._pending.pop(key, None)

    def reinstate(self, keys: Iterable[SegmentKey]) -> None:
        """Note that the withdrawn files are gone; the names may be stored anew."""
        with self._lock:
            self._withdrawn.difference_update(keys)

    def is_withdrawn(self, key: SegmentKey) -> bool:
        """Tell whether the stored file of `key` must not be used."""
        with self._lock:
            return key in self._withdrawn

    # -- pinned --

    def pin(self, keys: Iterable[SegmentKey]) -> None:
        """Protect the files of a restore in flight."""
        with self._lock:
            self._loading.update(keys)

    def unpin(self, keys: Iterable[SegmentKey]) -> None:
        """End what `pin` began."""
        with self._lock:
            self._loading.subtract(keys)
            self._loading = +self._loading

    def pinned(self) -> set[SegmentKey]:
        """Return what must not be evicted: restores in flight and what waiting segments hang on."""
        with self._lock:
            parents = {
                key._replace(name=item.segment.parent)
                for key, item in self._pending.items()
                if item.segment.parent is not None
            }
            return parents | set(self._loading)
