"""How soon an answer would begin, before it is asked for.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from app.core.chats.errors import UnknownChat
from app.core.chats.records import ChatSetup
from app.core.conversations.errors import ENGINE_GONE
from app.core.conversations.events import ChatWarmthMeasured
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_sampling import date_of, thinking_of, today_of
from app.core.conversations.texts.chat_text import (
    media_asked,
    new_prompt,
    prompt_messages,
    words_read,
)
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.protocol import ChatKey, MeasureWarmth, PromptMessage, WarmthMeasured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import Chat, ChatId, Message
    from app.core.content.media import MediaFile
    from app.core.conversations.session import Session
    from app.core.conversations.texts.prompt_media import Given
    from app.core.messages import Attachment

NO_SETUP = ChatSetup()
TICKETS: Final = itertools.count(1)  # one for all that ask: each hears every answer


class WarmthQuestion(PlainValue, frozen=True):
    """What is asked.

    Attributes:
        chat_id: None for a chat that does not exist yet.
        text, attachments, media: of a message that may be sent; without any, of the chat as it
            stands.
        ticket: comes back.
        setup: of a chat that does not exist yet, or with which one would go on.
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
        words = (question.text, question.attachments, question.media)
        if question.chat_id is None:
            setup = question.setup
            key, date = ChatKey(""), date_of(question.attachments)
            files: Sequence[MediaFile] = ()
            messages = partial(new_prompt, setup.system_prompt, *words)
        else:
            store = session.store_of(question.chat_id)
            chat = store.chat(question.chat_id)
            if chat.is_deleted:
                raise UnknownChat(f"chat {question.chat_id}")
            path = session.recorder.newest(store.path(chat.id))
            key, date = key_of(chat.id), today_of(chat)
            setup = chat.setup if question.setup is NO_SETUP else question.setup
            chat = replace(chat, system_prompt=setup.system_prompt, sampling=setup.sampling)
            files = media_asked(chat, path)
            messages = partial(_gone_on, chat, path, *words)

        def ask() -> None:
            request = MeasureWarmth(
                key,
                messages(session.media.of),
                date,
                thinking_of(setup),
                tools=session.tools.request(setup),
            )
            session.ask(request, partial(self._tell, question))

        session.media.when_there([*files, *question.media], ask)

    def _tell(self, question: WarmthQuestion, warmth: WarmthMeasured) -> None:
        self.session.emit(ChatWarmthMeasured(question.chat_id, question.ticket, warmth))


def _gone_on(
    chat: Chat,
    path: Sequence[Message],
    text: str,
    attachments: Sequence[Attachment],
    media: Sequence[MediaFile],
    given: Given,
) -> tuple[PromptMessage, ...]:
    """Return a branch with a message behind it, as the engine wants it."""
    said = words_read(text, attachments, media, given)
    new = (said.as_message(Role.USER),) if said.text or said.media else ()
    return (*prompt_messages(chat, path, given), *new)
