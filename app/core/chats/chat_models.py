"""Which model file answers a chat, so that the next answer can be of the same model.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sqlalchemy import update

from app.core.chats.tables import ChatRow

if TYPE_CHECKING:
    from app.core.chats.database import Database
    from app.core.chats.records import ChatId


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
