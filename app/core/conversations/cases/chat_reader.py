"""Opening chats, what is on the screen, and which chat the user looks at.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownChat
from app.core.chats.records import is_temporary
from app.core.conversations.events import (
    ChatChanged,
    ChatOpened,
    ChatsListed,
    EarlierMessages,
)
from app.core.errors import KnownError
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.chats.records import Chat, ChatId, MessageId
    from app.core.conversations.cases.restore_planner import RestorePlanner
    from app.core.conversations.session import Session


_N_TAIL = 60  # messages: more than a screen shows


class ChatReader(PlainValue, frozen=True):
    """Reads chats for the window, and has the engine bring their memory back."""

    session: Session
    restore_planner: RestorePlanner

    def list_all(self) -> None:
        """Emit all chats and folders, a page at a time: reading 100,000 takes a second."""
        store = self.session.store
        folders, trashed = store.folders.all(), store.trash.ids()
        page: tuple[Chat, ...] = ()
        for following in store.pages.all():
            if page:
                self.session.emit(ChatsListed(page, folders, trashed, is_last=False))
            page = following
        self.session.emit(ChatsListed(page, folders, trashed))

    def open(self, chat_id: ChatId) -> None:
        """Emit the end of a chat, and bring its memory back.

        Raises:
            UnknownChat: it is not there, or in the trash, where nobody reads it.
        """
        session = self.session
        session.flush()
        store = session.store_of(chat_id)
        chat = store.chat(chat_id)
        if chat.is_deleted:
            raise UnknownChat(f"chat {chat_id}")
        tail = store.tail(chat_id, _N_TAIL)
        self.restore_planner.opened(chat_id)
        is_whole = len(tail) < _N_TAIL
        session.recorder.show(tail, lambda now: session.emit(ChatOpened(chat, now, is_whole)))
        # The tail has no token records: its text may be cut into other tokens than are stored.
        self.restore_planner.restore(chat, store.path(chat_id))
        session.list_versions(chat_id)

    def read_earlier(self, chat_id: ChatId, before: MessageId) -> None:
        """Emit what came before the first message of the end."""
        session = self.session
        path = session.recorder.newest(session.store_of(chat_id).path(chat_id))
        earlier = tuple(message for message in path if message.id < before)
        session.emit(EarlierMessages(chat_id, earlier))


class _Looking(PlainValue, frozen=True):
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
