"""Writing many messages at once: ids in a row, and few statements however many there are.

Threads: functions on a connection; see `ChatStore`.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, text

from app.core.chats import queries
from app.core.chats.media_rows import media_columns
from app.core.chats.records import MessageId, MessageStatus
from app.core.chats.tables import AttachmentRow, MessageMediaRow, MessageRow, TokenRecordRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

_ROWS_AT_ONCE = 5_000


def next_message_id(connection: Connection) -> int:
    """Return the id that the next message would get: none is ever used again."""
    last = text("SELECT seq FROM sqlite_sequence WHERE name = 'messages'")
    return int(connection.execute(last).scalar_one_or_none() or 0) + 1


def insert_rows(connection: Connection, table: type[Any], rows: Sequence[dict[str, Any]]) -> None:
    """Write rows with all of their columns, many in one statement."""
    for begin in range(0, len(rows), _ROWS_AT_ONCE):
        connection.execute(insert(table), rows[begin : begin + _ROWS_AT_ONCE])


def copy_messages(connection: Connection, last_id: int, chat_id: int) -> dict[MessageId, MessageId]:
    """Write the branch up to a message into another chat, many messages in one statement.

    Returns:
        The new ids by the old ones, in order.
    """
    path = queries.messages(connection, queries.ids_up_from(last_id))
    first_id = next_message_id(connection)
    copies = {message.id: MessageId(first_id + at) for at, message in enumerate(path)}
    rows = [
        {
            "id": copies[message.id],
            "chat_id": chat_id,
            "parent_id": copies.get(message.parent_id) if message.parent_id else None,
            "role": message.role,
            "text": message.text,
            "status": (
                MessageStatus.INTERRUPTED
                if message.status is MessageStatus.STREAMING
                else message.status
            ),
            "created_at": message.created_at,
            "model": message.model,
            "problem": message.problem,
            "stats": queries.stats_text(dict(message.stats)),
        }
        for message in path
    ]
    attached = [
        row for one in path for row in queries.attachment_columns(copies[one.id], one.attachments)
    ]
    media = [row for one in path for row in media_columns(copies[one.id], one.media)]
    records = [
        {
            **dataclasses.asdict(record),
            "message_id": copies[MessageId(record.message_id)],
            "base_id": copies.get(MessageId(record.base_id)) if record.base_id else None,
        }
        for record in queries.packed_records(connection, queries.ids_up_from(last_id))
        if record.message_id in copies
    ]
    insert_rows(connection, MessageRow, rows)
    insert_rows(connection, AttachmentRow, attached)
    insert_rows(connection, MessageMediaRow, media)
    insert_rows(connection, TokenRecordRow, records)
    return copies
