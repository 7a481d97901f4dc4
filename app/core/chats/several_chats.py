"""Reading and changing several chats at once, however many they are.

Threads: pure functions on a connection; see `ChatStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import select, update

from app.core.chats import queries
from app.core.chats.errors import UnknownChat
from app.core.chats.tables import ChatRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import ColumnElement, Connection

    from app.core.chats.records import Chat

_SLICE = 10_000  # ids in one statement; SQLite takes 32,766 values
_T = TypeVar("_T")


def chats_by_id(connection: Connection, chat_ids: Sequence[int]) -> list[Chat]:
    """Return the chats of these ids, in this order; those that are not there are left out."""
    found: dict[int, Chat] = {}
    for ids in slices(chat_ids):
        for row in connection.execute(queries.CHAT.where(ChatRow.id.in_(ids))):
            chat = queries.chat_of(row)
            found[chat.id] = chat
    return [found[chat_id] for chat_id in dict.fromkeys(chat_ids) if chat_id in found]


def change_chats(
    connection: Connection, chat_ids: Sequence[int], where: ColumnElement[bool], **values: Any
) -> tuple[Chat, ...]:
    """Change those of some chats of which `where` holds, and return them as they are then.

    Raises:
        UnknownChat: it holds of none of them.
    """
    changed: list[int] = []
    for ids in slices(chat_ids):
        fitting = ChatRow.id.in_(ids) & where
        changed += connection.execute(select(ChatRow.id).where(fitting)).scalars()
    if not changed and chat_ids:
        raise UnknownChat(chat_ids[0])
    for ids in slices(changed):
        connection.execute(update(ChatRow).where(ChatRow.id.in_(ids)).values(values))
    there = set(changed)
    return tuple(chats_by_id(connection, [one for one in chat_ids if one in there]))


def slices(items: Sequence[_T], n: int = _SLICE) -> Iterator[Sequence[_T]]:
    """Cut a sequence into pieces of `n`; as many ids fit into a statement."""
    return (items[begin : begin + n] for begin in range(0, len(items), n))
