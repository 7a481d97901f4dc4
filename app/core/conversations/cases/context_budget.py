"""How full the context of the model is, and what of a chat the model reads.

The user chooses a message from which the model reads, sees where that is, and can take it back. By
itself nothing is left out but by the rule of a chat (`core/prompts/overflow.py`). Where there is
little room, it is told what leaving out the oldest turns would mean, before anything is done. What
was counted while somebody writes is read before it is sent, unless the user switched that off.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.conversations.errors import NOTHING_TO_LEAVE_OUT, MessageTooLong
from app.core.conversations.events import ChatChanged, ContextUse, LeavingOut
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_sampling import (
    answer_limit,
    date_of,
    overflow_of,
    rule_of,
    thinking_of,
    today_of,
)
from app.core.conversations.texts.chat_text import (
    ReadWords,
    first_kept,
    given_media,
    media_asked,
    new_prompt,
    prompt_messages,
    read_part,
    system_text,
    turns_asked,
    words_read,
)
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    DEFAULT_THINKING,
    ChatKey,
    ContextMeasured,
    MeasureContext,
    OverflowRule,
    PromptMessage,
    ReadUnsent,
    RequestId,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.session import Session
    from app.core.conversations.texts.chat_text import DraftInContext
    from app.core.conversations.texts.prompt_media import Given
    from app.core.protocol import LeftOut

_LEAST_MEASURED = 32  # tokens of a prompt; fewer say little of the speed
_NO_CHAT = ChatKey("")  # a draft of a chat that does not exist yet


class _Measured(PlainValue, frozen=True):
    """A chat as it was measured last, so that each key press does not read it from disk again."""

    chat: Chat
    path: tuple[Message, ...]


class _Shown(PlainValue, frozen=True, eq=False):
    """A count that is shown when it comes.

    Attributes:
        asked: the messages that were counted.
    """

    writing: DraftInContext
    request: MeasureContext
    number: RequestId
    asked: Sequence[Message]


@dataclass(slots=True)
class ContextBudget:
    """Measures, and chooses what the model reads."""

    session: Session
    _last: _Measured | None = None
    _shown: dict[ChatId | None, _Shown] = field(default_factory=dict)  # of each chat, the latest
    _writing: DraftInContext | None = None  # what was asked about last

    def measure(self, writing: DraftInContext) -> None:
        """Have counted what a chat takes of the context, and what is being written with it."""
        if self.session.engine.model_name:
            self._writing = writing
            self._when_there(writing, partial(self._measure_now, writing))
        else:
            self.session.emit(ContextUse(writing.chat_id))

    def _measure_now(self, writing: DraftInContext) -> None:
        if self._writing is not writing:  # more was written while its media were made
            return
        before = self._shown.pop(writing.chat_id, None)
        if before is not None:  # of no interest any more
            self.session.post(Stop(before.number))
        try:
            request = self._request(writing)
        except KnownError:  # the chat was deleted meanwhile
            self.session.emit(ContextUse(writing.chat_id))
        else:
            asked = self._asked(writing)
            number = self.session.ask(request, partial(self._tell, writing))
            self._shown[writing.chat_id] = _Shown(writing, request, number, asked)

    def _asked(self, writing: DraftInContext) -> Sequence[Message]:
        """Return the messages that the model reads before what is being written."""
        if writing.chat_id is None:
            return ()
        known = self._known(writing.chat_id)
        return turns_asked(known.chat, _before(known.path, writing))

    def _when_there(
        self,
        writing: DraftInContext,
        then: Callable[[], None],
        refuse: Callable[[KnownError], None] | None = None,
    ) -> None:
        """Go on when the model can be given the media of a chat and of what is written."""
        known = None if writing.chat_id is None else self._known(writing.chat_id)
        files = [] if known is None else media_asked(known.chat, _before(known.path, writing))
        self.session.media.when_there([*files, *writing.media], then, refuse)

    def when_it_fits(
        self,
        writing: DraftInContext,
        go_on: Callable[[], None],
        refuse: Callable[[KnownError], None],
    ) -> None:
        """Do something with what is written once it was counted, unless it does not fit.

        In a chat from which turns are left out by a rule, it must only fit by itself. What cannot
        be counted goes on: the engine tells why when it is asked for the answer.
        """
        if not self.session.engine.model_name:
            go_on()
            return

        def decide(event: ContextMeasured) -> None:
            if ContextUse(None, event.n_ctx, event.n_total).has_room:
                go_on()
            else:
                refuse(MessageTooLong(event.n_total, event.n_ctx))

        def count() -> None:
            if not self.session.engine.model_name:  # since the media are made
                go_on()
                return
            try:
                request = replace(self._request(writing), overflow=None, precedes_answer=True)
                if self._has_rule(writing.chat_id):
                    request = replace(request, messages=_alone(request.messages))
            except KnownError as error:
                refuse(error)
                return
            self.session.ask(request, decide)

        self._when_there(writing, count, refuse)

    def _has_rule(self, chat_id: ChatId | None) -> bool:
        """Whether turns of a chat are left out by themselves."""
        return (
            chat_id is not None and rule_of(self._known(chat_id).chat.setup) is not OverflowRule.ASK
        )

    def plan(
        self,
        chat: Chat,
        path: Sequence[Message],
        first: MessageId,
        then: Callable[[ContextMeasured], None],
    ) -> None:
        """Have counted what leaving out all before a message means."""
        if not self.session.engine.model_name:
            then(ContextMeasured())
            return
        n_left_out = sum(message.id < first for message in turns_asked(chat, path))
        request = MeasureContext(
            key_of(chat.id),
            prompt_messages(chat, path, self.session.media.of),
            started_at=today_of(chat),
            thinking=thinking_of(chat.setup),
            tools=self.session.tools.request(chat.setup),
            overflow=overflow_of(chat.setup),
            n_left_out=n_left_out,
        )
        self.session.ask(request, then)

    def _request(self, writing: DraftInContext) -> MeasureContext:
        messages: tuple[PromptMessage, ...] = ()
        attached: list[ReadWords] = []
        given = self.session.media.of
        answer, thinking, max_tokens = "", DEFAULT_THINKING, 0
        started_at = date_of(writing.attachments)
        overflow = tools = None
        system_prompt = writing.system_prompt
        if writing.chat_id is not None:
            known = self._known(writing.chat_id)
            path = _before(known.path, writing)
            messages = prompt_messages(known.chat, path, given)
            attached = _attached(known.chat, path, given)
            answer = path[-1].text if path and path[-1].role is Role.ASSISTANT else ""
            started_at = today_of(known.chat)
            system_prompt = system_text(known.chat, path)
            setup = known.chat.setup
            thinking, overflow = thinking_of(setup), overflow_of(setup)
            max_tokens = answer_limit(setup)
            tools = self.session.tools.request(setup)
        draft = writing.as_read(given)
        has_draft = bool(draft.text or draft.media)
        if writing.chat_id is None:
            new = (writing.text, writing.attachments, writing.media)
            messages = new_prompt(system_prompt, *new, given)
        elif has_draft:
            role = Role.ASSISTANT if writing.begins_answer else Role.USER
            messages = (*messages, draft.as_message(role))
        going_along = words_read("", writing.attachments, writing.media, given)
        words = (
            *map(ReadWords, (system_prompt, writing.text, going_along.text)),
            ReadWords("", going_along.media),
            ReadWords(answer),
        )
        key = _NO_CHAT if writing.chat_id is None else key_of(writing.chat_id)
        counted = [*words, *attached]
        return MeasureContext(
            key,
            messages,
            tuple(one.text for one in counted),
            started_at,
            thinking,
            tools=tools,
            media=tuple(one.media for one in counted),
            max_tokens=max_tokens,
            overflow=overflow,
            has_draft=has_draft,
        )

    def _known(self, chat_id: ChatId) -> _Measured:
        store = self.session.store_of(chat_id)
        chat = store.chat(chat_id)
        is_growing = self.session.recorder.holds(chat_id)
        if self._last is not None and self._last.chat == chat and not is_growing:
            return self._last
        read = _Measured(chat, self.session.recorder.newest(store.path(chat_id)))
        self._last = None if is_growing else read
        return read

    def forget(self) -> None:
        """Take note that an answer is longer now, which its chat alone does not tell."""
        self._last = None

    def _tell(self, writing: DraftInContext, event: ContextMeasured) -> None:
        """Tell what was counted of a chat, by what it is."""
        chat_id = writing.chat_id
        shown = self._shown.get(chat_id)
        if shown is None or shown.writing is not writing:
            return
        del self._shown[chat_id]
        system, draft, texts, media, answer, *files = event.counts or (0, 0, 0, 0, 0)
        going_along = texts + media
        n_files = going_along + sum(files)
        use = ContextUse(
            chat_id,
            n_ctx=event.n_ctx,
            n_total=event.n_total,
            n_system=system,
            n_messages=max(0, event.n_total - system - draft - n_files),
            n_attachments=n_files,
            n_media=media,
            n_draft=draft,
            n_chat=max(0, event.n_total - draft - going_along),
            n_answer=answer,
            n_least=event.n_least,
        )
        if event.leaving_out is not None:
            use = replace(use, leaving_out=self._leaving_out(shown.asked, event.leaving_out))
        self.session.emit(use)
        self._read_unsent(shown, event)

    def _read_unsent(self, shown: _Shown, counted: ContextMeasured) -> None:
        """Have the engine read what is being written, which was counted and fits as it is."""
        writing, request = shown.writing, shown.request
        fits = counted.n_total < counted.n_ctx and counted.leaving_out is None
        is_question = request.has_draft and not writing.begins_answer
        if not (self.session.preferences.reads_unsent and fits and is_question) or writing.media:
            return
        from app.core.engine.load.thread_count import is_on_battery  # not before somebody writes

        if not is_on_battery():
            messages, started_at = request.messages, request.started_at
            how = (started_at, request.thinking, request.tools)
            self.session.post(ReadUnsent(request.chat, messages, *how))

    def _leaving_out(self, asked: Sequence[Message], planned: LeftOut) -> LeavingOut:
        """Return what would be left out of a chat, by its messages."""
        n_messages = planned.n_messages
        speed = tokens_per_second(asked, self.session.engine.model_name)
        return LeavingOut(
            asked[n_messages].id if n_messages < len(asked) else None,
            n_messages,
            planned.n_out,
            planned.n_after,
            planned.n_again,
            seconds=planned.n_again / speed if speed else 0.0,
        )

    def leave_out(self, chat_id: ChatId, share: float) -> None:
        """Let the model read only the last `share` of what it reads now.

        Raises:
            KnownError: it reads nothing but the last message and its answer.
        """
        store = self.session.store_of(chat_id)
        chat = store.chat(chat_id)
        first = first_kept(read_part(chat, store.path(chat_id)), share)
        if first is None:
            raise NOTHING_TO_LEAVE_OUT()
        self.read_from(chat_id, first)

    def read_from(self, chat_id: ChatId, message_id: MessageId | None) -> None:
        """Let the model read a chat from a message on; None for all of it."""
        chat = self.session.store_of(chat_id).set_context_from(chat_id, message_id)
        self.session.emit(ChatChanged(chat))


def _before(path: tuple[Message, ...], writing: DraftInContext) -> tuple[Message, ...]:
    """Return what of a branch the model reads before what is being written."""
    for row, message in enumerate(path):
        if message.id == writing.replaces:
            is_answered = writing.begins_answer and message.role is Role.USER
            return path[: row + is_answered]
    return path


def _alone(messages: tuple[PromptMessage, ...]) -> tuple[PromptMessage, ...]:
    """Return what cannot be left out: the system prompt and the last message."""
    return tuple(one for one in messages[:-1] if one.role is Role.SYSTEM) + messages[-1:]


def _attached(chat: Chat, path: Sequence[Message], given: Given) -> list[ReadWords]:
    """Return what is attached to the messages of a branch: the texts of each, and each file."""
    read = read_part(chat, path)
    texts = [words_read("", one.attachments, (), given) for one in read if one.attachments]
    files = (file for one in read for file in given_media(one))
    return [*texts, *(words_read("", (), [file], given) for file in files)]


def tokens_per_second(path: Iterable[Message], model: str) -> float:
    """Return how fast a model has read a chat, by the answers of it; 0 when that is not known."""
    n_tokens, seconds = 0.0, 0.0
    for message in path:
        stats = dict(message.stats)
        n_prompt, n_reused, n_restored, speed = (
            _number(stats.get(name))
            for name in ("n_prompt", "n_reused", "n_restored", "prefill_tps")
        )
        n_read = n_prompt - n_reused - n_restored
        if message.model == model and n_read >= _LEAST_MEASURED and speed > 0:
            n_tokens += n_read
            seconds += n_read / speed
    return n_tokens / seconds if seconds else 0.0


def _number(said: float | str | None) -> float:
    return said if isinstance(said, int | float) and 0 <= said < 1e12 else 0.0
