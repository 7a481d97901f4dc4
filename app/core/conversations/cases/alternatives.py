"""`Alternatives`, a door: what else a model could have said, and an answer that goes on so.

Threads: what is `on_worker` any, and it returns at once; values any; the rest the worker.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from app.core.conversations.errors import ENGINE_GONE, NOTHING_TO_ANSWER
from app.core.conversations.events import (
    AnswerInspected,
    AnswerRefused,
    ContinuationFound,
    InspectionDone,
    InspectionRead,
)
from app.core.conversations.session import key_of, on_worker
from app.core.conversations.texts.chat_sampling import thinking_of, today_of
from app.core.conversations.texts.chat_text import media_asked, prompt_messages
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
    from collections.abc import Callable, Iterator, Sequence

    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.cases.answers import Answers
    from app.core.conversations.session import Session
    from app.core.conversations.texts.chat_text import PlaceInAnswer
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
class Alternatives:
    """The answers of one program, looked into one at a time, the latest that was asked for."""

    session: Session
    answers: Answers
    _asked: _Asked | None = None

    @on_worker
    def inspect(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Look into an answer: emits `AnswerInspected` for some of its places at a time.

        `InspectionRead` tells how far the model has read the chat before. `InspectionDone` comes
        last, with why nothing or not all is told.
        """
        with self._told_if_refused(chat_id, message_id):
            self._inspect(chat_id, message_id)

    @on_worker
    def compare(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        place: PlaceInAnswer,
        choices: tuple[int, ...],
    ) -> None:
        """Have an answer gone on with from a place: `ContinuationFound` for each of some tokens.

        It goes as `inspect` does; nothing of it is kept.
        """
        with self._told_if_refused(chat_id, message_id):
            self._compare(chat_id, message_id, place, choices)

    @on_worker
    def stop_inspecting(self) -> None:
        """Look into no answer any more; nothing more is told of it."""
        self._stop()

    @on_worker
    def go_on_from(self, chat_id: ChatId, message_id: MessageId, place: PlaceInAnswer) -> None:
        """Put another version beside an answer, which goes on from a place in it.

        Emits `BranchShown`, then `MessageAdded` with the words before the place, or
        `AnswerRefused`.
        """
        try:
            self._stop()
            self.answers.begin_from(chat_id, message_id, place)
        except Exception as error:  # noqa: BLE001 - told, like any answer that is refused
            self.session.emit(AnswerRefused(chat_id, self.session.problem_of(error), 0))

    @contextlib.contextmanager
    def _told_if_refused(self, chat_id: ChatId, message_id: MessageId) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whoever asked waits for the end
            problem = self.session.problem_of(error)
            self.session.emit(InspectionDone(chat_id, message_id, problem=problem))

    def _inspect(self, chat_id: ChatId, message_id: MessageId) -> None:
        chat, path = self._branch(chat_id, message_id)
        asked = self._ask(chat_id, message_id)

        def post() -> None:
            self._post(
                asked,
                InspectAnswer(
                    key_of(chat_id),
                    prompt_messages(chat, path, self.session.media.of),
                    started_at=today_of(chat),
                    thinking=thinking_of(chat.setup),
                    tools=self.session.tools.request(chat.setup),
                ),
            )

        self._when_there(asked, chat, path, post)

    def _compare(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        place: PlaceInAnswer,
        choices: tuple[int, ...],
    ) -> None:
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
                    started_at=today_of(chat),
                    thinking=thinking,
                    vocabulary=place.vocabulary,
                    tools=self.session.tools.request(chat.setup),
                ),
            )

        self._when_there(asked, chat, path, post)

    def _stop(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None and asked.request is not None:
            self.session.post(Stop(asked.request))

    def _branch(self, chat_id: ChatId, message_id: MessageId) -> tuple[Chat, tuple[Message, ...]]:
        """Return a chat that is not being answered, and its branch up to an answer.

        Raises:
            AnswerRunning: it is.
            KnownError: the message is no answer of it.
            KnownError: nobody can tell anything.
        """
        if self.session.engine.is_gone:
            raise ENGINE_GONE()
        self.answers.require_silence(chat_id)
        store = self.session.store_of(chat_id)
        path = store.branch(message_id)
        answer = path[-1]
        if answer.chat_id != chat_id or answer.role is not Role.ASSISTANT or not answer.text:
            raise NOTHING_TO_ANSWER()
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
