"""The database file of the index: one connection that writes, and others that only read.

The one connection alone writes and checkpoints. Whatever fails in SQLite or below it becomes
`IndexFailed`; what the tables mean is `index.py`'s.

Threads: `transaction` and `shrink` belong to the thread that writes (the opening thread until the
writer thread starts); the rest may be called from any thread.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.index_tables import SCHEMA_VERSION, metadata

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class IndexDatabase:
    """The connections to one index file.

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

    def index_id(self) -> int:
        """Return the number that this file got when it was made; another file has another one."""
        return int(self.read(sa.text("PRAGMA application_id"))[0][0])

    def read(self, statement: sa.Executable) -> list[tuple[Any, ...]]:
        """Execute a query and return all of its rows."""
        with self._translated(), self._readers.connect() as connection:
            return [tuple(row) for row in connection.execute(statement)]

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend SQLite's own connection, for a query that is asked many times over."""
        with self._translated(), self._readers.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            yield driver

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Lend the writing connection in a transaction.

        Raises:
            IndexFailed: it was opened for reading only, or the disk refused.
        """
        if self._writing is None:
            raise IndexFailed(self._path, PermissionError("opened for reading only"))
        with self._translated(), self._writing.begin():
            yield self._writing

    def shrink(self) -> None:
        """Give the room of deleted rows back to the disk, and leave nothing of them behind."""
        with self.transaction() as connection:
            driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        with self._translated():
            # As a script: `execute` would stop after the first page.
            driver.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")

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
        except BaseException:
            connection.close()
            engine.dispose()
            raise
        return connection

    def _check(self, connection: sa.Connection) -> None:
        version = connection.exec_driver_sql("PRAGMA user_version").scalar()
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if version != SCHEMA_VERSION or verdict != "ok":
            raise IndexFailed(self._path, ValueError(f"version {version}, check: {verdict}"))


def _new_id() -> int:
    return secrets.randbelow(2**31 - 1) + 1


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
