"""The list of chats: a click or the arrow keys open one, Ctrl and Shift choose several.

F2 renames, Delete takes away what is chosen, Left and Right close and open a folder.
Longer than other files: Qt hands the mouse, the keyboard and drags to one class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Slot
from PySide6.QtGui import QCursor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.ui.kit.timers import timer
from app.ui.sidebar.chat_delegate import ChatDelegate, RunningDots
from app.ui.sidebar.chat_drag import ChatDrag
from app.ui.sidebar.chat_list_menu import chats_menu, folder_menu
from app.ui.sidebar.list_surface import ListSurface
from app.ui.state.chat_list_item_model import ChatListItemModel, ChatRole, Index
from app.ui.state.chat_rows import RowKind
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QDragEnterEvent,
        QDragLeaveEvent,
        QDragMoveEvent,
        QDropEvent,
        QFocusEvent,
        QMouseEvent,
    )

    from app.core.chats.records import ChatId, FolderId
    from app.ui.kit.theme import Theme
    from app.ui.state.open_chat import OpenChat

_KEY_PAUSE_MS = 120  # holding an arrow key must not open every chat on the way
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
_CHOOSING = _COMMANDS | Qt.KeyboardModifier.ShiftModifier
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
_POINT_PAUSE_MS = 60  # nor must the mouse on its way across the list make the disk work


class ChatListView(ListSurface):
    """Opens the chat that is chosen.

    Sends `setup_requested`, `stop_requested` and `chat_pointed` with a chat id, the last when the
    mouse rests on a chat, or the arrow keys reach it: it may be opened soon.
    With several ids: `delete_requested` and `export_requested`; `pin_requested` and
    `archive_requested` with whether they are to be so; `move_requested` with a folder or None;
    `folder_requested`, for a new one.
    Of folders: `folder_delete_requested`, and `folders_ordered` with all of them.
    Also `typed` with a key that belongs into the composer, and `entered_chat` when Return is
    pressed. The ring around the current row is drawn once the keyboard is in use here.

    Attributes:
        beside_removed: the chat below the open one when that left the list, or else above it.
    """

    def __init__(
        self,
        model: ChatListItemModel,
        open_chat: OpenChat,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(model, parent)
        self._open_chat = open_chat
        self._theme = theme
        self._is_keyboard_used = False
        self.setModel(model)
        self._dots = RunningDots(self, model)
        self.drag = ChatDrag(self)
        delegate = ChatDelegate(theme, self, self.shows_ring, self._dots.phase, self.drag.marks)
        self.setItemDelegate(delegate)
        self._set_up()
        self._pause = timer(self, _KEY_PAUSE_MS, self._choose_current)
        self._pointed_at: ChatId | None = None
        self._rest = timer(self, _POINT_PAUSE_MS, self._on_rest)
        self.beside_removed: ChatId | None = None
        self._kept_scroll = 0
        self._kept_choice: list[ChatId] = []
        self._follows = False  # the open chat, which is moved and was to be seen
        self._naming: FolderId | None = None  # a folder that was made here and gets its name
        self._connect(model, open_chat)

    def _set_up(self) -> None:
        self.setAccessibleName(tr("Chats"))
        self.setMouseTracking(True)
        self._be_a_list()
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)  # the delegate marks where it goes

    def _be_a_list(self) -> None:
        """Look like a list. Qt's own asks for each of 100,000 rows at every change; a table not."""
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.set_row_height()

    def set_row_height(self) -> None:
        """Take over how high rows are now; they grow with the words."""
        height = ChatDelegate.row_height(self._theme)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    def _connect(self, model: ChatListItemModel, open_chat: OpenChat) -> None:
        self.customContextMenuRequested.connect(self._show_menu)
        self.entered.connect(lambda: self._rest.start())
        model.rowsAboutToBeRemoved.connect(self._on_removing)
        model.rowsAboutToBeMoved.connect(self._on_moving)
        model.rowsMoved.connect(self._on_moved)
        model.modelAboutToBeReset.connect(self._on_resetting)
        model.modelReset.connect(self._on_reset)
        model.rowsInserted.connect(self._on_inserted)
        model.ages_changed.connect(self.viewport().update)
        open_chat.switched.connect(self._restore_current)
        open_chat.stayed.connect(self._restore_current)
        open_chat.created.connect(self._restore_current)

    # -- what is chosen --

    @Slot(QModelIndex, int, int)
    def _on_removing(self, _parent: QModelIndex, first: int, last: int) -> None:
        gone = set(self.items.chats_in(first, last))
        if self._open_chat.id in gone or self.beside_removed in gone:
            self.beside_removed = self.items.chat_beside(first, last)

    @Slot(QModelIndex, int, int)
    def _on_moving(self, _parent: QModelIndex, first: int, last: int) -> None:
        is_seen = self.viewport().rect().intersects(self.visualRect(self.items.index(first)))
        self._follows = is_seen and self._open_chat.id in set(self.items.chats_in(first, last))

    @Slot()
    def _on_moved(self) -> None:
        """A chat that is written in goes to the top; who has scrolled away from it stays there."""
        if self._follows:
            self._follows = False
            self.scrollTo(self.items.index_of(self._open_chat.id))

    def shows_ring(self, index: Index) -> bool:
        """Return whether the keyboard is in use and at this row."""
        return self._is_keyboard_used and self.hasFocus() and index == self.currentIndex()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Qt: the keyboard moved to another row."""
        super().currentChanged(current, previous)
        if self.hasFocus() and current.isValid():
            self._pause.start()
            self._point_at(current.data(ChatRole.CHAT_ID))

    # -- the mouse --

    def leaveEvent(self, event: QEvent) -> None:
        """Qt: the mouse went elsewhere."""
        super().leaveEvent(event)
        self._rest.stop()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a drag may begin; a click opens when it ends."""
        super().mousePressEvent(event)
        self._pause.stop()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click opens at once; with Ctrl or Shift it only chooses."""
        super().mouseReleaseEvent(event)
        self._use_keyboard(is_used=False)
        if event.button() == Qt.MouseButton.LeftButton and not event.modifiers() & _CHOOSING:
            index = self.indexAt(event.position().toPoint())
            if index.isValid() and index == self.currentIndex():
                if index.data(ChatRole.KIND) is RowKind.FOLDER:
                    self._toggle(index)
                else:
                    self._choose_current()

    @Slot()
    def _on_rest(self) -> None:
        index = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos()))
        if index.isValid():
            self._point_at(index.data(ChatRole.CHAT_ID))

    def _point_at(self, chat_id: ChatId | None) -> None:
        if chat_id is not None and chat_id not in (self._pointed_at, self._open_chat.id):
            self._pointed_at = chat_id
            self.chat_pointed.emit(chat_id)

    # -- dragging --

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Qt: what is chosen is dragged, which opens nothing."""
        self.drag.start()
        if self._is_one_chosen():
            self._restore_current()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Qt: only chats and folders of this list; files go to the window."""
        self.drag.enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Qt: mark where it would go; near an edge the list scrolls."""
        super().dragMoveEvent(event)
        self.drag.move(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Qt: it goes nowhere here."""
        super().dragLeaveEvent(event)
        self.drag.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        """Qt: put it there."""
        self.drag.drop(event)

    # -- the keyboard --

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete, Return, letters that belong into the composer, what a list understands."""
        if not self.hasFocus():  # an editor in a row has used the key, and passes it on
            event.ignore()
            return
        index, text = self.currentIndex(), event.text()
        if event.key() == Qt.Key.Key_Delete and index.isValid():
            self._delete(index)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._enter(index)
        elif text.isprintable() and text.strip() and not event.modifiers() & _COMMANDS:
            self.typed.emit(text)
        elif event.key() in _ENDS and not event.modifiers() & _COMMANDS:
            self._go_to_end(event)
        elif not self._fold_by_key(index, event):
            self._use_keyboard(is_used=True)
            super().keyPressEvent(event)

    def _go_to_end(self, event: QKeyEvent) -> None:
        """Go to the first or the last row, as in a list; a table would stay in its row."""
        keys = event.modifiers() | Qt.KeyboardModifier.ControlModifier
        self._use_keyboard(is_used=True)
        super().keyPressEvent(QKeyEvent(event.type(), event.key(), keys))

    def _delete(self, index: Index) -> None:
        chosen = self.chats_meant_by(index)
        if chosen:
            self.delete_requested.emit(tuple(chosen))
        elif index.data(ChatRole.KIND) is RowKind.FOLDER:
            self.folder_delete_requested.emit(index.data(ChatRole.FOLDER))

    def _enter(self, index: Index) -> None:
        if index.data(ChatRole.KIND) is RowKind.FOLDER:
            self._toggle(index)
        else:
            self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self._choose_current()
            self.entered_chat.emit()

    def _fold_by_key(self, index: Index, event: QKeyEvent) -> bool:
        """Close or open a folder, or go from a chat to its folder; False for any other key."""
        key, kind = event.key(), index.data(ChatRole.KIND)
        folder_id = index.data(ChatRole.FOLDER)
        if event.modifiers() & _CHOOSING or folder_id is None:
            return False
        closes, opens = Qt.Key.Key_Left, Qt.Key.Key_Right
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            closes, opens = opens, closes
        if kind is RowKind.FOLDER:
            is_open = bool(index.data(ChatRole.IS_OPEN))
            wanted = {closes: False, opens: True, Qt.Key.Key_Space: not is_open}
            if key not in wanted:
                return False
            self.items.set_open(folder_id, is_open=wanted[Qt.Key(key)])
        elif key == closes:
            self.setCurrentIndex(self.items.index_of_folder(folder_id))
        else:
            return False
        self._use_keyboard(is_used=True)
        return True

    def _toggle(self, index: Index) -> None:
        is_open = bool(index.data(ChatRole.IS_OPEN))
        self.items.set_open(index.data(ChatRole.FOLDER), is_open=not is_open)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard comes."""
        if event.reason() in _BY_KEYBOARD:
            self._use_keyboard(is_used=True)
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard goes."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _use_keyboard(self, *, is_used: bool) -> None:
        self._is_keyboard_used = is_used
        self.viewport().update()

    # -- which row is current --

    @Slot()
    def _choose_current(self) -> None:
        """Open the current chat, unless several are being chosen."""
        self._pause.stop()
        index = self.currentIndex()
        chat_id = index.data(ChatRole.CHAT_ID)
        is_wanted = self._is_one_chosen() and self.selectionModel().isSelected(index)
        if chat_id is not None and chat_id != self._open_chat.id and is_wanted:
            self._open_chat.show(chat_id)

    @Slot()
    def _on_inserted(self) -> None:
        if not self.currentIndex().isValid():
            self._restore_current()

    @Slot()
    def _on_resetting(self) -> None:
        self._kept_scroll = self.verticalScrollBar().value()
        self._kept_choice = [] if self._is_one_chosen() else self.chosen_chats()

    @Slot()
    def _on_reset(self) -> None:
        """All rows are new: what was chosen is, and the list stands where it stood."""
        was, self._kept_scroll = self._kept_scroll, 0
        self._restore_current()
        for chat_id in self._kept_choice:
            index = self.items.index_of(chat_id)
            self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)
        self._kept_choice = []
        if was:
            self.executeDelayedItemsLayout()
            self.verticalScrollBar().setValue(was)

    @Slot()
    def _restore_current(self) -> None:
        index = self.items.index_of(self._open_chat.id)
        if index.isValid():
            is_chosen = self.selectionModel().isSelected(index)
            if index != self.currentIndex() or not (is_chosen and self._is_one_chosen()):
                self.setCurrentIndex(index)
            self.scrollTo(index)
        else:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        self.beside_removed = None
        self._pause.stop()

    # -- the menu --

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        index = self.indexAt(place)
        match index.data(ChatRole.KIND) if index.isValid() else None:
            case RowKind.CHAT:
                menu = chats_menu(self, index)
            case RowKind.FOLDER:
                menu = folder_menu(self, index)
            case _:
                return
        menu.popup(self.viewport().mapToGlobal(place))
