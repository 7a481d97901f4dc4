"""Whole chats on their way out of the database and into it: export and import.

A chat travels as plain values without ids of the database: a message is known by its place in a
list, in which each stands behind its parent. So a chat can be written where other chats have taken
its ids, and its tree, the order of its versions and the exact tokens of its answers stay.

Threads: see `ChatStore`; the records are frozen plain values, any thread.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, insert, select, update

from app.core.chats import queries
from app.core.chats.errors import UnknownChat
from app.core.chats.many_messages import insert_rows, next_message_id
from app.core.chats.parts.chat_folders import folder_named
from app.core.chats.queries import media_columns, without_lone_surrogates
from app.core.chats.records import ChatId, MessageStatus, TitleOrigin
from app.core.chats.tables import (
    AttachmentRow,
    ChatFolderRow,
    ChatRow,
    MessageMediaRow,
    MessageRow,
    TokenRecordRow,
)
from app.core.content.answer_parts import SplitAnswer, parts_of_stats, split_answer
from app.core.content.tool_steps import calls_of_stats
from app.core.errors import BugError, told_as
from app.core.messages import Attachment, Role
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from app.core.chats.database import Database
    from app.core.chats.parts.search_index import SearchIndex
    from app.core.chats.records import Chat, Message
    from app.core.chats.token_records import PackedRecord
    from app.core.content.media import MediaFile

LONGEST_NAME = 300  # of a title or another name: a longer one would slow down each drawing
_FOLDER_NAME = (
    select(ChatFolderRow.name)
    .select_from(ChatRow)
    .join(ChatFolderRow, ChatFolderRow.id == ChatRow.folder_id, isouter=True)
)


class TransferredTokens(PlainValue, frozen=True):
    """The exact tokens of one answer, as the database keeps them.

    Attributes:
        base: the place of the answer whose first `token_base` ids come first; None for none.
        token_ids: int32 little endian, from position `token_base` on.
    """

    base: int | None
    token_base: int
    n_chars: int
    text_digest: bytes
    vocabulary: str
    token_ids: bytes


class TransferredMessage(PlainValue, frozen=True):
    """One message.

    Attributes:
        parent: the place of the message it follows, smaller than its own; None for a first one.
        problem: in English, why an answer failed; "" where none did.
        stats: as in `Message`.
    """

    parent: int | None
    role: Role
    text: str
    created_at: datetime
    status: MessageStatus = MessageStatus.COMPLETE
    model: str = ""
    problem: str = ""
    stats: tuple[tuple[str, float | str], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    media: tuple[MediaFile, ...] = ()
    tokens: TransferredTokens | None = None

    @property
    def said(self) -> SplitAnswer:
        """As of `Message`."""
        stats = dict(self.stats)
        made = calls_of_stats(stats)
        text = self.text[: made.at] if made.calls else self.text
        return split_answer(text, parts_of_stats(stats))


class TransferredChat(PlainValue, frozen=True):
    """One chat with its whole tree.

    Attributes:
        messages: each behind its parent; versions of one message in their order.
        leaf: the place of the last message that is shown; None for an empty chat.
        context_from: the place of the first message the model reads; None for all.
        title_from: the place of the answer up to which a model knew the chat.
        folder: the name of the folder it was in; "" for none.
        is_pinned, is_archived: as the program said where it comes from.
    """

    title: str
    created_at: datetime
    updated_at: datetime
    messages: tuple[TransferredMessage, ...] = ()
    leaf: int | None = None
    system_prompt: str = ""
    sampling: tuple[tuple[str, float | str], ...] = ()
    context_from: int | None = None
    title_origin: TitleOrigin = TitleOrigin.FIRST_WORDS
    title_from: int | None = None
    memory_pinned: bool = False
    memory_off: bool = False
    is_unread: bool = False
    folder: str = ""
    is_pinned: bool = False
    is_archived: bool = False

    def branch(self) -> tuple[TransferredMessage, ...]:
        """Return the messages that are shown, first message first."""
        shown: list[TransferredMessage] = []
        place = self.leaf
        while place is not None:
            shown.append(self.messages[place])
            place = self.messages[place].parent
        return tuple(reversed(shown))


def beginning(role: str | None, words: str | None) -> int:
    """Return a number for how a chat begins, in this run of the program; None for no message."""
    return hash((role, None if words is None else without_lone_surrogates(words)))


class ChatTransfer:
    """Takes whole chats out of one database, and puts them in.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database, search: SearchIndex) -> None:
        self._database = database
        self._search = search

    def whole_chat(self, chat_id: ChatId, *, with_tokens: bool = False) -> TransferredChat:
        """Return a chat with its tree, without what the user deleted.

        An answer that is being written is given as one that was interrupted.

        Raises:
            UnknownChat: there is none of that id, or it was deleted.
        """
        with self._database.reading() as connection:
            row = connection.execute(queries.CHAT.where(ChatRow.id == chat_id)).one_or_none()
            if row is None or row.is_deleted:
                raise UnknownChat(f"chat {chat_id}")
            hidden = queries.hidden_ids(connection, chat_id)
            ids = select(MessageRow.id).where(MessageRow.chat_id == chat_id)
            found = queries.messages(connection, ids, with_records=False)
            records = queries.packed_records(connection, ids) if with_tokens else []
            folder = connection.execute(_FOLDER_NAME.where(ChatRow.id == chat_id)).scalar_one()
        messages = [message for message in found if message.id not in hidden]
        return _taken_out(queries.chat_of(row), folder or "", messages, records)

    def add_chat(self, chat: TransferredChat) -> Chat:
        """Write a chat with its tree, all of it or nothing.

        Raises:
            BugError: a message does not stand behind its parent, a place is none, or there can be
                no such picture or sound.
        """
        _require_order(chat)
        with self._database.writing() as connection:
            chat_id = connection.execute(
                insert(ChatRow).values(_chat_columns(connection, chat)).returning(ChatRow.id)
            ).scalar_one()
            first_id = next_message_id(connection)
            _write_messages(connection, chat, chat_id, first_id)
            self._search.add_later(connection, range(first_id, first_id + len(chat.messages)))
            places = {
                "leaf_id": chat.leaf,
                "context_from": chat.context_from,
                "title_from": chat.title_from,
            }
            moved = {
                name: None if place is None else first_id + place for name, place in places.items()
            }
            connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(moved))
            row = connection.execute(queries.CHAT.where(ChatRow.id == chat_id)).one()
            return queries.chat_of(row)

    @staticmethod
    def as_stored(text: str) -> str:
        """Return a text as `words` gives it after it was written."""
        return without_lone_surrogates(text)

    def begun(self) -> dict[tuple[datetime, int], tuple[ChatId, ...]]:
        """Return the chats that are not in the trash, by how they began.

        A chat whose first message has versions is there under each of them.
        """
        begun: defaultdict[tuple[datetime, int], list[ChatId]] = defaultdict(list)
        firsts = and_(MessageRow.chat_id == ChatRow.id, MessageRow.parent_id.is_(None))
        wanted = (
            select(ChatRow.id, ChatRow.created_at, MessageRow.role, MessageRow.text)
            .join(MessageRow, firsts, isouter=True)
            .where(ChatRow.trashed_at.is_(None))
            .order_by(ChatRow.id)
        )
        with self._database.reading() as connection:
            for chat_id, created_at, role, words in connection.execute(wanted):
                begun[created_at, beginning(role, words)].append(ChatId(chat_id))
        return {key: tuple(ids) for key, ids in begun.items()}

    def words(self, chat_id: ChatId) -> frozenset[tuple[str, str]]:
        """Return who says what in a chat, in all of its versions: (role, text)."""
        said = select(MessageRow.role, MessageRow.text).where(MessageRow.chat_id == chat_id)
        with self._database.reading() as connection:
            return frozenset((role, words) for role, words in connection.execute(said))


# -- out --


def _taken_out(
    chat: Chat, folder: str, messages: Sequence[Message], records: Sequence[PackedRecord]
) -> TransferredChat:
    places: dict[int | None, int] = {message.id: at for at, message in enumerate(messages)}
    tokens: dict[int, TransferredTokens] = {}
    for record in records:  # the oldest first
        # What goes on from a record that is not there says nothing.
        if record.message_id in places and (record.base_id is None or record.base_id in tokens):
            tokens[record.message_id] = TransferredTokens(
                base=places.get(record.base_id),
                token_base=record.token_base,
                n_chars=record.n_chars,
                text_digest=record.text_digest,
                vocabulary=record.vocabulary,
                token_ids=record.token_ids,
            )
    return TransferredChat(
        title=chat.title,
        created_at=chat.created_at,
        updated_at=chat.updated_at,
        messages=tuple(
            TransferredMessage(
                parent=places.get(message.parent_id),
                role=message.role,
                text=message.text,
                created_at=message.created_at,
                status=_ended(message.status),
                model=message.model,
                problem="" if message.problem is None else message.problem.text(),
                stats=message.stats,
                attachments=message.attachments,
                media=message.media,
                tokens=tokens.get(message.id),
            )
            for message in messages
        ),
        leaf=places.get(chat.leaf_id),
        system_prompt=chat.system_prompt,
        sampling=chat.sampling,
        context_from=places.get(chat.context_from),
        title_origin=chat.title_origin,
        title_from=places.get(chat.title_from),
        memory_pinned=chat.memory_pinned,
        memory_off=chat.memory_off,
        is_unread=chat.is_unread,
        folder=folder,
        is_pinned=chat.pinned_at is not None,
        is_archived=chat.archived_at is not None,
    )


def _ended(status: MessageStatus) -> MessageStatus:
    return MessageStatus.INTERRUPTED if status is MessageStatus.STREAMING else status


# -- in --


def _require_order(chat: TransferredChat) -> None:
    n_messages = len(chat.messages)
    for place, message in enumerate(chat.messages):
        before = (message.parent, message.tokens.base if message.tokens else None)
        if any(one is not None and not 0 <= one < place for one in before):
            raise BugError(f"message {place} of a chat does not stand behind its parent")
    for one in (chat.leaf, chat.context_from, chat.title_from):
        if one is not None and not 0 <= one < n_messages:
            raise BugError(f"place {one} is none of {n_messages} messages")


def _chat_columns(connection: Connection, chat: TransferredChat) -> dict[str, Any]:
    return {
        "title": without_lone_surrogates(chat.title[:LONGEST_NAME]),
        "system_prompt": without_lone_surrogates(chat.system_prompt),
        "sampling": queries.stats_text(dict(chat.sampling)),
        "created_at": chat.created_at,
        "updated_at": chat.updated_at,
        "title_origin": chat.title_origin,
        "memory_pinned": chat.memory_pinned,
        "memory_off": chat.memory_off,
        "is_unread": chat.is_unread,
        "folder_id": folder_named(connection, chat.folder),
        "pinned_at": datetime.now(UTC) if chat.is_pinned and not chat.is_archived else None,
        "archived_at": datetime.now(UTC) if chat.is_archived else None,
    }


def _write_messages(
    connection: Connection, chat: TransferredChat, chat_id: int, first_id: int
) -> None:
    """Write all messages under ids in a row, many in one statement."""
    numbered = list(enumerate(chat.messages, first_id))
    insert_rows(
        connection,
        MessageRow,
        [_columns(message, message_id, chat_id, first_id) for message_id, message in numbered],
    )
    attached = [
        row
        for message_id, message in numbered
        for row in queries.attachment_columns(message_id, message.attachments)
    ]
    insert_rows(connection, AttachmentRow, attached)
    media = [
        row for message_id, message in numbered for row in media_columns(message_id, message.media)
    ]
    insert_rows(connection, MessageMediaRow, media)
    recorded = [
        _record_columns(message.tokens, message_id, first_id)
        for message_id, message in numbered
        if message.tokens is not None
    ]
    insert_rows(connection, TokenRecordRow, recorded)


def _columns(
    message: TransferredMessage, message_id: int, chat_id: int, first_id: int
) -> dict[str, Any]:
    return {
        "id": message_id,
        "chat_id": chat_id,
        "parent_id": None if message.parent is None else first_id + message.parent,
        "role": Role(message.role),
        "text": without_lone_surrogates(message.text),
        "status": _ended(MessageStatus(message.status)),
        "created_at": message.created_at,
        "model": without_lone_surrogates(message.model),
        # Words of a file are no JSON to be read, whatever they look like.
        "problem": queries.problem_text(told_as(message.problem) if message.problem else None),
        "stats": queries.stats_text(dict(message.stats)),
    }


def _record_columns(tokens: TransferredTokens, message_id: int, first_id: int) -> dict[str, Any]:
    return {
        "message_id": message_id,
        "base_id": None if tokens.base is None else first_id + tokens.base,
        "token_base": tokens.token_base,
        "n_chars": tokens.n_chars,
        "text_digest": tokens.text_digest,
        "vocabulary": without_lone_surrogates(tokens.vocabulary),
        "token_ids": tokens.token_ids,
    }
