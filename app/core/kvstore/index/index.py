"""SQLite index of what is stored: which segment follows which, who needs it, when it was used.

Everything in it but the times of use, the later owners, the count of bytes and what was learnt of
models can be read again from the headers of the segment files, so a broken index is moved aside and
built again. Here it is read; `writable_index.py` changes it.

Threads: any thread; query-only connections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import sqlalchemy as sa

from app.core.kvstore.chain import Fingerprint, SegmentHash, SegmentKey
from app.core.kvstore.index.database import IndexDatabase, models, owners, segments
from app.core.kvstore.index.encoding import from_sortable
from app.core.kvstore.index.tree import SegmentTree
from app.core.kvstore.index.usage_queries import UsageQueries
from app.core.kvstore.records import IndexedSegment, ModelFacts, Owner, StoredSegment
from app.core.protocol import OTHER_PROGRAM, program_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path


class Index:
    """The index of one store, for reading; made by `open`.

    Attributes:
        tree: which segment follows which.
        usage: who takes how much.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database
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
        return frozenset(
            Owner(name) for (name,) in self._database.read(sa.select(owners.c.owner).distinct())
        )

    def has_unowned(self) -> bool:
        """Tell whether there is a segment that nobody claims for himself."""
        is_owned = sa.exists().where(owners.c.segment_id == segments.c.id)
        return bool(self._database.read(sa.select(segments.c.id).where(~is_owned).limit(1)))

    def namespaces(self) -> list[Fingerprint]:
        """Return the namespaces of which anything is stored."""
        found = self._database.read(sa.select(segments.c.namespace).distinct())
        return [Fingerprint(namespace) for (namespace,) in found]

    def find(self, keys: Sequence[SegmentKey]) -> dict[SegmentKey, IndexedSegment]:
        """Return those of `keys`, all of one namespace, that are stored."""
        if not keys:
            return {}
        columns = segments.c
        wanted = sa.select(
            columns.name, columns.begin, columns.token_ids, columns.snapshot_bytes
        ).where(
            columns.namespace == keys[0].namespace, columns.name.in_([key.name for key in keys])
        )
        return {
            SegmentKey(keys[0].namespace, SegmentHash(name)): IndexedSegment(
                begin, from_sortable(token_ids), n_bytes > 0
            )
            for name, begin, token_ids, n_bytes in self._database.read(wanted)
        }

    def rows(self) -> list[StoredSegment]:
        """Return every segment as the evictor needs it."""
        is_owned = sa.exists().where(owners.c.segment_id == segments.c.id)
        columns = segments.c
        found = self._database.read(
            sa.select(
                columns.namespace,
                columns.name,
                columns.parent,
                columns.begin,
                columns.file_bytes,
                columns.last_used,
                is_owned,
                columns.snapshot_bytes,
                columns.n_tokens,
            )
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
        columns = segments.c
        found = self._database.read(
            sa.select(columns.namespace, columns.name, columns.file_bytes, columns.snapshot_bytes)
        )
        return {
            SegmentKey(Fingerprint(namespace), SegmentHash(name)): (n_bytes, snapshot_bytes)
            for namespace, name, n_bytes, snapshot_bytes in found
        }

    def owned(self, namespace: Fingerprint, owner: Owner) -> list[SegmentKey]:
        """Return what `owner` needs in one namespace, used last first."""
        wanted = (
            sa.select(segments.c.name)
            .join(owners, owners.c.segment_id == segments.c.id)
            .where(segments.c.namespace == namespace, owners.c.owner == owner)
            .order_by(segments.c.last_used.desc(), segments.c.begin)
        )
        return [SegmentKey(namespace, SegmentHash(name)) for (name,) in self._database.read(wanted)]

    def is_owner_elsewhere(self, namespace: Fingerprint, owner: Owner) -> bool:
        """Return whether `owner` needs anything in another namespace."""
        found = (
            sa.select(owners.c.owner)
            .join(segments, owners.c.segment_id == segments.c.id)
            .where(segments.c.namespace != namespace, owners.c.owner == owner)
            .limit(1)
        )
        return bool(self._database.read(found))

    def owned_by(self, chosen: Collection[Owner]) -> set[SegmentKey]:
        """Return what any of these owners needs."""
        wanted = (
            sa.select(segments.c.namespace, segments.c.name)
            .join(owners, owners.c.segment_id == segments.c.id)
            .where(owners.c.owner.in_(chosen))
        )
        rows = self._database.read(wanted) if chosen else []
        return {SegmentKey(Fingerprint(ns), SegmentHash(name)) for ns, name in rows}

    def of_programs(self) -> dict[SegmentKey, str]:
        """Return the segments that conversations of one other program need and nobody else."""
        # Keys of one program begin alike: between the first and the last lies no other's.
        first, last = sa.func.min(owners.c.owner), sa.func.max(owners.c.owner)
        wanted = (
            sa.select(segments.c.namespace, segments.c.name, first, last)
            .join(owners, owners.c.segment_id == segments.c.id)
            .group_by(segments.c.id)
            .having(first.startswith(OTHER_PROGRAM, autoescape=True))
        )
        return {
            SegmentKey(Fingerprint(namespace), SegmentHash(name)): program_of(first_key)
            for namespace, name, first_key, last_key in self._database.read(wanted)
            if program_of(first_key) == program_of(last_key)
        }

    def seconds_per_token(self) -> dict[Fingerprint, float]:
        """Return the measured time to compute a token, by namespace."""
        columns = models.c
        measured = sa.select(columns.namespace, columns.seconds_per_token).where(
            columns.seconds_per_token.is_not(None)
        )
        return {
            Fingerprint(namespace): seconds for namespace, seconds in self._database.read(measured)
        }

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Return what is known of the model of a namespace."""
        columns = models.c
        wanted = sa.select(columns.name, columns.seconds_per_token, columns.restore_bytes_per_s)
        rows = self._database.read(wanted.where(columns.namespace == namespace))
        return ModelFacts(namespace, *rows[0]) if rows else ModelFacts(namespace, "")
