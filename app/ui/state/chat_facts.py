"""All facts about chats that the window knows, made in the order in which they hear of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ui.state.chat_list_item_model import ChatListItemModel, Scope
from app.ui.state.chat_list_updater import ChatListUpdater
from app.ui.state.open_chat import OpenChat
from app.ui.state.running_answers import RunningAnswers

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from app.core.conversations import Chats
    from app.ui.event_bridge import EventBridge


@dataclass(frozen=True, slots=True)
class ChatFacts:
    """Which chats there are, which are being answered, and which is shown.

    Attributes:
        chat_list: all but those in the trash; archived ones have no row.
        archived: those in the archive.
    """

    running: RunningAnswers
    chat_list: ChatListItemModel
    archived: ChatListItemModel
    open_chat: OpenChat


def know_chats(door: Chats, bridge: EventBridge, owner: QObject) -> ChatFacts:
    """Make the facts; `owner` keeps them in Qt's tree.

    To be called before anybody else subscribes: who hears of an event later finds them true.
    """
    running = RunningAnswers(bridge, owner)
    listed = ChatListItemModel(running, owner)
    archived = ChatListItemModel(running, owner, Scope.ARCHIVED)
    ChatListUpdater(bridge, listed, archived)
    return ChatFacts(running, listed, archived, OpenChat(door, bridge, running, listed, owner))
