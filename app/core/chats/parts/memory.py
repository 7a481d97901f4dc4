"""What the chats say of the computation that is stored for them: whose may stay, and of what.

The store of that computation is elsewhere and only follows: what it keeps for a chat that is not
here, or of words that are not here any more, is to be deleted. What is still to be put right is
written down, so that a crash or a busy store delays it and loses nothing.

Threads: see `ChatStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, func, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import aliased

from app.core.chats import queries
from app.core.chats.records import ChatId
from app.core.chats.tables import (
    AttachmentRow,
    ChatRow,
    MemoryIndexRow,
    MessageMediaRow,
    MessageRow,
    StaleMemoryRow,
)
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement

    from app.core.chats.database import Database
    from app.core.messages import Attachment


class KnownChats(PlainValue, frozen=True):
    """All chats that there are, and what the user chose for their stored memory."""

    chats: frozenset[ChatId] = frozenset()
    pinned: frozenset[ChatId] = frozenset()
    off: frozenset[ChatId] = frozenset()


class StaleChat(PlainValue, frozen=True):
    """A chat of which more may be stored than its messages.

    Attributes:
        ticket: for `MemoryRecords.settle`.
        sequences: the tokens of its branches, int32 little endian; of nothing else may rows stay.
    """

    ticket: int
    chat_id: ChatId
    sequences: tuple[bytes, ...]


class MemoryRecords:
    """What is to be stored for the chats of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def known_chats(self) -> KnownChats:
        """Return all chats and the choices for them; those in the trash count, too.

        What is stored for one in the trash makes room for others like that of any chat, also
        where it was pinned.
        """
        is_pinned = ChatRow.memory_pinned & ChatRow.trashed_at.is_(None)
        wanted = select(ChatRow.id, is_pinned.label("memory_pinned"), ChatRow.memory_off)
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        return KnownChats(
            frozenset(ChatId(row.id) for row in rows),
            frozenset(ChatId(row.id) for row in rows if row.memory_pinned),
            frozenset(ChatId(row.id) for row in rows if row.memory_off),
        )

    def chats_that_begin_with(self, attachment: Attachment) -> tuple[ChatId, ...]:
        """Return the chats whose first message has this text, and nothing else, attached to it.

        Those in the trash are left out, and all but the first of a chat and its forks, which share
        more than that text. Looks through all attachments by name.
        """
        message, text, other = MessageRow, AttachmentRow, aliased(AttachmentRow)
        first = (
            select(message.chat_id, func.min(message.chat_id).over(partition_by=message.created_at))
            .join(text, text.message_id == message.id)
            .join(ChatRow, ChatRow.id == message.chat_id)
            .where(
                *(text.name == attachment.name, text.text == attachment.text),
                *(message.parent_id.is_(None), ChatRow.trashed_at.is_(None)),
                ~exists().where(other.message_id == message.id, other.position != text.position),
                ~exists().where(MessageMediaRow.message_id == message.id),
            )
        )
        with self._database.reading() as connection:
            rows = connection.execute(first).all()
        return tuple(dict.fromkeys(ChatId(chat) for chat, original in rows if chat == original))

    def stale(self, chat_id: ChatId) -> StaleChat | None:
        """Return what to do about the stored memory of a chat, if anything."""
        return self._stale(StaleMemoryRow.chat_id == chat_id)

    def stale_after(self, ticket: int) -> StaleChat | None:
        """Return the next chat whose stored memory is to be put right."""
        return self._stale(StaleMemoryRow.id > ticket)

    def _stale(self, wanted: ColumnElement[bool]) -> StaleChat | None:
        first = select(StaleMemoryRow.id, StaleMemoryRow.chat_id).order_by(StaleMemoryRow.id)
        with self._database.reading() as connection:
            found = connection.execute(first.where(wanted).limit(1)).one_or_none()
            if found is None:
                return None
            sequences = queries.token_sequences(connection, found.chat_id)
            return StaleChat(found.id, ChatId(found.chat_id), sequences)

    def settle(self, ticket: int) -> None:
        """Take note that the stored memory of a chat was put right."""
        with self._database.writing() as connection:
            connection.execute(delete(StaleMemoryRow).where(StaleMemoryRow.id == ticket))

    def meet_index(self, index_id: int, chats: Collection[ChatId]) -> None:
        """Take note of the index of stored memory that is in use.

        One that was built again names the first chat that stored a piece, and knows nothing of
        what was deleted of it since: every chat that owns something is stale then.

        Args:
            index_id: it gets another number each time it is built.
            chats: that own something in it.
        """
        known = select(MemoryIndexRow.index_id)
        with self._database.reading() as connection:
            if connection.execute(known).scalar_one_or_none() == index_id:
                return
        with self._database.writing() as connection:
            there = set(connection.execute(select(ChatRow.id)).scalars())
            queries.mark_stale(connection, sorted(there.intersection(chats)))
            row = insert(MemoryIndexRow).values(id=1, index_id=index_id)
            changed = {"index_id": index_id}
            connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=changed))
