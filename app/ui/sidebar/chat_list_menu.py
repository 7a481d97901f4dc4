"""The menus of the chat list: of one chat or several that are chosen, and of a folder."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.ui.state.chat_list_item_model import Activity, ChatRole, Index
from app.ui.words.formatting import counted
from app.ui.words.plain_text import button_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import ChatId
    from app.ui.sidebar.list_surface import ListSurface


def chats_menu(view: ListSurface, index: Index) -> QMenu:
    """Return the menu of the chat in a row, or of all that are chosen with it."""
    menu = _menu(view)
    chats = tuple(view.chats_meant_by(index))
    if len(chats) == 1:
        _add_what_is_of_one(menu, view, index, chats[0])
    _add_places(menu, view, chats)
    words = tr("Export chat…") if len(chats) == 1 else tr("Export {chats}…", chats=_n(chats))
    _add(menu, "export_chat", words, partial(view.export_requested.emit, chats))
    menu.addSeparator()
    words = tr("Delete") if len(chats) == 1 else tr("Delete {chats}", chats=_n(chats))
    delete = _add(menu, "delete", words, partial(view.delete_requested.emit, chats))
    _show_key(delete, Qt.Key.Key_Delete)
    return menu


def folder_menu(view: ListSurface, index: Index) -> QMenu:
    """Return the menu of a folder."""
    menu = _menu(view)
    folder_id = index.data(ChatRole.FOLDER)
    is_open = bool(index.data(ChatRole.IS_OPEN))
    new = partial(view.folder_chat_requested.emit, folder_id)
    _add(menu, "new chat", tr("New chat here"), new)
    _add(menu, "project", tr("Project…"), partial(view.project_requested.emit, folder_id))
    menu.addSeparator()
    toggle = partial(view.items.set_open, folder_id, is_open=not is_open)
    _add(menu, "fold", tr("Collapse folder") if is_open else tr("Expand folder"), toggle)
    rename = _add(menu, "rename", tr("Rename"), partial(view.name_folder, folder_id))
    _show_key(rename, Qt.Key.Key_F2)
    ids = [folder.id for folder in view.items.folders()]
    at = ids.index(folder_id)
    for key, words, step in (("up", tr("Move up"), -1), ("down", tr("Move down"), 1)):
        there = at + step
        moved = [one for one in ids if one != folder_id]
        moved.insert(there, folder_id)
        action = _add(menu, key, words, partial(view.folders_ordered.emit, tuple(moved)))
        action.setEnabled(0 <= there < len(ids))
    menu.addSeparator()
    words = tr("Delete folder, keep its chats")
    delete = _add(menu, "delete", words, partial(view.folder_delete_requested.emit, folder_id))
    _show_key(delete, Qt.Key.Key_Delete)
    return menu


def _add_what_is_of_one(menu: QMenu, view: ListSurface, index: Index, chat_id: ChatId) -> None:
    if index.data(ChatRole.ACTIVITY) is not Activity.NONE:
        _add(menu, "stop", tr("Stop answer"), partial(view.stop_requested.emit, chat_id))
        menu.addSeparator()
    rename = _add(menu, "rename", tr("Rename"), partial(view.rename, chat_id))
    _show_key(rename, Qt.Key.Key_F2)
    setup = partial(view.setup_requested.emit, chat_id)
    _add(menu, "chat_setup", tr("Chat settings…"), setup)
    menu.addSeparator()


def _add_places(menu: QMenu, view: ListSurface, chats: tuple[ChatId, ...]) -> None:
    """Add where the chats can be put: among the pinned, into folders, into the archive."""
    known = [chat for chat_id in chats if (chat := view.items.chat(chat_id)) is not None]
    is_pinned = all(chat.pinned_at is not None for chat in known)
    is_archived = all(chat.archived_at is not None for chat in known)
    pin = partial(view.pin_requested.emit, chats, not is_pinned)
    _add(menu, "pin", tr("Unpin") if is_pinned else tr("Pin"), pin)
    folders = menu.addMenu(tr("Move to folder"))
    folders.setObjectName("folders")
    there = {chat.folder_id for chat in known}
    for folder in view.items.folders():
        move = partial(view.move_requested.emit, chats, folder.id)
        action = _add(folders, f"folder {folder.id}", folder.name or tr("New folder"), move)
        action.setEnabled(there != {folder.id})
    folders.addSeparator()
    new = partial(view.folder_requested.emit, chats)
    _add(folders, "new folder", tr("New folder"), new)
    out = _add(
        folders, "no folder", tr("No folder"), partial(view.move_requested.emit, chats, None)
    )
    out.setEnabled(there != {None})
    words = tr("Back to the list") if is_archived else tr("Archive")
    _add(menu, "archive", words, partial(view.archive_requested.emit, chats, not is_archived))


def _n(chats: tuple[ChatId, ...]) -> str:
    return counted(len(chats), "chat")


def _menu(view: ListSurface) -> QMenu:
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def _add(menu: QMenu, key: str, words: str, run: Callable[[], object]) -> QAction:
    action = menu.addAction(button_text(words), run)
    action.setObjectName(key)
    return action


def _show_key(action: QAction, key: Qt.Key) -> None:
    """Show a key; the list itself hears it."""
    action.setShortcut(QKeySequence(key))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.setShortcutVisibleInContextMenu(True)
