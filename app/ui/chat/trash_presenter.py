"""Keeps the page of the trash true, and turns what is done there into calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMessageBox

from app.core.conversations.events import ChatsDeleted, ChatsRestored, TrashListed
from app.ui.formatting import counted
from app.ui.message_box import message_box
from app.ui.plain_text import button_text
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations import ChatList
    from app.ui.event_bridge import EventBridge
    from app.ui.sidebar.sidebar import Sidebar


class TrashPresenter(QObject):
    """Asks for the trash while it is shown; what nothing brings back is asked about first."""

    def __init__(self, door: ChatList, bridge: EventBridge, sidebar: Sidebar) -> None:
        super().__init__(sidebar)
        self._door = door
        self._page = sidebar.trash
        self._page.shown.connect(self._ask)
        self._page.restore_requested.connect(self._restore)
        self._page.delete_requested.connect(self._delete)
        self._page.empty_requested.connect(self._empty)
        bridge.subscribe(TrashListed, self._on_listed)
        bridge.subscribe(ChatsDeleted, self._on_changed)
        bridge.subscribe(ChatsRestored, self._on_changed)

    @Slot()
    def _ask(self) -> None:
        self._door.list_trash()

    def _on_changed(self, _event: object) -> None:
        if self._page.isVisible():
            self._door.list_trash()

    def _on_listed(self, event: TrashListed) -> None:
        self._page.rows.set_chats(event.chats)

    @Slot(object)
    def _restore(self, chat_ids: tuple[ChatId, ...]) -> None:
        self._door.restore(chat_ids)

    @Slot(object)
    def _delete(self, chat_ids: tuple[ChatId, ...]) -> None:
        chats = counted(len(chat_ids), "chat")
        self._ask_first(
            tr("Delete {chats} for good?", chats=chats), tr("Delete for good"), chat_ids
        )

    @Slot()
    def _empty(self) -> None:
        chats = counted(self._page.rows.rowCount(), "chat")
        words = tr("Empty the trash? {chats} will be deleted for good.", chats=chats)
        self._ask_first(words, tr("Empty trash"), None)

    def _ask_first(self, question: str, verb: str, chat_ids: tuple[ChatId, ...] | None) -> None:
        """Ask, then delete these chats, or all that are in the trash for None."""
        more = tr("The text, and all that was computed for it, is erased. This cannot be undone.")
        box = message_box(self._page, tr("Trash"), question, more, is_warning=True)
        box.setObjectName("trashQuestion")
        delete = box.addButton(button_text(verb), QMessageBox.ButtonRole.AcceptRole)
        delete.setObjectName("deleteForGood")
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        if box.exec() >= 0 and box.clickedButton() is delete:
            if chat_ids is None:
                self._door.empty_trash()
            else:
                self._door.delete_for_good(chat_ids)
