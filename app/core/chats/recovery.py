"""Answers cut off by a crash: find them, mark them, keep every word.

An answer is written while it streams, so whatever still says STREAMING when the database is
opened belonged to a process that died. Nobody has seen how it ended.

Threads: called once by `ChatStore.open`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update
from sqlalchemy.dialects.sqlite import insert

from app.core.chats.records import MessageId, MessageStatus
from app.core.chats.tables import MessageRow, SearchPendingRow
from app.core.chats.unread import mark_unread

if TYPE_CHECKING:
    from app.core.chats.database import Database


def mark_interrupted(database: Database) -> tuple[MessageId, ...]:
    """Turn every STREAMING message into an INTERRUPTED one and return their ids.

    Writes only when there is something to mark, so that chats can be read while a foreign program
    locks the database.
    """
    streaming = select(MessageRow.id).where(MessageRow.status == MessageStatus.STREAMING)
    with database.reading() as connection:
        found = connection.execute(streaming.order_by(MessageRow.id)).scalars().all()
    if found:
        with database.writing() as connection:
            connection.execute(
                update(MessageRow)
                .where(MessageRow.status == MessageStatus.STREAMING)
                .values(status=MessageStatus.INTERRUPTED)
            )
            mark_unread(connection, found)
            waiting = [{"message_id": message_id} for message_id in found]
            connection.execute(insert(SearchPendingRow).on_conflict_do_nothing(), waiting)
    return tuple(MessageId(message_id) for message_id in found)
