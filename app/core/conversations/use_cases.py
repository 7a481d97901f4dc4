"""All that is done on the conversations' worker, put together.

Threads: the worker only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.alternatives import Alternatives
from app.core.conversations.answers import Answers
from app.core.conversations.attention import Attention
from app.core.conversations.branches import Branches
from app.core.conversations.chat_list import ChatList
from app.core.conversations.chat_reader import ChatReader
from app.core.conversations.chat_warmth import ChatWarmth
from app.core.conversations.context_budget import ContextBudget
from app.core.conversations.memory_sync import MemorySync
from app.core.conversations.message_sender import MessageSender
from app.core.conversations.program_chats import ProgramChats
from app.core.conversations.restore_planner import RestorePlanner
from app.core.conversations.room_maker import RoomMaker
from app.core.conversations.search_indexer import SearchIndexer
from app.core.conversations.summaries import Summaries
from app.core.conversations.summariser import Summariser
from app.core.conversations.temporary_chats import TemporaryChats
from app.core.conversations.titles import Titles

if TYPE_CHECKING:
    from app.core.conversations.session import Session


@dataclass(frozen=True, slots=True)
class UseCases:
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
    memory = MemorySync(session)
    restore_planner = RestorePlanner(session)
    return UseCases(
        answers,
        attention,
        Branches(session, answers, memory),
        context,
        Alternatives(session, answers),
        memory,
        ChatList(session, answers, restore_planner, memory),
        ProgramChats(session),
        ChatReader(session, restore_planner),
        MessageSender(session, answers, context, restore_planner),
        restore_planner,
        summaries,
        Summariser(session, answers, context, summaries, restore_planner),
        TemporaryChats(session, answers, context, restore_planner),
        titles,
        ChatWarmth(session),
        SearchIndexer(session),
    )
