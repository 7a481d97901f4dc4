"""Has the model summarise the oldest turns of a chat, and leaves them out with the summary.

It is asked like for any answer, so that it takes its turn among the others and can be stopped; but
under the key of a temporary chat, of which nothing is stored, and which is forgotten at the end.
The prompt begins as that of the chat does, so that what was computed of it is found again.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import prompt_messages, shown_summary
from app.core.conversations.errors import SummaryFailed
from app.core.conversations.events import ChatChanged, PromptRead
from app.core.conversations.overflow import room_for_answer
from app.core.conversations.session import key_of
from app.core.conversations.summary import SUMMARY, clean_summary, request_for, with_summary
from app.core.errors import KnownError
from app.core.protocol import (
    NO_THINKING,
    TEMPORARY,
    ChatKey,
    FinishReason,
    ForgetChat,
    Generate,
    SamplingParams,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.answer_parts import AnswerParts
    from app.core.chats import ChatStore
    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.session import Session
    from app.core.protocol import (
        AnswerFinished,
        PrefillProgress,
        PromptMessage,
        RequestId,
        TextDelta,
    )

logger = logging.getLogger(__name__)

_GREEDY = SamplingParams(temperature=0.0)
_MOST_TOKENS = 1024  # of a summary, with the thinking before it
_LEAST_SHARE = 8  # a part of the context that a summary can have at least
_INSTRUCTION_TOKENS = 128  # of the question for it, with what the template puts around that
_CAUTION = 0.9  # texts that are cut may have more tokens to a character
_SAID = (
    FinishReason.END,
    FinishReason.STOP_STRING,
    FinishReason.LENGTH,
    FinishReason.CONTEXT_FULL,
)


@dataclass(frozen=True, slots=True)
class OldestTurns:
    """What is to be summarised.

    Attributes:
        chat: as it is read now.
        path: its branch.
        first: the first message that is read then.
        n_tokens: of what is left out.
        n_ctx: of the context.
    """

    chat: Chat
    path: Sequence[Message]
    first: MessageId
    n_tokens: int
    n_ctx: int

    def left_out(self) -> Sequence[Message]:
        """Return all messages before the first that is read."""
        rows = (row for row, message in enumerate(self.path) if message.id == self.first)
        return self.path[: next(rows, 0)]


@dataclass(slots=True)
class _Writing:
    """A summary in the making.

    Attributes:
        parts: where the thinking lies in what was said.
        then: called with the chat as it is afterwards, or with why nothing was done; with None
            where it was stopped.
    """

    turns: OldestTurns
    then: Callable[[Chat | Exception | None], None]
    said: list[str] = field(default_factory=list)
    parts: AnswerParts | None = None


@dataclass(slots=True)
class Summaries:
    """Summaries that are being written."""

    session: Session
    _writing: dict[RequestId, _Writing] = field(default_factory=dict)

    def write(
        self, turns: OldestTurns, then: Callable[[Chat | Exception | None], None]
    ) -> RequestId:
        """Have turns summarised and left out."""
        request = self.session.next_request()
        self._writing[request] = _Writing(turns, then)
        chat = turns.chat
        self.session.post(
            Generate(
                request,
                _key_of(chat.id),
                _prompt(turns),
                _GREEDY,
                max_tokens=_most_tokens(turns.n_ctx),
                started_at=chat.created_at.timestamp(),
                thinking=NO_THINKING,
            )
        )
        return request

    def is_writing(self, chat_id: ChatId) -> bool:
        """Whether something of a chat is being summarised."""
        return any(one.turns.chat.id == chat_id for one in self._writing.values())

    def stop(self, chat_id: ChatId) -> None:
        """Summarise nothing of a chat any more."""
        for request, writing in list(self._writing.items()):
            if writing.turns.chat.id == chat_id:
                del self._writing[request]
                self.session.post(Stop(request))
                self.session.post(ForgetChat(_key_of(chat_id)))
                writing.then(None)

    def engine_stopped(self) -> None:
        """No summary comes any more."""
        writing, self._writing = self._writing, {}
        for one in writing.values():
            one.then(SummaryFailed())

    def edit(self, chat_id: ChatId, text: str, left_out: Sequence[Message]) -> None:
        """Let the user's own words stand for what is left out; "" for none."""
        store = self.session.store_of(chat_id)
        setup = with_summary(store.chat(chat_id).setup, text.strip(), left_out)
        self.session.emit(ChatChanged(store.set_up_chat(chat_id, setup)))

    # -- the engine's events --

    def takes(self, event: TextDelta | AnswerFinished | PrefillProgress) -> bool:
        """Take an event, if it is of a summary; of one that was stopped there is nothing to do."""
        return event.request in self._writing

    def said(self, event: TextDelta) -> None:
        """Take note of what the model says."""
        writing = self._writing[event.request]
        writing.said.append(event.text)
        writing.parts = event.parts

    def is_read(self, event: PrefillProgress) -> None:
        """Tell how far the turns are read."""
        chat_id = self._writing[event.request].turns.chat.id
        self.session.emit(PromptRead(chat_id, event.n_done, event.n_total))

    def finished(self, event: AnswerFinished) -> None:
        """Keep the summary, and leave out what it stands for."""
        writing = self._writing.pop(event.request)
        self.session.post(ForgetChat(event.chat))
        if event.finish_reason is FinishReason.STOPPED:  # with its model
            writing.then(None)
            return
        said = "".join(writing.said) if event.finish_reason in _SAID else ""
        text = clean_summary(said, event.parts or writing.parts)
        try:
            done: Chat | Exception = self._keep(writing.turns, text) if text else SummaryFailed()
        except Exception as error:  # noqa: BLE001 - whoever asked waits for it
            done = error
        if isinstance(done, KnownError):
            logger.info("no summary: %s", event.finish_reason)
        writing.then(done)

    def _keep(self, turns: OldestTurns, text: str) -> Chat:
        chat_id = turns.chat.id
        store = self.session.store_of(chat_id)
        if turns.first not in {message.id for message in store.path(chat_id)}:
            raise SummaryFailed  # another branch is shown by now
        # In this order: a summary without what it stands for is none.
        store.set_up_chat(chat_id, with_summary(store.chat(chat_id).setup, text, turns.left_out()))
        chat = store.set_context_from(chat_id, turns.first)
        self.session.emit(ChatChanged(chat))
        return chat


def without_stale_summary(store: ChatStore, chat_id: ChatId) -> Chat:
    """Return a chat that has a summary only where all that this stands for is in its branch.

    To be called where messages have left a chat: what they said must not stay there in a summary.
    """
    chat = store.chat(chat_id)
    has_one = SUMMARY in dict(chat.sampling)
    if not has_one or shown_summary(chat, store.path(chat_id)):
        return chat
    return store.set_up_chat(chat_id, with_summary(chat.setup, "", ()))


def _most_tokens(n_ctx: int) -> int:
    return min(_MOST_TOKENS, room_for_answer(n_ctx))


def _prompt(turns: OldestTurns) -> tuple[PromptMessage, ...]:
    """Return what the model is asked with; only what would not fit is cut."""
    whole = prompt_messages(turns.chat, turns.left_out())
    n_room = turns.n_ctx - turns.n_ctx // _LEAST_SHARE - _INSTRUCTION_TOKENS
    if turns.n_tokens <= n_room:
        return request_for(whole)
    n_chars = sum(len(message.text) for message in whole)
    share = max(0, n_room) / max(1, turns.n_tokens) * _CAUTION
    return request_for(whole, int(n_chars * share))


def _key_of(chat_id: ChatId) -> ChatKey:
    return ChatKey(f"{TEMPORARY}summary-{key_of(chat_id)}")
