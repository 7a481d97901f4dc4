"""How soon an answer in a chat would begin, for who asks before it is asked for.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownChat
from app.core.conversations.chat_sampling import thinking_of
from app.core.conversations.chat_text import media_asked, prompt_messages, words_read
from app.core.conversations.errors import EngineGone
from app.core.conversations.events import ChatWarmthMeasured
from app.core.conversations.session import key_of
from app.core.messages import Role
from app.core.protocol import MeasureWarmth, PromptMessage, WarmthMeasured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import Chat, ChatId, Message
    from app.core.content import MediaFile
    from app.core.conversations.session import Session
    from app.core.messages import Attachment


@dataclass(frozen=True, slots=True)
class WarmthQuestion:
    """What is asked.

    Attributes:
        chat_id: of the chat.
        text, attachments, media: of a message that may be sent; without any, of the chat as it
            stands.
        ticket: comes back.
    """

    chat_id: ChatId
    text: str
    attachments: tuple[Attachment, ...]
    ticket: int
    media: tuple[MediaFile, ...] = ()


@dataclass(slots=True)
class ChatWarmth:
    """Asks the engine, and tells what it says."""

    session: Session

    def ask(self, question: WarmthQuestion) -> None:
        """Emit one `ChatWarmthMeasured`."""
        try:
            self._ask(question)
        except Exception as error:  # noqa: BLE001 - whoever asked waits for the ticket
            self._tell(question, WarmthMeasured(problem=self.session.problem_of(error)))

    def _ask(self, question: WarmthQuestion) -> None:
        session = self.session
        if session.engine.is_gone:
            raise EngineGone
        store = session.store_of(question.chat_id)
        chat = store.chat(question.chat_id)
        if chat.is_deleted:
            raise UnknownChat(question.chat_id)
        path = session.recorder.newest(store.path(chat.id))
        files = [*media_asked(chat, path), *question.media]
        session.media.when_there(files, partial(self._ask_engine, question, chat, path))

    def _ask_engine(self, question: WarmthQuestion, chat: Chat, path: Sequence[Message]) -> None:
        session, given = self.session, self.session.media.of
        messages = prompt_messages(chat, path, given)
        said = words_read(question.text, question.attachments, question.media, given)
        if said.text or said.media:
            messages = (*messages, PromptMessage(Role.USER, said.text, media=said.placed))
        started_at, thinking = chat.created_at.timestamp(), thinking_of(chat.setup)
        session.ask(
            MeasureWarmth(key_of(chat.id), messages, started_at, thinking),
            partial(self._tell, question),
        )

    def _tell(self, question: WarmthQuestion, warmth: WarmthMeasured) -> None:
        self.session.emit(ChatWarmthMeasured(question.chat_id, question.ticket, warmth))
