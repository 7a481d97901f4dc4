"""The database file of the index: one connection that writes, and others that only read.

The one connection alone writes and checkpoints. Whatever fails in SQLite or below it becomes
`IndexFailed`; what the tables mean is the business of the files beside this one. SQLite's own
module, and not SQLAlchemy, whose import would take as long as a small model takes to load.

Threads: what `WritableDatabase` adds belongs to the thread that writes (the opening thread until
the writer thread starts); the rest may be called from any thread.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import threading
from typing import TYPE_CHECKING, Any

from app.core.kvstore.errors import IndexFailed
from app.core.system.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path


SCHEMA_VERSION = 7
NO_PARENT = b""

_READING = ("PRAGMA query_only=ON", "PRAGMA wal_autocheckpoint=0")
# NORMAL: a power cut may take the last commits, never the file; lost rows are adopted again from
# the segment files at the next start.
_WRITING = (
    "PRAGMA auto_vacuum=INCREMENTAL",  # of a new file; before there are tables
    "PRAGMA secure_delete=ON",  # token ids are what a chat says
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA foreign_keys=ON",
)

# No reader has to doubt what the check of the whole file at the start proves: hence the conditions.
_TABLES = """
CREATE TABLE segment (
    id INTEGER NOT NULL PRIMARY KEY,
    namespace TEXT NOT NULL,
    name BLOB NOT NULL,
    parent BLOB NOT NULL,  -- empty for none
    begin INTEGER NOT NULL,
    n_tokens INTEGER NOT NULL,
    n_windowed INTEGER NOT NULL,
    file_bytes INTEGER NOT NULL,
    snapshot_bytes INTEGER NOT NULL,  -- 0 for none
    last_used REAL NOT NULL,
    -- int32 big endian, so that sequences which begin alike lie side by side in the index below;
    -- last, so that sums over the others never read its pages
    token_ids BLOB NOT NULL,
    UNIQUE (namespace, name),
    CHECK (length(name) = 16 AND length(parent) IN (0, 16)),
    CHECK (begin >= 0 AND n_tokens > 0 AND length(token_ids) = 4 * n_tokens)
) STRICT;
CREATE INDEX ix_segment_namespace_parent_token_ids ON segment (namespace, parent, token_ids);
CREATE INDEX ix_segment_bytes ON segment (file_bytes, snapshot_bytes);  -- summed before each write
CREATE TABLE owner (
    owner TEXT NOT NULL,
    segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, segment_id)
) STRICT;
CREATE INDEX ix_owner_segment_id ON owner (segment_id);
CREATE TABLE written (day TEXT NOT NULL PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
CREATE TABLE model (
    namespace TEXT NOT NULL PRIMARY KEY,
    name TEXT DEFAULT '' NOT NULL,
    seconds_per_token REAL,
    restore_bytes_per_s REAL
) STRICT;
"""
# Of each chat the branch that is shown, so that a chat not opened yet has a forecast, and where
# what is stored of it ends. Files of 0.1 have none.
_BRANCHES = """
CREATE TABLE IF NOT EXISTS branch (
    owner TEXT NOT NULL,
    namespace TEXT NOT NULL,
    n_tokens INTEGER NOT NULL,
    n_needed INTEGER NOT NULL,
    segment_id INTEGER REFERENCES segment (id) ON DELETE SET NULL,
    PRIMARY KEY (owner, namespace)
) STRICT;
CREATE INDEX IF NOT EXISTS ix_branch_segment_id ON branch (segment_id);
"""
# Segments that end where other chats may part from this one. Older files have none.
_COMMON = """
CREATE TABLE IF NOT EXISTS common_end (
    segment_id INTEGER NOT NULL PRIMARY KEY REFERENCES segment (id) ON DELETE CASCADE
) STRICT;
"""


class IndexDatabase:
    """The connections to one index file that only read.

    Args:
        path: the database file.

    Raises:
        IndexFailed: the file is missing, damaged, or of another version.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []  # guarded by _lock
        self._is_closed = False  # guarded by _lock
        try:
            with self.reading() as connection:
                self._check(connection)
        except IndexFailed:
            IndexDatabase.close(self)
            raise

    def close(self) -> None:
        """Close every connection; one that is lent out, once it comes back."""
        with self._lock:
            self._is_closed, idle, self._idle = True, self._idle, []
        for connection in idle:
            _close(connection)

    def index_id(self) -> int:
        """Return the number that this file got when it was made; another file has another one."""
        return int(self.read("PRAGMA application_id")[0][0])

    def read(self, query: str, *values: object, **named: object) -> list[tuple[Any, ...]]:
        """Execute a query and return all of its rows.

        Args:
            query: with a `?` for each of `values`, or a `:name` for each that is named.
        """
        with self.reading() as connection:
            return connection.execute(query, named or values).fetchall()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection, for several queries."""
        with _translated(self._path):
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = _connect(self._path, _READING)
            try:
                yield connection
            finally:
                with self._lock:
                    if not self._is_closed:
                        self._idle.append(connection)
                        connection = None
                if connection is not None:
                    _close(connection)

    def _check(self, connection: sqlite3.Connection) -> None:
        ((version,),) = connection.execute("PRAGMA user_version")
        ((verdict,),) = connection.execute("PRAGMA quick_check(1)")
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
            _close(self._writing)
            raise

    def close(self) -> None:
        """Close every connection; the writing one last, so that it is the one that checkpoints."""
        super().close()
        _close(self._writing)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Lend the writing connection in a transaction.

        Raises:
            IndexFailed: the disk refused.
        """
        with _translated(self._path), self._writing:
            self._writing.execute("BEGIN")
            yield self._writing

    def shrink(self) -> None:
        """Give the room of deleted rows back to the disk, and leave nothing of them behind."""
        with _translated(self._path):
            # As a script: `execute` would stop after the first page.
            self._writing.executescript(
                "PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)"
            )


def places(values: Collection[object]) -> str:
    """Return a `?` for each value of a list in a query."""
    return ", ".join("?" * len(values))


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise IndexFailed(path, error) from error


def _open_for_writing(path: Path) -> sqlite3.Connection:
    is_new = not path.exists()
    path.touch(mode=0o600)
    connection = _connect(path, _WRITING)
    version = f"PRAGMA user_version={SCHEMA_VERSION}; PRAGMA application_id={_new_id()};"
    made = f"{_TABLES}{version}" if is_new else ""
    try:
        connection.executescript(f"BEGIN; {made} {_BRANCHES} {_COMMON} COMMIT;")
    except BaseException:
        _close(connection)
        raise
    return connection


def _new_id() -> int:
    return secrets.randbelow(2**31 - 1) + 1


def _connect(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    # mode=rw: a reader must never create the file.
    uri = database_uri(path.absolute())
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    try:
        for pragma in pragmas:
            connection.execute(pragma)
    except BaseException:
        connection.close()
        raise
    return connection


def _close(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        connection.close()
