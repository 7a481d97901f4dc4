"""SQLite index of what is stored: which segment follows which, who needs it, when it was used.

Everything in it but the time of use, the later owners and the count of bytes can be read again
from the headers of the segment files, so a broken index is moved aside and built again.

Threads: everything under "writing" belongs to the thread that writes (the opening thread until
the writer thread starts). That one connection alone writes and checkpoints. Everything under
"reading" may be called from any thread and uses query-only connections.
"""

from __future__ import annotations

import contextlib
import datetime
import sqlite3
from typing import TYPE_CHECKING, Any

import numpy as np
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError

from app.core.kvstore.chain import Key, SegmentHash
from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.evictor import StoredRow
from app.core.kvstore.fingerprint import Fingerprint
from app.core.kvstore.records import Child, Known, Segment, Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.kvstore.records import Owner

_SCHEMA_VERSION = 2
_NO_PARENT = b""
_BATCH = 500  # names in one statement; SQLite's limit on variables is far above

_metadata = sa.MetaData()
_segments = sa.Table(
    "segment",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("namespace", sa.Text, nullable=False),
    sa.Column("name", sa.LargeBinary, nullable=False),
    sa.Column("parent", sa.LargeBinary, nullable=False),  # empty for none
    sa.Column("begin", sa.Integer, nullable=False),
    sa.Column("n_tokens", sa.Integer, nullable=False),
    sa.Column("token_ids", sa.LargeBinary, nullable=False),  # int32 little endian
    sa.Column("n_windowed", sa.Integer, nullable=False),
    sa.Column("file_bytes", sa.Integer, nullable=False),
    sa.Column("snapshot_bytes", sa.Integer, nullable=False),  # 0 for none
    sa.Column("last_used", sa.REAL, nullable=False),
    sa.UniqueConstraint("namespace", "name"),
    # What the check of the whole file at the start can prove, no reader has to doubt.
    sa.CheckConstraint("length(name) = 16 AND length(parent) IN (0, 16)"),
    sa.CheckConstraint("begin >= 0 AND n_tokens > 0 AND length(token_ids) = 4 * n_tokens"),
    sa.Index("ix_segment_namespace_parent", "namespace", "parent"),
    sqlite_strict=True,
)
_owners = sa.Table(
    "owner",
    _metadata,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column(
        "segment_id", sa.ForeignKey("segment.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sqlite_strict=True,
)
_written = sa.Table(
    "written",
    _metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("bytes", sa.Integer, nullable=False),
    sqlite_strict=True,
)

_children_of = sa.select(
    _segments.c.name, _segments.c.token_ids, _segments.c.n_windowed, _segments.c.snapshot_bytes
).where(
    _segments.c.namespace == sa.bindparam("namespace"), _segments.c.parent == sa.bindparam("parent")
)


class Index:
    """The index of one store.

    Args:
        path: the database file.
        writable: whether this instance writes; the file is then created if it is missing.

    Raises:
        IndexFailed: the file is missing (and not to be created), damaged, or of another version.
    """

    def __init__(self, path: Path, *, writable: bool) -> None:
        self._path = path
        self._writing: sa.Connection | None = None
        self._readers = _engine(path, "PRAGMA query_only=ON", "PRAGMA wal_autocheckpoint=0")
        try:
            with self._translated():
                if writable:
                    self._writing = self._open_for_writing()
                with self._readers.connect() as connection:
                    self._check(connection)
        except IndexFailed:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection; the writing one last, so that it is the one that checkpoints."""
        with contextlib.suppress(SQLAlchemyError):
            self._readers.dispose()
            if self._writing is not None:
                engine = self._writing.engine
                self._writing.close()
                engine.dispose()

    # -- reading --

    def children(self, namespace: Fingerprint, parent: SegmentHash | None) -> list[Child]:
        """Return the segments right after `parent`."""
        values = {"namespace": namespace, "parent": parent or _NO_PARENT}
        rows = self._read(_children_of, values)
        return [
            Child(SegmentHash(name), _ids(token_ids), n_windowed, snapshot_bytes > 0)
            for name, token_ids, n_windowed, snapshot_bytes in rows
        ]

    def find(self, keys: Sequence[Key]) -> dict[Key, Known]:
        """Return those of `keys`, all of one namespace, that are stored."""
        if not keys:
            return {}
        columns = _segments.c
        wanted = sa.select(
            columns.name, columns.begin, columns.token_ids, columns.snapshot_bytes
        ).where(
            columns.namespace == keys[0].namespace, columns.name.in_([key.name for key in keys])
        )
        return {
            Key(keys[0].namespace, SegmentHash(name)): Known(begin, _ids(token_ids), n_bytes > 0)
            for name, begin, token_ids, n_bytes in self._read(wanted)
        }

    def snapshots_up_to(self, end: Key) -> list[tuple[int, Key]]:
        """Return end position and key of the segments with a snapshot in the chain up to `end`."""
        chain = _chain_up_to(end)
        found = (
            sa.select(chain.c.begin + chain.c.n_tokens, chain.c.name)
            .where(chain.c.snapshot_bytes > 0)
            .order_by(chain.c.begin)
        )
        return [(at, Key(end.namespace, SegmentHash(name))) for at, name in self._read(found)]

    def rows(self) -> list[StoredRow]:
        """Return every segment as the evictor needs it."""
        is_owned = sa.exists().where(_owners.c.segment_id == _segments.c.id)
        columns = _segments.c
        found = self._read(
            sa.select(
                columns.namespace,
                columns.name,
                columns.parent,
                columns.begin,
                columns.file_bytes,
                columns.last_used,
                is_owned,
                columns.snapshot_bytes,
            )
        )
        return [
            StoredRow(
                Key(Fingerprint(namespace), SegmentHash(name)),
                Key(Fingerprint(namespace), SegmentHash(parent)) if parent else None,
                *rest,
            )
            for namespace, name, parent, *rest in found
        ]

    def owned(self, namespace: Fingerprint, owner: Owner) -> list[Key]:
        """Return what `owner` needs in one namespace, used last first."""
        wanted = (
            sa.select(_segments.c.name)
            .join(_owners, _owners.c.segment_id == _segments.c.id)
            .where(_segments.c.namespace == namespace, _owners.c.owner == owner)
            .order_by(_segments.c.last_used.desc(), _segments.c.begin)
        )
        return [Key(namespace, SegmentHash(name)) for (name,) in self._read(wanted)]

    def last_chain(self, namespace: Fingerprint, owner: Owner) -> Key | None:
        """Return the end of the chain that `owner` used last in one namespace.

        A claim touches only as much of a chain as was found, so the newest segment need not be an
        end: of the ends, the one that was used last.
        """
        owned = (
            sa.select(_segments.c.name, _segments.c.parent, _segments.c.last_used)
            .join(_owners, _owners.c.segment_id == _segments.c.id)
            .where(_segments.c.namespace == namespace, _owners.c.owner == owner)
            .cte("owned")
        )
        child = owned.alias("child")
        is_followed = sa.exists().where(child.c.parent == owned.c.name)
        newest = (
            sa.select(owned.c.name).where(~is_followed).order_by(owned.c.last_used.desc()).limit(1)
        )
        return next((Key(namespace, SegmentHash(name)) for (name,) in self._read(newest)), None)

    def chain(self, end: Key) -> NDArray[np.int32]:
        """Return the token ids of the chain that ends with `end`; empty where a piece is missing.

        One statement, however long the chain is.
        """
        chain = _chain_up_to(end)
        rows = self._read(sa.select(chain.c.begin, chain.c.token_ids).order_by(chain.c.begin))
        pieces = [_ids(token_ids) for _begin, token_ids in rows]
        if not rows or rows[0][0] != 0:
            return np.empty(0, np.int32)
        return np.concatenate(pieces)

    def is_owner_elsewhere(self, namespace: Fingerprint, owner: Owner) -> bool:
        """Return whether `owner` needs anything in another namespace."""
        found = (
            sa.select(_owners.c.owner)
            .join(_segments, _owners.c.segment_id == _segments.c.id)
            .where(_segments.c.namespace != namespace, _owners.c.owner == owner)
            .limit(1)
        )
        return bool(self._read(found))

    def usage(self, now: float) -> Usage:
        """Return counts over everything stored, and the bytes written on the day of `now`."""
        totals = sa.select(
            sa.func.count(),
            sa.func.coalesce(sa.func.sum(_segments.c.file_bytes + _segments.c.snapshot_bytes), 0),
        ).select_from(_segments)
        today = sa.select(_written.c.bytes).where(_written.c.day == _day(now))
        ((n_segments, n_bytes),) = self._read(totals)
        written = self._read(today)
        return Usage(n_segments, n_bytes, written[0][0] if written else 0)

    # -- writing --

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
            n_written: added to the bytes written on the day of `now`; older days are dropped.
            n_windowed: tokens at its end whose windowed rows the file holds.
            snapshot_bytes: size of the snapshot's file; 0 for none.
        """
        row = insert(_segments).values(
            namespace=segment.key.namespace,
            name=segment.key.name,
            parent=segment.parent or _NO_PARENT,
            begin=segment.begin,
            n_tokens=segment.n_tokens,
            token_ids=segment.token_ids.astype("<i4").tobytes(),
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
        with self._transaction() as connection:
            connection.execute(row)
            self._own(connection, segment.owner, [segment.key])
            if n_written:
                self._count_written(connection, n_written, _day(now))

    def claim(self, owner: Owner, keys: Sequence[Key], now: float) -> None:
        """Record that `owner` uses `keys` now; those that are not stored are passed over."""
        with self._transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.update(_segments).where(wanted).values(last_used=now))
            self._own(connection, owner, keys)

    def disown(self, owner: Owner) -> None:
        """Record that `owner` uses nothing any more."""
        with self._transaction() as connection:
            connection.execute(sa.delete(_owners).where(_owners.c.owner == owner))

    def delete(self, keys: Sequence[Key]) -> None:
        """Remove segments from the index."""
        with self._transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.delete(_segments).where(wanted))

    def set_snapshot(self, keys: Sequence[Key], n_bytes: int = 0) -> None:
        """Record how large the snapshots of `keys` are; 0 when they are gone."""
        with self._transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(
                    sa.update(_segments).where(wanted).values(snapshot_bytes=n_bytes)
                )

    def _count_written(self, connection: sa.Connection, n_bytes: int, day: str) -> None:
        row = insert(_written).values(day=day, bytes=n_bytes)
        added = {"bytes": _written.c.bytes + row.excluded.bytes}
        connection.execute(row.on_conflict_do_update(index_elements=["day"], set_=added))
        connection.execute(sa.delete(_written).where(_written.c.day < day))

    def _own(self, connection: sa.Connection, owner: Owner, keys: Sequence[Key]) -> None:
        for wanted in _where_keys(keys):
            found = sa.select(sa.literal(owner), _segments.c.id).where(wanted)
            row = insert(_owners).from_select(["owner", "segment_id"], found)
            connection.execute(row.on_conflict_do_nothing())

    # -- connections --

    def _read(
        self, statement: sa.Executable, values: dict[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        with self._translated(), self._readers.connect() as connection:
            return [tuple(row) for row in connection.execute(statement, values or {})]

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        if self._writing is None:
            raise IndexFailed(self._path, PermissionError("opened for reading only"))
        with self._translated(), self._writing.begin():
            yield self._writing

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise IndexFailed(self._path, error) from error

    def _open_for_writing(self) -> sa.Connection:
        is_new = not self._path.exists()
        self._path.touch(mode=0o600)
        # NORMAL: a power cut may take the last commits, never the file; lost rows are adopted
        # again from the segment files at the next start.
        engine = _engine(
            self._path,
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=NORMAL",
            "PRAGMA foreign_keys=ON",
        )
        connection = engine.connect()
        try:
            if is_new:
                with connection.begin():
                    _metadata.create_all(connection)
                    connection.exec_driver_sql(f"PRAGMA user_version={_SCHEMA_VERSION}")
        except BaseException:
            connection.close()
            engine.dispose()
            raise
        return connection

    def _check(self, connection: sa.Connection) -> None:
        version = connection.exec_driver_sql("PRAGMA user_version").scalar()
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if version != _SCHEMA_VERSION or verdict != "ok":
            raise IndexFailed(self._path, ValueError(f"version {version}, check: {verdict}"))


def _chain_up_to(end: Key) -> sa.CTE:
    """Return the rows of the chain that ends with `end`, in one statement however long it is."""
    is_end = sa.and_(_segments.c.namespace == end.namespace, _segments.c.name == end.name)
    above = sa.select(_segments).where(is_end).cte("chain", recursive=True)
    is_parent = sa.and_(_segments.c.name == above.c.parent, _segments.c.namespace == end.namespace)
    return above.union_all(sa.select(_segments).join(above, is_parent))


def _engine(path: Path, *pragmas: str) -> sa.Engine:
    def connect() -> sqlite3.Connection:
        # mode=rw: a reader must never create the file.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, check_same_thread=False
        )
        try:
            for pragma in pragmas:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        return connection

    return sa.create_engine("sqlite://", creator=connect, poolclass=sa.QueuePool)


def _where_keys(keys: Iterable[Key]) -> Iterator[sa.ColumnElement[bool]]:
    names_of: dict[Fingerprint, list[bytes]] = {}
    for key in keys:
        names_of.setdefault(key.namespace, []).append(key.name)
    for namespace, names in names_of.items():
        for at in range(0, len(names), _BATCH):
            yield sa.and_(
                _segments.c.namespace == namespace, _segments.c.name.in_(names[at : at + _BATCH])
            )


def _ids(token_ids: bytes) -> NDArray[np.int32]:
    return np.frombuffer(token_ids, "<i4").astype(np.int32, copy=False)


def _day(now: float) -> str:
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()
