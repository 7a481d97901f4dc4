"""The one writing connection to the chat database: opening, pragmas, transactions, closing.

Exactly one connection writes and checkpoints, held by one process (a lock file beside the
database): older SQLite can damage a WAL that two connections checkpoint at once. Others
only read (`search/reader.py`, `copying.reader_of`). Every commit is on the disk before it
returns (`synchronous=FULL`). After any failure the connection stands outside a transaction, so
that the same object works again once there is room on the disk or the lock is gone.

Threads: one at a time; see `ChatStore`.
"""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine, QueuePool, create_engine, event

from app.core.chats.backups import remove_half_copies
from app.core.chats.copying import CopyGate, log_of
from app.core.chats.errors import (
    ChatsLocked,
    DamagedDatabase,
    ReadOnlyDatabase,
    backups_of,
    translated_errors,
)
from app.core.chats.lock import lock_of
from app.core.chats.repair.examination import damaged_pages
from app.core.chats.repair.swap import finish_recovery, remove_unfinished_recovery
from app.core.chats.upgrade import driver_of, upgrade

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    import filelock
    from sqlalchemy import Connection

BUSY_TIMEOUT_MS = 2_000

_PRAGMAS = (
    f"busy_timeout={BUSY_TIMEOUT_MS}",
    "foreign_keys=ON",
    "synchronous=FULL",
    "fullfsync=ON",  # on macOS a plain fsync stops at the drive's cache
    "trusted_schema=OFF",
    "secure_delete=ON",  # what the user deletes for good shall not stay readable in the file
)
_IN_MEMORY = Path(":memory:")
_BEGIN = "chats_begin"
_HEADER_BYTES = 100

_log = logging.getLogger(__name__)


class Database:
    """An open chat database; made by `open` or `in_memory`, ended by `close`.

    Attributes:
        path: of the file; for one in memory what SQLite calls that.
        copies: shut while something is deleted, so that no copy outlives it.
        was_cut_off: whoever used it last did not close it.

    Threads: not safe for two at once.
    """

    def __init__(
        self,
        path: Path,
        engine: Engine,
        lock: filelock.BaseFileLock | None,
        *,
        was_cut_off: bool = False,
    ) -> None:
        self.path = path
        self.copies = CopyGate()
        self.was_cut_off = was_cut_off
        self._engine = engine
        self._lock = lock
        self._writing: Connection | None = None

    @classmethod
    def open(cls, path: Path) -> Database:
        """Lock, check and migrate the database, creating it where there is none.

        Raises:
            ChatsInUse: another process holds it.
            ChatsLocked: a foreign program keeps it locked.
            KnownError: written by a later version.
            DamagedDatabase: not a database, not ours, or damaged.
            ReadOnlyDatabase: the file may not be written.
            FolderNotWritable: nothing may be created beside it.
            DiskFull: no room for a backup, a migration or a new database.
        """
        path = path.absolute()
        with contextlib.ExitStack() as stack, translated_errors(path):
            path.parent.stat()  # the lock would make it anew after everything was moved away
            lock = lock_of(path)
            lock.acquire()
            stack.callback(lock.release)
            finish_recovery(path)
            remove_unfinished_recovery(path)
            was_cut_off = log_of(path).exists()  # who closes it takes the log away
            _prepare_file(path)
            remove_half_copies(path)
            engine = _engine(path, _PRAGMAS)
            stack.callback(engine.dispose)
            with engine.connect() as connection:
                _check(connection, path)
                upgrade(connection, path)
                _forget_statistics(connection)
                _use_wal(connection)
                _empty_log(connection, path)
            stack.pop_all()
            return cls(path, engine, lock, was_cut_off=was_cut_off)
        raise AssertionError  # `translated_errors` never swallows

    @classmethod
    def in_memory(cls, first_id: int) -> Database:
        """Make a database that no file holds; `close` forgets all of it.

        Args:
            first_id: of its chats, and of its messages; they count up from there.
        """
        engine = _engine(_IN_MEMORY, (*_PRAGMAS, "temp_store=MEMORY"))
        with translated_errors(_IN_MEMORY), engine.connect() as connection:
            upgrade(connection, _IN_MEMORY)
            counters = [("chats", first_id - 1), ("messages", first_id - 1)]
            with contextlib.closing(driver_of(connection).cursor()) as cursor:
                cursor.executemany("INSERT INTO sqlite_sequence VALUES (?, ?)", counters)
        return cls(_IN_MEMORY, engine, lock=None)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one moment of the database; works beside a foreign writer.

        Inside `writing` it sees what was written there.

        Raises:
            KnownError: see `errors.py`.
        """
        if self._writing is not None:
            yield self._writing
            return
        with translated_errors(self.path), self._engine.connect() as connection:
            connection.execution_options(**{_BEGIN: "BEGIN"})
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are on the disk when the block ends, all or none.

        A block inside another one is part of it.

        Raises:
            KnownError: see `errors.py`; nothing of the block was kept.
        """
        if self._writing is not None:
            yield self._writing
            return
        with translated_errors(self.path), self._engine.begin() as connection:
            self._writing = connection
            try:
                yield connection
            finally:
                self._writing = None

    def forget_deleted(self) -> None:
        """Empty the write-ahead log, where deleted text would stay readable for a while.

        Raises:
            ChatsLocked: somebody reads for longer than we wait; the next start empties it.
        """
        with translated_errors(self.path), self._engine.connect() as connection:
            cursor = driver_of(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")
            with contextlib.closing(cursor):
                is_busy = cursor.fetchone()[0]
        if is_busy:
            raise ChatsLocked("the log is being read", path=self.path)

    def close(self) -> None:
        """Give up a copy, close the connection, which folds the log into the file, and unlock."""
        self.copies.close()
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()


def _prepare_file(path: Path) -> None:
    """Create the file for this user only, or refuse one that cannot be what it should be."""
    exists = path.exists()
    size = path.stat().st_size if exists else 0
    wal = log_of(path)
    # SQLite takes so short a file for a new database and deletes the log beside it.
    has_remains = backups_of(path) or (wal.exists() and wal.stat().st_size > 0)
    if 0 < size < _HEADER_BYTES or (size == 0 and has_remains):
        raise DamagedDatabase(path, f"{size} bytes, or none beside a backup or a log")
    if not exists:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    elif not os.access(path, os.W_OK):
        raise ReadOnlyDatabase(path=path)


def _engine(path: Path, pragmas: Sequence[str]) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=0,  # one thread at a time: waiting would be a deadlock, not patience
        hide_parameters=True,  # an error's text goes to the log, a chat's text must not
        connect_args={"isolation_level": None, "timeout": BUSY_TIMEOUT_MS / 1000},
    )

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: sqlite3.Connection, _record: Any) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The driver would begin late and for some statements only; a write that has to be
        # upgraded from a read can fail half-way, so writers take the lock first.
        options = connection.get_execution_options()
        connection.exec_driver_sql(options.get(_BEGIN, "BEGIN IMMEDIATE"))

    return engine


def _check(connection: Connection, path: Path) -> None:
    """Read every page once (about 3 ms per megabyte), so that damage is found before writing."""
    found = damaged_pages(driver_of(connection))
    if found:
        raise DamagedDatabase(path, f"quick_check: {found[0]}")


def _forget_statistics(connection: Connection) -> None:
    """Plan queries without counts of rows, which earlier versions left when they closed.

    With counts of a few messages, SQLite looks through all of them at each step up a branch; an
    import later in that run makes it tens of thousands.
    """
    driver = driver_of(connection)
    has_counts = "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'"
    if driver.execute(has_counts).fetchone() is not None:
        driver.execute("DELETE FROM sqlite_stat1").close()
        driver.execute("ANALYZE sqlite_schema").close()  # this connection has read them already


def _empty_log(connection: Connection, path: Path) -> None:
    """Fold in the log that a crash has left: it may hold words that were deleted before it."""
    log = log_of(path)
    if log.exists() and log.stat().st_size:
        driver_of(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)").close()


def _use_wal(connection: Connection) -> None:
    cursor = driver_of(connection).execute("PRAGMA journal_mode=WAL")
    with contextlib.closing(cursor):
        (mode,) = cursor.fetchone()
    if mode != "wal":
        _log.warning("the chat database runs in %s mode; is it on a network drive?", mode)
