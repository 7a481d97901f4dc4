"""Which chats the engine shall have in memory before they are asked for anything.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import prompt_messages
from app.core.conversations.situation import chat_id_of, key_of
from app.core.engine.protocol import OpenChat, Temperature, WarmChat
from app.core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats import ChatStore
    from app.core.chats.records import Chat, ChatId, Message
    from app.core.conversations.recorder import AnswerRecorder
    from app.core.conversations.situation import Situation
    from app.core.engine.protocol import Command, MemoryReport

_N_READ_AHEAD = 3  # chats, beside those that are pinned


@dataclass(slots=True)
class Warmth:
    """Has chats brought back from disk, or read in idle time."""

    post: Callable[[Command], None]
    recorder: AnswerRecorder
    situation: Situation
    may_read_ahead: bool = False  # at most once for each loaded model

    def warm(self, chat: Chat, path: Sequence[Message]) -> None:
        """Bring the KV cache of a chat back, if there is a model and nothing to disturb."""
        if self.situation.model_name and path and self.recorder.running_in(chat.id) is None:
            messages = prompt_messages(chat, self.recorder.newest(path))
            self.post(OpenChat(key_of(chat.id), messages, chat.created_at.timestamp()))

    def warm_if_shown(self, store: ChatStore, chat_id: ChatId, path: Sequence[Message]) -> None:
        """Do the same for a chat that has changed while it is on the screen."""
        if chat_id == self.situation.shown:
            self.warm(store.chat(chat_id), path)

    def read_ahead(self, report: MemoryReport, store: ChatStore) -> None:
        """Have chats read in idle time that this very model knew before something changed.

        A new version of Hearth or another setting makes what was stored useless; the chats the user
        has pinned and those used last are warm again before they are opened.
        """
        if not self.may_read_ahead:
            return
        self.may_read_ahead = False
        lost = [
            memory
            for memory in report.chats
            if memory.temperature is Temperature.COLD
            and not memory.is_off
            and self.situation.model_name in memory.models
        ]
        lost.sort(key=lambda memory: (not memory.is_pinned, -memory.last_used))
        n_pinned = sum(memory.is_pinned for memory in lost)
        for memory in lost[: n_pinned + _N_READ_AHEAD]:
            chat_id = chat_id_of(memory.chat)
            if chat_id is not None and chat_id != self.situation.shown:
                self._read_one_ahead(store, chat_id)

    def _read_one_ahead(self, store: ChatStore, chat_id: ChatId) -> None:
        try:
            chat = store.chat(chat_id)
            messages = prompt_messages(chat, store.path(chat_id))
        except KnownError:  # deleted meanwhile
            return
        self.post(WarmChat(key_of(chat_id), messages, chat.created_at.timestamp()))
