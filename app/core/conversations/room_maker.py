"""Makes room in the context for an answer, as the rule of its chat says.

First of all, it waits until the model can be given the pictures and sounds of the chat.

A chat without a rule is asked for as it is; the engine refuses what does not fit. Of the others,
the prompt is counted first, and only where an answer would not have its room, message by message.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import media_asked
from app.core.conversations.errors import SummaryFailed, SystemPromptTooLong, TurnTooLong
from app.core.conversations.events import LEAST_ANSWER, AnswerQueued, AnswerResumed, ChatChanged
from app.core.conversations.overflow import (
    OverflowRule,
    leaving_out,
    n_least,
    room_for_answer,
    rule_of,
)
from app.core.conversations.summaries import OldestTurns
from app.core.protocol import WaitReason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, Message, MessageId
    from app.core.conversations.context_budget import ContextBudget
    from app.core.conversations.overflow import CountedPrompt
    from app.core.conversations.session import Session
    from app.core.conversations.summaries import Summaries
    from app.core.protocol import ContextMeasured


@dataclass(frozen=True, slots=True)
class WantedAnswer:
    """An answer that is to be given.

    Attributes:
        path: up to the answer itself.
        max_tokens: of it; 0 for no limit.
        go_on: called with the chat as it is to be read.
        refuse: called with why it cannot be given; with None where its model is gone.
    """

    chat: Chat
    path: Sequence[Message]
    max_tokens: int
    go_on: Callable[[Chat], None]
    refuse: Callable[[Exception | None], None]

    @property
    def message_id(self) -> MessageId:
        """Of the answer."""
        return self.path[-1].id


@dataclass(slots=True)
class RoomMaker:
    """Leaves turns out, or has them summarised, before an answer is asked for."""

    session: Session
    context: ContextBudget
    summaries: Summaries
    _waiting: dict[MessageId, WantedAnswer] = field(default_factory=dict)

    def make(self, wanted: WantedAnswer) -> None:
        """Let an answer go on, now or as soon as there is room."""
        self._waiting[wanted.message_id] = wanted
        files = media_asked(wanted.chat, wanted.path)
        begin = partial(self._guarded, wanted, partial(self._begin, wanted))
        self.session.media.when_there(files, begin, partial(self._refuse_waiting, wanted))

    def _begin(self, wanted: WantedAnswer) -> None:
        if not self._waits(wanted):  # it was stopped
            return
        if rule_of(wanted.chat.setup) is OverflowRule.ASK:
            self._go_on(wanted, wanted.chat)
        else:
            self.context.count(wanted.chat, wanted.path, self._step(wanted, self._counted))

    def _waits(self, wanted: WantedAnswer) -> bool:
        """Whether it was not stopped; its message may be wanted anew since."""
        return self._waiting.get(wanted.message_id) is wanted

    def give_up(self, answer: Message) -> bool:
        """Ask for an answer no more; False when it was asked for already."""
        wanted = self._waiting.pop(answer.id, None)
        if wanted is None:
            return False
        self.summaries.stop(wanted.chat.id)
        return True

    def _step(
        self, wanted: WantedAnswer, job: Callable[[WantedAnswer, ContextMeasured], None]
    ) -> Callable[[ContextMeasured], None]:
        """Return what takes a count; what goes wrong then ends the answer."""

        def take(event: ContextMeasured) -> None:
            if self._waits(wanted):  # else it was stopped
                self._guarded(wanted, partial(job, wanted, event))

        return take

    def _guarded(self, wanted: WantedAnswer, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as error:  # noqa: BLE001 - the answer must end, whatever happens
            self._refuse(wanted, error)

    def _counted(self, wanted: WantedAnswer, event: ContextMeasured) -> None:
        room = room_for_answer(event.n_ctx, wanted.max_tokens)
        if not event.n_ctx or event.n_total + room <= event.n_ctx:
            self._go_on(wanted, wanted.chat)
        else:
            self.context.count_each(
                wanted.chat, wanted.path, self._step(wanted, self._counted_each)
            )

    def _counted_each(self, wanted: WantedAnswer, event: ContextMeasured) -> None:
        if not event.n_ctx:  # the model has gone meanwhile, as the engine will tell
            self._go_on(wanted, wanted.chat)
            return
        prompt = self.context.counted(wanted.chat, wanted.path, event)
        room = room_for_answer(event.n_ctx, wanted.max_tokens)
        planned = leaving_out(prompt, event.n_ctx, room)
        if planned is None or planned.first is None:
            self._as_it_is(wanted, event, _too_long(prompt, event.n_ctx))
        elif rule_of(wanted.chat.setup) is OverflowRule.SUMMARISE:
            turns = OldestTurns(
                wanted.chat,
                wanted.path,
                planned.first,
                prompt.n_fixed + planned.n_out,
                planned.n_after,
                event.n_ctx,
            )
            self._summarise(wanted, turns, event)
        else:
            store = self.session.store_of(wanted.chat.id)
            chat = store.set_context_from(wanted.chat.id, planned.first)
            self.session.emit(ChatChanged(chat))
            self._go_on(wanted, chat)

    def _as_it_is(self, wanted: WantedAnswer, event: ContextMeasured, error: Exception) -> None:
        """Answer the whole prompt where there is a little room at least."""
        if event.n_total + LEAST_ANSWER <= event.n_ctx:
            self._go_on(wanted, wanted.chat)
        else:
            self._refuse(wanted, error)

    def _summarise(self, wanted: WantedAnswer, turns: OldestTurns, event: ContextMeasured) -> None:
        chat, answer = wanted.chat, wanted.path[-1]

        def then(done: Chat | Exception | None) -> None:
            if self._waits(wanted):
                self.session.emit(AnswerResumed(chat.id, answer.id))
                self._guarded(wanted, partial(self._summarised, wanted, event, done))

        self.session.emit(AnswerQueued(chat.id, answer.id, WaitReason.SUMMARISING))
        self.summaries.write(self.summaries.begin(chat.id, then), turns)

    def _summarised(
        self, wanted: WantedAnswer, event: ContextMeasured, done: Chat | Exception | None
    ) -> None:
        if isinstance(done, SummaryFailed):
            self._as_it_is(wanted, event, done)
        elif done is None or isinstance(done, Exception):
            self._refuse(wanted, done)
        else:
            self._go_on(wanted, done)

    def _go_on(self, wanted: WantedAnswer, chat: Chat) -> None:
        self._waiting.pop(wanted.message_id, None)
        wanted.go_on(chat)

    def _refuse_waiting(self, wanted: WantedAnswer, error: Exception) -> None:
        if self._waits(wanted):  # else it was stopped
            self._refuse(wanted, error)

    def _refuse(self, wanted: WantedAnswer, error: Exception | None) -> None:
        self._waiting.pop(wanted.message_id, None)
        wanted.refuse(error)


def _too_long(prompt: CountedPrompt, n_ctx: int) -> Exception:
    """Return what does not fit, whatever is left out."""
    n_system = prompt.n_fixed - prompt.n_summary
    if n_system + LEAST_ANSWER > n_ctx:
        return SystemPromptTooLong(n_system, n_ctx)
    return TurnTooLong(n_least(prompt), n_ctx)
