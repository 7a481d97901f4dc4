"""Which chat the user looks at, and so which answers end unread.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.chats.records import is_temporary
from app.core.conversations.events import ChatChanged
from app.core.errors import KnownError

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations.session import Session


@dataclass(frozen=True, slots=True)
class _Looking:
    """What a front end has said; None where the user looks at no chat."""

    chat_id: ChatId | None


@dataclass(slots=True)
class Attention:
    """Knows what the user looks at, as far as a front end says so: without, nothing is unread."""

    session: Session
    _looking: _Looking | None = None

    def look_at(self, chat_id: ChatId | None) -> None:
        """Take note of the chat that is looked at from now on; it is unread no more."""
        self._looking = _Looking(chat_id)
        if chat_id is None or not self.session.is_open:
            return
        self.session.recorder.seen(chat_id)
        try:
            store = self.session.store_of(chat_id)
            if store.chat(chat_id).is_unread:
                store.marks.see(chat_id)
                self.session.emit(ChatChanged(store.chat(chat_id)))
        except KnownError:  # nobody asked for it: it is tried again when the chat is looked at
            pass

    def is_elsewhere(self, chat_id: ChatId) -> bool:
        """Whether what ends in a chat now is not seen; a temporary chat is only ever shown."""
        if is_temporary(chat_id):
            return False
        return self._looking is not None and self._looking.chat_id != chat_id
