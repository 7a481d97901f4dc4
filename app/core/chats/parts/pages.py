"""The chats of the list some at a time, for who goes through all of them.

A page says where the next one begins, by the time and the number of its last chat. A chat that is
used between two pages moves to the front and is told once more or not at all; no other is left out.

Threads: see `ChatStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, func, or_, select

from app.core.chats import queries
from app.core.chats.tables import ChatRow, MessageRow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sqlalchemy import Connection

    from app.core.chats.database import Database
    from app.core.chats.records import Chat, ChatId, Message, MessageId

_NEWEST_FIRST = (ChatRow.updated_at.desc(), ChatRow.id.desc())
_PAGE = 500  # chats: read and shown within a few milliseconds
_IN_LIST = (ChatRow.trashed_at.is_(None), ChatRow.archived_at.is_(None))


class ChatPlace(NamedTuple):
    """Where in the list a chat stands; the time is UTC."""

    updated_at: datetime
    chat_id: ChatId


class CountedChat(NamedTuple):
    """A chat of the list, and how many messages the branch has that is shown of it."""

    chat: Chat
    n_messages: int


class ChatPages:
    """The list of one database.

    Any method may raise a `KnownError` of `errors.py`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> Iterator[tuple[Chat, ...]]:
        """Yield all chats that are not in the trash, newest activity first, a page at a time.

        They are as they were when the first page was read.
        """
        newest_first = queries.CHAT.where(ChatRow.trashed_at.is_(None)).order_by(*_NEWEST_FIRST)
        with self._database.reading() as connection:
            for rows in connection.execute(newest_first).partitions(_PAGE):
                yield tuple(map(queries.chat_of, rows))

    def behind(self, place: ChatPlace | None, n_chats: int) -> tuple[CountedChat, ...]:
        """Return the next chats of the list, newest activity first, without trash and archive.

        Args:
            place: of the last chat of the page before; None for the beginning.
            n_chats: most of them.
        """
        wanted = queries.CHAT.where(*_IN_LIST)
        if place is not None:
            is_alike = and_(ChatRow.updated_at == place.updated_at, ChatRow.id < place.chat_id)
            wanted = wanted.where(or_(ChatRow.updated_at < place.updated_at, is_alike))
        wanted = wanted.order_by(*_NEWEST_FIRST).limit(n_chats)
        with self._database.reading() as connection:
            chats = map(queries.chat_of, connection.execute(wanted).all())
            return tuple(CountedChat(one, _n_messages(connection, one.leaf_id)) for one in chats)

    def tree(self, chat_id: ChatId) -> tuple[Message, ...]:
        """Return all messages of a chat, each behind its parent, without token records."""
        with self._database.reading() as connection:
            hidden = queries.hidden_ids(connection, chat_id)
            ids = select(MessageRow.id).where(MessageRow.chat_id == chat_id)
            found = queries.messages(connection, ids, with_records=False)
        return tuple(one for one in sorted(found, key=_by_age) if one.id not in hidden)


def _by_age(message: Message) -> int:
    return message.id  # a parent is older than its child


def _n_messages(connection: Connection, leaf_id: MessageId | None) -> int:
    if leaf_id is None:
        return 0
    branch = queries.ids_up_from(leaf_id).subquery()
    return connection.execute(select(func.count()).select_from(branch)).scalar_one()
