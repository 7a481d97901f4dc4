"""What is stored or waits for the disk, looked up in both places at once.

Threads: any thread.
"""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

import numpy as np

from app.core import files
from app.core.errors import BugError
from app.core.kvstore.chain import Key
from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.prefix import walk
from app.core.kvstore.records import Known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.layout import Needs
    from app.core.kvstore.opening import OpenStore
    from app.core.kvstore.records import Child, Owner, Segment, StoredPrefix

    ChildrenOf = Callable[[Fingerprint, SegmentHash | None], list[Child]]

_log = logging.getLogger(__name__)

_PREFETCH_BYTES = 2 << 30  # more than a chat has, less than would push everything else out


def prefetch(parts: OpenStore, namespace: Fingerprint, owner: Owner) -> None:
    """Let the system read what `owner` used last into its file cache."""
    n_left = _PREFETCH_BYTES
    try:
        for key in parts.index.owned(namespace, owner):
            if n_left <= 0:
                break
            with contextlib.suppress(OSError):  # gone meanwhile, or unreadable: `load` will tell
                n_left -= files.read_ahead(parts.folder.path(key))
    except IndexFailed:
        _log.info("nothing is prefetched", exc_info=True)


def children(
    parts: OpenStore, namespace: Fingerprint, parent: SegmentHash | None, stored: ChildrenOf
) -> Iterator[Child]:
    """Yield what waits right after `parent`, then what is stored there.

    In this order nothing is missed on its way from the one to the other.

    Args:
        stored: asked then; of many it may return those that matter only.
    """
    waiting = {child.name: child for child in parts.pool.children(namespace, parent)}
    yield from waiting.values()
    for child in stored(namespace, parent):
        if child.name not in waiting and not parts.pool.is_withdrawn(Key(namespace, child.name)):
            yield child


def longest_prefix(
    parts: OpenStore, namespace: Fingerprint, token_ids: NDArray[np.int32], needs: Needs | None
) -> StoredPrefix:
    """Find the longest restorable beginning of `token_ids`.

    Raises:
        IndexFailed: the index cannot be read.
    """
    with parts.index.walking() as alike:

        def fitting(parent: SegmentHash | None, rest: NDArray[np.int32]) -> Iterator[Child]:
            return children(parts, namespace, parent, lambda ns, at: alike(ns, at, rest))

        return walk(namespace, token_ids, fitting, needs)


def descendants(parts: OpenStore, key: Key) -> list[Key]:
    """Return everything that hangs on a segment.

    Raises:
        IndexFailed: the index cannot be read.
    """
    found: list[Key] = []
    parents = [key.name]
    while parents:
        after = children(parts, key.namespace, parents.pop(), parts.index.children)
        names = [child.name for child in after]
        found += [Key(key.namespace, name) for name in names]
        parents += names
    return found


class Orphan(Exception):
    """The segment before one is neither stored nor waiting."""


def is_stored(parts: OpenStore, segment: Segment, *, with_snapshot: bool) -> bool:
    """Tell whether the very tokens of `segment` are stored or waiting under its name.

    And a snapshot of its end, where one is wanted.

    Raises:
        Orphan: what it goes on from is neither.
        BugError: it does not begin where its parent ends.
        IndexFailed: the index cannot be read.
    """
    key = segment.key
    parent = None if segment.parent is None else Key(key.namespace, segment.parent)
    found = _find(parts, [key] if parent is None else [key, parent])
    if parent is not None and parent not in found:
        raise Orphan
    parent_end = 0 if parent is None else _end(found[parent])
    if parent_end != segment.begin:
        raise BugError(f"a segment at {segment.begin} after one that ends at {parent_end}")
    known = found.get(key)
    return (
        known is not None
        and np.array_equal(known.token_ids, segment.token_ids)
        and (known.has_snapshot or not with_snapshot)
    )


def n_stored(parts: OpenStore, keys: Sequence[Key]) -> int:
    """Return how many of `keys`, from the first on, are stored or waiting.

    Raises:
        IndexFailed: the index cannot be read.
    """
    found = _find(parts, keys)
    return next((number for number, key in enumerate(keys) if key not in found), len(keys))


def _find(parts: OpenStore, keys: Sequence[Key]) -> dict[Key, Known]:
    """Return those of `keys` that wait or are stored.

    What waits is asked first, as in `children`: a segment that the writer finishes in between would
    be in neither place otherwise, and whatever is to go on from it be refused.

    Raises:
        IndexFailed: the index cannot be read.
    """
    waiting = {key: item for key in keys if (item := parts.pool.get(key)) is not None}
    trusted = [key for key in keys if key not in waiting and not parts.pool.is_withdrawn(key)]
    return parts.index.find(trusted) | {
        key: Known(item.segment.begin, item.segment.token_ids, item.packed.snapshot is not None)
        for key, item in waiting.items()
    }


def _end(known: Known) -> int:
    return known.begin + known.token_ids.size
