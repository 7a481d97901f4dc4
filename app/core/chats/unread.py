"""Which chats are unread: an answer ended in them while nobody looked.

The mark is set with the end of the answer, in the same transaction, so that a crash cannot lose it.

Threads: see `ChatStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from app.core.chats.tables import ChatRow, MessageRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from app.core.chats.database import Database
    from app.core.chats.records import ChatId


class UnreadChats:
    """The marks of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def clear(self, chat_id: ChatId) -> None:
        """Somebody looks at a chat."""
        with self._database.writing() as connection:
            marked = update(ChatRow).where(ChatRow.id == chat_id)
            connection.execute(marked.values(is_unread=False))


def mark_unread(connection: Connection, message_ids: Iterable[int]) -> None:
    """Mark the chats of answers that ended while nobody looked."""
    chats = select(MessageRow.chat_id).where(MessageRow.id.in_(tuple(message_ids)))
    connection.execute(update(ChatRow).where(ChatRow.id.in_(chats)).values(is_unread=True))
