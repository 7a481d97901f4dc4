"""SQLite index of what is stored: which segment follows which, who needs it, when it was used.

Everything in it but the times of use, the later owners, the count of bytes and what was learnt of
models can be read again from the headers of the segment files, so a broken index is moved aside and
built again. Here it is read; `writable_index.py` changes it.

Threads: any thread; query-only connections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from app.core.kvstore.chain import Fingerprint, SegmentHash, SegmentKey
from app.core.kvstore.index.database import IndexDatabase, places
from app.core.kvstore.index.encoding import from_sortable
from app.core.kvstore.index.tree import SegmentTree
from app.core.kvstore.index.usage_queries import UsageQueries
from app.core.kvstore.records import IndexedSegment, ModelFacts, Owner, StoredSegment
from app.core.protocol import OTHER_PROGRAM, program_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

_IS_OWNED = "EXISTS (SELECT 1 FROM owner WHERE segment_id = segment.id)"
_OWNED = "FROM segment JOIN owner ON owner.segment_id = segment.id"


class Index:
    """The index of one store, for reading; made by `open`.

    Attributes:
        tree: which segment follows which.
        usage: who takes how much.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database
        self._read = database.read
        self.tree = SegmentTree(database)
        self.usage = UsageQueries(database)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the index whose database file is `path`.

        Raises:
            IndexFailed: the file is missing, damaged, or of another version.
        """
        return cls(IndexDatabase(path))

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    @property
    def index_id(self) -> int:
        """Another number whenever the index was built again."""
        return self._database.index_id()

    def owners(self) -> frozenset[Owner]:
        """Return everybody who needs something."""
        return frozenset(Owner(name) for (name,) in self._read("SELECT DISTINCT owner FROM owner"))

    def has_unowned(self) -> bool:
        """Tell whether there is a segment that nobody claims for himself."""
        return bool(self._read(f"SELECT id FROM segment WHERE NOT {_IS_OWNED} LIMIT 1"))

    def namespaces(self) -> list[Fingerprint]:
        """Return the namespaces of which anything is stored."""
        found = self._read("SELECT DISTINCT namespace FROM segment")
        return [Fingerprint(namespace) for (namespace,) in found]

    def find(self, keys: Sequence[SegmentKey]) -> dict[SegmentKey, IndexedSegment]:
        """Return those of `keys`, all of one namespace, that are stored."""
        if not keys:
            return {}
        namespace = keys[0].namespace
        found = self._read(
            "SELECT name, begin, token_ids, snapshot_bytes FROM segment "
            f"WHERE namespace = ? AND name IN ({places(keys)})",
            namespace,
            *(key.name for key in keys),
        )
        return {
            SegmentKey(namespace, SegmentHash(name)): IndexedSegment(
                begin, from_sortable(token_ids), n_bytes > 0
            )
            for name, begin, token_ids, n_bytes in found
        }

    def rows(self) -> list[StoredSegment]:
        """Return every segment as the evictor needs it."""
        found = self._read(
            f"SELECT namespace, name, parent, begin, file_bytes, last_used, {_IS_OWNED}, "
            "snapshot_bytes, n_tokens FROM segment"
        )
        return [
            StoredSegment(
                SegmentKey(Fingerprint(namespace), SegmentHash(name)),
                SegmentKey(Fingerprint(namespace), SegmentHash(parent)) if parent else None,
                *rest,
            )
            for namespace, name, parent, *rest in found
        ]

    def file_sizes(self) -> dict[SegmentKey, tuple[int, int]]:
        """Return the bytes of each segment's file and of its snapshot's, 0 for none."""
        found = self._read("SELECT namespace, name, file_bytes, snapshot_bytes FROM segment")
        return {
            SegmentKey(Fingerprint(namespace), SegmentHash(name)): (n_bytes, snapshot_bytes)
            for namespace, name, n_bytes, snapshot_bytes in found
        }

    def owned(self, namespace: Fingerprint, owner: Owner) -> list[SegmentKey]:
        """Return what `owner` needs in one namespace, used last first."""
        found = self._read(
            f"SELECT name {_OWNED} WHERE namespace = ? AND owner = ? "
            "ORDER BY last_used DESC, begin",
            namespace,
            owner,
        )
        return [SegmentKey(namespace, SegmentHash(name)) for (name,) in found]

    def is_owner_elsewhere(self, namespace: Fingerprint, owner: Owner) -> bool:
        """Return whether `owner` needs anything in another namespace."""
        elsewhere = f"SELECT owner {_OWNED} WHERE namespace != ? AND owner = ? LIMIT 1"
        return bool(self._read(elsewhere, namespace, owner))

    def owned_by(self, chosen: Collection[Owner]) -> set[SegmentKey]:
        """Return what any of these owners needs."""
        wanted = f"SELECT namespace, name {_OWNED} WHERE owner IN ({places(chosen)})"
        found = self._read(wanted, *chosen)
        return {SegmentKey(Fingerprint(ns), SegmentHash(name)) for ns, name in found}

    def of_programs(self) -> dict[SegmentKey, str]:
        """Return the segments that conversations of one other program need and nobody else."""
        # Keys of one program begin alike: between the first and the last lies no other's.
        found = self._read(
            f"SELECT namespace, name, min(owner), max(owner) {_OWNED} GROUP BY segment.id "
            "HAVING substr(min(owner), 1, ?) = ?",
            len(OTHER_PROGRAM),
            OTHER_PROGRAM,
        )
        return {
            SegmentKey(Fingerprint(namespace), SegmentHash(name)): program_of(first_key)
            for namespace, name, first_key, last_key in found
            if program_of(first_key) == program_of(last_key)
        }

    def seconds_per_token(self) -> dict[Fingerprint, float]:
        """Return the measured time to compute a token, by namespace."""
        found = self._read("SELECT namespace, seconds_per_token FROM model")
        return {Fingerprint(name): seconds for name, seconds in found if seconds is not None}

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Return what is known of the model of a namespace."""
        facts = "SELECT name, seconds_per_token, restore_bytes_per_s FROM model WHERE namespace = ?"
        rows = self._read(facts, namespace)
        return ModelFacts(namespace, *rows[0]) if rows else ModelFacts(namespace, "")
