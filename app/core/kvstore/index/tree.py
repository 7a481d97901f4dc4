"""Walking the tree of stored segments: what follows a segment, what leads to one.

Threads: any thread; every query has a connection of its own, a walk one for all of its queries.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore.chain import (
    MAX_SEGMENT_TOKENS,
    Fingerprint,
    SegmentHash,
    SegmentKey,
    common_prefix,
)
from app.core.kvstore.index.database import NO_PARENT
from app.core.kvstore.index.encoding import from_sortable, to_sortable
from app.core.kvstore.records import ChildSegment, Owner

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from app.core.kvstore.index.database import IndexDatabase

_N_NEIGHBOURS = 4

_CHILDREN = (
    "SELECT name, token_ids, n_windowed, snapshot_bytes FROM segment "
    "WHERE namespace = ? AND parent = ?"
)
_UP_TO = f"{_CHILDREN} AND token_ids <= ? ORDER BY token_ids DESC LIMIT ?"
_BEFORE = f"{_CHILDREN} AND token_ids < ? ORDER BY token_ids DESC LIMIT ?"
_AFTER = f"{_CHILDREN} AND token_ids > ? ORDER BY token_ids LIMIT ?"
_OWNERS = (
    "SELECT owner FROM owner JOIN segment ON segment.id = owner.segment_id "
    "WHERE namespace = ? AND name = ?"
)
# The chain that a segment ends, in one statement however long it is.
_CHAIN = """
    WITH RECURSIVE chain AS (
        SELECT * FROM segment WHERE namespace = ? AND name = ?
        UNION ALL
        SELECT segment.* FROM segment JOIN chain
        ON segment.name = chain.parent AND segment.namespace = chain.namespace
    )
"""
_LAST_CHAIN = """
    WITH owned AS (
        SELECT name, parent, last_used FROM segment JOIN owner ON owner.segment_id = segment.id
        WHERE namespace = ? AND owner = ?
    )
    SELECT name FROM owned
    WHERE NOT EXISTS (SELECT 1 FROM owned AS child WHERE child.parent = owned.name)
    ORDER BY last_used DESC LIMIT 1
"""


class IndexSearch:
    """A search for segments right after another, for many calls over one connection.

    Args:
        connection: lent for as long as the walk takes.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def alike(
        self, namespace: Fingerprint, parent: SegmentHash | None, token_ids: NDArray[np.int32]
    ) -> list[ChildSegment]:
        """Return what comes right after `parent` and has most in common with `token_ids`.

        These are the segments that `token_ids` begins with, and those that have most tokens in
        common with its beginning. However many there are (each chat has a first one): they are
        sorted by their tokens, so both lie beside the place of `token_ids`.

        Args:
            namespace: of all of them.
            parent: None for what begins at position 0.
            token_ids: int32 [n].
        """
        return _alike(self._connection, namespace, parent, token_ids[:MAX_SEGMENT_TOKENS])

    def owners(self, key: SegmentKey) -> list[Owner]:
        """Return who saved or used a segment."""
        rows = self._connection.execute(_OWNERS, (key.namespace, key.name))
        return [Owner(owner) for (owner,) in rows]


class SegmentTree:
    """The stored segments of one index as a tree.

    Args:
        database: only read.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database
        self._read = database.read

    def children(self, namespace: Fingerprint, parent: SegmentHash | None) -> list[ChildSegment]:
        """Return the segments right after `parent`."""
        with self._database.reading() as connection:
            return _children(connection, _CHILDREN, namespace, parent)

    @contextlib.contextmanager
    def searching(self) -> Iterator[IndexSearch]:
        """Give out a walk over one connection."""
        with self._database.reading() as connection:
            yield IndexSearch(connection)

    def along(self, namespace: Fingerprint, token_ids: NDArray[np.int32]) -> list[SegmentKey]:
        """Return the stored segments that hold nothing but tokens of a sequence, at their place."""
        found: list[SegmentKey] = []
        with self.searching() as search:
            ends: list[tuple[SegmentHash | None, int]] = [(None, 0)]
            while ends:
                parent, at = ends.pop()
                for child in search.alike(namespace, parent, token_ids[at:]):
                    end = at + child.token_ids.size
                    if np.array_equal(child.token_ids, token_ids[at:end]):
                        found.append(SegmentKey(namespace, child.name))
                        ends.append((child.name, end))
        return found

    def chain(self, end: SegmentKey) -> list[SegmentKey]:
        """Return the stored segments of the chain up to `end`, first to last."""
        found = self._read(f"{_CHAIN} SELECT name FROM chain ORDER BY begin", *_named(end))
        return [SegmentKey(end.namespace, SegmentHash(name)) for (name,) in found]

    def snapshots_up_to(self, end: SegmentKey) -> list[tuple[int, SegmentKey]]:
        """Return end position and key of the segments with a snapshot in the chain up to `end`."""
        found = self._read(
            f"{_CHAIN} SELECT begin + n_tokens, name FROM chain WHERE snapshot_bytes > 0 "
            "ORDER BY begin",
            *_named(end),
        )
        return [(at, SegmentKey(end.namespace, SegmentHash(name))) for at, name in found]

    def is_shared(self, key: SegmentKey) -> bool:
        """Return whether several chats need a segment."""
        return len(self._read(_OWNERS, key.namespace, key.name)) > 1

    def branch_ends(self) -> set[SegmentKey]:
        """Return where what is stored of each chat ends, on the branch that it shows."""
        found = self._read(
            "SELECT segment.namespace, name FROM branch JOIN segment ON segment.id = segment_id"
        )
        return {SegmentKey(Fingerprint(ns), SegmentHash(name)) for ns, name in found}

    def common_ends(self) -> set[SegmentKey]:
        """Return where other chats may part from the one that stored it."""
        found = self._read(
            "SELECT segment.namespace, name FROM common_end JOIN segment ON segment.id = segment_id"
        )
        return {SegmentKey(Fingerprint(ns), SegmentHash(name)) for ns, name in found}

    def last_namespace(self, owner: Owner) -> Fingerprint | None:
        """Return the namespace in which `owner` used something last."""
        newest = self._read(
            "SELECT namespace FROM segment JOIN owner ON owner.segment_id = segment.id "
            "WHERE owner = ? ORDER BY last_used DESC LIMIT 1",
            owner,
        )
        return next((Fingerprint(name) for (name,) in newest), None)

    def last_chain(self, namespace: Fingerprint, owner: Owner) -> SegmentKey | None:
        """Return the end of the chain that `owner` used last in one namespace.

        A claim touches only as much of a chain as was found, so the newest segment need not be an
        end: of the ends, the one that was used last.
        """
        newest = self._read(_LAST_CHAIN, namespace, owner)
        return next((SegmentKey(namespace, SegmentHash(name)) for (name,) in newest), None)

    def token_ids(self, end: SegmentKey) -> NDArray[np.int32]:
        """Return the token ids of the chain that ends with `end`; empty where a piece is missing.

        One statement, however long the chain is.
        """
        rows = self._read(
            f"{_CHAIN} SELECT begin, token_ids FROM chain ORDER BY begin", *_named(end)
        )
        pieces = [from_sortable(token_ids) for _begin, token_ids in rows]
        if not rows or rows[0][0] != 0:
            return np.empty(0, np.int32)
        return np.concatenate(pieces)


def _named(key: SegmentKey) -> tuple[str, bytes]:
    return key.namespace, key.name


def _alike(
    connection: sqlite3.Connection,
    namespace: Fingerprint,
    parent: SegmentHash | None,
    token_ids: NDArray[np.int32],
) -> list[ChildSegment]:
    wanted = to_sortable(token_ids)
    before = _children(connection, _UP_TO, namespace, parent, wanted, _N_NEIGHBOURS)
    after = _children(connection, _AFTER, namespace, parent, wanted, _N_NEIGHBOURS)
    found = {child.name: child for child in (*before, *after)}
    # What `token_ids` begins with is sorted before it, but not always next to it. The nearest one
    # before shows how much such a segment can hold at most: with more, it would be nearer itself.
    nearest = before[:1]
    while nearest:
        (child,) = nearest
        n_common = common_prefix(child.token_ids, token_ids)
        if not n_common:
            break
        is_whole = n_common == child.token_ids.size
        if is_whole:
            found[child.name] = child
        query = _BEFORE if is_whole else _UP_TO
        token_ids = token_ids[:n_common]
        nearest = _children(connection, query, namespace, parent, to_sortable(token_ids), 1)
    return list(found.values())


def _children(
    connection: sqlite3.Connection,
    query: str,
    namespace: Fingerprint,
    parent: SegmentHash | None,
    *further: bytes | int,
) -> list[ChildSegment]:
    return [
        ChildSegment(SegmentHash(name), from_sortable(token_ids), n_windowed, snapshot_bytes > 0)
        for name, token_ids, n_windowed, snapshot_bytes in connection.execute(
            query, (namespace, parent or NO_PARENT, *further)
        )
    ]
