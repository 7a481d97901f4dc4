"""The tables of the search index: made, emptied and thrown away on any connection.

    search_text     the words of messages and of what is attached to them, by the message's id;
                    contentless, for the text itself is in `messages`
    search_words    every word that `search_text` knows, once
    search_parts    three characters each of those words, for what is inside of a word
    search_pending  messages that are to be indexed
    search_state    one row: which form of the index this is, and whether deleted words are in it

An index over what is inside of all *text* would be several times as large as the text; words are
few. Titles of chats are not here: they are so few that they are compared one by one.

Plain `sqlite3`, because backups and migrations use it, too. Threads: that of the connection.
"""

from __future__ import annotations

import sqlite3
from typing import Final

FORMAT: Final = 1  # of what `words.py` makes of a text; with another one all is indexed anew
VIRTUAL_TABLES: Final = ("search_text", "search_parts")
_SHADOWS = ("data", "idx", "content", "docsize", "config")

# One letter is the only prefix whose words are too many to be read one by one (100 ms in 100,000
# messages instead of 1); two letters are 7 ms without an index that makes it half as large again.
_CREATE_TEXT = (
    "CREATE VIRTUAL TABLE search_text USING fts5(text, attached, content='', prefix='1', "
    "tokenize=\"unicode61 remove_diacritics 2 categories 'L* M* N* Co'\")"
)
_CREATE_PARTS = (
    "CREATE VIRTUAL TABLE search_parts USING fts5(word, content='search_words', "
    "content_rowid='id', detail=none, tokenize='trigram')"
)


def create_virtual_tables(connection: sqlite3.Connection) -> None:
    """Make the tables that only SQLite's FTS5 knows; nothing is in them."""
    for statement in (_CREATE_TEXT, _CREATE_PARTS):
        connection.execute(statement).close()


def drop_virtual_tables(connection: sqlite3.Connection) -> None:
    """Take them away, whatever they hold, also damaged ones."""
    for table in VIRTUAL_TABLES:
        try:
            connection.execute(f"DROP TABLE IF EXISTS {table}").close()
        except sqlite3.DatabaseError:  # FTS5 reads some of it to drop it
            _drop_by_force(connection, table)


def _drop_by_force(connection: sqlite3.Connection, table: str) -> None:
    connection.execute("PRAGMA writable_schema=ON").close()
    try:
        wanted = "DELETE FROM sqlite_master WHERE name = ? AND sql LIKE 'CREATE VIRTUAL%'"
        connection.execute(wanted, (table,)).close()
    finally:
        connection.execute("PRAGMA writable_schema=RESET").close()
    for shadow in _SHADOWS:
        connection.execute(f"DROP TABLE IF EXISTS {table}_{shadow}").close()


def begin_anew(connection: sqlite3.Connection) -> None:
    """Empty the index and take note that every message is to be indexed."""
    drop_virtual_tables(connection)
    create_virtual_tables(connection)
    for statement in (
        "DELETE FROM search_words",
        "INSERT OR IGNORE INTO search_pending SELECT id FROM messages",
        f"INSERT OR REPLACE INTO search_state VALUES (1, {FORMAT}, 0)",
    ):
        connection.execute(statement).close()


def has_index(connection: sqlite3.Connection) -> bool:
    """Whether a database is of a version that has an index."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'search_state'")
    return found.fetchone() is not None
