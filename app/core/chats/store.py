"""The door to the chats: read them, change them, never lose a word of them.

Every method that changes something has put it on the disk when it returns. Nothing is destroyed
by editing: a new version of a message is a sibling of the old one. Only `deletions` deletes.
What comes out is frozen plain values; no row, session or SQL error leaves this package.
Longer than other files: a door has a short method for each thing that can be done.
"""

from __future__ import annotations

import contextlib
import logging
import os
from datetime import UTC, datetime
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from app.core.chats import queries
from app.core.chats.database import Database
from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.many_messages import copy_messages
from app.core.chats.media_names import plain_medium
from app.core.chats.parts.care import DatabaseCare
from app.core.chats.parts.chat_folders import ChatFolders, has_folder
from app.core.chats.parts.deletions import PendingDeletions
from app.core.chats.parts.marks import ChatMarks, mark_interrupted, mark_unread
from app.core.chats.parts.media import MessageMedia
from app.core.chats.parts.memory import MemoryRecords
from app.core.chats.parts.pages import ChatPages
from app.core.chats.parts.search_index import SearchIndex
from app.core.chats.parts.titles import AutomaticTitles
from app.core.chats.parts.transfer import ChatTransfer
from app.core.chats.parts.trash import Trash
from app.core.chats.queries import (
    attach_media,
    chat_of_message,
    require_message,
    without_lone_surrogates,
)
from app.core.chats.records import (
    ChatId,
    ChatSetup,
    Message,
    MessageId,
    MessageStatus,
    TitleOrigin,
)
from app.core.chats.tables import ChatRow, MessageRow
from app.core.errors import BugError
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Any, Self

    from sqlalchemy import Connection

    from app.core.chats.records import Chat, ProjectPlace
    from app.core.content.media import MediaFile
    from app.core.errors import Problem
    from app.core.messages import Attachment, TokenRecord

_NO_SETUP = ChatSetup()
_NO_STATS: Mapping[str, float | str] = MappingProxyType({})

_log = logging.getLogger(__name__)


class ChatStore:
    """All chats of one user.

    Any method may raise a `KnownError` of `errors.py` (disk full, locked by a foreign program,
    damaged, write-protected). Nothing of that call is kept then, and the same object goes on
    working once the cause is gone.

    A deleted message, and what follows it, is not there for any method but those of `deletions`.

    Attributes:
        deletions: of messages, and the purge of everything that was deleted.
        memory: what may be stored elsewhere of what was computed for these chats.
        titles: those that are not the user's.
        transfer: whole chats on their way out, and in.
        search: the index of words, which follows the messages.
        media: the pictures and sounds of messages, and which of their files are in use.
        folders: of the chat list, and which chats lie in them.
        marks: which are pinned, archived or unread, and which model answers them.
        trash: with deleted chats.
        pages: the list, some chats at a time.
        care: backups while the chats are in use, and a look for damage; on another thread.

    Threads: synchronous, and used by one serial worker thread; two calls at once are an error.
    """

    def __init__(self, database: Database, interrupted: tuple[MessageId, ...]) -> None:
        self._database = database
        self.search = SearchIndex(database)
        self.deletions = PendingDeletions(database, self.search)
        self.memory = MemoryRecords(database)
        self.titles = AutomaticTitles(database)
        self.transfer = ChatTransfer(database, self.search)
        self.media = MessageMedia(database, self.search)
        self.folders = ChatFolders(database)
        self.marks = ChatMarks(database)
        self.trash = Trash(database)
        self.pages = ChatPages(database)
        self.care = DatabaseCare(database)
        self._interrupted = interrupted

    # -- opening --

    @classmethod
    def open(cls, path: Path) -> ChatStore:
        """Open the database, creating or migrating it, and mark answers a crash cut off.

        Raises:
            KnownError: as listed at `Database.open`; the file is as it was.
        """
        database = Database.open(path)
        try:
            interrupted = mark_interrupted(database)
        except BaseException:
            database.close()
            raise
        if interrupted:
            _log.info("%d answers were cut off when the program ended", len(interrupted))
        return cls(database, interrupted)

    def close(self) -> None:
        """Close the database and give up the lock; no method may be called after."""
        self._database.close()

    def __enter__(self) -> Self:
        """Return the open store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def interrupted(self) -> tuple[Message, ...]:
        """Return the answers that `open` found cut off, as they are now; purged ones are gone."""
        with self._database.reading() as connection:
            ids = select(MessageRow.id).where(MessageRow.id.in_(self._interrupted))
            return queries.messages(connection, ids)

    # -- chats --

    def list_chats(self) -> tuple[Chat, ...]:
        """Return the chats that are not in the trash, newest activity first."""
        return tuple(chain.from_iterable(self.pages.all()))

    def chat(self, chat_id: ChatId) -> Chat:
        """Return one chat, also one in the trash.

        Raises:
            UnknownChat: there is none of that id.
        """
        with self._database.reading() as connection:
            return _chat(connection, chat_id)

    def create_chat(
        self, *, title: str = "", setup: ChatSetup = _NO_SETUP, place: ProjectPlace | None = None
    ) -> Chat:
        """Create an empty chat; the title is that of its first message, and may be replaced.

        Args:
            title: of its first message.
            setup: what it wants of the model, with what its project gives it.
            place: the folder it lies in, unless that was deleted meanwhile; None for none.
        """
        now = datetime.now(UTC)
        values = {
            "title": without_lone_surrogates(title),
            **_setup_columns(setup),
            "created_at": now,
            "updated_at": now,
        }
        with self._database.writing() as connection:
            if place is not None and has_folder(connection, place.folder_id):
                values["folder_id"] = place.folder_id
                values["project_version"] = place.version
            chat_id = connection.execute(
                insert(ChatRow).values(values).returning(ChatRow.id)
            ).scalar_one()
            return _chat(connection, ChatId(chat_id))

    def rename_chat(self, chat_id: ChatId, title: str) -> Chat:
        """Give a chat the title that the user wants; its place in the list stays.

        Raises:
            UnknownChat: there is none of that id.
        """
        words = without_lone_surrogates(title)
        return self._change_chat(
            chat_id, title=words, title_origin=TitleOrigin.USER, title_from=None
        )

    def set_up_chat(self, chat_id: ChatId, setup: ChatSetup, project_version: int = 0) -> Chat:
        """Change what a chat wants of the model; its place in the list stays.

        Args:
            chat_id: of the chat.
            setup: what it wants from now on.
            project_version: of the project that this comes from; 0 for none.

        Raises:
            UnknownChat: there is none of that id.
        """
        of_project = {"project_version": project_version} if project_version else {}
        return self._change_chat(chat_id, **_setup_columns(setup), **of_project)

    def set_context_from(
        self, chat_id: ChatId, message_id: MessageId | None, setup: ChatSetup | None = None
    ) -> Chat:
        """Choose the first message that the model reads; None for all.

        Args:
            chat_id: of the chat.
            message_id: the message.
            setup: that goes along with this choice; None leaves the chat its own.

        Raises:
            UnknownChat: there is none of that id.
            UnknownMessage: the message is not in that chat.
        """
        with self._database.writing() as connection:
            if message_id is not None:
                require_message(connection, chat_id, message_id)
            columns = {} if setup is None else _setup_columns(setup)
            return _update_chat(connection, chat_id, context_from=message_id, **columns)

    def choose_memory(
        self, chat_id: ChatId, *, is_pinned: bool | None = None, is_off: bool | None = None
    ) -> Chat:
        """Choose what is kept of a chat's computation; None leaves that as it is.

        Raises:
            UnknownChat: there is none of that id.
        """
        chosen = {"memory_pinned": is_pinned, "memory_off": is_off}
        return self._change_chat(
            chat_id, **{name: value for name, value in chosen.items() if value is not None}
        )

    def set_leaf(self, chat_id: ChatId, message_id: MessageId | None) -> Chat:
        """Choose the message at which the shown branch ends; None shows an empty chat.

        Raises:
            UnknownChat: there is none of that id.
            UnknownMessage: the message is not in that chat.
        """
        with self._database.writing() as connection:
            if message_id is not None:
                require_message(connection, chat_id, message_id)
            return _update_chat(connection, chat_id, leaf_id=message_id)

    # -- messages --

    def path(self, chat_id: ChatId) -> tuple[Message, ...]:
        """Return the shown branch, first message first, with the token records of its answers.

        In a very long chat the oldest records are left out (`token_records.MAX_TOKENS`).

        Raises:
            UnknownChat: there is none of that id.
        """
        with self._database.reading() as connection:
            leaf_id = _chat(connection, chat_id).leaf_id
            if leaf_id is None:
                return ()
            return queries.messages(connection, queries.ids_up_from(leaf_id))

    def tail(self, chat_id: ChatId, n_messages: int) -> tuple[Message, ...]:
        """Return the last messages of the shown branch, in order, without token records.

        Raises:
            UnknownChat: there is none of that id.
        """
        with self._database.reading() as connection:
            leaf_id = _chat(connection, chat_id).leaf_id
            if leaf_id is None:
                return ()
            ids = queries.ids_up_from(leaf_id, n_messages)
            return queries.messages(connection, ids, with_records=False)

    def message(self, message_id: MessageId) -> Message:
        """Return one message with its token record.

        Raises:
            UnknownMessage: there is none of that id.
        """
        with self._database.reading() as connection:
            message = _message(connection, message_id)
            require_message(connection, message.chat_id, message_id)
            return message

    def branch(self, message_id: MessageId) -> tuple[Message, ...]:
        """Return a message and all before it, first message first, with token records.

        Raises:
            UnknownMessage: there is none of that id.
        """
        with self._database.reading() as connection:
            require_message(connection, chat_of_message(connection, message_id), message_id)
            return queries.messages(connection, queries.ids_up_from(message_id))

    def versions(self, chat_id: ChatId) -> dict[MessageId, tuple[MessageId, ...]]:
        """Return for each message that has siblings all of them, oldest first, itself included."""
        with self._database.reading() as connection:
            hidden = queries.hidden_ids(connection, chat_id)
            return {
                MessageId(message_id): tuple(map(MessageId, group))
                for group in queries.sibling_groups(connection, chat_id)
                if group[0] not in hidden
                for message_id in group
            }

    def copy_branch(
        self,
        message_id: MessageId,
        *,
        title: str,
        title_origin: TitleOrigin = TitleOrigin.FIRST_WORDS,
    ) -> Chat:
        """Make a new chat of a message and all before it, token records included.

        An answer that is still streaming is copied as interrupted. A title of a model goes along
        as one where the answer goes along up to which the model knew the chat.

        Raises:
            UnknownMessage: there is none of that id.
        """
        with self._database.writing() as connection:
            source = _chat(connection, chat_of_message(connection, message_id))
            require_message(connection, source.id, message_id)
            # The time a chat template may mention stays: with another, all would be read again.
            values = {
                "title": without_lone_surrogates(title),
                **_setup_columns(source.setup),
                "memory_off": source.memory_off,
                "folder_id": source.folder_id,
                "project_version": source.project_version,
                "model_path": os.fsencode(source.model_path) or None,
                "title_origin": title_origin,
                "created_at": source.created_at,
                "updated_at": datetime.now(UTC),
            }
            chat_id = ChatId(
                connection.execute(
                    insert(ChatRow).values(values).returning(ChatRow.id)
                ).scalar_one()
            )
            copies = copy_messages(connection, message_id, chat_id)
            self.search.add_later(connection, copies.values())
            known = source.title_from if title_origin is TitleOrigin.MODEL else None
            return _update_chat(
                connection,
                chat_id,
                leaf_id=copies[message_id],
                context_from=copies.get(source.context_from) if source.context_from else None,
                title_from=copies.get(known) if known else None,
            )

    def children(self, chat_id: ChatId, parent_id: MessageId | None) -> tuple[Message, ...]:
        """Return the messages that follow `parent_id`, oldest first; the first ones for None."""
        with self._database.reading() as connection:
            return queries.messages(connection, queries.ids_below(chat_id, parent_id))

    def branch_end(self, message_id: MessageId) -> MessageId:
        """Return where the branch through `message_id` ends, for switching between siblings.

        Raises:
            UnknownMessage: there is none of that id.
        """
        with self._database.reading() as connection:
            chat_id = chat_of_message(connection, message_id)
            require_message(connection, chat_id, message_id)
            return queries.branch_end(connection, chat_id, message_id)

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Have all that a block writes on the disk when the block ends, or nothing of it."""
        with self._database.writing():
            yield

    def add_message(  # noqa: PLR0913 - one for each thing a message is made of
        self,
        chat_id: ChatId,
        *,
        parent_id: MessageId | None,
        role: Role,
        text: str,
        status: MessageStatus = MessageStatus.COMPLETE,
        model: str = "",
        attachments: Sequence[Attachment] = (),
        media: Sequence[MediaFile] = (),
        stats: Mapping[str, float | str] = _NO_STATS,
    ) -> Message:
        """Add a message after `parent_id`, make it the leaf and move its chat up in the list.

        Raises:
            UnknownChat: there is none of that id, or it was deleted.
            UnknownMessage: the parent is not in that chat.
            BugError: there can be no such picture or sound.
        """
        now = datetime.now(UTC)
        fields: dict[str, Any] = {
            "chat_id": chat_id,
            "parent_id": parent_id,
            "role": Role(role),
            "text": without_lone_surrogates(text),
            "status": MessageStatus(status),
            "created_at": now,
            "model": without_lone_surrogates(model),
        }
        written = {**fields, "problem": "", "stats": queries.stats_text(stats)}
        statement = insert(MessageRow).values(written).returning(MessageRow.id)
        with self._database.writing() as connection:
            chat = _chat(connection, chat_id)
            if chat.is_deleted:  # what is written there would be deleted with it
                raise UnknownChat(f"chat {chat_id}")
            if parent_id is not None and parent_id != chat.leaf_id:
                require_message(connection, chat_id, parent_id)
            message_id = MessageId(connection.execute(statement).scalar_one())
            queries.attach(connection, message_id, attachments)
            attach_media(connection, message_id, media)
            if status is not MessageStatus.STREAMING:
                self.search.add(connection, message_id)
            # Who goes on in an archived chat wants it back in the list.
            _update_chat(connection, chat_id, leaf_id=message_id, updated_at=now, archived_at=None)
        fields |= {"attachments": tuple(attachments), "media": tuple(map(plain_medium, media))}
        return Message(id=message_id, **fields, stats=tuple(stats.items()))

    # -- answers --

    def write_text(
        self, message_id: MessageId, text: str, stats: Mapping[str, float | str] = _NO_STATS
    ) -> None:
        """Keep what an answer says so far; to be called at least once a second while it streams.

        Args:
            message_id: of the answer.
            text: all of it.
            stats: what is known of it by now.

        Raises:
            UnknownMessage: there is none of that id (its chat was purged).
            BugError: the answer is not streaming; a late call would cut its end off.
        """
        with self._database.writing() as connection:
            written = connection.execute(
                update(MessageRow)
                .where(MessageRow.id == message_id, MessageRow.status == MessageStatus.STREAMING)
                .values(text=without_lone_surrogates(text), stats=queries.stats_text(stats))
            )
            if written.rowcount == 0:
                chat_of_message(connection, message_id)
                raise BugError(f"message {message_id} does not stream; it was not changed")

    def reopen_message(self, message_id: MessageId) -> Message:
        """Let an answer that ended stream on, for "Continue"; `write_text` works again.

        Raises:
            UnknownChat: its chat was deleted.
            UnknownMessage: there is none of that id.
        """
        with self._database.writing() as connection:
            chat = _chat(connection, chat_of_message(connection, message_id))
            if chat.is_deleted:  # as where something is added
                raise UnknownChat(f"chat {chat.id}")
            self.search.remove(connection, [message_id])
            _update_message(connection, message_id, status=MessageStatus.STREAMING, problem="")
            return _message(connection, message_id)

    def finish_message(  # noqa: PLR0913 - one for each thing that is known at the end
        self,
        message_id: MessageId,
        *,
        text: str,
        status: MessageStatus,
        problem: Problem | None = None,
        record: TokenRecord | None = None,
        stats: Mapping[str, float | str] = _NO_STATS,
        media: Sequence[MediaFile] = (),
        attachments: Sequence[Attachment] = (),
        is_unread: bool = False,
    ) -> Message:
        """Keep an answer as it ended; replaces all that was known of it.

        Args:
            message_id: of the answer.
            text: all of it.
            status: how it ended.
            problem: why, where it failed.
            record: its exact tokens.
            stats: counts and times.
            media: pictures and sounds that it has from now on; it had none.
            attachments: passages that it has from now on; it had none.
            is_unread: nobody looked at its chat then; what was marked before stays.

        Raises:
            UnknownMessage: there is none of that id (its chat was purged).
        """
        with self._database.writing() as connection:
            self.search.remove(connection, [message_id])
            _update_message(
                connection,
                message_id,
                text=without_lone_surrogates(text),
                status=MessageStatus(status),
                problem=queries.problem_text(problem),
                stats=queries.stats_text(stats),
            )
            queries.attach(connection, message_id, attachments)
            attach_media(connection, message_id, media)
            self.search.add(connection, message_id)
            queries.replace_record(connection, message_id, record)
            if is_unread:
                mark_unread(connection, [message_id])
            return _message(connection, message_id)

    def _change_chat(self, chat_id: ChatId, **values: Any) -> Chat:
        with self._database.writing() as connection:
            return _update_chat(connection, chat_id, **values)


def _chat(connection: Connection, chat_id: ChatId) -> Chat:
    row = connection.execute(queries.CHAT.where(ChatRow.id == chat_id)).one_or_none()
    if row is None:
        raise UnknownChat(f"chat {chat_id}")
    return queries.chat_of(row)


def _setup_columns(setup: ChatSetup) -> dict[str, str]:
    return {
        "system_prompt": without_lone_surrogates(setup.system_prompt),
        "sampling": queries.stats_text(dict(setup.sampling)),
    }


def _update_chat(connection: Connection, chat_id: ChatId, **values: Any) -> Chat:
    connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(values))
    return _chat(connection, chat_id)


def _message(connection: Connection, message_id: MessageId) -> Message:
    found = queries.messages(connection, select(MessageRow.id).where(MessageRow.id == message_id))
    if not found:
        raise UnknownMessage(f"message {message_id}")
    return found[0]


def _update_message(connection: Connection, message_id: MessageId, **values: Any) -> None:
    statement = update(MessageRow).where(MessageRow.id == message_id).values(values)
    if connection.execute(statement).rowcount == 0:
        raise UnknownMessage(f"message {message_id}")


def store_in_memory(first_id: int) -> ChatStore:
    """Return a store that writes nothing to any disk; its `close` forgets all that is in it.

    Args:
        first_id: of its chats, and of its messages.
    """
    return ChatStore(Database.in_memory(first_id), ())
