"""Dragging in the chat list: chats onto folders, out of them and onto the pinned, folders in order.

Interface thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent

from app.core.plain_value import PlainValue
from app.ui.sidebar.chat_delegate import DropMark
from app.ui.state.chat_list_item_model import ChatRole, Index
from app.ui.state.chat_rows import RowKind

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, FolderId
    from app.ui.sidebar.list_surface import ListSurface

FORMAT = "application/x-hearth-list"


class _Chats(PlainValue, frozen=True):
    """Chats that are dragged."""

    ids: tuple[ChatId, ...]


class _Folder(PlainValue, frozen=True):
    """A folder that is dragged."""

    folder_id: FolderId


class ChatDrag:
    """What is dragged in one list, and where it would go.

    What it is stays here: the drag itself carries nothing that another program could read.
    """

    def __init__(self, view: ListSurface) -> None:
        self._view = view
        self._dragged: _Chats | _Folder | None = None
        self._row = QPersistentModelIndex()
        self._mark = DropMark.NONE

    def marks(self, index: Index) -> DropMark:
        """Return how a row is to be marked."""
        is_it = self._row.isValid() and index.row() == self._row.row()
        return self._mark if is_it else DropMark.NONE

    def start(self) -> None:
        """Drag what is chosen until it is dropped."""
        if not self.take():
            return
        drag = QDrag(self._view)
        mime = QMimeData()
        mime.setData(FORMAT, b"")
        drag.setMimeData(mime)
        drag.exec(Qt.DropAction.MoveAction)
        self._dragged = None
        self.leave()

    def take(self) -> bool:
        """Take up what is chosen: chats, or else a folder; False for neither."""
        view = self._view
        chats, current = view.chosen_chats(), view.currentIndex()
        if chats:
            self._dragged = _Chats(tuple(chats))
        elif current.data(ChatRole.KIND) is RowKind.FOLDER:
            self._dragged = _Folder(current.data(ChatRole.FOLDER))
        else:
            self._dragged = None
        return self._dragged is not None

    def enter(self, event: QDragEnterEvent) -> None:
        """Take what comes from this list, and nothing else."""
        if self._is_ours(event):
            event.acceptProposedAction()
        else:
            event.ignore()

    def move(self, event: QDragMoveEvent) -> None:
        """Mark where it would go."""
        if not self._is_ours(event):
            event.ignore()
            return
        place = event.position().toPoint()
        self._set_mark(self._view.indexAt(place), self._mark_at(place))
        event.acceptProposedAction()

    def leave(self) -> None:
        """Mark nothing."""
        self._set_mark(None, DropMark.NONE)

    def drop(self, event: QDropEvent) -> None:
        """Put it there."""
        if not self._is_ours(event):
            event.ignore()
            return
        self.drop_at(event.position().toPoint())
        event.acceptProposedAction()

    def drop_at(self, place: QPoint) -> None:
        """Put what is dragged where it was dropped."""
        dragged, self._dragged = self._dragged, None
        match dragged:
            case _Chats(ids):
                self._drop_chats(ids, self._view.indexAt(place))
            case _Folder(folder_id):
                self._drop_folder(folder_id, place)
            case None:
                pass
        self.leave()

    def _is_ours(self, event: QDropEvent) -> bool:
        return self._dragged is not None and event.mimeData().hasFormat(FORMAT)

    def _drop_chats(self, ids: tuple[ChatId, ...], target: Index) -> None:
        view = self._view
        known = [chat for one in ids if (chat := view.items.chat(one)) is not None]
        if self._is_among_pinned(target):
            view.pin_requested.emit(ids, True)
            return
        pinned = tuple(chat.id for chat in known if chat.pinned_at is not None)
        if pinned:  # a pinned chat stands above the folders: nothing would be seen to move
            view.pin_requested.emit(pinned, False)
        folder_id = target.data(ChatRole.FOLDER) if target.isValid() else None
        moved = tuple(chat.id for chat in known if chat.folder_id != folder_id)
        if moved:
            view.move_requested.emit(moved, folder_id)

    def _drop_folder(self, folder_id: FolderId, place: QPoint) -> None:
        target = self._view.indexAt(place)
        other = target.data(ChatRole.FOLDER) if target.isValid() else None
        was = [folder.id for folder in self._view.items.folders()]
        ids = [one for one in was if one != folder_id]
        if other == folder_id:
            return
        at = len(ids)  # below all folders
        if other is not None:
            at = ids.index(other) + (self._mark_at(place) is not DropMark.ABOVE)
        elif self._is_among_pinned(target):
            at = 0
        ids.insert(at, folder_id)
        if ids != was:
            self._view.folders_ordered.emit(tuple(ids))

    def _mark_at(self, place: QPoint) -> DropMark:
        index = self._view.indexAt(place)
        if not index.isValid():
            return DropMark.NONE
        if isinstance(self._dragged, _Chats):
            is_folder = index.data(ChatRole.KIND) is RowKind.FOLDER
            return DropMark.INTO if is_folder else DropMark.BELOW
        if index.data(ChatRole.KIND) is not RowKind.FOLDER:
            return DropMark.BELOW
        is_above = place.y() < self._view.visualRect(index).center().y()
        return DropMark.ABOVE if is_above else DropMark.BELOW

    def _is_among_pinned(self, index: Index) -> bool:
        """Whether a row is a pinned chat, or the heading above them."""
        if not index.isValid():
            return False
        if index.data(ChatRole.KIND) is RowKind.HEADING:
            index = self._view.items.index(index.row() + 1)
        chat = self._view.items.chat(index.data(ChatRole.CHAT_ID))
        return chat is not None and chat.pinned_at is not None

    def _set_mark(self, index: Index | None, mark: DropMark) -> None:
        self._row = QPersistentModelIndex() if index is None else QPersistentModelIndex(index)
        self._mark = mark
        self._view.viewport().update()
