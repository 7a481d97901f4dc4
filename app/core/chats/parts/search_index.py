"""The writing side of the search index: words come in, and go when their message goes.

The store calls it in the transaction that changes a message, for two reasons. What `words.py` makes
of a text is Python, which a trigger cannot call, and a contentless index forgets a message only
when it is told once more what it knew. And a streaming answer is written every half second: it is
indexed once, when it has ended, and after a crash together with what else waits.

What waits is in `search_pending`: all messages of a database from before there was an index, long
attachments, copies of branches, answers that a crash cut off. `step` takes some of them at a time.

Deleted means deleted: FTS5 only notes that a message is gone and keeps its words until pieces of
the index are merged by chance. `purge_words` merges all of them into one, in which nothing of it is
left; pages that become free are overwritten (`secure_delete`). FTS5's own option for that needs
SQLite 3.42, and leaves beginnings of words in its table of pages.

A damaged index harms no chat: the change goes through without it, and all is indexed anew.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
import time
from typing import TYPE_CHECKING

from app.core.chats.queries import slices
from app.core.chats.search.index_tables import FORMAT, begin_anew
from app.core.chats.upgrade import driver_of
from app.core.content.words import folded, is_one_character

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection

    from app.core.chats.database import Database

STEP_S = 0.03  # one step of `step`, or the time of one message
LONG_CHARS = 50_000  # of a message with what is attached: indexed later, so that sending is fast
_SHORTEST_KEPT = 4  # characters of a word that has parts
_MOST_PER_STEP = 200
MESSAGES_PER_STEP = 100  # of a purge
_WORDS_PER_STEP = 500  # likewise

_log = logging.getLogger(__name__)


class SearchIndex:
    """The index of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_behind = True  # unknown at first

    @property
    def is_behind(self) -> bool:
        """Whether `step` may have something to do."""
        return self._is_behind

    # -- in the transaction of a change --

    def add(self, connection: Connection, message_id: int) -> None:
        """Index a message that is complete, with what is attached to it; a long one later."""
        driver = driver_of(connection)
        with _harmless(driver):
            row = driver.execute(_SIZE, (message_id,)).fetchone()
            if row[0] > LONG_CHARS:
                self.add_later(connection, [message_id])
            elif _is_usable(driver):
                _add(driver, message_id)
        self._is_behind = self._is_behind or _is_due(driver)

    def add_later(self, connection: Connection, message_ids: Iterable[int]) -> None:
        """Take note of messages that `step` is to index."""
        rows = [(message_id,) for message_id in message_ids]
        if rows:
            later = "INSERT OR IGNORE INTO search_pending VALUES (?)"
            driver_of(connection).executemany(later, rows).close()
            self._is_behind = True

    def remove(self, connection: Connection, message_ids: Iterable[int]) -> None:
        """Forget messages; to be called while their text is still what was indexed."""
        driver = driver_of(connection)
        with _harmless(driver):
            if _is_usable(driver):
                _remove(driver, message_ids)
        self._is_behind = self._is_behind or _is_due(driver)

    def purge(self, connection: Connection, message_ids: Iterable[int]) -> None:
        """Forget messages that are deleted for good; `purge_words` is due from now on."""
        self.remove(connection, message_ids)
        driver_of(connection).execute("UPDATE search_state SET has_deleted = 1").close()

    # -- in transactions of their own --

    def purging(self, message_ids: Sequence[int]) -> Iterator[None]:
        """Do what `purge` does, some 50 ms in each step; the messages themselves stay until then.

        Cut short, it is to be begun again: words are forgotten last.
        """
        words: set[str] = set()
        for ids in slices(message_ids, MESSAGES_PER_STEP):
            with self._database.writing() as connection:
                driver = driver_of(connection)
                driver.execute("UPDATE search_state SET has_deleted = 1").close()
                with _harmless(driver):
                    if _is_usable(driver):
                        words |= _take_out(driver, ids)
            yield
        for some in slices(list(words), _WORDS_PER_STEP):
            with self._database.writing() as connection:
                driver = driver_of(connection)
                with _harmless(driver):
                    if _is_usable(driver):
                        _forget_words(driver, some)
            yield

    def purge_words(self) -> bool:
        """Let no word of a purged message stay in the index; takes 6 ms per megabyte of text.

        Returns:
            Whether some may have been there, or in the log of the database, which is to be emptied
            now and `note_purged` called then: a power cut in between leaves all of it to be done
            again.
        """
        with self._database.reading() as connection:
            if not driver_of(connection).execute(_HAS_DELETED).fetchone():
                return False
        with self._database.writing() as connection:
            driver = driver_of(connection)
            with _harmless(driver):
                for table in ("search_text", "search_parts"):
                    driver.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')").close()
            if not _is_usable(driver):
                begin_anew(driver)  # which leaves nothing either
                self._is_behind = True
        return True

    def note_purged(self) -> None:
        """No word of a purged message is left."""
        with self._database.writing() as connection:
            driver_of(connection).execute("UPDATE search_state SET has_deleted = 0").close()

    def step(self) -> int:
        """Index some of what waits, newest first, for `STEP_S` or one message.

        Returns:
            How many messages still wait.
        """
        with self._database.reading() as connection:  # chats are read while others lock the file
            driver = driver_of(connection)
            self._is_behind = not _is_usable(driver) or bool(driver.execute(_ANY).fetchone())
        if not self._is_behind:
            return 0
        with self._database.writing() as connection:
            driver = driver_of(connection)
            if not _is_usable(driver):
                _log.info("the search index is built anew")
                begin_anew(driver)
            with _harmless(driver):
                _take_some(driver)
            left: int = driver.execute("SELECT count(*) FROM search_pending").fetchone()[0]
            self._is_behind = left > 0 or not _is_usable(driver)
            return left

    def rebuild(self) -> None:
        """Throw the index away, as a damaged one; `step` makes it anew."""
        with self._database.writing() as connection:
            begin_anew(driver_of(connection))
        self._is_behind = True


_SIZE = """
    SELECT length(text) + coalesce((SELECT sum(length(text)) FROM attachments
        WHERE message_id = messages.id), 0)
        + coalesce((SELECT sum(length(name) + length(alt_text)) FROM message_media
        WHERE message_id = messages.id), 0)
    FROM messages WHERE id = ?"""
_ATTACHED = "SELECT name, text FROM attachments WHERE message_id = ? ORDER BY position"
_MEDIA = "SELECT name, alt_text FROM message_media WHERE message_id = ? ORDER BY position"
_HAS_DELETED = "SELECT 1 FROM search_state WHERE has_deleted"
_ANY = "SELECT 1 FROM search_pending LIMIT 1"
_INDEXED = "SELECT id FROM search_text_docsize WHERE id IN (SELECT value FROM json_each(?))"
_IS_INDEXED = "SELECT 1 FROM search_text_docsize WHERE id = ?"
_PENDING = """
    SELECT message_id, messages.status FROM search_pending
    JOIN messages ON messages.id = message_id ORDER BY message_id DESC LIMIT ?"""


def _is_due(driver: sqlite3.Connection) -> bool:
    return not _is_usable(driver)


def _is_usable(driver: sqlite3.Connection) -> bool:
    found = driver.execute("SELECT 1 FROM search_state WHERE format = ?", (FORMAT,))
    return found.fetchone() is not None


def _take_some(driver: sqlite3.Connection) -> None:
    end = time.monotonic() + STEP_S
    for message_id, status in driver.execute(_PENDING, (_MOST_PER_STEP,)).fetchall():
        # A streaming one is indexed at its end.
        if status != "streaming" and not driver.execute(_IS_INDEXED, (message_id,)).fetchone():
            _add(driver, message_id)
        driver.execute("DELETE FROM search_pending WHERE message_id = ?", (message_id,)).close()
        if time.monotonic() >= end:  # the clock of Windows stands still for milliseconds
            break


def _words(driver: sqlite3.Connection, message_id: int) -> tuple[str, str]:
    """Return the words of a message, and those of what is attached to it with its names.

    Of pictures and sounds the words are what the user says that they show.
    """
    (text,) = driver.execute("SELECT text FROM messages WHERE id = ?", (message_id,)).fetchone()
    attached = [
        row
        for statement in (_ATTACHED, _MEDIA)
        for row in driver.execute(statement, (message_id,)).fetchall()
    ]
    # A name in between ends what stands side by side; so does the end of a file.
    return folded(text), "\n".join(folded(f"{name}\n{body}") for name, body in attached)


def _kept_words(*texts: str) -> set[str]:
    """Return the words whose parts can be looked for."""
    return {
        word
        for text in texts
        for word in text.split()
        if len(word) >= _SHORTEST_KEPT and not is_one_character(word)
    }


def _add(driver: sqlite3.Connection, message_id: int) -> None:
    text, attached = _words(driver, message_id)
    driver.execute(
        "INSERT INTO search_text(rowid, text, attached) VALUES (?, ?, ?)",
        (message_id, text, attached),
    ).close()
    for word in _kept_words(text, attached):
        added = driver.execute("INSERT OR IGNORE INTO search_words(word) VALUES (?)", (word,))
        if added.rowcount == 1:
            new = "INSERT INTO search_parts(rowid, word) VALUES (?, ?)"
            driver.execute(new, (added.lastrowid, word)).close()


def _remove(driver: sqlite3.Connection, message_ids: Iterable[int]) -> None:
    ids = json.dumps(list(message_ids))
    indexed = [message_id for (message_id,) in driver.execute(_INDEXED, (ids,)).fetchall()]
    _forget_words(driver, _take_out(driver, indexed))


def _take_out(driver: sqlite3.Connection, message_ids: Iterable[int]) -> set[str]:
    """Forget messages, if they are indexed; returns those of their words that have parts."""
    gone: set[str] = set()
    for message_id in message_ids:
        text, attached = _words(driver, message_id)
        gone |= _kept_words(text, attached)
        if driver.execute(_IS_INDEXED, (message_id,)).fetchone():
            driver.execute(
                "INSERT INTO search_text(search_text, rowid, text, attached) "
                "VALUES ('delete', ?, ?, ?)",
                (message_id, text, attached),
            ).close()
    return gone


def _forget_words(driver: sqlite3.Connection, words: Iterable[str]) -> None:
    """Forget those words that no message has any more."""
    said = "SELECT 1 FROM search_text WHERE search_text MATCH ? LIMIT 1"
    for word in words:
        if driver.execute(said, (f'"{word}"',)).fetchone():
            continue
        row = driver.execute("SELECT id FROM search_words WHERE word = ?", (word,)).fetchone()
        if row is not None:
            driver.execute(
                "INSERT INTO search_parts(search_parts, rowid, word) VALUES ('delete', ?, ?)",
                (row[0], word),
            ).close()
            driver.execute("DELETE FROM search_words WHERE id = ?", row).close()


@contextlib.contextmanager
def _harmless(driver: sqlite3.Connection) -> Iterator[None]:
    """Let a damaged index harm nothing but itself: it is to be built anew."""
    driver.execute("SAVEPOINT search").close()
    try:
        yield
        driver.execute("SAVEPOINT search_written").close()  # here FTS5 writes what it has in memory
        driver.execute("RELEASE search_written").close()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        _log.warning("the search index is damaged: %r", error)
        driver.execute("ROLLBACK TO search").close()
        driver.execute("UPDATE search_state SET format = 0").close()
    driver.execute("RELEASE search").close()


def is_damage(error: sqlite3.Error) -> bool:
    """Whether FTS5 cannot read its own tables; anything else is the database's trouble."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_CORRUPT or "fts5" in str(error).lower()
