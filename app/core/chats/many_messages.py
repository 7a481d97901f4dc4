"""Writing many messages at once: ids in a row, and few statements however many there are.

Threads: functions on a connection; see `ChatStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    Table,
    case,
    func,
    insert,
    literal,
    null,
    select,
    text,
)

from app.core.chats import queries
from app.core.chats.records import MessageId, MessageStatus
from app.core.chats.tables import AttachmentRow, MessageMediaRow, MessageRow, TokenRecordRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection
    from sqlalchemy.orm import InstrumentedAttribute

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
    """Write the branch up to a message into another chat, all within SQLite.

    Returns:
        The new ids by the old ones, in order.
    """
    first_id = next_message_id(connection)
    path = queries.ids_up_from(last_id).subquery()
    place = func.row_number().over(order_by=path.c.id) - 1
    _copied.create(connection)
    try:
        numbered = select(path.c.id, place + first_id)
        connection.execute(insert(_copied).from_select(["id", "copy_id"], numbered))
        status = case(
            (MessageRow.status == MessageStatus.STREAMING, MessageStatus.INTERRUPTED.value),
            else_=MessageRow.status,
        )
        ids = {"id": _copied.c.copy_id, "parent_id": _before.c.copy_id}
        changed = {**ids, "chat_id": literal(chat_id), "status": status}
        _copy(connection, MessageRow, MessageRow.id, MessageRow.parent_id, changed)
        of_message = {"message_id": _copied.c.copy_id}
        for row in (AttachmentRow, MessageMediaRow):
            _copy(connection, row, row.message_id, null(), of_message)
        based = {**of_message, "base_id": _before.c.copy_id}
        _copy(connection, TokenRecordRow, TokenRecordRow.message_id, TokenRecordRow.base_id, based)
        pairs = connection.execute(select(_copied).order_by(_copied.c.id)).all()
        return {MessageId(old): MessageId(new) for old, new in pairs}
    finally:
        _copied.drop(connection)


_copied = Table(
    "copied",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("copy_id", Integer),
    prefixes=["TEMPORARY"],
)
_before = _copied.alias("before")


def _copy(
    connection: Connection,
    row: type[Any],
    message_id: InstrumentedAttribute[int],
    before_id: ColumnElement[Any] | InstrumentedAttribute[int | None],
    changed: Mapping[str, ColumnElement[Any]],
) -> None:
    """Copy the rows that belong to copied messages.

    Args:
        connection: in a transaction.
        row: of which table.
        message_id: its column with the message.
        before_id: its column with an earlier message, which `_before` is joined to.
        changed: what a copy has in place of the columns of these names.
    """
    columns = row.__table__.columns
    wanted = (
        select(*(changed.get(column.name, column) for column in columns))
        .select_from(row)
        .join(_copied, _copied.c.id == message_id)
        .outerjoin(_before, _before.c.id == before_id)
        .order_by(_copied.c.id)
    )
    connection.execute(insert(row).from_select([column.name for column in columns], wanted))
