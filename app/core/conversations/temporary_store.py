"""Where a temporary chat is: in memory, and nowhere else.

Each begins in a database of its own, which is forgotten as a whole when the chat is left. No id of
one is used again: what the engine still tells of a chat that is gone must not meet another.

Threads: the conversations' worker only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownChat
from app.core.chats.records import FIRST_TEMPORARY, ChatId

if TYPE_CHECKING:
    from app.core.chats.store import ChatStore

_IDS_OF_ONE = 2**32  # chats and messages of one database; SQLite takes ids up to 2**63 - 1


class TemporaryStore:
    """The store of the one temporary chat, while there is one."""

    def __init__(self) -> None:
        self._store: ChatStore | None = None
        self._next_id = FIRST_TEMPORARY
        self._first_id = FIRST_TEMPORARY

    def begin(self) -> ChatStore:
        """Return a new store for one chat; what was in the one before is gone."""
        from app.core.chats.store import store_in_memory

        self.end()
        store = store_in_memory(self._next_id)
        self._store, self._first_id = store, self._next_id
        self._next_id += _IDS_OF_ONE
        return store

    @property
    def store(self) -> ChatStore | None:
        """The store of the chat that there is; None without one."""
        return self._store

    def store_of(self, chat_id: ChatId) -> ChatStore:
        """Return the store of a temporary chat.

        Raises:
            UnknownChat: it was left.
        """
        if self._store is None or not self._first_id <= chat_id < self._next_id:
            raise UnknownChat(chat_id)
        return self._store

    def media_in_use(self) -> frozenset[str]:
        """Return the digests of the files that the chat has."""
        return frozenset() if self._store is None else self._store.media.in_use()

    def forget(self, chat_id: ChatId) -> None:
        """Forget a chat, unless that has been done."""
        if self._first_id <= chat_id < self._next_id:
            self.end()

    def end(self) -> None:
        """Forget the chat, if there is one."""
        store, self._store = self._store, None
        if store is not None:
            store.close()
