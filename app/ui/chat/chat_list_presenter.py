"""Turns what is done in the chat list into calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations import Chats
    from app.ui.sidebar.chat_list_view import ChatListView
    from app.ui.state.chat_list_item_model import ChatListItemModel


class ChatListPresenter(QObject):
    """Turns what is done in the list into calls; which chat is shown, the view asks itself."""

    def __init__(self, door: Chats, view: ChatListView, chats: ChatListItemModel) -> None:
        super().__init__(view)
        self._door = door
        view.chat_pointed.connect(self._prefetch)
        view.delete_requested.connect(self._delete)
        view.stop_requested.connect(self._stop)
        chats.rename_requested.connect(self._rename)

    @Slot(object)
    def _delete(self, chat_id: ChatId) -> None:
        self._door.delete(chat_id)

    @Slot(object)
    def _stop(self, chat_id: ChatId) -> None:
        self._door.stop(chat_id)

    @Slot(object)
    def _prefetch(self, chat_id: ChatId) -> None:
        self._door.prefetch(chat_id)

    @Slot(object, str)
    def _rename(self, chat_id: ChatId, title: str) -> None:
        self._door.rename(chat_id, title)
