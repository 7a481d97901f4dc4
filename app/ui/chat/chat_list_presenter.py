"""Turns what is done in the chat list and in the trash into calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMessageBox

from app.core.conversations.events import ChatsDeleted, ChatsRestored, FolderMade, TrashListed
from app.ui.kit.message_box import message_box
from app.ui.words.formatting import counted
from app.ui.words.plain_text import button_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations.cases.chat_list import ChatList
    from app.core.conversations.conversations import Doors
    from app.ui.chat.deletions import Deletions
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.sidebar.chat_list_view import ChatListView
    from app.ui.sidebar.sidebar import Sidebar
    from app.ui.state.open_chat import OpenChat


class ChatListPresenter(QObject):
    """Turns what is done in the lists into calls; which chat is shown, a view asks itself."""

    def __init__(
        self,
        doors: Doors,
        bridge: EventBridge,
        sidebar: Sidebar,
        open_chat: OpenChat,
        deletions: Deletions,
    ) -> None:
        super().__init__(sidebar)
        self._door = doors.chats
        self._listing = doors.listing
        self._sidebar = sidebar
        self._open_chat = open_chat
        self._deletions = deletions
        self._names_next = False  # a folder that was asked for here gets its name here
        for view in sidebar.lists():
            self._listen_to(view)
        bridge.subscribe(FolderMade, self._on_folder_made)

    def _listen_to(self, view: ChatListView) -> None:
        view.chat_pointed.connect(self._door.prefetch)
        view.delete_requested.connect(self._delete)
        view.pin_requested.connect(self._pin)
        view.archive_requested.connect(self._archive)
        view.move_requested.connect(lambda ids, folder: self._listing.move(ids, folder))
        view.folder_requested.connect(self._make_folder)
        view.folder_delete_requested.connect(lambda folder: self._listing.delete_folder(folder))
        view.folders_ordered.connect(lambda folders: self._listing.order_folders(folders))
        view.items.rename_requested.connect(self._door.rename)
        view.items.folder_rename_requested.connect(
            lambda folder, name: self._listing.rename_folder(folder, name)
        )

    # -- the open chat --

    @Slot()
    def new_folder(self) -> None:
        """Make an empty folder and let the user name it."""
        self._make_folder(())

    @Slot()
    def pin_open_chat(self) -> None:
        """Pin the open chat, or do so no more."""
        chat = self._open_chat.record
        if chat is not None:
            self._pin((chat.id,), chat.pinned_at is None)

    @Slot()
    def archive_open_chat(self) -> None:
        """Put the open chat out of the way, or back."""
        chat = self._open_chat.record
        if chat is not None:
            self._archive((chat.id,), chat.archived_at is None)

    # -- the lists --

    @Slot(object)
    def _delete(self, chat_ids: tuple[ChatId, ...]) -> None:
        self._listing.delete(chat_ids)

    @Slot(object, bool)
    def _pin(self, chat_ids: tuple[ChatId, ...], is_pinned: bool) -> None:  # noqa: FBT001 - Qt
        self._listing.pin(chat_ids, is_pinned=is_pinned)

    @Slot(object, bool)
    def _archive(self, chat_ids: tuple[ChatId, ...], is_archived: bool) -> None:  # noqa: FBT001
        chats = [
            chat
            for chat_id in chat_ids
            if (chat := self._sidebar.chats.chat(chat_id)) is not None
            and (chat.archived_at is not None) is not is_archived
        ]
        if is_archived:
            self._deletions.archive(chats)
        elif chats:
            self._listing.archive(tuple(chat.id for chat in chats), is_archived=False)

    # -- folders --

    @Slot(object)
    def _make_folder(self, chat_ids: tuple[ChatId, ...]) -> None:
        self._names_next = True
        self._listing.make_folder(tr("New folder"), chat_ids)

    def _on_folder_made(self, event: FolderMade) -> None:
        if self._names_next:
            self._names_next = False
            self._sidebar.show_chats()
            self._sidebar.view.setFocus()
            self._sidebar.view.name_folder(event.folder.id)


class TrashPresenter(QObject):
    """Asks for the trash while it is shown; what nothing brings back is asked about first."""

    def __init__(self, door: ChatList, bridge: EventBridge, sidebar: Sidebar) -> None:
        super().__init__(sidebar)
        self._door = door
        self._page = sidebar.trash
        self._page.shown.connect(self._ask)
        self._page.restore_requested.connect(lambda ids: self._door.restore(ids))
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
        more = tr("This erases their text and stored memory. It cannot be undone.")
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
