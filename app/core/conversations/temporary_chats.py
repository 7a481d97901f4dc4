"""A temporary chat: begun, left, or kept as a chat like any other.

It is answered, edited and exported as every chat is, by the id alone. What is different is here,
and that the engine stores nothing of it, which its key says (`key_of`).

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.chats.records import TitleOrigin
from app.core.conversations.chat_text import title_of_message
from app.core.conversations.events import (
    ChatCreated,
    TemporaryChatBegun,
    TemporaryChatKept,
    TemporaryChatLeft,
)
from app.core.conversations.session import key_of
from app.core.plain_value import replace
from app.core.protocol import ForgetChat

if TYPE_CHECKING:
    from app.core.chats.records import Chat, ChatId, ChatSetup
    from app.core.conversations.answers import Answers
    from app.core.conversations.context_budget import ContextBudget
    from app.core.conversations.restore_planner import RestorePlanner
    from app.core.conversations.session import Session


@dataclass(frozen=True, slots=True)
class TemporaryChats:
    """The use cases of the one temporary chat."""

    session: Session
    answers: Answers
    context: ContextBudget
    restore_planner: RestorePlanner

    def begin(self, title: str, setup: ChatSetup) -> None:
        """Make a temporary chat, which is shown under this title; one before it is gone.

        Raises:
            ChatsNotOpen: there are no chats at all.
        """
        _ = self.session.store
        chat = self.session.temporary.begin().create_chat(title=title, setup=setup)
        self.restore_planner.opened(chat.id)
        self.session.emit(TemporaryChatBegun(chat))

    def leave(self, chat_id: ChatId) -> None:
        """Stop what is said in a temporary chat, and forget it."""
        self.answers.stop(chat_id)
        self.restore_planner.deleted(chat_id)
        self.context.forget()
        self.session.temporary.forget(chat_id)
        self.session.flush()  # drops the answer that has no chat any more
        self.session.post(ForgetChat(key_of(chat_id)))
        self.session.emit(TemporaryChatLeft(chat_id))

    def keep(self, chat_id: ChatId) -> None:
        """Make a chat like any other of a temporary one, with all that was said by now.

        An answer that is being given ends there; it can be continued.
        """
        session = self.session
        session.flush()
        chat = session.temporary.store_of(chat_id).transfer.whole_chat(chat_id, with_tokens=True)
        if chat.title_origin is TitleOrigin.FIRST_WORDS and chat.messages:
            first = chat.branch()[0]
            chat = replace(chat, title=title_of_message(first))
        kept: Chat = session.store.transfer.add_chat(chat)
        session.emit(ChatCreated(kept))
        session.emit(TemporaryChatKept(chat_id, kept))
        self.leave(chat_id)
