"""Messages of the user on their way: counted where that is wanted, stored, answered.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.errors import AnswerRunning, MessageTooLong
from app.core.conversations.events import (
    AnswerRefused,
    ChatChanged,
    ChatCreated,
    MessageAdded,
    SendRefused,
)
from app.core.conversations.texts.chat_text import DraftInContext, title_of
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import Chat, ChatId, ChatSetup
    from app.core.content import MediaFile
    from app.core.conversations.cases.answers import AnswerOptions, Answers
    from app.core.conversations.cases.context_budget import ContextBudget
    from app.core.conversations.cases.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.messages import Attachment


@dataclass(frozen=True, slots=True)
class MessageContent:
    """What one message says.

    Attributes:
        ticket: comes back with what becomes of this very message.
    """

    text: str
    attachments: tuple[Attachment, ...] = ()
    media: tuple[MediaFile, ...] = ()
    ticket: int = 0


@dataclass(frozen=True, slots=True)
class NewMessages:
    """Messages that were sent together, in order; the last one is answered.

    Attributes:
        chat_id: None makes a new chat.
        setup: of a new chat.
        options: for this answer alone.
    """

    chat_id: ChatId | None
    contents: tuple[MessageContent, ...]
    setup: ChatSetup
    options: AnswerOptions


@dataclass(frozen=True, slots=True)
class MessageSender:
    """Stores messages and asks for their answers, or refuses them."""

    session: Session
    answers: Answers
    context: ContextBudget
    restore_planner: RestorePlanner

    def send_if_they_fit(self, new: NewMessages) -> None:
        """Count messages with their chat before they are sent."""
        writing = DraftInContext(
            new.chat_id,
            "\n\n".join(one.text for one in new.contents),
            tuple(attachment for one in new.contents for attachment in one.attachments),
            new.setup.system_prompt,
            media=tuple(medium for one in new.contents for medium in one.media),
        )
        try:
            self.context.when_it_fits(
                writing,
                lambda: self.send(new),
                lambda error: self._refuse(new.chat_id, new.contents, error),
            )
        except Exception as error:  # noqa: BLE001 - whoever sent them waits for the tickets
            self._refuse(new.chat_id, new.contents, error)

    def send(self, new: NewMessages) -> None:
        """Store messages and answer the last; emits `SendRefused` for each that was not stored."""
        session = self.session
        n_stored = 0
        try:
            chat = self._chat_for(new)
            parent_id = chat.leaf_id
            for content in new.contents:
                message = session.store_of(chat.id).add_message(
                    chat.id,
                    parent_id=parent_id,
                    role=Role.USER,
                    text=content.text,
                    attachments=content.attachments,
                    media=content.media,
                )
                parent_id, n_stored = message.id, n_stored + 1
                session.emit(MessageAdded(chat.id, message, content.ticket))
        except Exception as error:  # noqa: BLE001 - whoever sent them waits for the tickets
            self._refuse(new.chat_id, new.contents[n_stored:], error)
            return
        try:
            self.answers.begin(chat, session.store_of(chat.id).path(chat.id), new.options)
        except Exception as error:  # noqa: BLE001 - the message is there, without an answer
            session.emit(AnswerRefused(chat.id, session.problem_of(error)))
        session.emit(ChatChanged(session.store_of(chat.id).chat(chat.id)))

    def _refuse(
        self, chat_id: ChatId | None, contents: Sequence[MessageContent], error: Exception
    ) -> None:
        problem = self.session.problem_of(error)
        for content in reversed(contents):  # each goes back before what was written after it
            self.session.emit(
                SendRefused(
                    chat_id,
                    content.text,
                    problem,
                    content.attachments,
                    content.ticket,
                    media=content.media,
                    is_too_long=isinstance(error, MessageTooLong),
                    is_answering=isinstance(error, AnswerRunning),
                )
            )

    def _chat_for(self, new: NewMessages) -> Chat:
        session = self.session
        if new.chat_id is not None:
            self.answers.require_silence(new.chat_id)
            return session.store_of(new.chat_id).chat(new.chat_id)
        first = new.contents[0]
        title = title_of(first.text, first.attachments, first.media)
        chat = session.store.create_chat(title=title, setup=new.setup)
        self.restore_planner.opened(chat.id)
        session.emit(ChatCreated(chat, first.ticket))
        return chat
