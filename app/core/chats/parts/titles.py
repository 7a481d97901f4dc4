"""The titles of chats that are not the user's: what replaces them, and when they have to go.

A title that the user gave is `ChatStore.rename_chat`; nothing here replaces one.

Threads: see `ChatStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from app.core.chats import queries
from app.core.chats.queries import without_lone_surrogates
from app.core.chats.records import ChatId, TitleOrigin
from app.core.chats.tables import ChatRow

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from app.core.chats.database import Database
    from app.core.chats.records import MessageId


class AutomaticTitles:
    """The titles of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_model(self, chat_id: ChatId, title: str, answer_id: MessageId) -> bool:
        """Give a chat the title that a model has written, unless the user has given one.

        Args:
            chat_id: of the chat.
            title: what was written.
            answer_id: the answer up to which the model knew the chat.

        Returns:
            Whether it has that title now; false where the answer is not there any more, too.
        """
        with self._database.writing() as connection:
            if not queries.is_there(connection, answer_id):
                return False
            if queries.chat_of_message(connection, answer_id) != chat_id:
                return False
            return _write(connection, chat_id, title, TitleOrigin.MODEL, answer_id)

    def of_first_words(self, chat_id: ChatId, title: str) -> bool:
        """Give a chat the first words of a message as its title, likewise."""
        with self._database.writing() as connection:
            return _write(connection, chat_id, title, TitleOrigin.FIRST_WORDS, None)

    def taken(self) -> frozenset[str]:
        """Return the titles of all chats that are not in the trash."""
        titles = select(ChatRow.title).where(ChatRow.trashed_at.is_(None))
        with self._database.reading() as connection:
            return frozenset(connection.execute(titles).scalars())

    def of_deleted_answers(self) -> tuple[ChatId, ...]:
        """Return the chats whose titles a model wrote that knew words which are deleted now."""
        of_model = select(ChatRow.id, ChatRow.title_from).where(
            ChatRow.title_origin == TitleOrigin.MODEL
        )
        with self._database.reading() as connection:
            if connection.execute(queries.MARKED.limit(1)).first() is None:  # nearly always
                return ()
            rows = connection.execute(of_model.order_by(ChatRow.id)).all()
            return tuple(
                ChatId(chat_id)
                for chat_id, answer_id in rows
                if answer_id is None or not queries.is_there(connection, answer_id)
            )


def _write(
    connection: Connection,
    chat_id: ChatId,
    title: str,
    origin: TitleOrigin,
    answer_id: MessageId | None,
) -> bool:
    replaceable = update(ChatRow).where(
        ChatRow.id == chat_id, ChatRow.title_origin != TitleOrigin.USER
    )
    written = connection.execute(
        replaceable.values(
            title=without_lone_surrogates(title), title_origin=origin, title_from=answer_id
        )
    )
    return written.rowcount == 1
