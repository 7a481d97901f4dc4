"""All facts about chats that the window knows, made in the order in which they hear of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.core.chats.records import ChatId, Message, is_temporary
from app.core.conversations import events
from app.core.plain_value import PlainValue, replace
from app.ui.state.chat_list_item_model import ChatListItemModel, Scope
from app.ui.state.open_chat import OpenChat
from app.ui.state.running_answers import RunningAnswers

if TYPE_CHECKING:
    from app.core.conversations.chats import Chats
    from app.ui.kit.event_bridge import EventBridge


class _ChatListUpdater(QObject):
    """Keeps the lists of chats as they are on disk; the only writer of which rows there are.

    To be made before anybody who asks a list what a chat is called.
    """

    def __init__(
        self, bridge: EventBridge, chats: ChatListItemModel, archived: ChatListItemModel
    ) -> None:
        super().__init__(chats)
        self._chats = chats
        self._lists = (chats, archived)
        self._told: set[ChatId] = set()  # by the pages of a list whose last has not come yet
        bridge.subscribe(events.ChatsListed, self._on_listed)
        bridge.subscribe(events.ChatCreated, self._on_changed)
        bridge.subscribe(events.ChatChanged, self._on_changed)
        bridge.subscribe(events.ChatsChanged, self._on_several_changed)
        bridge.subscribe(events.ChatsRestored, self._on_several_changed)
        bridge.subscribe(events.ChatsDeleted, self._on_deleted)
        bridge.subscribe(events.FoldersListed, self._on_folders)
        bridge.subscribe(events.MessageAdded, self._on_added)
        bridge.subscribe(events.BranchShown, self._on_branch)

    def _on_listed(self, event: events.ChatsListed) -> None:
        for listed in self._lists:
            listed.set_folders(event.folders)
            listed.put_all(event.chats)
        self._told.update(chat.id for chat in event.chats)
        if event.is_last:
            for listed in self._lists:
                listed.keep_only(self._told)
            self._told.clear()

    def _on_changed(self, event: events.ChatCreated | events.ChatChanged) -> None:
        if is_temporary(event.chat.id):  # it is shown, and nowhere listed
            return
        for listed in self._lists:
            listed.put(event.chat)

    def _on_several_changed(self, event: events.ChatsChanged | events.ChatsRestored) -> None:
        for listed in self._lists:
            listed.put_all(event.chats)

    def _on_deleted(self, event: events.ChatsDeleted) -> None:
        for listed in self._lists:
            listed.remove([chat.id for chat in event.chats])

    def _on_folders(self, event: events.FoldersListed) -> None:
        for listed in self._lists:
            listed.set_folders(event.folders)

    def _on_added(self, event: events.MessageAdded) -> None:
        self._note_time(event.message)

    def _on_branch(self, event: events.BranchShown) -> None:
        if event.messages:
            self._note_time(event.messages[-1])

    def _note_time(self, message: Message) -> None:
        """Let the list say when a chat was last written in."""
        chat = self._chats.chat(message.chat_id)
        if chat is not None and message.created_at > chat.updated_at:
            for listed in self._lists:
                listed.put(replace(chat, updated_at=message.created_at))


class ChatFacts(PlainValue, frozen=True):
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
    _ChatListUpdater(bridge, listed, archived)
    return ChatFacts(running, listed, archived, OpenChat(door, bridge, running, listed, owner))
