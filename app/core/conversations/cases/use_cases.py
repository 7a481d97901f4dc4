"""All that is done on the conversations' worker, put together, and the small parts of it.

These are the summary that a user asks for, the temporary chat, and the steps that index messages.
A temporary chat is answered, edited and exported as every chat is, by the id alone; the engine
stores nothing of it, which its key says (`key_of`).

Threads: the worker only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.records import TitleOrigin
from app.core.conversations.cases.alternatives import Alternatives
from app.core.conversations.cases.answers import Answers
from app.core.conversations.cases.branches import Branches
from app.core.conversations.cases.chat_list import ChatList
from app.core.conversations.cases.chat_reader import Attention, ChatReader
from app.core.conversations.cases.context_budget import ContextBudget
from app.core.conversations.cases.kept_documents import KeptDocuments
from app.core.conversations.cases.memory import MemorySync
from app.core.conversations.cases.message_sender import MessageSender
from app.core.conversations.cases.passages import Passages
from app.core.conversations.cases.program_chats import ProgramChats
from app.core.conversations.cases.restore_planner import RestorePlanner
from app.core.conversations.cases.room_maker import RoomMaker
from app.core.conversations.cases.summaries import OldestTurns, Summaries
from app.core.conversations.cases.titles import Titles
from app.core.conversations.cases.warmth import ChatWarmth
from app.core.conversations.errors import SummaryFailed
from app.core.conversations.events import (
    ChatCreated,
    SummaryBegun,
    SummaryEnded,
    TemporaryChatBegun,
    TemporaryChatKept,
    TemporaryChatLeft,
)
from app.core.conversations.session import key_of
from app.core.conversations.texts.chat_text import left_out_part, title_of_message
from app.core.errors import KnownError
from app.core.plain_value import PlainValue, replace
from app.core.protocol import ForgetChat

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import Chat, ChatId, ChatSetup, MessageId
    from app.core.conversations.cases.summaries import Writing
    from app.core.conversations.session import Session
    from app.core.protocol import ContextMeasured, LeftOut


_REST_S = 60.0  # after a failure


@dataclass(slots=True)
class SearchIndexer:
    """The steps of one program.

    Attributes:
        is_at_work: a step waits in the queue of the worker.
        has_failed: it was told why; that is not told again until a step succeeds.
        rests_until: no step before, on the clock of `time.monotonic`.
    """

    session: Session
    is_at_work: bool = False
    has_failed: bool = False
    rests_until: float = 0.0

    def begin(self, submit: Callable[[Callable[[], None]], None]) -> None:
        """Begin where something waits; `submit` queues a job of the worker."""
        is_resting = time.monotonic() < self.rests_until
        if not self.session.is_open or self.is_at_work or is_resting:
            return
        if self.session.store.search.is_behind:
            self.is_at_work = True
            self._submit_step(submit)

    def rebuild(self) -> None:
        """Index everything anew; begins at the next tick."""
        self.session.store.search.rebuild()
        self.rests_until = 0.0

    def _submit_step(self, submit: Callable[[Callable[[], None]], None]) -> None:
        def step() -> None:
            try:
                is_left = self.session.is_open and self.session.store.search.step() > 0
            except KnownError:  # a full disk, a file that is locked
                was_told, self.has_failed = self.has_failed, True
                self.is_at_work = False
                self.rests_until = time.monotonic() + _REST_S
                if was_told:
                    return
                raise
            self.has_failed = False
            if is_left:
                submit(step)
            else:
                self.is_at_work = False

        submit(step)


class TemporaryChats(PlainValue, frozen=True):
    """The use cases of the one temporary chat."""

    session: Session
    answers: Answers
    context: ContextBudget
    restore_planner: RestorePlanner

    def begin(self, title: str, setup: ChatSetup) -> None:
        """Make a temporary chat, which is shown under this title; one before it is gone.

        Raises:
            ChatsNotOpen: there are no chats at all.
        """
        _ = self.session.store
        chat = self.session.temporary.begin().create_chat(title=title, setup=setup)
        self.restore_planner.opened(chat.id)
        self.session.emit(TemporaryChatBegun(chat))

    def leave(self, chat_id: ChatId) -> None:
        """Stop what is said in a temporary chat, and forget it."""
        self.answers.stop(chat_id)
        self.restore_planner.deleted(chat_id)
        self.context.forget()
        self.session.temporary.forget(chat_id)
        self.session.flush()  # drops the answer that has no chat any more
        self.session.post(ForgetChat(key_of(chat_id)))
        self.session.tools.forget_chats([key_of(chat_id)])
        self.session.emit(TemporaryChatLeft(chat_id))

    def keep(self, chat_id: ChatId) -> None:
        """Make a chat like any other of a temporary one, with all that was said by now.

        An answer that is being given ends there; it can be continued.
        """
        session = self.session
        session.flush()
        chat = session.temporary.store_of(chat_id).transfer.whole_chat(chat_id, with_tokens=True)
        if chat.title_origin is TitleOrigin.FIRST_WORDS and chat.messages:
            first = chat.branch()[0]
            chat = replace(chat, title=title_of_message(first))
        kept: Chat = session.store.transfer.add_chat(chat)
        session.emit(ChatCreated(kept))
        session.emit(TemporaryChatKept(chat_id, kept))
        self.leave(chat_id)


class Summariser(PlainValue, frozen=True):
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


class UseCases(PlainValue, frozen=True):
    """One of each, over one session."""

    answers: Answers
    attention: Attention
    branches: Branches
    context: ContextBudget
    alternatives: Alternatives
    memory: MemorySync
    listing: ChatList
    programs: ProgramChats
    reader: ChatReader
    sender: MessageSender
    restore_planner: RestorePlanner
    summaries: Summaries
    summariser: Summariser
    temporary: TemporaryChats
    titles: Titles
    warmth: ChatWarmth
    indexer: SearchIndexer


def use_cases(session: Session) -> UseCases:
    """Put those of a session together."""
    attention = Attention(session)
    context = ContextBudget(session)
    summaries = Summaries(session)
    titles = Titles(session)
    room = RoomMaker(session, summaries)
    answers = Answers(session, attention, room, context, titles)
    memory, passages = MemorySync(session, KeptDocuments(session)), Passages(session, context)
    restore_planner = RestorePlanner(session)
    return UseCases(
        answers,
        attention,
        Branches(session, answers, memory, passages),
        context,
        Alternatives(session, answers),
        memory,
        ChatList(session, answers, restore_planner, memory),
        ProgramChats(session, answers.branch_changed),
        ChatReader(session, restore_planner),
        MessageSender(session, answers, restore_planner, passages),
        restore_planner,
        summaries,
        Summariser(session, answers, context, summaries, restore_planner),
        TemporaryChats(session, answers, context, restore_planner),
        titles,
        ChatWarmth(session),
        SearchIndexer(session),
    )
