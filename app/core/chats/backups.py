"""Copies of the database that lie beside it: finding them, and taking out what the user deleted.

A copy is made before the schema changes. It holds what was deleted since, unless that is deleted
there, too; ids are never used again, so a message has the same one in every copy.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from typing import TYPE_CHECKING

from app.core.chats.errors import BackupNotWritable, backups_of

if TYPE_CHECKING:
    from pathlib import Path

BUSY_S = 2.0  # a copy may be held for so long

_log = logging.getLogger(__name__)

_SUBTREE = (
    "WITH RECURSIVE below(id) AS (SELECT id FROM messages WHERE id = :id UNION "
    "SELECT messages.id FROM messages JOIN below ON messages.parent_id = below.id) "
)
_PARENT = "SELECT parent_id FROM messages WHERE id = :id"
_OF_MESSAGE = (
    f"UPDATE chats SET leaf_id = ({_PARENT}) WHERE leaf_id IN ({_SUBTREE} SELECT id FROM below)",
    f"DELETE FROM token_records WHERE message_id IN ({_SUBTREE} SELECT id FROM below)",
    f"DELETE FROM messages WHERE id IN ({_SUBTREE} SELECT id FROM below)",
)
_OF_CHAT = ("DELETE FROM chats WHERE id = :id",)


def scrub_chat(path: Path, chat_id: int) -> None:
    """Delete a chat from every copy of the database `path`; overwritten in the files.

    Raises:
        BackupNotWritable: a copy refuses, and still holds it.
    """
    _scrub(path, _OF_CHAT, chat_id)


def scrub_message(path: Path, message_id: int) -> None:
    """Delete a message and all that follows it from every copy, likewise."""
    _scrub(path, _OF_MESSAGE, message_id)


def _scrub(path: Path, statements: tuple[str, ...], number: int) -> None:
    for backup in backups_of(path):
        try:
            _execute(backup, statements, number)
        except (sqlite3.OperationalError, OSError) as error:  # full, locked, write-protected
            raise BackupNotWritable(backup, error) from error
        except sqlite3.DatabaseError as error:  # nobody could go back to it
            _log.warning("a damaged backup is deleted: %r", error)
            with contextlib.suppress(OSError):
                backup.unlink()


def _execute(backup: Path, statements: tuple[str, ...], number: int) -> None:
    uri = f"{backup.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, timeout=BUSY_S, isolation_level=None, uri=True)
    with contextlib.closing(connection):
        connection.execute("PRAGMA secure_delete=ON").close()
        connection.execute("PRAGMA foreign_keys=ON").close()
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement, {"id": number})
        connection.execute("COMMIT")
