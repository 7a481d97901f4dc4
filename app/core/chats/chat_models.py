"""Which model file answers a chat, so that the next answer can be of the same model.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from app.core.chats.records import ChatId
from app.core.chats.tables import ChatRow
from app.core.protocol import RemoteModel

if TYPE_CHECKING:
    from app.core.chats.database import Database


class ChatModels:
    """The models of the chats of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def answers(self, chat_id: ChatId, path: str) -> None:
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
