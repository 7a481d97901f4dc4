"""Looking through the chat database without changing it: pages, references, schema, trees.

Threads: any, through a connection of its own; see `copying.reader_of`.
"""

from __future__ import annotations

import contextlib
import enum
import re
import sqlite3
from typing import TYPE_CHECKING

from app.core.chats.copying import CopyGivenUp, log_of, reader_of
from app.core.chats.migrations import HEAD_REVISION
from app.core.chats.search.index_tables import VIRTUAL_TABLES
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.system.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_HEADER_BYTES = 100
_MOST_WORDS = 5  # of what SQLite finds
_MOST_FOUND = 20
_REAL_TABLES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'search_'"
)
_IN_INDEX = re.compile(r"FTS5 table \S*search_")
_LOOK_EVERY = 20_000  # steps of SQLite's machine between two looks whether to end


class FaultKind(enum.StrEnum):
    """What is wrong with a database."""

    UNREADABLE = "unreadable"
    PAGES = "pages"
    REVISION = "revision"
    REFERENCES = "references"
    TREES = "trees"


class DatabaseFault(PlainValue, frozen=True):
    """One thing that is wrong.

    Attributes:
        words: for the user.
        detail: what SQLite says of it; never words of a chat.
    """

    kind: FaultKind
    words: Phrase
    detail: str = ""


def examine(
    connection: sqlite3.Connection, is_stopped: Callable[[], bool] = lambda: False
) -> tuple[DatabaseFault, ...]:
    """Return what is wrong with the database of a connection; takes 10 ms a megabyte or more.

    Args:
        connection: changes nothing.
        is_stopped: asked often, whether to end.

    Raises:
        CopyGivenUp: it was to end.
        sqlite3.OperationalError: somebody keeps the database locked.
    """
    connection.set_progress_handler(is_stopped, _LOOK_EVERY)
    found: list[DatabaseFault] = []
    try:
        # A start that was cut off before its first table has left nothing to look through.
        checks = (_revision, _pages, _references, _trees) if _tables(connection) else (_pages,)
        for check in checks:
            if any(fault.kind in _NO_MORE for fault in found):
                break
            found += check(connection)
    except sqlite3.OperationalError as error:
        if is_stopped():
            raise CopyGivenUp from None
        if not _is_damage(error):
            raise
        found.append(_unreadable(str(error)))
    except sqlite3.DatabaseError as error:
        found.append(_unreadable(str(error)))
    finally:
        connection.set_progress_handler(None, 0)
    return tuple(found)


def examine_file(path: Path) -> tuple[DatabaseFault, ...]:
    """Return what is wrong with the database `path`, which Hearth may be using.

    Raises:
        OSError: there is none.
        sqlite3.OperationalError: it cannot be opened, or somebody keeps it locked.
    """
    log = log_of(path)
    if path.stat().st_size < _HEADER_BYTES and log.exists() and log.stat().st_size:
        # SQLite would take it for a new database, and delete the log, which has what there is.
        return (_unreadable(f"{path.stat().st_size} bytes beside a log"),)
    with contextlib.closing(_connected(path)) as connection:
        return examine(connection)


class SearchIndexState(PlainValue, frozen=True):
    """The search index, as far as reading tells; it is made of the chats, and harms none of them.

    Attributes:
        n_waiting: messages that are still to be indexed.
        damage: what SQLite says of it; "" where every word in it can be read.
    """

    n_waiting: int = 0
    damage: str = ""


def examine_search_index(path: Path) -> SearchIndexState:
    """Read all of the search index in the database `path`, whose pages are sound.

    Raises:
        OSError: there is no such file.
        sqlite3.OperationalError: it cannot be opened, or somebody keeps it locked.
    """
    path.stat()
    with contextlib.closing(_connected(path)) as connection:
        there = "SELECT 1 FROM sqlite_master WHERE name = 'search_pending'"
        if connection.execute(there).fetchone() is None:  # from before there was one
            return SearchIndexState()
        (n_waiting,) = connection.execute("SELECT count(*) FROM search_pending").fetchone()
        try:
            for table in VIRTUAL_TABLES:
                # The list of its words lies in memory, and reads every page of the index.
                words = f"CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, {table}, row)"
                connection.execute(words).close()
                connection.execute("SELECT count(*), sum(cnt) FROM temp.words").fetchone()
                connection.execute("DROP TABLE temp.words").close()
        except sqlite3.OperationalError as error:
            if not _is_damage(error):
                raise
            return SearchIndexState(n_waiting, str(error))
        except sqlite3.DatabaseError as error:
            return SearchIndexState(n_waiting, str(error))
    return SearchIndexState(n_waiting)


def _connected(path: Path) -> sqlite3.Connection:
    if log_of(path).exists():
        return reader_of(path)
    # Closed by itself: a reader that looks for a log would create one, and could not delete it.
    uri = database_uri(path.absolute()).replace("?mode=rw", "?mode=ro&immutable=1")
    return sqlite3.connect(uri, isolation_level=None, uri=True)


def _is_damage(error: sqlite3.Error) -> bool:
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return kind in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR}


def _unreadable(detail: str) -> DatabaseFault:
    words = phrase("The file with your chats is damaged: parts of it are unreadable.")
    return DatabaseFault(FaultKind.UNREADABLE, words, detail)


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def _revision(connection: sqlite3.Connection) -> Iterator[DatabaseFault]:
    tables = _tables(connection)
    revisions = []
    if "alembic_version" in tables:
        revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(revisions) != 1 or not {"chats", "messages"} <= tables:
        words = phrase("The file with your chats was not made by Hearth.")
        yield DatabaseFault(FaultKind.REVISION, words, f"{len(tables)} tables, {revisions}")
    elif str(revisions[0][0]) > HEAD_REVISION:
        words = phrase("Your chats were saved by a newer version of Hearth.")
        yield DatabaseFault(FaultKind.REVISION, words, f"revision {revisions[0][0]}")


def damaged_pages(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds wrong with the pages, but for the search index: that is built anew.

    Raises:
        sqlite3.DatabaseError: they cannot even be looked through.
    """
    try:
        results = _quick_check(connection, str(_MOST_FOUND))
    except sqlite3.DatabaseError as error:
        if "search_" not in str(error):
            raise
        # SQLite 3.44 and later look into FTS5, too, and give up where that cannot even be opened.
        tables = connection.execute(_REAL_TABLES).fetchall()
        results = [one for (name,) in tables for one in _quick_check(connection, f"'{name}'")]
    return [result for result in results if result != "ok" and not _IN_INDEX.search(result)]


def _quick_check(connection: sqlite3.Connection, argument: str) -> list[str]:
    with contextlib.closing(connection.execute(f"PRAGMA quick_check({argument})")) as cursor:
        return [str(row[0]) for row in cursor.fetchall()]


def _pages(connection: sqlite3.Connection) -> Iterator[DatabaseFault]:
    found = damaged_pages(connection)[:_MOST_WORDS]
    if found:
        words = phrase("The file with your chats is damaged: parts of it are unreadable.")
        yield DatabaseFault(FaultKind.PAGES, words, "; ".join(found)[:1000])


def _references(connection: sqlite3.Connection) -> Iterator[DatabaseFault]:
    broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    if broken:
        tables = sorted({str(row[0]) for row in broken})
        words = phrase("{n} records in your chats refer to missing ones.", n=len(broken))
        yield DatabaseFault(FaultKind.REFERENCES, words, f"in {', '.join(tables)}")


def _trees(connection: sqlite3.Connection) -> Iterator[DatabaseFault]:
    """Compare what the tables cannot promise by themselves."""
    queries = dict(_TREE_QUERIES)
    if "message_media" in _tables(connection):  # older databases have none
        queries |= _MEDIA_QUERIES
    for what, query in queries.items():
        (n_found,) = connection.execute(query).fetchone()
        if n_found:
            words = phrase("{n} of your chats or messages are inconsistent.", n=n_found)
            yield DatabaseFault(FaultKind.TREES, words, what)


_NO_MORE = {FaultKind.UNREADABLE, FaultKind.REVISION, FaultKind.PAGES}
# The table checks that, too, but SQLite leaves such rules aside where it only reads.
_MEDIA_QUERIES = {
    "a picture or sound is of no file": (
        "SELECT count(*) FROM message_media WHERE kind NOT IN (1, 2) "
        "OR length(digest) <> 64 OR digest GLOB '*[^0-9a-f]*'"
    ),
}
_TREE_QUERIES = {
    "the shown end of a chat lies in another": (
        "SELECT count(*) FROM chats JOIN messages ON messages.id = chats.leaf_id "
        "WHERE messages.chat_id <> chats.id"
    ),
    "a message follows a younger one": "SELECT count(*) FROM messages WHERE parent_id >= id",
    "a message has an unknown role": (
        "SELECT count(*) FROM messages WHERE role NOT IN ('user', 'assistant', 'system', 'tool')"
    ),
    "an id may be given once more": (
        "SELECT count(*) FROM sqlite_sequence WHERE "
        "(name = 'messages' AND seq < (SELECT coalesce(max(id), 0) FROM messages)) OR "
        "(name = 'chats' AND seq < (SELECT coalesce(max(id), 0) FROM chats))"
    ),
}
