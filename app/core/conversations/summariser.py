"""What a user does with the summary of a chat: asks for one, or changes its words.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import left_out_part
from app.core.conversations.errors import SummaryFailed
from app.core.conversations.events import SummaryBegun, SummaryEnded
from app.core.conversations.summaries import OldestTurns

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import Chat, ChatId, MessageId
    from app.core.conversations.answers import Answers
    from app.core.conversations.context_budget import ContextBudget
    from app.core.conversations.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.conversations.summaries import Summaries, Writing
    from app.core.protocol import ContextMeasured, LeftOut


@dataclass(frozen=True, slots=True)
class Summariser:
    """Summaries that nobody's answer waits for."""

    session: Session
    answers: Answers
    context: ContextBudget
    summaries: Summaries
    restore_planner: RestorePlanner

    def begin(self, chat_id: ChatId, first: MessageId) -> None:
        """Have all before a message summarised and left out; emits `SummaryBegun` first."""
        if self.summaries.is_writing(chat_id):
            return
        self.session.emit(SummaryBegun(chat_id))
        writing = self.summaries.begin(chat_id, partial(self._end, chat_id))
        try:
            self.answers.require_silence(chat_id)
            store = self.session.store_of(chat_id)
            chat, path = store.chat(chat_id), store.path(chat_id)
            turns = partial(OldestTurns.of, chat, path, first)
            self.context.plan(chat, path, first, partial(self._counted, writing, turns))
        except Exception as error:  # noqa: BLE001 - whoever asked waits for the end
            self.summaries.fail(writing, error)

    def _counted(
        self,
        writing: Writing,
        turns: Callable[[LeftOut], OldestTurns],
        event: ContextMeasured,
    ) -> None:
        if event.leaving_out is None:  # no model
            self.summaries.fail(writing, SummaryFailed())
        else:
            self.summaries.write(writing, turns(event.leaving_out))

    def _end(self, chat_id: ChatId, done: Chat | Exception | None) -> None:
        failed = isinstance(done, Exception)
        problem = self.session.problem_of(done) if isinstance(done, Exception) else None
        self.session.emit(SummaryEnded(chat_id, done is not None and not failed, problem))
        if done is not None and not failed:
            self.restore_planner.restore_if_opened(chat_id)

    def edit(self, chat_id: ChatId, text: str) -> None:
        """Let the user's own words stand for what is left out of a chat; "" for none."""
        store = self.session.store_of(chat_id)
        chat = store.chat(chat_id)
        left_out = left_out_part(chat, store.path(chat_id))
        if left_out:
            self.summaries.edit(chat_id, text, left_out)
