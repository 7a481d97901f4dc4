"""What the menus and drags of a chat list know of it: what is chosen, and the signals it sends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionRange, Signal
from PySide6.QtWidgets import QTableView, QWidget

from app.ui.state.chat_list_item_model import ChatListItemModel, ChatRole, Index

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, FolderId


class ListSurface(QTableView):
    """A list of chats in which several can be chosen; `ChatListView` says what is sent when.

    Attributes:
        items: what it shows.
    """

    entered_chat = Signal()
    typed = Signal(str)
    chat_pointed = Signal(object)
    delete_requested = Signal(object)
    setup_requested = Signal(object)
    export_requested = Signal(object)
    stop_requested = Signal(object)
    pin_requested = Signal(object, bool)
    archive_requested = Signal(object, bool)
    move_requested = Signal(object, object)
    folder_requested = Signal(object)
    folder_delete_requested = Signal(object)
    folders_ordered = Signal(object)
    folder_chat_requested = Signal(object)
    project_requested = Signal(object)

    def __init__(self, model: ChatListItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items = model

    def chosen_chats(self) -> list[ChatId]:
        """Return the chats that are chosen, in their order."""
        ranges = sorted(self._ranges(), key=lambda one: one.top())
        return [
            chat_id  # type: ignore[misc]
            for one in ranges
            for chat_id in self.items.chats_in(one.top(), one.bottom())
        ]

    def chats_meant_by(self, index: Index) -> list[ChatId]:
        """Return what an action on a row is about: all that is chosen, if the row is, too."""
        chosen = self.chosen_chats()
        chat_id = index.data(ChatRole.CHAT_ID)
        return chosen if chat_id in chosen or chat_id is None else [chat_id]

    def _is_one_chosen(self) -> bool:
        return sum(one.height() for one in self._ranges()) <= 1

    def _ranges(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(number) for number in range(selection.count())]

    def rename(self, chat_id: ChatId) -> None:
        """Let the user edit a title in place."""
        self._edit(self.items.index_of(chat_id))

    def name_folder(self, folder_id: FolderId) -> None:
        """Let the user edit the name of a folder in place."""
        self._edit(self.items.index_of_folder(folder_id))

    def _edit(self, index: Index) -> None:
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
            self.edit(index)
