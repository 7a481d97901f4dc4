"""Looking into answers: what else the model could have said, and an answer that goes on from there.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from app.core.conversations.chat_sampling import thinking_of
from app.core.conversations.chat_text import media_asked, prompt_messages
from app.core.conversations.errors import EngineGone, NothingToAnswer
from app.core.conversations.events import (
    AnswerInspected,
    ContinuationFound,
    InspectionDone,
    InspectionRead,
)
from app.core.conversations.session import key_of
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import (
    CompareContinuations,
    ContinuationWritten,
    InspectAnswer,
    InspectionEnded,
    PrefillProgress,
    Stop,
    TokensInspected,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.answers import Answers
    from app.core.conversations.place_in_answer import PlaceInAnswer
    from app.core.conversations.session import Session
    from app.core.protocol import InspectionNews, RequestId

N_TOKENS: Final = 32  # of a continuation


@dataclass(slots=True, eq=False)
class _Asked:
    """What the engine looks into.

    Attributes:
        request: None until it was asked.
    """

    chat_id: ChatId
    message_id: MessageId
    request: RequestId | None = None


@dataclass(slots=True)
class Inspections:
    """One at a time, the latest that was asked for."""

    session: Session
    answers: Answers
    _asked: _Asked | None = None

    def inspect(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Ask what else could stand at each place of an answer.

        Raises:
            KnownError: why that cannot be told.
        """
        chat, path = self._branch(chat_id, message_id)
        asked = self._ask(chat_id, message_id)

        def post() -> None:
            self._post(
                asked,
                InspectAnswer(
                    key_of(chat_id),
                    prompt_messages(chat, path, self.session.media.of),
                    started_at=chat.created_at.timestamp(),
                    thinking=thinking_of(chat.setup),
                ),
            )

        self._when_there(asked, chat, path, post)

    def compare(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        place: PlaceInAnswer,
        choices: tuple[int, ...],
    ) -> None:
        """Ask how an answer would go on from a place with each of some tokens.

        Raises:
            KnownError: why that cannot be told.
        """
        chat, path = self._branch(chat_id, message_id)
        asked = self._ask(chat_id, message_id)
        thinking, parts = thinking_of(chat.setup), path[-1].parts
        has_thought = parts is not None and parts.thinking_begin < parts.thinking_end
        if not place.tokens and has_thought and thinking.is_on is False:
            # Chosen since. Where words stand before the place, they tell how the answer was begun.
            thinking = replace(thinking, is_on=True)
        answer = replace(
            path[-1],
            text=place.words,
            record=None,
            stats=tuple(place.stats_of(path[-1]).items()),
        )

        def post() -> None:
            self._post(
                asked,
                CompareContinuations(
                    key_of(chat_id),
                    prompt_messages(chat, [*path[:-1], answer], self.session.media.of),
                    said=place.tokens,
                    choices=choices,
                    n_tokens=N_TOKENS,
                    started_at=chat.created_at.timestamp(),
                    thinking=thinking,
                    vocabulary=place.vocabulary,
                ),
            )

        self._when_there(asked, chat, path, post)

    def go_on_from(self, chat_id: ChatId, message_id: MessageId, place: PlaceInAnswer) -> None:
        """Put another version beside an answer, which goes on from a place in it.

        Raises:
            KnownError: why that cannot be.
        """
        self.stop()
        self.answers.begin_from(chat_id, message_id, place)

    def stop(self) -> None:
        """Look into nothing any more; `InspectionDone` does not come."""
        asked, self._asked = self._asked, None
        if asked is not None and asked.request is not None:
            self.session.post(Stop(asked.request))

    def _branch(self, chat_id: ChatId, message_id: MessageId) -> tuple[Chat, tuple[Message, ...]]:
        """Return a chat that is not being answered, and its branch up to an answer.

        Raises:
            AnswerRunning: it is.
            NothingToAnswer: the message is no answer of it.
            EngineGone: nobody can tell anything.
        """
        if self.session.engine.is_gone:
            raise EngineGone
        self.answers.require_silence(chat_id)
        store = self.session.store_of(chat_id)
        path = store.branch(message_id)
        answer = path[-1]
        if answer.chat_id != chat_id or answer.role is not Role.ASSISTANT or not answer.text:
            raise NothingToAnswer
        return store.chat(chat_id), path

    def _ask(self, chat_id: ChatId, message_id: MessageId) -> _Asked:
        self._asked = _Asked(chat_id, message_id)
        return self._asked

    def _when_there(
        self, asked: _Asked, chat: Chat, path: Sequence[Message], post: Callable[[], None]
    ) -> None:
        """Ask the engine as soon as it can be given all, unless something else is wanted then."""

        def go_on() -> None:
            if self._asked is asked:
                post()

        self.session.media.when_there(media_asked(chat, path), go_on)

    def _post(self, asked: _Asked, request: InspectAnswer | CompareContinuations) -> None:
        tell, submit = partial(self._told, asked), self.session.submit
        asked.request = self.session.ask(request, tell, lambda news: submit(tell, news))

    def _told(self, asked: _Asked, told: InspectionNews | InspectionEnded) -> None:
        """Hand on what the engine tells, if that is still looked into."""
        if self._asked is not asked:
            return
        chat_id, message_id, emit = asked.chat_id, asked.message_id, self.session.emit
        match told:
            case TokensInspected(tokens=tokens, n_total=n_total, vocabulary=vocabulary):
                model = self.session.engine.model_name
                emit(AnswerInspected(chat_id, message_id, tokens, n_total, model, vocabulary))
            case ContinuationWritten(tokens=tokens, text=text, is_end=is_end):
                emit(ContinuationFound(chat_id, message_id, tokens, text, is_end))
            case PrefillProgress(n_done=n_done, n_total=n_total):
                emit(InspectionRead(chat_id, message_id, n_done, n_total))
            case InspectionEnded(was_interrupted=was_interrupted, problem=problem):
                self._asked = None
                emit(InspectionDone(chat_id, message_id, was_interrupted, problem))
