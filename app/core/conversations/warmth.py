"""Which chats the engine shall have in memory before they are asked for anything.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import prompt_messages
from app.core.conversations.session import chat_id_of, key_of
from app.core.engine.protocol import OpenChat, ReportMemory, Temperature, WarmChat
from app.core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import Chat, ChatId, Message
    from app.core.conversations.session import Session
    from app.core.engine.protocol import MemoryReport

_N_READ_AHEAD = 3  # chats, beside those that are pinned


@dataclass(slots=True)
class Warmth:
    """Has chats brought back from disk, or read in idle time."""

    session: Session
    _opened: ChatId | None = None  # the chat that was opened or made last
    _may_read_ahead: bool = False  # at most once for each loaded model

    def opened(self, chat_id: ChatId) -> None:
        """Take note that a chat is the one to bring back from now on."""
        self._opened = chat_id

    def deleted(self, chat_id: ChatId) -> None:
        """Take note that a chat is not to be brought back."""
        if self._opened == chat_id:
            self._opened = None

    def model_came(self) -> None:
        """Bring back the chat that was opened last; others can be read ahead for this model."""
        self._may_read_ahead = True
        self.session.post(ReportMemory())
        if self._opened is not None and self.session.is_open:
            self.warm_if_opened(self._opened)

    def warm(self, chat: Chat, path: Sequence[Message]) -> None:
        """Bring the KV cache of a chat back, if there is a model and nothing to disturb."""
        session = self.session
        if session.engine.model_name and path and session.recorder.running_in(chat.id) is None:
            messages = prompt_messages(chat, session.recorder.newest(path))
            session.post(OpenChat(key_of(chat.id), messages, chat.created_at.timestamp()))

    def warm_if_opened(self, chat_id: ChatId, path: Sequence[Message] | None = None) -> None:
        """Do the same for a chat that has changed, if it is the one that was opened last.

        Args:
            chat_id: of the chat.
            path: its branch, where that has been read already.
        """
        if chat_id == self._opened:
            store = self.session.store
            self.warm(store.chat(chat_id), store.path(chat_id) if path is None else path)

    def read_ahead(self, report: MemoryReport) -> None:
        """Have chats read in idle time that this very model knew before something changed.

        A new version of Hearth or another setting makes what was stored useless; the chats the user
        has pinned and those used last are warm again before they are opened.
        """
        if not self._may_read_ahead:
            return
        self._may_read_ahead = False
        lost = [
            memory
            for memory in report.chats
            if memory.temperature is Temperature.COLD
            and not memory.is_off
            and self.session.engine.model_name in memory.models
        ]
        lost.sort(key=lambda memory: (not memory.is_pinned, -memory.last_used))
        n_pinned = sum(memory.is_pinned for memory in lost)
        for memory in lost[: n_pinned + _N_READ_AHEAD]:
            chat_id = chat_id_of(memory.chat)
            if chat_id is not None and chat_id != self._opened:
                self._read_one_ahead(chat_id)

    def _read_one_ahead(self, chat_id: ChatId) -> None:
        try:
            chat = self.session.store.chat(chat_id)
            messages = prompt_messages(chat, self.session.store.path(chat_id))
        except KnownError:  # deleted meanwhile
            return
        self.session.post(WarmChat(key_of(chat_id), messages, chat.created_at.timestamp()))
