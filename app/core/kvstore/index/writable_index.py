"""Changing the index: what was stored, who needs it from now on, what is gone.

Threads: everything here that changes something belongs to the thread that writes (the opening
thread until the writer thread starts). That one connection alone writes and checkpoints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.index.database import (
    NO_PARENT,
    WritableDatabase,
    branches,
    models,
    owners,
    segments,
    written,
)
from app.core.kvstore.index.encoding import day_of, to_sortable
from app.core.kvstore.index.index import Index

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from app.core.kvstore.chain import Fingerprint, SegmentHash
    from app.core.kvstore.records import Branch, ModelFacts, Owner, Segment

_DAYS_KEPT = 64
_BATCH = 500  # names in one statement; SQLite's limit on variables is far above


class WritableIndex(Index):
    """The index of the one instance that writes."""

    def __init__(self, database: WritableDatabase) -> None:
        super().__init__(database)
        self._changes = database

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the index whose database file is `path`; it is created if it is missing.

        Raises:
            IndexFailed: the file is damaged, or of another version.
        """
        return cls(WritableDatabase(path))

    def insert(
        self,
        segment: Segment,
        file_bytes: int,
        now: float,
        *,
        n_written: int,
        n_windowed: int = 0,
        snapshot_bytes: int = 0,
    ) -> None:
        """Record a segment whose files are complete and durable.

        Args:
            segment: stays as it is when it is already known, but gains a snapshot.
            file_bytes: size of its file.
            now: time of its last use.
            n_written: added to the bytes written on the day of `now`.
            n_windowed: tokens at its end whose windowed rows the file holds.
            snapshot_bytes: size of the snapshot's file; 0 for none.
        """
        row = insert(segments).values(
            namespace=segment.key.namespace,
            name=segment.key.name,
            parent=segment.parent or NO_PARENT,
            begin=segment.begin,
            n_tokens=segment.n_tokens,
            token_ids=to_sortable(segment.token_ids),
            n_windowed=n_windowed,
            file_bytes=file_bytes,
            snapshot_bytes=snapshot_bytes,
            last_used=now,
        )
        if snapshot_bytes:
            row = row.on_conflict_do_update(
                index_elements=["namespace", "name"], set_={"snapshot_bytes": snapshot_bytes}
            )
        else:
            row = row.on_conflict_do_nothing()
        with self._changes.transaction() as connection:
            connection.execute(row)
            _own(connection, segment.owner, [segment.key])
            _end_at(connection, segment.owner, segment.key)
            if n_written:
                _count_written(connection, n_written, day_of(now))

    def claim(self, owner: Owner, keys: Sequence[SegmentKey], now: float) -> None:
        """Record that `owner` uses `keys` now; those that are not stored are passed over."""
        with self._changes.transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.update(segments).where(wanted).values(last_used=now))
            _own(connection, owner, keys)

    def show(
        self, owner: Owner, namespace: Fingerprint, branch: Branch, end: SegmentHash | None
    ) -> None:
        """Record how long the branch of `owner` is that is shown, and what is stored of it.

        Args:
            owner: whose it is.
            namespace: of the model that counts its tokens.
            branch: how long it is.
            end: the last stored segment of it; None for none.
        """
        values = {
            "n_tokens": branch.n_tokens,
            "n_needed": branch.n_needed,
            "segment_id": None if end is None else _id_of(SegmentKey(namespace, end)),
        }
        row = insert(branches).values(owner=owner, namespace=namespace, **values)
        with self._changes.transaction() as connection:
            connection.execute(
                row.on_conflict_do_update(index_elements=["owner", "namespace"], set_=values)
            )

    def end_at(self, owner: Owner, key: SegmentKey) -> None:
        """Record that what is stored of the branch that `owner` shows ends with `key`."""
        with self._changes.transaction() as connection:
            _end_at(connection, owner, key)

    def disown(self, *gone: Owner) -> None:
        """Record that these owners use nothing any more."""
        with self._changes.transaction() as connection:
            for at in range(0, len(gone), _BATCH):
                for table in (owners, branches):
                    batch = table.c.owner.in_(gone[at : at + _BATCH])
                    connection.execute(sa.delete(table).where(batch))

    def own_only(self, owner: Owner, keys: Sequence[SegmentKey]) -> None:
        """Record that `owner` uses `keys` and nothing else."""
        with self._changes.transaction() as connection:
            for table in (owners, branches):
                connection.execute(sa.delete(table).where(table.c.owner == owner))
            _own(connection, owner, keys)

    def describe_model(self, facts: ModelFacts) -> None:
        """Record the name of a model, and what news there is of its speed."""
        known = {
            "name": facts.name,
            "seconds_per_token": facts.seconds_per_token,
            "restore_bytes_per_s": facts.restore_bytes_per_s,
        }
        values = {name: value for name, value in known.items() if value is not None}
        row = insert(models).values(namespace=facts.namespace, **values)
        with self._changes.transaction() as connection:
            connection.execute(row.on_conflict_do_update(index_elements=["namespace"], set_=values))

    def delete(self, keys: Sequence[SegmentKey]) -> None:
        """Remove segments from the index."""
        with self._changes.transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.delete(segments).where(wanted))

    def set_snapshot(self, keys: Sequence[SegmentKey], n_bytes: int = 0) -> None:
        """Record how large the snapshots of `keys` are; 0 when they are gone."""
        with self._changes.transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.update(segments).where(wanted).values(snapshot_bytes=n_bytes))

    def shrink(self) -> None:
        """Give the room of deleted rows back to the disk, and leave nothing of them behind."""
        self._changes.shrink()


def _count_written(connection: sa.Connection, n_bytes: int, day: str) -> None:
    row = insert(written).values(day=day, bytes=n_bytes)
    added = {"bytes": written.c.bytes + row.excluded.bytes}
    connection.execute(row.on_conflict_do_update(index_elements=["day"], set_=added))
    # The nearest days stay, also later ones: a clock that was wrong for a while must neither
    # wipe out the count of the true day nor let the days pile up.
    distance = sa.func.abs(sa.func.julianday(written.c.day) - sa.func.julianday(day))
    kept = sa.select(written.c.day).order_by(distance).limit(_DAYS_KEPT)
    connection.execute(sa.delete(written).where(written.c.day.not_in(kept)))


def _own(connection: sa.Connection, owner: Owner, keys: Sequence[SegmentKey]) -> None:
    for wanted in _where_keys(keys):
        found = sa.select(sa.literal(owner), segments.c.id).where(wanted)
        row = insert(owners).from_select(["owner", "segment_id"], found)
        connection.execute(row.on_conflict_do_nothing())


def _end_at(connection: sa.Connection, owner: Owner, key: SegmentKey) -> None:
    branch = sa.and_(branches.c.owner == owner, branches.c.namespace == key.namespace)
    connection.execute(sa.update(branches).where(branch).values(segment_id=_id_of(key)))


def _id_of(key: SegmentKey) -> sa.ScalarSelect[int]:
    (wanted,) = _where_keys([key])
    return sa.select(segments.c.id).where(wanted).scalar_subquery()


def _where_keys(keys: Iterable[SegmentKey]) -> Iterator[sa.ColumnElement[bool]]:
    names_of: dict[Fingerprint, list[bytes]] = {}
    for key in keys:
        names_of.setdefault(key.namespace, []).append(key.name)
    for namespace, names in names_of.items():
        for at in range(0, len(names), _BATCH):
            yield sa.and_(
                segments.c.namespace == namespace, segments.c.name.in_(names[at : at + _BATCH])
            )
