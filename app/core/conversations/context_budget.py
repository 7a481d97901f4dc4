"""How full the context of the model is, and what of a chat the model reads.

The user chooses a message from which the model reads, sees where that is, and can take it back. By
itself nothing is left out but by the rule of a chat (`room_maker.py`). Where there is little room,
it is told what leaving out the oldest turns would mean, before anything is done.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.conversations.chat_sampling import answer_limit, thinking_of
from app.core.conversations.chat_text import (
    ReadWords,
    asked_part,
    attachment_text,
    first_kept,
    media_asked,
    prompt_messages,
    read_part,
    system_text,
    words_of,
    words_read,
)
from app.core.conversations.errors import MessageTooLong, NothingToLeaveOut
from app.core.conversations.events import ChatChanged, ContextUse
from app.core.conversations.overflow import (
    CountedMessage,
    CountedPrompt,
    OverflowRule,
    leaving_out,
    n_least,
    room_for_answer,
    rule_of,
    tokens_per_second,
)
from app.core.conversations.session import key_of
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import (
    DEFAULT_THINKING,
    ChatKey,
    ContextMeasured,
    MeasureContext,
    PromptMessage,
    RequestId,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.draft_in_context import DraftInContext
    from app.core.conversations.prompt_media import Given
    from app.core.conversations.session import Session

_NO_CHAT = ChatKey("")  # a draft of a chat that does not exist yet


@dataclass(frozen=True, slots=True)
class _Measured:
    """A chat as it was measured last, so that each key press does not read it from disk again."""

    chat: Chat
    path: tuple[Message, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A count that is shown when it comes."""

    writing: DraftInContext
    request: RequestId


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
            self.session.post(Stop(before.request))
        try:
            request = self._request(writing)
        except KnownError:  # the chat was deleted meanwhile
            self.session.emit(ContextUse(writing.chat_id))
        else:
            asked = self.session.ask(request, partial(self._tell, writing))
            self._shown[writing.chat_id] = _Shown(writing, asked)

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
                request = replace(self._request(writing), precedes_answer=True)
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

    # -- for an answer --

    def count(
        self,
        chat: Chat,
        path: Sequence[Message],
        then: Callable[[ContextMeasured], None],
        words: Sequence[ReadWords] = (),
    ) -> None:
        """Have counted what an answer would be given to; `then` may be called at once."""
        if not self.session.engine.model_name:
            then(ContextMeasured())
            return
        started_at = chat.created_at.timestamp()
        messages = prompt_messages(chat, path, self.session.media.of)
        request = MeasureContext(key_of(chat.id), messages, started_at=started_at)
        request = replace(request, thinking=thinking_of(chat.setup))
        self.session.ask(_counting(request, words), then)

    def count_each(
        self, chat: Chat, path: Sequence[Message], then: Callable[[ContextMeasured], None]
    ) -> None:
        """Have each message counted, too; `counted` makes something of it."""
        self.count(chat, path, then, self._each(chat, path))

    def _each(self, chat: Chat, path: Sequence[Message]) -> list[ReadWords]:
        """Return the system prompt, with the summary and without it, and all messages."""
        system = map(ReadWords, (system_text(chat, path), chat.system_prompt))
        given = self.session.media.of
        return [*system, *(words_of(message, given) for message in asked_part(chat, path))]

    def counted(self, chat: Chat, path: Sequence[Message], event: ContextMeasured) -> CountedPrompt:
        """Return what `count_each` has counted."""
        return _counted_prompt(asked_part(chat, path), event)

    def _request(self, writing: DraftInContext) -> MeasureContext:
        messages: tuple[PromptMessage, ...] = ()
        attached: list[ReadWords] = []
        given = self.session.media.of
        answer, started_at, thinking = "", 0.0, DEFAULT_THINKING
        system_prompt = writing.system_prompt
        if writing.chat_id is not None:
            known = self._known(writing.chat_id)
            path = _before(known.path, writing)
            messages = prompt_messages(known.chat, path, given)
            attached = _attached(known.chat, path, given)
            answer = path[-1].text if path and path[-1].role is Role.ASSISTANT else ""
            started_at = known.chat.created_at.timestamp()
            system_prompt = system_text(known.chat, path)
            thinking = thinking_of(known.chat.setup)
        elif system_prompt:
            messages = (PromptMessage(Role.SYSTEM, system_prompt),)
        draft = writing.as_read(given)
        if draft.text or draft.media:
            role = Role.ASSISTANT if writing.begins_answer else Role.USER
            messages = (*messages, PromptMessage(role, draft.text, media=draft.placed))
        going_along = words_read("", writing.attachments, writing.media, given)
        words = (
            *map(ReadWords, (system_prompt, writing.text, going_along.text)),
            ReadWords("", going_along.media),
            ReadWords(answer),
        )
        key = _NO_CHAT if writing.chat_id is None else key_of(writing.chat_id)
        request = MeasureContext(key, messages, started_at=started_at, thinking=thinking)
        return _counting(request, [*words, *attached])

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
        )
        if chat_id is None or self._writing is not writing or not use.n_ctx:
            self.session.emit(use)
            return
        try:
            known = self._known(chat_id)
            if _n_wanted(known.chat, use) + use.n_total > use.n_ctx:
                self._plan(known, writing, use)
            else:
                self.session.emit(use)
        except KnownError:  # the chat was deleted meanwhile
            self.session.emit(use)

    # -- what leaving out would mean --

    def _plan(self, known: _Measured, writing: DraftInContext, use: ContextUse) -> None:
        """Have each message counted, and tell what would be left out of a full chat."""
        path = _before(known.path, writing)
        asked = asked_part(known.chat, path)
        words = [*self._each(known.chat, path), writing.as_read(self.session.media.of)]
        room = _n_wanted(known.chat, use)
        then = partial(self._planned, asked, writing, use, room)
        self.session.ask(_counting(self._request(writing), words), then)

    def _planned(
        self,
        asked: Sequence[Message],
        writing: DraftInContext,
        use: ContextUse,
        room: int,
        event: ContextMeasured,
    ) -> None:
        if not event.n_ctx:
            self.session.emit(use)
            return
        chat = whole = _counted_prompt(asked, event)
        n_draft = event.counts[-1]
        if n_draft:
            role = Role.ASSISTANT if writing.begins_answer else Role.USER
            whole = replace(whole, messages=(*chat.messages, CountedMessage(None, role, n_draft)))
            chat = replace(chat, n_total=event.n_total - n_draft - whole.n_around)
        planned = leaving_out(whole, event.n_ctx, room)
        speed = tokens_per_second(asked, self.session.engine.model_name)
        if planned is not None and speed:
            planned = replace(planned, seconds=planned.n_again / speed)
        self.session.emit(replace(use, n_least=n_least(chat), leaving_out=planned))

    def leave_out(self, chat_id: ChatId, share: float) -> None:
        """Let the model read only the last `share` of what it reads now.

        Raises:
            NothingToLeaveOut: it reads nothing but the last message and its answer.
        """
        store = self.session.store_of(chat_id)
        chat = store.chat(chat_id)
        first = first_kept(read_part(chat, store.path(chat_id)), share)
        if first is None:
            raise NothingToLeaveOut
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


def _n_wanted(chat: Chat, use: ContextUse) -> int:
    """Return the tokens that should be free; where nobody has chosen a rule, it is told early."""
    room = room_for_answer(use.n_ctx, answer_limit(chat.setup))
    is_asked = rule_of(chat.setup) is OverflowRule.ASK and use.is_nearly_full
    return max(room, use.n_ctx - use.n_total + 1) if is_asked else room


def _alone(messages: tuple[PromptMessage, ...]) -> tuple[PromptMessage, ...]:
    """Return what cannot be left out: the system prompt and the last message."""
    return tuple(one for one in messages[:-1] if one.role is Role.SYSTEM) + messages[-1:]


def _counted_prompt(asked: Sequence[Message], event: ContextMeasured) -> CountedPrompt:
    """Return messages with their counts; the first two are of the system prompt.

    With the summary and without it.
    """
    system, alone, *counts = event.counts or (0, 0)
    messages = tuple(
        CountedMessage(message.id, message.role, n_tokens)
        for message, n_tokens in zip(asked, counts, strict=False)
    )
    return CountedPrompt(messages, system, event.n_total, max(0, system - alone))


def _attached(chat: Chat, path: Sequence[Message], given: Given) -> list[ReadWords]:
    """Return each of what is attached to the messages of a branch."""
    return [
        words
        for message in read_part(chat, path)
        for words in (
            *map(ReadWords, map(attachment_text, message.attachments)),
            *(words_read("", (), [file], given) for file in message.media),
        )
    ]


def _counting(command: MeasureContext, words: Sequence[ReadWords]) -> MeasureContext:
    """Return a command that has these words counted, too, each on its own."""
    texts = tuple(one.text for one in words)
    return replace(command, texts=texts, media=tuple(one.media for one in words))
