"""How soon an answer would begin, before it is asked for.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownChat
from app.core.chats.records import ChatSetup
from app.core.conversations.errors import ENGINE_GONE
from app.core.conversations.events import ChatWarmthMeasured
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_sampling import date_of, thinking_of, today_of
from app.core.conversations.texts.chat_text import media_asked, prompt_messages, words_read
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.protocol import ChatKey, MeasureWarmth, PromptMessage, WarmthMeasured

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import ChatId
    from app.core.content.media import MediaFile
    from app.core.conversations.session import Session
    from app.core.messages import Attachment

NO_SETUP = ChatSetup()


class WarmthQuestion(PlainValue, frozen=True):
    """What is asked.

    Attributes:
        chat_id: None for a chat that does not exist yet.
        text, attachments, media: of a message that may be sent; without any, of the chat as it
            stands.
        ticket: comes back.
        setup: of a chat that does not exist yet.
    """

    chat_id: ChatId | None
    text: str
    attachments: tuple[Attachment, ...]
    ticket: int
    media: tuple[MediaFile, ...] = ()
    setup: ChatSetup = NO_SETUP


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
            raise ENGINE_GONE()
        if question.chat_id is None:
            self._when_there(question, partial(_of_new_chat, question), [])
            return
        store = session.store_of(question.chat_id)
        chat = store.chat(question.chat_id)
        if chat.is_deleted:
            raise UnknownChat(f"chat {question.chat_id}")
        path = session.recorder.newest(store.path(chat.id))
        before = partial(prompt_messages, chat, path, session.media.of)
        key, date, thinking = key_of(chat.id), today_of(chat), thinking_of(chat.setup)
        self._when_there(
            question,
            lambda: MeasureWarmth(key, before(), date, thinking),
            media_asked(chat, path),
        )

    def _when_there(
        self,
        question: WarmthQuestion,
        before: Callable[[], MeasureWarmth],
        files: Sequence[MediaFile],
    ) -> None:
        """Ask the engine when it can be given the media.

        Args:
            question: is asked.
            before: returns what is asked without the new message.
            files: of the chat.
        """
        session = self.session

        def ask() -> None:
            request = before()
            given = session.media.of
            said = words_read(question.text, question.attachments, question.media, given)
            if said.text or said.media:
                messages = (*request.messages, said.as_message(Role.USER))
                request = replace(request, messages=messages)
            session.ask(request, partial(self._tell, question))

        session.media.when_there([*files, *question.media], ask)

    def _tell(self, question: WarmthQuestion, warmth: WarmthMeasured) -> None:
        self.session.emit(ChatWarmthMeasured(question.chat_id, question.ticket, warmth))


def _of_new_chat(question: WarmthQuestion) -> MeasureWarmth:
    """Return what is asked of a chat that does not exist yet, without its first message."""
    system = question.setup.system_prompt
    messages = (PromptMessage(Role.SYSTEM, system),) if system else ()
    date, thinking = date_of(question.attachments), thinking_of(question.setup)
    return MeasureWarmth(ChatKey(""), messages, date, thinking)
