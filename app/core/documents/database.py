"""The database of documents: one file, one writer at a time, readers beside it.

It is a cache: its files can be read again, so a damaged one is thrown away. (The text of a version
that no file has any more is lost with it.) Whoever writes holds a lock file for that long, in
whatever process: older SQLite can damage a log that two connections fold in at once. Commits are on
the disk before they return (`synchronous=FULL`), as those of chats are.

The file is opened by whoever asks first, so that a start pays nothing.

Threads: any.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from typing import TYPE_CHECKING, Final

import filelock

from app.core.errors import BugError, ErrorRow, WordedError
from app.core.phrases import phrase
from app.core.system.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMA_VERSION: Final = 2
_LOCK_S = 20.0  # more than any transaction takes
_BUSY_S = 2.0
_PRAGMAS = (
    "foreign_keys=ON",
    "trusted_schema=OFF",
    "secure_delete=ON",
    "synchronous=FULL",
    "fullfsync=ON",
)
_READING_PRAGMAS = ("query_only=ON", "trusted_schema=OFF", "cache_size=-16000")
# `words` and `parts` hold the passages under their ids, as `content/words.py` writes their words;
# both without the text. `parts` has three characters each: parts of words, and two characters of
# what is written without spaces, between which one stands.
_TABLES = """
CREATE TABLE documents (
    digest TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    pages TEXT NOT NULL, -- JSON: page_starts, page_names, pages_without_text of `DocumentText`
    n_tokens INTEGER NOT NULL
) STRICT;
CREATE TABLE files (
    path BLOB NOT NULL PRIMARY KEY, -- as the system writes names
    n_bytes INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    digest TEXT REFERENCES documents (digest), -- NULL for one that was refused
    refusal TEXT NOT NULL, -- JSON of a `Problem`; empty for none
    is_reachable INTEGER NOT NULL
) STRICT;
CREATE INDEX ix_files_digest ON files (digest);
CREATE TABLE passages (
    id INTEGER NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL REFERENCES documents (digest),
    place INTEGER NOT NULL, -- in the document, from 0
    begin INTEGER NOT NULL, -- offsets of characters in the text
    end INTEGER NOT NULL,
    page INTEGER,
    headings TEXT NOT NULL, -- JSON
    n_tokens INTEGER NOT NULL,
    UNIQUE (digest, place)
) STRICT;
CREATE VIRTUAL TABLE words USING fts5(headings, body, content='',
    tokenize="porter unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
CREATE VIRTUAL TABLE parts USING fts5(body, content='', tokenize='trigram');
CREATE VIRTUAL TABLE part_counts USING fts5vocab(parts, 'row');
"""
_VECTORS = """
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice, so that it tells what is new
    passage INTEGER NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
    embedder TEXT NOT NULL, -- its identity
    vector BLOB NOT NULL, -- numbers of 16 bits
    UNIQUE (passage, embedder)
) STRICT;
"""
_ADDED = (_TABLES, _VECTORS)  # by each version
# `reading` has the version of the parsers, in one row; `outdated` what earlier ones have read.
# `leftovers` has at most one row: words of forgotten passages lie in `words` and `parts` still.
_LATER_TABLES = """
CREATE TABLE IF NOT EXISTS reading (version INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS outdated (digest TEXT NOT NULL PRIMARY KEY) STRICT;
CREATE TABLE IF NOT EXISTS leftovers (
    since INTEGER NOT NULL, -- in Unix seconds; 0 where they are to go at once
    n_passages INTEGER NOT NULL
) STRICT;
"""

LIBRARY_NOT_WRITTEN = ErrorRow(
    what=phrase("Hearth cannot store what it knows of your documents ({reason})."),
    effect=phrase("Your files and your chats are not affected."),
    remedy=phrase("Free some space on the disk with Hearth's data, or make its folder writable."),
    may_pass=True,
)
LIBRARY_BUSY = ErrorRow(
    what=phrase("Another program is using what Hearth knows of your documents."),
    effect=phrase("Your files and your chats are not affected."),
    remedy=phrase("Try again in a moment."),
    may_pass=True,
)
NEWER_LIBRARY = ErrorRow(
    what=phrase("A newer version of Hearth has read your documents."),
    effect=phrase("This version cannot use what it stored of them, and left it unchanged."),
    remedy=phrase("Install the newest version of Hearth."),
)

_log = logging.getLogger(__name__)


class LibraryDamaged(WordedError):
    """The database could not be read, and was thrown away."""

    what = phrase("What Hearth knows of your documents was damaged.")
    effect = phrase("Your files, your list of documents and your chats are not affected.")
    remedy = phrase("Hearth reads your documents again; try again in a moment.")
    may_pass = True


class LibraryClosed(WordedError):
    """Something was asked of the database while the program ends."""

    what = phrase("Hearth is closing.")
    effect = phrase("This was not completed; everything saved earlier is safe.")
    remedy = phrase("Start Hearth again, then try again.")


class DocumentDatabase:
    """The database of one installation.

    `reading` and `writing` may raise:
        LibraryDamaged: it is thrown away now, and a new one made by whoever asks next.
        LibraryClosed: it was closed for good.
        KnownError: the disk refuses, it is in use for long, or of a later version.

    Args:
        path: of the file; what lies beside it under longer names belongs to it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        # Three locks, taken in this order; a writer is made and closed with all of them.
        self._write_lock = threading.RLock()  # held while something is written; guards _is_over
        self._file_lock = filelock.FileLock(
            f"{path}.lock", timeout=_LOCK_S, mode=0o600, thread_local=False
        )
        self._lock = threading.Lock()  # for moments, so that readers wait for no writer
        self._is_over = False
        # Guarded by _lock:
        self._writer: sqlite3.Connection | None = None
        self._idle: list[sqlite3.Connection] = []  # that only read
        self._opened: tuple[int, int] | None = None  # which file they are connected to

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection that sees one moment of the database."""
        with self._translated():
            connection, opened = self._lent()
            try:
                connection.execute("BEGIN")
                yield connection
            finally:
                connection.rollback()
                with self._lock:
                    is_kept = opened == self._opened
                    if is_kept:
                        self._idle.append(connection)
                if not is_kept:  # closed, or another file by now
                    connection.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection whose changes are on the disk when the block ends, all or none."""
        with self._translated(), self._write_lock, self._file_lock:
            with self._lock:
                if not self._is_the_one():
                    self._open()
                writer = self._writer
            assert writer is not None
            writer.execute("BEGIN IMMEDIATE")
            try:
                yield writer
                writer.execute("COMMIT")
            except BaseException:
                writer.rollback()
                raise

    def close(self, *, for_good: bool = False) -> None:
        """Close the file; whoever asks later has it opened again, unless it is closed for good."""
        with self._write_lock:
            self._is_over = self._is_over or for_good
            if self._writer is not None:
                may_fail = contextlib.suppress(sqlite3.Error, OSError, filelock.Timeout)
                with may_fail, self._file_lock, self._lock:
                    self._close()

    def _lent(self) -> tuple[sqlite3.Connection, tuple[int, int] | None]:
        """Return a connection that only reads, and to which file it is."""
        with self._lock:
            if self._is_the_one():
                return self._idle.pop() if self._idle else self._reader(), self._opened
        with self._write_lock, self._file_lock, self._lock:
            if not self._is_the_one():
                self._open()
            return self._idle.pop() if self._idle else self._reader(), self._opened

    # -- with the locks --

    def _is_the_one(self) -> bool:
        """Whether the connections are to the file that has the name now."""
        try:
            found = self._path.stat()
        except OSError:
            return False
        return self._opened == (found.st_dev, found.st_ino)

    def _open(self) -> None:
        if self._is_over:
            raise LibraryClosed
        self._close()
        self._path.touch(mode=0o600)
        found = self._path.stat()
        writer = _connected(self._path, _PRAGMAS)
        try:
            (version,) = writer.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA_VERSION:
                raise NEWER_LIBRARY(f"version {version}")
            writer.execute("PRAGMA journal_mode=WAL").close()
            if version < SCHEMA_VERSION:
                added = "".join(_ADDED[version:])
                writer.executescript(
                    f"BEGIN IMMEDIATE;{added}PRAGMA user_version={SCHEMA_VERSION};COMMIT;"
                )
            writer.executescript(_LATER_TABLES)
        except BaseException:
            writer.close()
            raise
        self._writer, self._opened = writer, (found.st_dev, found.st_ino)

    def _reader(self) -> sqlite3.Connection:
        return _connected(self._path, _READING_PRAGMAS)

    def _close(self) -> None:
        idle, self._idle = self._idle, []
        writer, self._writer, self._opened = self._writer, None, None
        for connection in (*idle, *([writer] if writer is not None else [])):
            connection.close()

    def _throw_away(self) -> None:
        with self._write_lock, self._file_lock, self._lock:
            self._close()
            for suffix in ("-wal", "-shm", ""):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn what SQLite and the disk raise into named errors."""
        try:
            yield
        except filelock.Timeout as error:
            raise LIBRARY_BUSY(repr(error)) from error
        except OSError as error:
            raise LIBRARY_NOT_WRITTEN(caught=error) from error
        except sqlite3.Error as error:
            match _kind_of(error):
                case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                    _log.warning("the database of documents is damaged: %r", error)
                    with contextlib.suppress(OSError, filelock.Timeout):
                        self._throw_away()
                    raise LibraryDamaged(repr(error)) from error
                case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
                    raise LIBRARY_BUSY(repr(error)) from error
                case (
                    sqlite3.SQLITE_FULL
                    | sqlite3.SQLITE_IOERR
                    | sqlite3.SQLITE_READONLY
                    | sqlite3.SQLITE_PERM
                    | sqlite3.SQLITE_CANTOPEN
                ):
                    raise LIBRARY_NOT_WRITTEN(repr(error), reason=error) from error
                case _:
                    raise BugError(f"database of documents: {error!r}") from error


def in_memory() -> sqlite3.Connection:
    """Return a connection to a database of its own, which is gone when it is closed."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.executescript("".join((*_ADDED, _LATER_TABLES)))
    return connection


def _connected(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    connection = sqlite3.connect(
        database_uri(path.absolute(), is_read_only=pragmas is _READING_PRAGMAS),
        timeout=_BUSY_S,
        isolation_level=None,
        uri=True,
        check_same_thread=False,
    )
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()
    except BaseException:
        connection.close()
        raise
    return connection


def _kind_of(error: sqlite3.Error) -> int:
    """Return the primary code of SQLite, also where it is damage that FTS5 tells in words."""
    if "fts5" in str(error).lower() and "corrupt" in str(error).lower():
        return sqlite3.SQLITE_CORRUPT
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
