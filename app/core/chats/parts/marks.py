"""What chats are marked with: pinned or archived, unread, and the model that answers them.

Also answers that a crash cut off: an answer is written while it streams, so whatever still says
STREAMING when the database is opened belonged to a process that died.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import select, update
from sqlalchemy.dialects.sqlite import insert

from app.core.chats.errors import UnknownChat
from app.core.chats.queries import change_chats, chats_by_id
from app.core.chats.records import ChatId, MessageId, MessageStatus
from app.core.chats.tables import ChatRow, MessageRow, SearchPendingRow
from app.core.protocol import RemoteModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from app.core.chats.database import Database
    from app.core.chats.records import Chat


_NOT_TRASHED = ChatRow.trashed_at.is_(None)


class ChatMarks:
    """The marks of the chats of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def pin(self, chat_ids: Sequence[ChatId], *, is_pinned: bool) -> tuple[Chat, ...]:
        """Put chats above the others, out of the archive, or back; returns those that are there.

        One that was pinned before keeps its place among the pinned.

        Raises:
            UnknownChat: none of them is there.
        """
        if not is_pinned:
            return self._change(chat_ids, pinned_at=None)
        with self._database.writing() as connection:
            now = datetime.now(UTC)
            there = [one for one in chats_by_id(connection, chat_ids) if not one.is_deleted]
            if not there:
                raise UnknownChat(f"chat {chat_ids[0]}")
            new = [chat.id for chat in there if chat.pinned_at is None]
            if new:
                change_chats(connection, new, _NOT_TRASHED, pinned_at=now, archived_at=None)
            return tuple(chats_by_id(connection, [chat.id for chat in there]))

    def archive(self, chat_ids: Sequence[ChatId], *, is_archived: bool) -> tuple[Chat, ...]:
        """Put chats out of the way, where they are not pinned, or back; returns those there are.

        Raises:
            UnknownChat: none of them is there.
        """
        if not is_archived:
            return self._change(chat_ids, archived_at=None)
        return self._change(chat_ids, archived_at=datetime.now(UTC), pinned_at=None)

    def take_back(self, chats: Sequence[Chat]) -> tuple[Chat, ...]:
        """Undo `archive`: chats are where they were, pinned as they were; returns those there are.

        What the user has brought back or deleted since stays as it is.

        Args:
            chats: as they were before.
        """
        with self._database.writing() as connection:
            now = chats_by_id(connection, [chat.id for chat in chats])
            back = {one.id for one in now if one.archived_at is not None and not one.is_deleted}
            for chat in chats:
                if chat.id in back:
                    row = update(ChatRow).where(ChatRow.id == chat.id)
                    connection.execute(row.values(archived_at=None, pinned_at=chat.pinned_at))
            return tuple(chats_by_id(connection, [one.id for one in now if one.id in back]))

    def _change(self, chat_ids: Sequence[ChatId], **values: datetime | None) -> tuple[Chat, ...]:
        with self._database.writing() as connection:
            return change_chats(connection, chat_ids, _NOT_TRASHED, **values)

    def see(self, chat_id: ChatId) -> None:
        """Somebody looks at a chat: it is not unread any more."""
        with self._database.writing() as connection:
            marked = update(ChatRow).where(ChatRow.id == chat_id)
            connection.execute(marked.values(is_unread=False))

    def answered_by(self, chat_id: ChatId, path: str) -> None:
        """Take note that a model answers a chat; its place in the list stays.

        Args:
            chat_id: of the chat.
            path: of the model file, in whatever encoding the system has it.
        """
        with self._database.writing() as connection:
            chat = update(ChatRow).where(ChatRow.id == chat_id)
            connection.execute(chat.values(model_path=os.fsencode(path)))

    def follow_server(self, old: str, new: str) -> tuple[ChatId, ...]:
        """Have the models of a server that is called otherwise now under its new name.

        Returns:
            The chats that one of them has answered last.
        """
        changed: list[ChatId] = []
        with self._database.writing() as connection:
            named = select(ChatRow.model_path).distinct().where(ChatRow.model_path.is_not(None))
            for written in filter(None, connection.scalars(named).all()):
                path = os.fsencode(RemoteModel.renamed(os.fsdecode(written), old, new))
                if path != written:
                    chats = update(ChatRow).where(ChatRow.model_path == written)
                    moved = connection.scalars(chats.values(model_path=path).returning(ChatRow.id))
                    changed += map(ChatId, moved)
        return tuple(changed)


def mark_unread(connection: Connection, message_ids: Iterable[int]) -> None:
    """Mark the chats of answers that ended while nobody looked.

    In the transaction of the end of the answer, so that a crash cannot lose it.
    """
    chats = select(MessageRow.chat_id).where(MessageRow.id.in_(tuple(message_ids)))
    connection.execute(update(ChatRow).where(ChatRow.id.in_(chats)).values(is_unread=True))


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
