"""A message of the user on its way: counted where that is wanted, stored, answered.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import title_of
from app.core.conversations.draft_in_context import DraftInContext
from app.core.conversations.errors import AnswerRunning, MessageTooLong
from app.core.conversations.events import (
    AnswerRefused,
    ChatChanged,
    ChatCreated,
    MessageAdded,
    SendRefused,
)
from app.core.messages import Role

if TYPE_CHECKING:
    from app.core.chats.records import Chat, ChatId, ChatSetup
    from app.core.content import MediaFile
    from app.core.conversations.answers import AnswerOptions, Answers
    from app.core.conversations.context_budget import ContextBudget
    from app.core.conversations.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.messages import Attachment


@dataclass(frozen=True, slots=True)
class NewMessage:
    """What was sent.

    Attributes:
        chat_id: None makes a new chat.
        setup: of a new chat.
        options: for this answer alone.
        ticket: comes back with what becomes of this very message.
    """

    chat_id: ChatId | None
    text: str
    attachments: tuple[Attachment, ...]
    media: tuple[MediaFile, ...]
    setup: ChatSetup
    options: AnswerOptions
    ticket: int


@dataclass(frozen=True, slots=True)
class MessageSender:
    """Stores messages and asks for their answers, or refuses them."""

    session: Session
    answers: Answers
    context: ContextBudget
    restore_planner: RestorePlanner

    def send_if_it_fits(self, new: NewMessage) -> None:
        """Count a message with its chat before it is sent."""
        writing = DraftInContext(
            new.chat_id, new.text, new.attachments, new.setup.system_prompt, media=new.media
        )
        try:
            self.context.when_it_fits(
                writing, lambda: self.send(new), lambda error: self._refuse(new, error)
            )
        except Exception as error:  # noqa: BLE001 - whoever sent it waits for its ticket
            self._refuse(new, error)

    def send(self, new: NewMessage) -> None:
        """Store a message and answer it; emits `SendRefused` when it could not be stored."""
        session = self.session
        try:
            chat = self._chat_for(new)
            message = session.store_of(chat.id).add_message(
                chat.id,
                parent_id=chat.leaf_id,
                role=Role.USER,
                text=new.text,
                attachments=new.attachments,
                media=new.media,
            )
        except Exception as error:  # noqa: BLE001 - whoever sent it waits for its ticket
            self._refuse(new, error)
            return
        session.emit(MessageAdded(chat.id, message, new.ticket))
        try:
            self.answers.begin(chat, session.store_of(chat.id).path(chat.id), new.options)
        except Exception as error:  # noqa: BLE001 - the message is there, without an answer
            session.emit(AnswerRefused(chat.id, session.problem_of(error)))
        session.emit(ChatChanged(session.store_of(chat.id).chat(chat.id)))

    def _refuse(self, new: NewMessage, error: Exception) -> None:
        self.session.emit(
            SendRefused(
                new.chat_id,
                new.text,
                self.session.problem_of(error),
                new.attachments,
                new.ticket,
                media=new.media,
                is_too_long=isinstance(error, MessageTooLong),
                is_answering=isinstance(error, AnswerRunning),
            )
        )

    def _chat_for(self, new: NewMessage) -> Chat:
        session = self.session
        if new.chat_id is not None:
            self.answers.require_silence(new.chat_id)
            return session.store_of(new.chat_id).chat(new.chat_id)
        title = title_of(new.text, new.attachments, new.media)
        chat = session.store.create_chat(title=title, setup=new.setup)
        self.restore_planner.opened(chat.id)
        session.emit(ChatCreated(chat, new.ticket))
        return chat
