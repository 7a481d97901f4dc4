"""Copies of the database that lie beside it: finding them, and taking out what the user deleted.

A copy is made before the schema changes, and each week. It holds what was deleted since, unless
that is deleted there, too. It is the same by its id and the moment it was made at: after the user
has gone back to an older copy, ids are given once more.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sqlite3
from typing import TYPE_CHECKING

from app.core.chats.errors import BackupNotWritable, backups_of
from app.core.chats.records import SUMMARY, SUMMARY_OF
from app.core.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BUSY_S = 2.0  # a copy may be held for so long

_log = logging.getLogger(__name__)

_IS_IT = "id = :id AND created_at = :created_at"
_SUBTREE = (
    f"WITH RECURSIVE below(id) AS (SELECT id FROM messages WHERE {_IS_IT} UNION "
    "SELECT messages.id FROM messages JOIN below ON messages.parent_id = below.id) "
)
_BELOW = f"({_SUBTREE} SELECT id FROM below)"
_PARENT = f"SELECT parent_id FROM messages WHERE {_IS_IT}"
_CHAT = f"SELECT chat_id FROM messages WHERE {_IS_IT}"
# A summary may bear the words; one that the chat has now stands for messages that are there.
_SUMMARY = (
    f"UPDATE chats SET sampling = json_remove(sampling, '$.{SUMMARY}', '$.{SUMMARY_OF}') "
    f"WHERE id = ({_CHAT}) AND json_valid(sampling) "
    f"AND json_extract(sampling, '$.{SUMMARY_OF}') IS NOT :summary_of"
)
_OF_MESSAGE = (
    _SUMMARY,
    f"UPDATE chats SET title = :title WHERE id = ({_CHAT})",  # it may bear the words
    f"UPDATE chats SET leaf_id = ({_PARENT}) WHERE leaf_id IN {_BELOW}",
    f"UPDATE token_records SET base_id = NULL WHERE base_id IN {_BELOW}",
    f"DELETE FROM token_records WHERE message_id IN {_BELOW}",
    f"DELETE FROM messages WHERE id IN {_BELOW}",
)
_OF_CHAT = (f"DELETE FROM chats WHERE {_IS_IT}",)
_FOLDERS = f"chat_folders WHERE {_IS_IT}"
_OF_FOLDER = (
    f"UPDATE chats SET folder_id = NULL WHERE folder_id = (SELECT id FROM {_FOLDERS})",
    f"DELETE FROM {_FOLDERS}",
)
_Values = dict[str, int | str]


def scrub_chats(path: Path, chats: Sequence[tuple[int, str]]) -> None:
    """Delete chats from every copy of the database `path`; overwritten in the files.

    Args:
        chats: the id of each, and its `created_at` as it is stored.

    Raises:
        BackupNotWritable: a copy refuses, and still holds all of them.
    """
    values: list[_Values] = [
        {"id": chat_id, "created_at": created_at} for chat_id, created_at in chats
    ]
    _scrub(path, _OF_CHAT, values)


def scrub_folder(path: Path, folder_id: int, created_at: str) -> None:
    """Delete a folder of the chat list from every copy, likewise; its chats stay."""
    values: _Values = {"id": folder_id, "created_at": created_at}
    _scrub(path, _OF_FOLDER, [values], table="chat_folders")


def scrub_message(path: Path, message_id: int, created_at: str, title: str, sampling: str) -> None:
    """Delete a message and all that follows it from every copy, likewise.

    Args:
        path: of the database.
        message_id: of the message.
        created_at: as it is stored.
        title: of its chat now; in the copy the title may bear words of the message.
        sampling: of its chat now, as it is stored; so may the summary in it.
    """
    summary_of = str(dict(json.loads(sampling or "{}")).get(SUMMARY_OF, ""))
    values: _Values = {
        "id": message_id, "created_at": created_at, "title": title, "summary_of": summary_of,
    }  # fmt: skip
    _scrub(path, _OF_MESSAGE, [values])


def _scrub(
    path: Path, statements: tuple[str, ...], values: list[_Values], table: str = "token_records"
) -> None:
    for backup in backups_of(path):
        try:
            made_ns = backup.stat().st_mtime_ns
            _execute(backup, statements, values, table)
            os.utime(backup, ns=(made_ns, made_ns))  # it is as old as before
        except (sqlite3.OperationalError, OSError) as error:  # full, locked, write-protected
            raise BackupNotWritable(backup, error) from error
        except sqlite3.DatabaseError as error:  # nobody could go back to it
            _log.warning("a damaged backup is deleted: %r", error)
            with contextlib.suppress(OSError):
                backup.unlink()


def _execute(backup: Path, statements: tuple[str, ...], values: list[_Values], table: str) -> None:
    uri = database_uri(backup.absolute())
    connection = sqlite3.connect(uri, timeout=BUSY_S, isolation_level=None, uri=True)
    with contextlib.closing(connection):
        connection.execute("PRAGMA secure_delete=ON").close()
        connection.execute("PRAGMA foreign_keys=ON").close()
        connection.execute("BEGIN IMMEDIATE")
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if {"chats", "messages", table} <= {name for (name,) in tables.fetchall()}:
            columns = connection.execute("SELECT name FROM pragma_table_info('chats')")
            if ("sampling",) not in columns.fetchall():  # there were no summaries then
                statements = tuple(one for one in statements if one is not _SUMMARY)
            for one in values:
                for statement in statements:
                    connection.execute(statement, one)
        connection.execute("COMMIT")
