"""Which chats get a title from the model, and what becomes of it.

A chat begins with its first words for a title. When its first answer has ended well, the model is
asked for a better one, in idle time; whatever comes of that, nobody waits for it. What the user
calls a chat is never replaced.

- Another version of the first answer changes nothing: it answers the same question.
- Another version of the first message makes another chat of it: once it is answered, a new title is
  asked for, and what comes for the old version is left out.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.records import MessageStatus, TitleOrigin, is_temporary
from app.core.conversations.events import ChatChanged
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_sampling import today_of
from app.core.conversations.texts.chat_text import attachment_text, medium_text
from app.core.conversations.texts.title_text import clean_title, instruction_for
from app.core.errors import KnownError
from app.core.messages import Role, without_passages
from app.core.plain_value import PlainValue, replace
from app.core.protocol import PromptMessage, TitleDropped, TitleWritten, WriteTitle

if TYPE_CHECKING:
    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.session import Session

logger = logging.getLogger(__name__)

_MOST_ASKED = 3  # times for one title: it may be dropped each time
_MOST_CHARS = 4_000  # of a message; the engine takes less


class _Wish(PlainValue, frozen=True):
    """A title that is wanted.

    Attributes:
        answer_id: the first answer, up to which the model gets to know the chat.
        n_asked: how often the engine was asked for it.
    """

    chat_id: ChatId
    answer_id: MessageId
    n_asked: int = 0


@dataclass(slots=True)
class Titles:
    """Asks for titles and gives them to chats, where the user wants titles from the model."""

    session: Session
    _asked: list[_Wish] = field(default_factory=list)
    _waiting: list[_Wish] = field(default_factory=list)  # were asked for, and dropped

    def answered(self, answer: Message) -> None:
        """Take note that an answer has ended, and is on disk; a temporary chat keeps its name."""
        if answer.status is not MessageStatus.COMPLETE or is_temporary(answer.chat_id):
            return
        try:
            self._ask_waiting()
            if self._deserves_title(answer):
                self._ask(_Wish(answer.chat_id, answer.id))
        except KnownError as error:  # nobody asked for it, and the chat has a title
            logger.info("no title was asked for", exc_info=error)

    def model_arrived(self) -> None:
        """Ask again for what the model before could not write."""
        try:
            self._ask_waiting()
        except KnownError as error:
            logger.info("no title was asked for", exc_info=error)

    def _told(self, wish: _Wish, told: TitleWritten | TitleDropped) -> None:
        """Take what came of a wish."""
        self._asked.remove(wish)
        match told:
            case TitleWritten(text) if text:
                try:
                    self._take(wish, text)
                except KnownError as error:
                    logger.info("a title was not stored", exc_info=error)
            case TitleDropped(is_lost=False) if wish.n_asked < _MOST_ASKED:
                self._waiting.append(wish)  # for another idle time
            case _:
                pass

    # -- which --

    def _may_have_title(self, chat: Chat) -> bool:
        """Whether the model may write the title of a chat."""
        if not self.session.preferences.has_model_titles:
            return False
        is_own = chat.title_origin is TitleOrigin.USER
        return not (is_own or chat.memory_off or chat.is_deleted)

    def _deserves_title(self, answer: Message) -> bool:
        """Whether an answer is the first of a chat, and its question has no title yet."""
        session = self.session
        if not session.preferences.has_model_titles or session.engine.is_guide:
            return False
        if answer.parent_id is None:
            return False
        chat, question = session.store.chat(answer.chat_id), session.store.message(answer.parent_id)
        if question.parent_id is not None or question.role is not Role.USER:
            return False
        is_pending = any(
            wish.chat_id == chat.id and self._question_of(wish.answer_id) == question.id
            for wish in (*self._asked, *self._waiting)
        )
        has_title = self._question_of(chat.title_from) == question.id
        return self._may_have_title(chat) and not has_title and not is_pending

    def _question_of(self, answer_id: MessageId | None) -> MessageId | None:
        """Return the message that an answer answers; None where it is not there any more."""
        if answer_id is None:
            return None
        try:
            return self.session.store.message(answer_id).parent_id
        except UnknownMessage:
            return None

    def _exchange(self, wish: _Wish) -> tuple[Chat, Message, Message] | None:
        """Return a chat with its first question and answer; None where no title is wanted now."""
        store = self.session.store
        try:
            chat, answer = store.chat(wish.chat_id), store.message(wish.answer_id)
            path = store.path(wish.chat_id)
        except (UnknownChat, UnknownMessage):
            return None
        if not path or path[0].id != answer.parent_id or not self._may_have_title(chat):
            return None
        return chat, path[0], answer

    # -- asking --

    def _ask_waiting(self) -> None:
        engine = self.session.engine
        if engine.is_guide or not engine.model_name:
            return
        waiting, self._waiting = self._waiting, []
        for wish in waiting:
            self._ask(wish)

    def _ask(self, wish: _Wish) -> None:
        exchange = self._exchange(wish)
        if exchange is None:
            return
        chat, question, answer = exchange
        asked, said = _question_text(question), _answer_text(answer)
        messages = [PromptMessage(Role.USER, asked)]
        if said:
            messages.append(PromptMessage(Role.ASSISTANT, said))
        wish = replace(wish, n_asked=wish.n_asked + 1)
        self._asked.append(wish)
        self.session.ask(
            WriteTitle(
                key_of(chat.id),
                tuple(messages),
                instruction_for(question.text or asked),
                started_at=today_of(chat),
            ),
            partial(self._told, wish),
        )

    def _take(self, wish: _Wish, text: str) -> None:
        exchange = self._exchange(wish)
        if exchange is None:
            return
        chat, question, answer = exchange
        asked = _question_text(question)
        title = clean_title(
            text,
            question=asked,
            answer=_answer_text(answer),
            instruction=instruction_for(question.text or asked),
        )
        store = self.session.store
        if title and store.titles.of_model(chat.id, title, answer.id):
            self.session.emit(ChatChanged(store.chat(chat.id)))


def _question_text(question: Message) -> str:
    """Return what was asked, the user's own words first."""
    attached = (
        *map(attachment_text, without_passages(question.attachments)),
        *map(medium_text, question.media),
    )
    return "\n\n".join(filter(None, (question.text, *attached)))[:_MOST_CHARS]


def _answer_text(answer: Message) -> str:
    """Return the beginning of an answer, its thinking left out."""
    return answer.said.answer.lstrip()[:_MOST_CHARS]
