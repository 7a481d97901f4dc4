"""Keeps the list of chats true with what is on disk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.core.conversations import events

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from app.ui.event_bridge import EventBridge
    from app.ui.state.chat_list_item_model import ChatListItemModel


class ChatListUpdater(QObject):
    """Keeps the list of chats as it is on disk; the only writer of which rows there are.

    To be made before anybody who asks the list what a chat is called.
    """

    def __init__(self, bridge: EventBridge, chats: ChatListItemModel) -> None:
        super().__init__(chats)
        self._chats = chats
        bridge.subscribe(events.ChatsListed, self._on_listed)
        bridge.subscribe(events.ChatCreated, self._on_changed)
        bridge.subscribe(events.ChatChanged, self._on_changed)
        bridge.subscribe(events.ChatDeleted, self._on_deleted)
        bridge.subscribe(events.MessageAdded, self._on_added)
        bridge.subscribe(events.BranchShown, self._on_branch)

    def _on_listed(self, event: events.ChatsListed) -> None:
        self._chats.set_chats(event.chats)

    def _on_changed(self, event: events.ChatCreated | events.ChatChanged) -> None:
        self._chats.put(event.chat)

    def _on_deleted(self, event: events.ChatDeleted) -> None:
        self._chats.remove(event.chat.id)

    def _on_added(self, event: events.MessageAdded) -> None:
        self._note_time(event.message)

    def _on_branch(self, event: events.BranchShown) -> None:
        if event.messages:
            self._note_time(event.messages[-1])

    def _note_time(self, message: Message) -> None:
        """Let the list say when a chat was last written in."""
        chat = self._chats.chat(message.chat_id)
        if chat is not None and message.created_at > chat.updated_at:
            self._chats.put(replace(chat, updated_at=message.created_at))
