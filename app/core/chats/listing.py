"""The titles of all chats, read in milliseconds beside whoever has them open.

SQLAlchemy would take longer to import than all of it takes.

Threads: any; each call has a connection of its own.
"""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import datetime
from typing import TYPE_CHECKING

from app.core.chats.errors import translated_errors
from app.core.chats.records import ChatId
from app.core.plain_value import PlainValue
from app.core.system.files import database_uri

if TYPE_CHECKING:
    from pathlib import Path

_BUSY_S = 2.0
_HAS_CHATS = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'chats'"
# Of any version: these columns have always been there.
_NEWEST_FIRST = """
    SELECT id, title, created_at, updated_at FROM chats WHERE trashed_at IS NULL
    ORDER BY updated_at DESC, id DESC"""


class ListedChat(PlainValue, frozen=True):
    """What a list says of a chat; times are in UTC."""

    id: ChatId
    title: str
    created_at: datetime
    updated_at: datetime


def list_titles(path: Path) -> tuple[ListedChat, ...] | None:
    """Return the chats that are not in the trash, newest activity first.

    None where no Hearth has made the database, or its tables, yet.

    Raises:
        KnownError: one of `errors.py`.
    """
    if not path.exists():
        return None
    uri = database_uri(path.absolute(), is_read_only=True)
    with (
        translated_errors(path),
        contextlib.closing(sqlite3.connect(uri, timeout=_BUSY_S, uri=True)) as connection,
    ):
        connection.execute("PRAGMA query_only=ON").close()
        if not connection.execute(_HAS_CHATS).fetchone()[0]:
            return None
        return tuple(
            ListedChat(
                ChatId(chat_id), title, datetime.fromisoformat(begun), datetime.fromisoformat(moved)
            )
            for chat_id, title, begun, moved in connection.execute(_NEWEST_FIRST)
        )
