"""Has the model summarise the oldest turns of a chat, and leaves them out with the summary.

It is asked like for any answer, so that it takes its turn among the others and can be stopped; but
under the key of a temporary chat, of which nothing is stored, and which is forgotten at the end;
a temporary chat has its own.
The prompt begins as that of the chat does, so that what was computed of it is found again.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownMessage
from app.core.chats.records import is_temporary
from app.core.conversations.errors import SummaryFailed
from app.core.conversations.events import ChatChanged, PromptRead
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_sampling import thinking_of, today_of
from app.core.conversations.texts.chat_text import media_asked, names_alone, prompt_messages
from app.core.conversations.texts.summary import (
    clean_summary,
    has_summary,
    is_summary_in,
    request_for,
    with_summary,
)
from app.core.errors import KnownError
from app.core.messages import TextKind
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    LEAST_ANSWER,
    NO_THINKING,
    TEMPORARY,
    ChatKey,
    FinishReason,
    ForgetChat,
    Generate,
    PrefillProgress,
    SamplingParams,
    Stop,
    TextDelta,
    room_for_answer,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, ChatId, ChatSetup, Message, MessageId
    from app.core.chats.store import ChatStore
    from app.core.conversations.session import Session
    from app.core.conversations.texts.prompt_media import Given
    from app.core.protocol import AnswerFinished, AnswerNews, LeftOut, PromptMessage, RequestId

logger = logging.getLogger(__name__)

_GREEDY = SamplingParams(temperature=0.0)
_MOST_TOKENS = 1024  # of a summary, with the thinking before it
_LEAST_TOKENS = 32
_HEADING_TOKENS = 32  # before a summary, in any vocabulary
_LEAST_SHARE = 8  # a part of the context that a summary can have at least
_INSTRUCTION_TOKENS = 192  # of the question for it, with what the template puts around that
_CAUTION = 0.9  # texts that are cut may have more tokens to a character
_SAID = (
    FinishReason.END,
    FinishReason.STOP_STRING,
    FinishReason.LENGTH,
    FinishReason.CONTEXT_FULL,
)


class OldestTurns(PlainValue, frozen=True):
    """What is to be summarised.

    Attributes:
        chat: as it is read now.
        path: its branch.
        first: the first message that is read then.
        n_tokens: of what is left out.
        n_kept: of what is read still, without a summary.
        n_ctx: of the context.
    """

    chat: Chat
    path: Sequence[Message]
    first: MessageId
    n_tokens: int
    n_kept: int
    n_ctx: int

    @classmethod
    def of(
        cls, chat: Chat, path: Sequence[Message], first: MessageId, planned: LeftOut
    ) -> OldestTurns:
        """Put together what a plan leaves out of a branch."""
        return cls(chat, path, first, planned.n_before, planned.n_after, planned.n_ctx)

    def left_out(self) -> Sequence[Message]:
        """Return all messages before the first that is read."""
        rows = (row for row, message in enumerate(self.path) if message.id == self.first)
        return self.path[: next(rows, 0)]


@dataclass(slots=True, eq=False)
class Writing:
    """A summary in the making.

    Attributes:
        then: called with the chat as it is afterwards, or with why nothing was done; with None
            where it was stopped.
        turns: what it is of; None while that is not known.
        request: of the engine; None until it was asked.
    """

    chat_id: ChatId
    then: Callable[[Chat | Exception | None], None]
    turns: OldestTurns | None = None
    request: RequestId | None = None
    said: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Summaries:
    """Summaries that are being written, one of each chat."""

    session: Session
    _writing: dict[ChatId, Writing] = field(default_factory=dict)

    def begin(self, chat_id: ChatId, then: Callable[[Chat | Exception | None], None]) -> Writing:
        """Take note that something of a chat is to be summarised; what was before is stopped.

        Args:
            chat_id: of the chat.
            then: called once, at the end: with the chat as it is then, with why nothing was done,
                or with None where it was stopped.
        """
        self.stop(chat_id)
        writing = self._writing[chat_id] = Writing(chat_id, then)
        return writing

    def write(self, writing: Writing, turns: OldestTurns) -> None:
        """Have turns summarised and left out, unless that was stopped.

        Nothing is done where what stays leaves no room for a summary.
        """
        if not self._is_wanted(writing):
            return
        if _most_tokens(turns) < _LEAST_TOKENS:
            self.fail(writing, SummaryFailed())
            return
        writing.turns = turns
        files = media_asked(turns.chat, turns.left_out())
        self.session.media.when_there(files, partial(self._ask_engine, writing, turns))

    def _is_wanted(self, writing: Writing) -> bool:
        return self._writing.get(writing.chat_id) is writing

    def _ask_engine(self, writing: Writing, turns: OldestTurns) -> None:
        if not self._is_wanted(writing):
            return
        chat = turns.chat
        try:
            writing.request = self.session.ask(
                Generate(
                    _key_of(chat.id),
                    _prompt(turns, self.session.media.of),
                    _GREEDY,
                    max_tokens=_most_tokens(turns),
                    started_at=today_of(chat),
                    # How much it thinks may stand at the very beginning of the prompt.
                    thinking=replace(NO_THINKING, effort=thinking_of(chat.setup).effort),
                    tools=self.session.tools.request(chat.setup, may_call=False),
                ),
                partial(self._finished, writing),
                partial(self._on_news, writing),
            )
        except Exception as error:  # noqa: BLE001 - whoever asked waits for the end
            self.fail(writing, error)

    def fail(self, writing: Writing, error: Exception) -> None:
        """Tell why the model cannot be asked for a summary, unless that was stopped."""
        if self._is_wanted(writing):
            del self._writing[writing.chat_id]
            writing.then(error)

    def is_writing(self, chat_id: ChatId) -> bool:
        """Whether something of a chat is being summarised."""
        return chat_id in self._writing

    def stop(self, chat_id: ChatId) -> None:
        """Summarise nothing of a chat any more."""
        writing = self._writing.pop(chat_id, None)
        if writing is None:
            return
        if writing.request is not None:
            self.session.post(Stop(writing.request))
            self._forget(chat_id)
        writing.then(None)

    def edit(self, chat_id: ChatId, text: str, left_out: Sequence[Message]) -> None:
        """Let the user's own words stand for what is left out; "" for none."""
        store = self.session.store_of(chat_id)
        setup = with_summary(store.chat(chat_id).setup, text.strip(), left_out)
        self.session.emit(ChatChanged(store.set_up_chat(chat_id, setup)))

    # -- what comes of one --

    def _on_news(self, writing: Writing, news: AnswerNews) -> None:
        """Take note of what the model says, and tell how far the turns are read.

        The engine's thread: nothing else looks at the words before the end.
        """
        match news:
            case TextDelta(text=text, kind=TextKind.ANSWER):
                writing.said.append(text)
            case TextDelta(kind=TextKind.MARK):
                writing.said.clear()
            case PrefillProgress(n_done, n_total) if self._is_wanted(writing):
                self.session.emit(PromptRead(writing.chat_id, n_done, n_total))
            case _:
                pass

    def _finished(self, writing: Writing, event: AnswerFinished) -> None:
        """Keep the summary, and leave out what it stands for."""
        if not self._is_wanted(writing):  # it was stopped
            return
        del self._writing[writing.chat_id]
        self._forget(writing.chat_id)
        if event.finish_reason is FinishReason.STOPPED:  # with its model
            writing.then(None)
            return
        said = "".join(writing.said) if event.finish_reason in _SAID else ""
        text = clean_summary(said)
        turns = writing.turns
        try:
            done: Chat | Exception = self._keep(turns, text) if turns and text else SummaryFailed()
        except Exception as error:  # noqa: BLE001 - whoever asked waits for it
            done = error
        if isinstance(done, KnownError):
            logger.info("no summary: %s", event.finish_reason)
        writing.then(done)

    def _forget(self, chat_id: ChatId) -> None:
        if not is_temporary(chat_id):
            self.session.post(ForgetChat(_key_of(chat_id)))

    def _keep(self, turns: OldestTurns, text: str) -> Chat:
        chat_id = turns.chat.id
        store = self.session.store_of(chat_id)
        if turns.first not in {message.id for message in store.path(chat_id)}:
            raise SummaryFailed  # another branch is shown by now
        setup = with_summary(store.chat(chat_id).setup, text, turns.left_out())
        chat = store.set_context_from(chat_id, turns.first, setup)
        self.session.emit(ChatChanged(chat))
        return chat


def without_stale_summary(store: ChatStore, chat_id: ChatId) -> Chat:
    """Return a chat that has a summary only where all that this stands for is in the chat.

    To be called where messages have left a chat: what they said must not stay there in a summary.
    """
    chat = store.chat(chat_id)
    if not has_summary(chat.setup) or holds_in(store, chat, chat.setup):
        return chat
    return store.set_up_chat(chat_id, with_summary(chat.setup, "", ()))


def holds_in(store: ChatStore, chat: Chat, setup: ChatSetup) -> bool:
    """Whether a chat has the messages that the summary of a setup stands for.

    They are looked for in what is shown, and in the branch that is read from the message that was
    chosen last.
    """
    if is_summary_in(setup, store.path(chat.id)):
        return True
    if chat.context_from is None:
        return False
    try:
        return is_summary_in(setup, store.branch(chat.context_from))
    except UnknownMessage:  # it was deleted
        return False


def _most_tokens(turns: OldestTurns) -> int:
    """Return how long a summary may be, so that a little room is left for an answer."""
    n_free = turns.n_ctx - turns.n_kept - LEAST_ANSWER - _HEADING_TOKENS
    return min(_MOST_TOKENS, room_for_answer(turns.n_ctx), n_free)


def _prompt(turns: OldestTurns, given: Given) -> tuple[PromptMessage, ...]:
    """Return what the model is asked with; only what would not fit is cut."""
    n_room = turns.n_ctx - turns.n_ctx // _LEAST_SHARE - _INSTRUCTION_TOKENS
    if turns.n_tokens <= n_room:
        return request_for(prompt_messages(turns.chat, turns.left_out(), given))
    whole = prompt_messages(turns.chat, turns.left_out(), names_alone)
    n_chars = sum(len(message.text) for message in whole)
    share = max(0, n_room) / max(1, turns.n_tokens) * _CAUTION
    return request_for(whole, int(n_chars * share))


def _key_of(chat_id: ChatId) -> ChatKey:
    """Return the key under which a chat is summarised; that of a temporary chat is its own.

    Nothing of that is stored anyway, so that only there is found what was computed of it.
    """
    key = key_of(chat_id)
    return key if is_temporary(chat_id) else ChatKey(f"{TEMPORARY}summary-{key}")
