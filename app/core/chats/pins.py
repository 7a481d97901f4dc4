"""Which chats stand above the others, and which are out of the way; none is both.

Threads: see `ChatStore`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import update

from app.core.chats.errors import UnknownChat
from app.core.chats.several_chats import change_chats, chats_by_id
from app.core.chats.tables import ChatRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.database import Database
    from app.core.chats.records import Chat, ChatId

_NOT_TRASHED = ChatRow.trashed_at.is_(None)


class PinsAndArchive:
    """The pinned and the archived chats of one database.

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
                raise UnknownChat(chat_ids[0])
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
