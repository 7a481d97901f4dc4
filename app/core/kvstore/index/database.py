"""The database file of the index: one connection that writes, and others that only read.

The one connection alone writes and checkpoints. Whatever fails in SQLite or below it becomes
`IndexFailed`; what the tables mean is the business of the files beside this one.

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
from app.core.kvstore.index.tables import SCHEMA_VERSION, branches, metadata

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
