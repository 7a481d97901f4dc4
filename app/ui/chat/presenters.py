"""Joins the open chat with the views that show it: builds the presenters, in the right order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue
from app.ui.chat import composer_presenter
from app.ui.chat.alternatives_presenter import AlternativesPresenter
from app.ui.chat.chat_gestures import ChatGestures, ChatViews
from app.ui.chat.chat_list_presenter import ChatListPresenter, TrashPresenter
from app.ui.chat.chat_problems import ChatProblems
from app.ui.chat.context_presenter import ContextPresenter
from app.ui.chat.deletions import Deletions
from app.ui.chat.message_gestures import AnswerRules, MessageGestures
from app.ui.chat.outbox import Outbox
from app.ui.chat.overflow_presenter import OverflowPresenter
from app.ui.chat.status_line import StatusPresenter
from app.ui.chat.transcript_presenter import TranscriptPresenter

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.conversations.conversations import Doors
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.model_presenter import ModelPresenter
    from app.ui.state.chat_facts import ChatFacts


class ChatPresenters(PlainValue, frozen=True):
    """What the window itself asks of them; those it has no question for live with their views."""

    outbox: Outbox
    rules: AnswerRules
    gestures: ChatGestures
    messages: MessageGestures
    deletions: Deletions
    listing: ChatListPresenter
    composer: composer_presenter.ComposerPresenter
    context: ContextPresenter
    transcript: TranscriptPresenter


def join(
    doors: Doors,
    bridge: EventBridge,
    facts: ChatFacts,
    models: ModelPresenter,
    views: ChatViews,
    unsent_file: Path,
) -> ChatPresenters:
    """Build all presenters of the open chat.

    The outbox comes first: of an event that moves words, it hears before who shows what became
    possible.
    """
    door, listing = doors.chats, doors.listing
    chat, running = facts.open_chat, facts.running
    outbox = Outbox(door, bridge, chat, running, models, views.composer, unsent_file)
    rules = AnswerRules(chat, models)
    gestures = ChatGestures(doors, chat, outbox, views)
    StatusPresenter(bridge, chat, views.status)
    ChatProblems(bridge, chat, facts.chat_list, outbox, views.notices)
    composer_presenter.TemporaryChatPresenter(door, bridge, chat, views.composer)
    composer_presenter.ThinkingPresenter(bridge, chat, gestures, views.composer)
    AlternativesPresenter(doors.alternatives, bridge, chat, rules, views.transcript)
    deletions = Deletions(doors, bridge, chat, running, gestures, views)
    TrashPresenter(listing, bridge, views.sidebar)
    overflow = OverflowPresenter(door, bridge, chat, gestures, views)
    return ChatPresenters(
        outbox,
        rules,
        gestures,
        MessageGestures(door, chat, outbox, rules, views.transcript, views.composer),
        deletions,
        ChatListPresenter(doors, bridge, views.sidebar, chat, deletions),
        composer_presenter.ComposerPresenter(chat, outbox, models, views.composer),
        ContextPresenter(door, bridge, chat, outbox, gestures, views, models, overflow),
        TranscriptPresenter(chat, rules, views.transcript, views.notices),
    )
