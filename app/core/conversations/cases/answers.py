"""Asking the engine for answers: to a new message, again, from where one was cut, from given words.

Longer than other files: it has every way in which an answer begins.
A message is on disk before the engine hears of it, and an answer's row before its first token.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.records import MessageStatus
from app.core.content.tool_steps import NO_CALLS, CallsMade
from app.core.conversations.calls import calls_in, calls_of
from app.core.conversations.cases.room_maker import WantedAnswer
from app.core.conversations.errors import (
    ANSWER_NOT_SAVED,
    ENGINE_GONE,
    NOTHING_TO_ANSWER,
    AnswerRunning,
)
from app.core.conversations.events import (
    AnswerDelta,
    AnswerFailed,
    AnswerQueued,
    AnswerResumed,
    BranchShown,
    ChatChanged,
    EditStored,
    MessageAdded,
    MessageChanged,
    MessageRemoved,
    PromptRead,
)
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_sampling import (
    answer_limit,
    chat_constraint,
    chat_sampling,
    overflow_of,
    stop_texts,
    thinking_of,
    today_of,
)
from app.core.conversations.texts.chat_text import prompt_messages, turns_asked
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.models.builtin import with_folders
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    AnswerFinished,
    AnswerFormatFound,
    AnswerStats,
    AnswerWaiting,
    FinishReason,
    Generate,
    Overflow,
    PrefillProgress,
    RereadCause,
    SamplingParams,
    Stop,
    StopThinking,
    TextDelta,
    TurnsLeftOut,
    WaitEnded,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.cases.chat_reader import Attention
    from app.core.conversations.cases.context_budget import ContextBudget
    from app.core.conversations.cases.room_maker import RoomMaker
    from app.core.conversations.cases.titles import Titles
    from app.core.conversations.cases.tool_loop import ToolLoop
    from app.core.conversations.recorder import RunningAnswer
    from app.core.conversations.session import Session
    from app.core.conversations.texts.chat_text import PlaceInAnswer
    from app.core.protocol import AnswerNews

logger = logging.getLogger(__name__)


class AnswerOptions(PlainValue, frozen=True):
    """How one answer is to be given; goes before what its chat and the settings say.

    Attributes:
        max_tokens: 0 for no limit of its own.
        words: what it begins with.
        is_whole: these words are all of it, and no model is asked.
        said: the exact tokens of these words, where they are known.
        vocabulary: names the one of these tokens.
        stats: what is known of these words.
    """

    sampling: SamplingParams | None = None
    max_tokens: int = 0
    words: str = ""
    is_whole: bool = False
    said: tuple[int, ...] = ()
    vocabulary: str = ""
    stats: tuple[tuple[str, float | str], ...] = ()


DEFAULT_OPTIONS = AnswerOptions()


@dataclass(slots=True)
class Answers:
    """Begins answers and follows them to their end."""

    session: Session
    attention: Attention
    room: RoomMaker
    context: ContextBudget
    titles: Titles
    _loop: ToolLoop | None = None
    _options: dict[ChatId, AnswerOptions] = field(default_factory=dict)  # of the last answer
    _formats: dict[ChatId, str] = field(default_factory=dict)  # how its model calls tools

    @property
    def loop(self) -> ToolLoop:
        """What runs the tools that models call."""
        if self._loop is None:
            from app.core.conversations.cases.tool_loop import ToolLoop  # not before one is called

            self._loop = ToolLoop(self.session, self._begin_behind)
        return self._loop

    def _begin_behind(self, chat: Chat, path: Sequence[Message]) -> None:
        """Answer behind the results of calls as the answer was to be given that made them."""
        asked = self._options.get(chat.id, DEFAULT_OPTIONS)
        options = AnswerOptions(sampling=asked.sampling, max_tokens=asked.max_tokens)
        self.begin(chat, path, options)

    def end_tools(self) -> None:
        """Stop the calls that run, and end what they asked."""
        if self._loop is not None:
            self._loop.end()
        self.session.tools.close()

    def require_silence(self, chat_id: ChatId) -> None:
        """Refuse to change a chat that is being answered.

        Raises:
            AnswerRunning: it is.
            KnownError: the disk has refused the end of its last answer.
        """
        is_calling = self._loop is not None and self._loop.is_calling(chat_id)
        if is_calling or self.session.recorder.running_in(chat_id) is not None:
            raise AnswerRunning
        self.session.flush()
        if self.session.recorder.holds(chat_id):
            raise ANSWER_NOT_SAVED()

    def can_give(self, options: AnswerOptions) -> bool:
        """Return whether the model that it needs is there."""
        return options.is_whole or not self.session.engine.is_gone

    def begin(
        self,
        chat: Chat,
        path: Sequence[Message],
        options: AnswerOptions = DEFAULT_OPTIONS,
        *,
        replaces: Message | None = None,
        shows: bool = False,
    ) -> None:
        """Make the row of an answer behind `path` and ask the engine for it.

        Args:
            chat: of the answer.
            path: all before it.
            options: how, where that is not as usual.
            replaces: the answer whose place in the branch it takes.
            shows: `path` is not what is shown yet.

        Raises:
            KnownError: nobody can answer.
        """
        answer = self.add(chat, path[-1].id, options)
        if replaces is not None:
            self.session.emit(MessageRemoved(chat.id, replaces.id))
        if shows:
            self.session.emit(BranchShown(chat.id, tuple(path), path[-1].id))
        self.session.emit(MessageAdded(chat.id, answer))
        if shows or replaces is not None:
            self.session.list_versions(chat.id)
        self.run(chat, [*path, answer], options)

    def add(self, chat: Chat, parent_id: MessageId, options: AnswerOptions) -> Message:
        """Make the row of an answer, which `run` asks for, and note its model.

        Raises:
            KnownError: nobody can answer, or the disk has no room.
        """
        if not self.can_give(options):
            raise ENGINE_GONE()
        if self._loop is not None:
            self._loop.cancel(chat.id)
        store = self.session.store_of(chat.id)
        with store.at_once():
            answer = store.add_message(
                chat.id,
                parent_id=parent_id,
                role=Role.ASSISTANT,
                text=self._as_it_is_here(options.words) if options.is_whole else options.words,
                status=MessageStatus.COMPLETE if options.is_whole else MessageStatus.STREAMING,
                model=self.session.engine.model_name,
                stats=dict(options.stats),
            )
            if not options.is_whole:
                self._note_model(chat)
        return answer

    def calls_in(self, chat: Chat, text: str) -> CallsMade:
        """Return the tools that an answer calls which the user has corrected."""
        how_to_call = self._formats.get(chat.id)
        if not how_to_call or self.session.tools.frozen(chat.setup) is None:
            return NO_CALLS
        return calls_in(how_to_call, text)

    def run(self, chat: Chat, path: Sequence[Message], options: AnswerOptions) -> None:
        """Ask the engine for the answer that `path` ends with, unless all its words are there."""
        if options.is_whole:
            return
        self._generate(chat, path, options)
        if self._is_new_model(chat):
            self.session.emit(ChatChanged(self.session.store_of(chat.id).chat(chat.id)))

    def _note_model(self, chat: Chat) -> None:
        if self._is_new_model(chat):
            marks = self.session.store_of(chat.id).marks
            marks.answered_by(chat.id, self.session.engine.model_path)

    def _is_new_model(self, chat: Chat) -> bool:
        return self.session.engine.model_path not in ("", chat.model_path)

    def _generate(self, chat: Chat, path: Sequence[Message], options: AnswerOptions) -> None:
        """Ask for the answer that `path` ends with, as soon as it has room."""
        running = self.session.recorder.begin(path[-1])
        options = replace(options, max_tokens=options.max_tokens or answer_limit(chat.setup))
        ask = partial(self._ask_engine, running, path, options)
        overflow = overflow_of(chat.setup)
        end = partial(self._end, running)
        self.room.when_there(WantedAnswer(chat, path, partial(ask, overflow), end))

    def _ask_engine(
        self,
        running: RunningAnswer,
        path: Sequence[Message],
        options: AnswerOptions,
        overflow: Overflow,
        chat: Chat,
    ) -> None:
        """Have the engine give an answer.

        Args:
            running: the answer.
            path: up to the answer itself.
            options: how.
            overflow: what is done where it is too long.
            chat: as it is read now.
        """

        def again(summarised: Chat) -> None:
            running.is_shortened = summarised.context_from != chat.context_from
            self._ask_engine(running, path, options, Overflow(), summarised)

        def finished(event: AnswerFinished) -> None:
            if event.leaving_out is None:
                self._finished(running, event)
            elif running.is_stopped:
                self._end(running, None)
            else:
                wanted = WantedAnswer(chat, path, again, partial(self._end, running))
                self.room.summarise(wanted, event.leaving_out)

        tools = self.session.tools.request(chat.setup)
        running.may_call, self._options[chat.id] = tools is not None, options
        running.request = self.session.ask(
            Generate(
                key_of(chat.id),
                prompt_messages(chat, path, self.session.media.of),
                started_at=today_of(chat),
                sampling=options.sampling
                or chat_sampling(self.session.preferences.sampling, chat.setup),
                max_tokens=options.max_tokens,
                stop=stop_texts(chat.setup),
                thinking=thinking_of(chat.setup),
                constraint=chat_constraint(chat.setup),
                said=options.said,
                vocabulary=options.vocabulary,
                overflow=overflow,
                tools=tools,
            ),
            finished,
            partial(self._on_news, running, chat, path),
        )

    def _end(self, running: RunningAnswer, error: Exception | None) -> None:
        """End an answer that the engine was not asked for; None where its model is gone."""
        ended = AnswerFinished(
            FinishReason.STOPPED if error is None else FinishReason.FAILED,
            AnswerStats(),
            record=None,
            problem=None if error is None else self.session.problem_of(error),
        )
        self._finished(running, ended)

    def again(self, chat_id: ChatId, message_id: MessageId | None = None) -> None:
        """Give an answer once more, the last one by default.

        Raises:
            KnownError: why that cannot be.
        """
        chat, path = self._quiet_branch(chat_id)
        store, last = self.session.store_of(chat_id), path[-1]
        if message_id is not None and message_id != last.id:
            old = store.message(message_id)
            if old.chat_id != chat_id or old.parent_id is None:
                raise NOTHING_TO_ANSWER()
            self.begin(chat, store.branch(old.parent_id), shows=True)
        elif last.role is not Role.ASSISTANT:
            self.begin(chat, path)
        elif len(path) == 1:
            raise NOTHING_TO_ANSWER()
        else:
            # The new row takes the old one's place in the branch only when it is on disk.
            self.begin(chat, path[:-1], replaces=last)

    def begin_with(
        self, chat_id: ChatId, message_id: MessageId, words: str, ticket: int = 0
    ) -> None:
        """Answer a message of the user, or give an answer anew, going on from `words`.

        Raises:
            KnownError: why that cannot be.
        """
        chat, path, _message = self._asked(chat_id, message_id)
        self.begin(chat, path, AnswerOptions(words=words), shows=True)
        self.session.emit(EditStored(chat_id, ticket))

    def begin_from(self, chat_id: ChatId, message_id: MessageId, place: PlaceInAnswer) -> None:
        """Give an answer anew, going on from a place in it with the exact tokens before that.

        Raises:
            KnownError: why that cannot be.
        """
        chat, path, answer = self._asked(chat_id, message_id)
        stats = tuple(place.stats_of(answer).items())
        options = AnswerOptions(
            words=place.words, said=place.tokens, vocabulary=place.vocabulary, stats=stats
        )
        self.begin(chat, path, options, shows=True)

    def _asked(
        self, chat_id: ChatId, message_id: MessageId
    ) -> tuple[Chat, tuple[Message, ...], Message]:
        """Return a chat, and up to what is answered the branch that a message or its answer ends.

        Raises:
            KnownError: the chat is being answered, or there is nothing to answer.
        """
        self.require_silence(chat_id)
        store = self.session.store_of(chat_id)
        message = store.message(message_id)
        asked = message.parent_id if message.role is Role.ASSISTANT else message.id
        if message.chat_id != chat_id or asked is None:
            raise NOTHING_TO_ANSWER()
        return store.chat(chat_id), store.branch(asked), message

    def go_on(self, chat_id: ChatId) -> None:
        """Go on with the last answer where it ended, or answer the last message.

        Raises:
            KnownError: why that cannot be.
        """
        chat, path = self._quiet_branch(chat_id)
        is_step = path[-1].role is Role.TOOL or bool(path[-1].calls.calls)
        if is_step and self.session.tools.frozen(chat.setup) is not None:
            self.loop.go_on(chat_id)
            return
        if path[-1].role is not Role.ASSISTANT:
            self.begin(chat, path)
            return
        if self.session.engine.is_gone:
            raise ENGINE_GONE()
        store = self.session.store_of(chat_id)
        with store.at_once():
            reopened = store.reopen_message(path[-1].id)
            self._note_model(chat)
        self.session.emit(MessageChanged(chat_id, reopened))
        self.run(chat, [*path[:-1], reopened], DEFAULT_OPTIONS)

    def _quiet_branch(self, chat_id: ChatId) -> tuple[Chat, tuple[Message, ...]]:
        """Return a chat that is not being answered, and its branch, which is not empty."""
        self.require_silence(chat_id)
        store = self.session.store_of(chat_id)
        chat, path = store.chat(chat_id), store.path(chat_id)
        if not path:
            raise NOTHING_TO_ANSWER()
        return chat, path

    def stop(self, chat_id: ChatId, only: MessageId | None = None) -> None:
        """End the running answer of a chat, and a summary; what was said stays.

        Args:
            chat_id: of the chat.
            only: the answer to end, and no other one; None for any.
        """
        answer = self.session.recorder.running_in(chat_id)
        if answer is None and only is None and self._loop is not None:
            self._loop.cancel(chat_id)
        if only is not None and (answer is None or answer.message.id != only):
            return
        if answer is not None:
            answer.is_stopped = True
            if self.room.give_up(answer.message):
                self._end(answer, None)
            elif answer.request is not None:
                self.session.post(Stop(answer.request))
        self.room.summaries.stop(chat_id)  # one that no answer waits for

    def stop_thinking(self, chat_id: ChatId) -> None:
        """Let the answer of a chat begin that is being thought about."""
        answer = self.session.recorder.running_in(chat_id)
        if answer is not None and answer.request is not None:
            self.session.post(StopThinking(answer.request))

    # -- what comes of an answer --

    def _on_news(
        self, running: RunningAnswer, chat: Chat, path: Sequence[Message], news: AnswerNews
    ) -> None:
        """Tell what an answer says, or how far it is. The engine's thread."""
        emit, chat_id, message_id = self.session.emit, running.chat_id, running.message_id
        match news:
            case TextDelta(text=text, kind=kind):
                running.pieces += news.calls
                delta = AnswerDelta(chat_id, message_id, text, kind)
                self.session.recorder.said(running, news, lambda: emit(delta))
            case PrefillProgress(n_done, n_total):
                emit(PromptRead(chat_id, n_done, n_total))
            case AnswerWaiting(reason):
                emit(AnswerQueued(chat_id, message_id, reason))
            case WaitEnded():
                emit(AnswerResumed(chat_id, message_id))
            case TurnsLeftOut(n_messages):
                self.session.submit(self._left_out, running, chat, path, n_messages)
            case AnswerFormatFound(described=described):
                running.format = described

    def _left_out(
        self, running: RunningAnswer, chat: Chat, path: Sequence[Message], n_messages: int
    ) -> None:
        """Remember from which message on the model reads a chat."""
        if running.is_stopped:  # the chat may be deleted by now
            return
        running.is_shortened = True
        first = turns_asked(chat, path)[n_messages].id
        try:
            chat = self.session.store_of(running.chat_id).set_context_from(running.chat_id, first)
        except KnownError as error:  # the next answer leaves it out again
            self.session.report(error)
        else:
            self.session.emit(ChatChanged(chat))

    def _finished(self, running: RunningAnswer, event: AnswerFinished) -> None:
        """Write how an answer ended."""
        self.context.forget()
        if running.is_shortened:
            event = _with_cause(event, RereadCause.LEFT_OUT)
        ends_with_model = event.finish_reason is FinishReason.STOPPED and not running.is_stopped
        if ends_with_model and self.session.engine.is_model_changing:
            event = replace(event, finish_reason=FinishReason.MODEL_CHANGED)
        # Who stops an answer knows that it ended.
        is_elsewhere = self.attention.is_elsewhere(running.message.chat_id)
        is_unread = not running.is_stopped and is_elsewhere
        calls = calls_of(running, event)
        if running.format:
            self._formats[running.message.chat_id] = running.format
        message = self.session.recorder.finish(
            running, event, self._as_it_is_here, is_unread=is_unread, calls=calls
        )
        self.session.flush()
        # Where the disk refuses, the answer has ended still.
        is_kept = not self.session.recorder.holds(message.chat_id)
        if not is_kept:
            self.session.emit(MessageChanged(message.chat_id, message))
        if event.problem is not None and not self.session.is_deleted(message.chat_id):
            self.session.emit(AnswerFailed(message.chat_id, event.problem))
        if is_kept and calls.calls:
            self.loop.step(message.chat_id)
        elif is_kept:
            self.titles.answered(message)

    def _as_it_is_here(self, answer: str) -> str:
        """Return what the guide has said with the folders of this machine."""
        if not self.session.engine.is_guide:
            return answer
        return with_folders(answer, self.session.preferences.folders)


def _with_cause(event: AnswerFinished, cause: RereadCause) -> AnswerFinished:
    """Return the end of an answer with why turns were read again, if they were."""
    if event.stats.reread is None:
        return event
    return replace(event, stats=replace(event.stats, reread=cause))
