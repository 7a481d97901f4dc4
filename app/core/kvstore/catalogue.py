"""What there is of each chain, stored or waiting for the disk, looked up in both places at once.

Threads: any thread.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np

from app.core.errors import BugError
from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.records import IndexedSegment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from app.core.kvstore.chain import Fingerprint, SegmentHash
    from app.core.kvstore.index.index import Index
    from app.core.kvstore.index.tree import IndexSearch
    from app.core.kvstore.pool import Pool
    from app.core.kvstore.records import ChildSegment, Owner, OwnerFilter, Segment


class OrphanSegment(Exception):
    """The segment before one is neither stored nor waiting."""


class CatalogueSearch:
    """A search for segments right after another, for many calls over one connection.

    Args:
        pool: what waits.
        stored: the same search over what is stored.
        namespace: of all the segments.
        only_of: whose segments there are for this search; None for everybody's.
    """

    def __init__(
        self, pool: Pool, stored: IndexSearch, namespace: Fingerprint, only_of: OwnerFilter | None
    ) -> None:
        self._pool = pool
        self._stored = stored
        self._namespace = namespace
        self._only_of = only_of

    def alike(
        self, parent: SegmentHash | None, token_ids: NDArray[np.int32]
    ) -> Iterator[ChildSegment]:
        """Yield what waits right after `parent`, then what is stored there and matters.

        In this order nothing is missed on its way from the one to the other.

        Args:
            parent: None for what begins at position 0.
            token_ids: int32 [n]; of many stored segments, those that are most like them.
        """
        only_of = self._only_of
        for child in self._alike(parent, token_ids):
            if only_of is None or any(map(only_of, self._owners(child.name))):
                yield child

    def _alike(
        self, parent: SegmentHash | None, token_ids: NDArray[np.int32]
    ) -> Iterator[ChildSegment]:
        waiting = _waiting(self._pool, self._namespace, parent)
        yield from waiting.values()
        stored = self._stored.alike(self._namespace, parent, token_ids)
        yield from _trusted(self._pool, self._namespace, stored, waiting)

    def _owners(self, name: SegmentHash) -> list[Owner]:
        """Return who saved a segment, or has used it since it was stored."""
        key = SegmentKey(self._namespace, name)
        waiting = self._pool.get(key)
        saved_by = [] if waiting is None else [waiting.segment.owner]
        return saved_by + self._stored.owners(key)


class Catalogue:
    """The segments of one open store.

    Args:
        index: what is stored.
        pool: what waits, and what of the index is no longer trusted.

    Attributes:
        index: likewise.
        pool: likewise.
    """

    def __init__(self, index: Index, pool: Pool) -> None:
        self.index = index
        self.pool = pool

    @contextlib.contextmanager
    def searching(
        self, namespace: Fingerprint, only_of: OwnerFilter | None = None
    ) -> Iterator[CatalogueSearch]:
        """Give out a walk through one namespace.

        Args:
            only_of: as `CatalogueSearch` has it.

        Raises:
            IndexFailed: the index cannot be read.
        """
        with self.index.tree.searching() as stored:
            yield CatalogueSearch(self.pool, stored, namespace, only_of)

    def descendants(self, key: SegmentKey) -> list[SegmentKey]:
        """Return everything that hangs on a segment.

        Raises:
            IndexFailed: the index cannot be read.
        """
        found: list[SegmentKey] = []
        parents = [key.name]
        while parents:
            names = [child.name for child in self._children(key.namespace, parents.pop())]
            found += [SegmentKey(key.namespace, name) for name in names]
            parents += names
        return found

    def holds(self, segment: Segment, *, with_snapshot: bool) -> bool:
        """Tell whether the very tokens of `segment` are stored or waiting under its name.

        And a snapshot of its end, where one is wanted.

        Raises:
            OrphanSegment: what it goes on from is neither.
            BugError: it does not begin where its parent ends.
            IndexFailed: the index cannot be read.
        """
        key = segment.key
        parent = None if segment.parent is None else SegmentKey(key.namespace, segment.parent)
        found = self._find([key] if parent is None else [key, parent])
        if parent is not None and parent not in found:
            raise OrphanSegment
        parent_end = 0 if parent is None else _end(found[parent])
        if parent_end != segment.begin:
            raise BugError(f"a segment at {segment.begin} after one that ends at {parent_end}")
        known = found.get(key)
        return (
            known is not None
            and np.array_equal(known.token_ids, segment.token_ids)
            and (known.has_snapshot or not with_snapshot)
        )

    def n_held(self, keys: Sequence[SegmentKey]) -> int:
        """Return how many of `keys`, from the first on, are stored or waiting.

        Raises:
            IndexFailed: the index cannot be read.
        """
        found = self._find(keys)
        return next((number for number, key in enumerate(keys) if key not in found), len(keys))

    def _children(self, namespace: Fingerprint, parent: SegmentHash) -> Iterator[ChildSegment]:
        """Yield everything right after `parent`, in the order of `CatalogueSearch.alike`."""
        waiting = _waiting(self.pool, namespace, parent)
        yield from waiting.values()
        stored = self.index.tree.children(namespace, parent)
        yield from _trusted(self.pool, namespace, stored, waiting)

    def _find(self, keys: Sequence[SegmentKey]) -> dict[SegmentKey, IndexedSegment]:
        """Return those of `keys` that wait or are stored.

        What waits is asked first, as in a walk: a segment that the writer finishes in between would
        be in neither place otherwise, and whatever is to go on from it be refused.

        Raises:
            IndexFailed: the index cannot be read.
        """
        waiting = {key: item for key in keys if (item := self.pool.get(key)) is not None}
        trusted = [key for key in keys if key not in waiting and not self.pool.is_withdrawn(key)]
        return self.index.find(trusted) | {
            key: IndexedSegment(
                item.segment.begin, item.segment.token_ids, item.packed.snapshot is not None
            )
            for key, item in waiting.items()
        }


def _waiting(
    pool: Pool, namespace: Fingerprint, parent: SegmentHash | None
) -> dict[SegmentHash, ChildSegment]:
    return {child.name: child for child in pool.children(namespace, parent)}


def _trusted(
    pool: Pool,
    namespace: Fingerprint,
    stored: Iterable[ChildSegment],
    waiting: dict[SegmentHash, ChildSegment],
) -> Iterator[ChildSegment]:
    for child in stored:
        if child.name not in waiting and not pool.is_withdrawn(SegmentKey(namespace, child.name)):
            yield child


def _end(known: IndexedSegment) -> int:
    return known.begin + known.token_ids.size
