"""Changing the index: what was stored, who needs it from now on, what is gone.

Threads: everything here that changes something belongs to the thread that writes (the opening
thread until the writer thread starts). That one connection alone writes and checkpoints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from app.core.kvstore.index.database import NO_PARENT, WritableDatabase, places
from app.core.kvstore.index.encoding import day_of, to_sortable
from app.core.kvstore.index.index import Index

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from app.core.kvstore.chain import Fingerprint, SegmentHash, SegmentKey
    from app.core.kvstore.records import Branch, ModelFacts, Owner, Segment

_DAYS_KEPT = 64
_BATCH = 500  # names in one statement; SQLite's limit on variables is far above
_INSERT = """
    INSERT INTO segment (namespace, name, parent, begin, n_tokens, token_ids, n_windowed,
        file_bytes, snapshot_bytes, last_used)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (namespace, name) DO UPDATE SET snapshot_bytes = excluded.snapshot_bytes
    WHERE excluded.snapshot_bytes > 0
"""
_SERVE = """
    INSERT OR IGNORE INTO common_end (segment_id)
    SELECT id FROM segment WHERE namespace = ? AND name = ?
"""
_SHOW = """
    INSERT INTO branch (owner, namespace, n_tokens, n_needed, segment_id)
    VALUES (?, ?, ?, ?, (SELECT id FROM segment WHERE namespace = ? AND name = ?))
    ON CONFLICT (owner, namespace) DO UPDATE SET
        n_tokens = excluded.n_tokens, n_needed = excluded.n_needed, segment_id = excluded.segment_id
"""
_END_AT = """
    UPDATE branch SET segment_id = (SELECT id FROM segment WHERE namespace = ? AND name = ?)
    WHERE owner = ? AND namespace = ?
"""
_DESCRIBE = """
    INSERT INTO model (namespace, name, seconds_per_token, restore_bytes_per_s) VALUES (?, ?, ?, ?)
    ON CONFLICT (namespace) DO UPDATE SET
        name = excluded.name,
        seconds_per_token = coalesce(excluded.seconds_per_token, seconds_per_token),
        restore_bytes_per_s = coalesce(excluded.restore_bytes_per_s, restore_bytes_per_s)
"""
_COUNT = """
    INSERT INTO written (day, bytes) VALUES (?, ?)
    ON CONFLICT (day) DO UPDATE SET bytes = bytes + excluded.bytes
"""
# The nearest days stay, also later ones: a clock that was wrong for a while must neither wipe out
# the count of the true day nor let the days pile up.
_FORGET_DAYS = """
    DELETE FROM written WHERE day NOT IN (
        SELECT day FROM written ORDER BY abs(julianday(day) - julianday(?)) LIMIT ?
    )
"""


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
        key = segment.key
        row = (
            key.namespace,
            key.name,
            segment.parent or NO_PARENT,
            segment.begin,
            segment.n_tokens,
            to_sortable(segment.token_ids),
            n_windowed,
            file_bytes,
            snapshot_bytes,
            now,
        )
        with self._changes.transaction() as connection:
            connection.execute(_INSERT, row)
            if segment.serves_others:
                connection.execute(_SERVE, (key.namespace, key.name))
            _own(connection, segment.owner, [key])
            _end_at(connection, segment.owner, key)
            if n_written:
                connection.execute(_COUNT, (day_of(now), n_written))
                connection.execute(_FORGET_DAYS, (day_of(now), _DAYS_KEPT))

    def claim(self, owner: Owner, keys: Sequence[SegmentKey], now: float) -> None:
        """Record that `owner` uses `keys` now; those that are not stored are passed over."""
        with self._changes.transaction() as connection:
            for where, values in _where_keys(keys):
                connection.execute(f"UPDATE segment SET last_used = ? {where}", (now, *values))
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
        row = (owner, namespace, branch.n_tokens, branch.n_needed, namespace, end)
        with self._changes.transaction() as connection:
            connection.execute(_SHOW, row)

    def end_at(self, owner: Owner, key: SegmentKey) -> None:
        """Record that what is stored of the branch that `owner` shows ends with `key`."""
        with self._changes.transaction() as connection:
            _end_at(connection, owner, key)

    def disown(self, *gone: Owner) -> None:
        """Record that these owners use nothing any more."""
        with self._changes.transaction() as connection:
            for at in range(0, len(gone), _BATCH):
                batch = gone[at : at + _BATCH]
                for table in ("owner", "branch"):
                    where = f"WHERE owner IN ({places(batch)})"
                    connection.execute(f"DELETE FROM {table} {where}", batch)

    def own_only(self, owner: Owner, keys: Sequence[SegmentKey]) -> None:
        """Record that `owner` uses `keys` and nothing else."""
        with self._changes.transaction() as connection:
            for table in ("owner", "branch"):
                connection.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))
            _own(connection, owner, keys)

    def describe_model(self, facts: ModelFacts) -> None:
        """Record the name of a model, and what news there is of its speed."""
        row = (facts.namespace, facts.name, facts.seconds_per_token, facts.restore_bytes_per_s)
        with self._changes.transaction() as connection:
            connection.execute(_DESCRIBE, row)

    def delete(self, keys: Sequence[SegmentKey]) -> None:
        """Remove segments from the index."""
        with self._changes.transaction() as connection:
            for where, values in _where_keys(keys):
                connection.execute(f"DELETE FROM segment {where}", values)

    def set_snapshot(self, keys: Sequence[SegmentKey], n_bytes: int = 0) -> None:
        """Record how large the snapshots of `keys` are; 0 when they are gone."""
        with self._changes.transaction() as connection:
            for where, values in _where_keys(keys):
                row = (n_bytes, *values)
                connection.execute(f"UPDATE segment SET snapshot_bytes = ? {where}", row)

    def shrink(self) -> None:
        """Give the room of deleted rows back to the disk, and leave nothing of them behind."""
        self._changes.shrink()


def _own(connection: sqlite3.Connection, owner: Owner, keys: Sequence[SegmentKey]) -> None:
    for where, values in _where_keys(keys):
        owned = f"INSERT OR IGNORE INTO owner (owner, segment_id) SELECT ?, id FROM segment {where}"
        connection.execute(owned, (owner, *values))


def _end_at(connection: sqlite3.Connection, owner: Owner, key: SegmentKey) -> None:
    connection.execute(_END_AT, (key.namespace, key.name, owner, key.namespace))


def _where_keys(keys: Iterable[SegmentKey]) -> Iterator[tuple[str, tuple[str | bytes, ...]]]:
    """Yield conditions that hold for these segments, each with its values."""
    names_of: dict[Fingerprint, list[bytes]] = {}
    for key in keys:
        names_of.setdefault(key.namespace, []).append(key.name)
    for namespace, names in names_of.items():
        for at in range(0, len(names), _BATCH):
            batch = names[at : at + _BATCH]
            yield f"WHERE namespace = ? AND name IN ({places(batch)})", (namespace, *batch)
