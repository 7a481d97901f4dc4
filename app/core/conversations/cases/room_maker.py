"""What may come before the engine gives an answer: media that are still made, and a summary.

The engine itself leaves turns out of a chat that outgrows its context, by the rule of the chat. A
summary is a second answer, so where the rule wants one, it is written first.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.conversations.cases.summaries import OldestTurns
from app.core.conversations.errors import SummaryFailed
from app.core.conversations.events import AnswerQueued, AnswerResumed
from app.core.conversations.texts.chat_text import media_asked, turns_asked
from app.core.plain_value import PlainValue
from app.core.protocol import LEAST_ANSWER, WaitReason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, Message, MessageId
    from app.core.conversations.cases.summaries import Summaries
    from app.core.conversations.session import Session
    from app.core.protocol import LeftOut


class WantedAnswer(PlainValue, frozen=True):
    """An answer that is to be given.

    Attributes:
        path: up to the answer itself.
        go_on: called with the chat as it is to be read, which may have a summary since.
        refuse: called with why it cannot be given; with None where its model is gone.
    """

    chat: Chat
    path: Sequence[Message]
    go_on: Callable[[Chat], None]
    refuse: Callable[[Exception | None], None]

    @property
    def message_id(self) -> MessageId:
        """Of the answer."""
        return self.path[-1].id


@dataclass(slots=True)
class RoomMaker:
    """Answers that wait for something before the engine is asked for them."""

    session: Session
    summaries: Summaries
    _waiting: dict[MessageId, WantedAnswer] = field(default_factory=dict)

    def when_there(self, wanted: WantedAnswer) -> None:
        """Let an answer go on as soon as the model can be given the media of its chat."""
        self._waiting[wanted.message_id] = wanted
        files = media_asked(wanted.chat, wanted.path)
        begin = partial(self._go_on, wanted, wanted.chat)
        self.session.media.when_there(files, begin, partial(self._refuse, wanted))

    def summarise(self, wanted: WantedAnswer, planned: LeftOut) -> None:
        """Let an answer go on once there is a summary of what is left out before it."""
        self._waiting[wanted.message_id] = wanted
        chat, path = wanted.chat, wanted.path
        turns = OldestTurns.of(chat, path, turns_asked(chat, path)[planned.n_messages].id, planned)

        def then(done: Chat | Exception | None) -> None:
            if self._waits(wanted):
                self.session.emit(AnswerResumed(chat.id, wanted.message_id))
                self._summarised(wanted, planned, done)

        self.session.emit(AnswerQueued(chat.id, wanted.message_id, WaitReason.SUMMARISING))
        self.summaries.write(self.summaries.begin(chat.id, then), turns)

    def give_up(self, answer: Message) -> bool:
        """Ask for an answer no more; False when it does not wait."""
        wanted = self._waiting.pop(answer.id, None)
        if wanted is None:
            return False
        self.summaries.stop(wanted.chat.id)
        return True

    def _waits(self, wanted: WantedAnswer) -> bool:
        """Whether it was not stopped; its message may be wanted anew since."""
        return self._waiting.get(wanted.message_id) is wanted

    def _summarised(
        self, wanted: WantedAnswer, planned: LeftOut, done: Chat | Exception | None
    ) -> None:
        has_room = planned.n_total + LEAST_ANSWER <= planned.n_ctx
        if isinstance(done, SummaryFailed) and has_room:
            self._go_on(wanted, wanted.chat)
        elif done is None or isinstance(done, Exception):
            self._refuse(wanted, done)
        else:
            self._go_on(wanted, done)

    def _go_on(self, wanted: WantedAnswer, chat: Chat) -> None:
        if not self._waits(wanted):  # it was stopped
            return
        del self._waiting[wanted.message_id]
        try:
            wanted.go_on(chat)
        except Exception as error:  # noqa: BLE001 - the answer must end, whatever happens
            wanted.refuse(error)

    def _refuse(self, wanted: WantedAnswer, error: Exception | None) -> None:
        if self._waits(wanted):  # else it was stopped
            del self._waiting[wanted.message_id]
            wanted.refuse(error)
