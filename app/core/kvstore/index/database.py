"""The database file of the index: one connection that writes, and others that only read.

The one connection alone writes and checkpoints. Whatever fails in SQLite or below it becomes
`IndexFailed`; what the tables mean is the business of the files beside this one.

The tables of the index.

Threads: what `WritableDatabase` adds belongs to the thread that writes (the opening thread until
the writer thread starts); the rest may be called from any thread.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from app.core.files import database_uri
from app.core.kvstore.errors import IndexFailed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


SCHEMA_VERSION = 7
NO_PARENT = b""

metadata = sa.MetaData()
segments = sa.Table(
    "segment",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("namespace", sa.Text, nullable=False),
    sa.Column("name", sa.LargeBinary, nullable=False),
    sa.Column("parent", sa.LargeBinary, nullable=False),  # empty for none
    sa.Column("begin", sa.Integer, nullable=False),
    sa.Column("n_tokens", sa.Integer, nullable=False),
    sa.Column("n_windowed", sa.Integer, nullable=False),
    sa.Column("file_bytes", sa.Integer, nullable=False),
    sa.Column("snapshot_bytes", sa.Integer, nullable=False),  # 0 for none
    sa.Column("last_used", sa.REAL, nullable=False),
    # int32 big endian, so that sequences which begin alike lie side by side in the index below;
    # last, so that sums over the others never read its pages
    sa.Column("token_ids", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("namespace", "name"),
    # What the check of the whole file at the start can prove, no reader has to doubt.
    sa.CheckConstraint("length(name) = 16 AND length(parent) IN (0, 16)"),
    sa.CheckConstraint("begin >= 0 AND n_tokens > 0 AND length(token_ids) = 4 * n_tokens"),
    sa.Index("ix_segment_namespace_parent_token_ids", "namespace", "parent", "token_ids"),
    sa.Index("ix_segment_bytes", "file_bytes", "snapshot_bytes"),  # summed up before every write
    sqlite_strict=True,
)
owners = sa.Table(
    "owner",
    metadata,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column(
        "segment_id", sa.ForeignKey("segment.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sqlite_strict=True,
)
branches = sa.Table(
    "branch",  # of each chat the one that is shown, so that a chat not opened yet has a forecast
    metadata,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column("namespace", sa.Text, primary_key=True),
    sa.Column("n_tokens", sa.Integer, nullable=False),
    sa.Column("n_needed", sa.Integer, nullable=False),
    # where what is stored of it ends; null where nothing is
    sa.Column("segment_id", sa.ForeignKey("segment.id", ondelete="SET NULL"), index=True),
    sqlite_strict=True,
)
written = sa.Table(
    "written",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("bytes", sa.Integer, nullable=False),
    sqlite_strict=True,
)
models = sa.Table(
    "model",
    metadata,
    sa.Column("namespace", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
    sa.Column("seconds_per_token", sa.REAL, nullable=True),
    sa.Column("restore_bytes_per_s", sa.REAL, nullable=True),
    sqlite_strict=True,
)


class IndexDatabase:
    """The connections to one index file that only read.

    Args:
        path: the database file.

    Raises:
        IndexFailed: the file is missing, damaged, or of another version.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._readers = _engine(path, "PRAGMA query_only=ON", "PRAGMA wal_autocheckpoint=0")
        try:
            with _translated(self._path), self._readers.connect() as connection:
                self._check(connection)
        except IndexFailed:
            IndexDatabase.close(self)
            raise

    def close(self) -> None:
        """Close every connection."""
        with contextlib.suppress(SQLAlchemyError):
            self._readers.dispose()

    def index_id(self) -> int:
        """Return the number that this file got when it was made; another file has another one."""
        return int(self.read(sa.text("PRAGMA application_id"))[0][0])

    def read(self, statement: sa.Executable) -> list[tuple[Any, ...]]:
        """Execute a query and return all of its rows."""
        with _translated(self._path), self._readers.connect() as connection:
            return [tuple(row) for row in connection.execute(statement)]

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend SQLite's own connection, for a query that is asked many times over."""
        with _translated(self._path), self._readers.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            yield driver

    def _check(self, connection: sa.Connection) -> None:
        version = connection.exec_driver_sql("PRAGMA user_version").scalar()
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if version != SCHEMA_VERSION or verdict != "ok":
            raise IndexFailed(self._path, ValueError(f"version {version}, check: {verdict}"))


class WritableDatabase(IndexDatabase):
    """The connections of the one instance that writes: those that read, and one more.

    Args:
        path: the database file; created if it is missing.

    Raises:
        IndexFailed: the file is damaged, or of another version.
    """

    def __init__(self, path: Path) -> None:
        with _translated(path):
            self._writing = _open_for_writing(path)
        try:
            super().__init__(path)
        except BaseException:
            self._close_writing()
            raise

    def close(self) -> None:
        """Close every connection; the writing one last, so that it is the one that checkpoints."""
        super().close()
        self._close_writing()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Lend the writing connection in a transaction.

        Raises:
            IndexFailed: the disk refused.
        """
        with _translated(self._path), self._writing.begin():
            yield self._writing

    def shrink(self) -> None:
        """Give the room of deleted rows back to the disk, and leave nothing of them behind."""
        with self.transaction() as connection:
            driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        with _translated(self._path):
            # As a script: `execute` would stop after the first page.
            driver.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")

    def _close_writing(self) -> None:
        with contextlib.suppress(SQLAlchemyError):
            engine = self._writing.engine
            self._writing.close()
            engine.dispose()


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise IndexFailed(path, error) from error


def _open_for_writing(path: Path) -> sa.Connection:
    is_new = not path.exists()
    path.touch(mode=0o600)
    # NORMAL: a power cut may take the last commits, never the file; lost rows are adopted
    # again from the segment files at the next start.
    engine = _engine(
        path,
        "PRAGMA auto_vacuum=INCREMENTAL",  # of a new file; before there are tables
        "PRAGMA secure_delete=ON",  # token ids are what a chat says
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=NORMAL",
        "PRAGMA foreign_keys=ON",
    )
    connection = engine.connect()
    try:
        if is_new:
            with connection.begin():
                metadata.create_all(connection)
                connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA_VERSION}")
                connection.exec_driver_sql(f"PRAGMA application_id={_new_id()}")
        else:
            with connection.begin():
                branches.create(connection, checkfirst=True)  # files of 0.1 have none
    except BaseException:
        connection.close()
        engine.dispose()
        raise
    return connection


def _new_id() -> int:
    return secrets.randbelow(2**31 - 1) + 1


def _engine(path: Path, *pragmas: str) -> sa.Engine:
    def connect() -> sqlite3.Connection:
        # mode=rw: a reader must never create the file.
        uri = database_uri(path.absolute())
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            for pragma in pragmas:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        return connection

    return sa.create_engine("sqlite://", creator=connect, poolclass=sa.QueuePool)
