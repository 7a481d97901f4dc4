"""What the user deleted: hidden at once, brought back by an undo, gone for good after a purge.

A deleted chat lies in the trash (`trash.py`).
A deleted message is marked in the database, and with it everything that follows it. From then on
the store acts as if it were not there, so that nothing can be written below it, and a purge never
takes what is shown. The marks are durable: a purge that a crash or a full disk cuts short goes on
at the next start.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from sqlalchemy import Text, delete, insert, select, type_coerce, update

from app.core.chats import queries
from app.core.chats.backups import scrub_chats, scrub_message
from app.core.chats.errors import BackupNotWritable, UnknownMessage
from app.core.chats.parts.search_index import MESSAGES_PER_STEP
from app.core.chats.parts.trash import is_due
from app.core.chats.records import ChatId, MessageId, PurgeResult
from app.core.chats.tables import (
    ChatRow,
    DeletedMessageRow,
    MessageRow,
    TokenRecordRow,
)
from app.core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import ColumnElement, Connection, Row

    from app.core.chats.database import Database
    from app.core.chats.parts.search_index import SearchIndex
    from app.core.chats.records import Message

_N_AT_ONCE = 50  # chats in one transaction of a purge
_MARKS = (
    select(MessageRow.id, type_coerce(MessageRow.created_at, Text), ChatRow.title, ChatRow.sampling)
    .join(DeletedMessageRow, DeletedMessageRow.message_id == MessageRow.id)
    .join(ChatRow, ChatRow.id == MessageRow.chat_id)
    .order_by(MessageRow.id)
)

_log = logging.getLogger(__name__)


class PendingDeletions:
    """The deletions of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database, search: SearchIndex) -> None:
        self._database = database
        self._search = search

    def delete(self, chat_id: ChatId, message_id: MessageId) -> MessageId | None:
        """Mark a message deleted, and with it all that follows; show what stands in its place.

        That is the newest other version of the message, down to its newest end, or else what came
        before it. Where the message is not on the shown branch, that stays.

        Returns:
            The version that is shown instead, or the message before, or the end of what is shown;
            None for an empty chat.

        Raises:
            UnknownMessage: it is not in that chat, or was deleted before.
        """
        with self._database.writing() as connection:
            queries.require_message(connection, chat_id, message_id)
            parent_id = connection.execute(
                select(MessageRow.parent_id).where(MessageRow.id == message_id)
            ).scalar_one()
            parent_id = None if parent_id is None else MessageId(parent_id)
            leaf_id = _leaf(connection, chat_id)
            connection.execute(
                insert(DeletedMessageRow).values(message_id=message_id, leaf_id=leaf_id)
            )
            if leaf_id is None or not _is_on_branch(connection, message_id, leaf_id):
                return None if leaf_id is None else MessageId(leaf_id)
            # Its own mark is set already, so it is not among them.
            others = connection.execute(queries.ids_below(chat_id, parent_id)).scalars().all()
            if not others:
                _set_leaf(connection, chat_id, parent_id)
                return parent_id
            newest = MessageId(max(others))
            _set_leaf(connection, chat_id, queries.branch_end(connection, chat_id, newest))
            return newest

    def undo(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Bring back what `delete` took away, and show what was shown then.

        And what follows that by now. Where it lies below something else that was deleted meanwhile,
        what is shown stays; so it does where it goes on from there already.

        Raises:
            UnknownMessage: it is not in that chat, or was purged.
        """
        its_mark = DeletedMessageRow.message_id == message_id
        with self._database.writing() as connection:
            if queries.chat_of_message(connection, message_id) != chat_id:
                raise UnknownMessage(f"message {message_id}")
            then_shown = connection.execute(
                select(DeletedMessageRow.leaf_id).where(its_mark)
            ).scalar_one_or_none()
            connection.execute(delete(DeletedMessageRow).where(its_mark))
            leaf = _leaf(connection, chat_id)
            for found in (then_shown, message_id):
                if found is not None and queries.is_there(connection, found):
                    if leaf is None or not _is_on_branch(connection, found, leaf):
                        end = queries.branch_end(connection, chat_id, found)
                        _set_leaf(connection, chat_id, end)
                    return

    def marked(self) -> tuple[Message, ...]:
        """Return the messages that were deleted and not purged, without token records."""
        with self._database.reading() as connection:
            return queries.messages(connection, queries.MARKED, with_records=False)

    def purge(self) -> PurgeResult:
        """Do all steps of `purging` at once."""
        steps = list(self.purging())
        changed = dict.fromkeys(chat for step in steps for chat in step.changed)
        return PurgeResult(
            tuple(chat for step in steps for chat in step.chats),
            tuple(changed),
            next((step.failure for step in steps if step.failure), None),
        )

    def purging(self, *, with_messages: bool = True) -> Iterator[PurgeResult]:
        """Delete for good the chats that have been in the trash for long, and marked messages.

        And the chats that were deleted for good. Each step is a few transactions and takes some
        50 ms, so that other work can be done in between; what is marked after this call stays. The
        words are overwritten in the file, in the log beside it and in the backups. What fails is
        left for the next purge, the others go on, and the last step tells it. No backup is made
        during a step: one that is under way is given up.

        Args:
            with_messages: False where messages may still be brought back.
        """
        with self._database.reading() as connection:
            chats = _chats(connection, is_due(connection))
            marked = connection.execute(_MARKS).all() if with_messages else []
        if chats:  # nothing brings them back from here on
            with self._database.writing() as connection:
                due = ChatRow.id.in_([chat_id for chat_id, _ in chats])
                connection.execute(update(ChatRow).where(due).values(deleted_for_good=True))
        return self._steps(chats, marked)

    def _steps(
        self, chats: Sequence[tuple[int, str]], marked: Sequence[Row[int, str, str, str]]
    ) -> Iterator[PurgeResult]:
        failures: list[KnownError] = []
        for begin in range(0, len(chats), _N_AT_ONCE):
            if _is_held_up(failures):
                break
            some = chats[begin : begin + _N_AT_ONCE]
            inside = MessageRow.chat_id.in_([chat_id for chat_id, _ in some])
            with _keeping(failures):
                yield from self._forget_words_of(inside)
                yield PurgeResult(chats=self._purge_chats(some))
        for mark in marked:
            if _is_held_up(failures):
                break
            with _keeping(failures):
                yield from self._forget_words_of(MessageRow.id.in_(queries.ids_from(mark[0])))
                yield PurgeResult(changed=self._purge_message(mark))
        with _keeping(failures), self._database.copies.shut():
            # Nothing of what was purged stays in the files, also of a purge that was cut short.
            if self._search.purge_words():
                self._database.forget_deleted()
                self._search.note_purged()
        yield PurgeResult(failure=next(iter(failures), None))

    def _forget_words_of(self, wanted: ColumnElement[bool]) -> Iterator[PurgeResult]:
        """Take many messages out of the search index in steps; few go with their rows."""
        with self._database.reading() as connection:
            ids = connection.execute(select(MessageRow.id).where(wanted)).scalars().all()
        if len(ids) > MESSAGES_PER_STEP:
            for _step in self._search.purging(ids):
                yield PurgeResult()

    def _purge_chats(self, chats: Sequence[tuple[int, str]]) -> tuple[ChatId, ...]:
        ids = [chat_id for chat_id, _ in chats]
        with self._database.copies.shut():
            scrub_chats(self._database.path, chats)
            with self._database.writing() as connection:
                inside = select(MessageRow.id).where(MessageRow.chat_id.in_(ids))
                self._search.purge(connection, connection.execute(inside).scalars().all())
                connection.execute(delete(ChatRow).where(ChatRow.id.in_(ids)))
        return tuple(map(ChatId, ids))

    def _purge_message(self, mark: Row[int, str, str, str]) -> tuple[ChatId, ...]:
        with self._database.copies.shut():
            scrub_message(self._database.path, *mark)
            with self._database.writing() as connection:
                return _purge_message(connection, mark[0], self._search)


def _chats(connection: Connection, wanted: ColumnElement[bool]) -> list[tuple[int, str]]:
    """Return ids, and when the chats were made as it is stored."""
    rows = select(ChatRow.id, type_coerce(ChatRow.created_at, Text)).where(wanted)
    found = connection.execute(rows.order_by(ChatRow.id)).all()
    return [(chat_id, created_at) for chat_id, created_at in found]


@contextlib.contextmanager
def _keeping(failures: list[KnownError]) -> Iterator[None]:
    try:
        yield
    except KnownError as error:
        failures.append(error)


def _is_held_up(failures: list[KnownError]) -> bool:
    """Whether a backup refuses: it would do so for each deletion, and each would wait for it."""
    return any(isinstance(failure, BackupNotWritable) for failure in failures)


def _purge_message(
    connection: Connection, message_id: int, search: SearchIndex
) -> tuple[ChatId, ...]:
    """Delete a message and all that follows it; returns its chat, nothing when it is kept."""
    chat_id = connection.execute(
        select(MessageRow.chat_id).where(MessageRow.id == message_id)
    ).scalar_one_or_none()
    if chat_id is None:  # gone with its chat, or with one before it
        return ()
    ids = queries.ids_from(message_id)
    leaf = _leaf(connection, chat_id)
    below = connection.execute(ids).scalars().all()
    if leaf in below:
        # Whatever led here: what is shown is the user's, and stays.
        _log.error("message %d was deleted and is shown; it is kept", message_id)
        its_mark = DeletedMessageRow.message_id == message_id
        connection.execute(delete(DeletedMessageRow).where(its_mark))
        return ()
    search.purge(connection, below)  # while their words are still there
    # Records first: they are found by the messages they belong to. One of another branch may go on
    # from them, as an imported file can say; it is void then.
    bases = TokenRecordRow.base_id.in_(ids)
    connection.execute(update(TokenRecordRow).where(bases).values(base_id=None))
    connection.execute(delete(TokenRecordRow).where(TokenRecordRow.message_id.in_(ids)))
    connection.execute(delete(MessageRow).where(MessageRow.id.in_(ids)))
    # In the same transaction: what was computed for these words is still stored elsewhere.
    queries.mark_stale(connection, [chat_id])
    return (ChatId(chat_id),)


def _is_on_branch(connection: Connection, message_id: int, leaf_id: int) -> bool:
    branch = queries.ids_up_from(leaf_id)
    return message_id in connection.execute(branch).scalars()


def _leaf(connection: Connection, chat_id: int) -> int | None:
    return connection.execute(
        select(ChatRow.leaf_id).where(ChatRow.id == chat_id)
    ).scalar_one_or_none()


def _set_leaf(connection: Connection, chat_id: int, leaf_id: int | None) -> None:
    connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(leaf_id=leaf_id))
