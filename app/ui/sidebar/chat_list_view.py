"""The list of chats: a click or the arrow keys open one, F2 renames, Delete takes away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCursor, QKeySequence
from PySide6.QtWidgets import QListView, QMenu, QWidget

from app.ui.sidebar.chat_delegate import ChatDelegate
from app.ui.sidebar.running_dots import RunningDots
from app.ui.state.chat_list_item_model import Activity, ChatRole
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent

    from app.core.chats.records import ChatId
    from app.ui.state.chat_list_item_model import ChatListItemModel, Index
    from app.ui.state.open_chat import OpenChat
    from app.ui.theme import Theme

_KEY_PAUSE_MS = 120  # holding an arrow key must not open every chat on the way
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_POINT_PAUSE_MS = 60  # nor must the mouse on its way across the list make the disk work


class ChatListView(QListView):
    """Opens the chat that is chosen.

    Sends `delete_requested`, `setup_requested`, `export_requested`, `stop_requested` and
    `chat_pointed` with a chat id.

    The last when the mouse rests on a chat, or the arrow keys reach it: it may be opened soon.
    Also `typed` with a key that belongs into the composer, and `entered_chat` when Return is
    pressed. The ring around the current row is drawn once the keyboard is in use here.
    """

    entered_chat = Signal()
    typed = Signal(str)
    chat_pointed = Signal(object)
    delete_requested = Signal(object)
    setup_requested = Signal(object)
    export_requested = Signal(object)
    stop_requested = Signal(object)

    def __init__(
        self,
        model: ChatListItemModel,
        open_chat: OpenChat,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._items = model
        self._open_chat = open_chat
        self._is_keyboard_used = False
        self.setModel(model)
        self._dots = RunningDots(self, model)
        self.setItemDelegate(ChatDelegate(theme, self, self.shows_ring, self._dots.phase))
        self.setAccessibleName(tr("Chats"))
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.setFrameShape(QListView.Shape.NoFrame)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_KEY_PAUSE_MS)
        self._pause.timeout.connect(self._choose_current)
        self._pointed_at: ChatId | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_POINT_PAUSE_MS)
        self._rest.timeout.connect(self._on_rest)
        self.entered.connect(self._on_entered)
        self._beside_removed: ChatId | None = None
        model.rowsAboutToBeRemoved.connect(self._on_removing)
        model.modelReset.connect(self._restore_current)
        model.rowsInserted.connect(self._restore_current)
        open_chat.switched.connect(self._restore_current)
        open_chat.created.connect(self._restore_current)

    def rename(self, chat_id: ChatId) -> None:
        """Let the user edit a title in place."""
        index = self._items.index_of(chat_id)
        if index.isValid():
            self.setCurrentIndex(index)
            self.edit(index)

    @property
    def beside_removed(self) -> ChatId | None:
        """The chat below the one that left the list last, or else above it."""
        return self._beside_removed

    @Slot(QModelIndex, int, int)
    def _on_removing(self, _parent: QModelIndex, first: int, last: int) -> None:
        rows = [row for row in (last + 1, first - 1) if 0 <= row < self._items.rowCount()]
        self._beside_removed = self._items.index(rows[0]).data(ChatRole.CHAT_ID) if rows else None

    def shows_ring(self, index: Index) -> bool:
        """Return whether the keyboard is in use and at this row."""
        return self._is_keyboard_used and self.hasFocus() and index == self.currentIndex()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Qt: the keyboard moved to another row."""
        super().currentChanged(current, previous)
        if self.hasFocus() and current.isValid():
            self._pause.start()
            self._point_at(current.data(ChatRole.CHAT_ID))

    def leaveEvent(self, event: QEvent) -> None:
        """Qt: the mouse went elsewhere."""
        super().leaveEvent(event)
        self._rest.stop()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click opens at once."""
        super().mouseReleaseEvent(event)
        self._use_keyboard(is_used=False)
        if event.button() == Qt.MouseButton.LeftButton:
            index = self.indexAt(event.position().toPoint())
            if index.isValid() and index == self.currentIndex():
                self._choose_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete, Return, letters that belong into the composer, what a list understands."""
        index, text = self.currentIndex(), event.text()
        if event.key() == Qt.Key.Key_Delete and index.isValid():
            self.delete_requested.emit(index.data(ChatRole.CHAT_ID))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._choose_current()
            self.entered_chat.emit()
        elif text.isprintable() and text.strip() and not event.modifiers() & _COMMANDS:
            self.typed.emit(text)
        else:
            self._use_keyboard(is_used=True)
            super().keyPressEvent(event)

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

    @Slot(QModelIndex)
    def _on_entered(self, _index: QModelIndex) -> None:
        self._rest.start()

    @Slot()
    def _on_rest(self) -> None:
        index = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos()))
        if index.isValid():
            self._point_at(index.data(ChatRole.CHAT_ID))

    def _point_at(self, chat_id: ChatId) -> None:
        if chat_id not in (self._pointed_at, self._open_chat.id):
            self._pointed_at = chat_id
            self.chat_pointed.emit(chat_id)

    @Slot()
    def _choose_current(self) -> None:
        self._pause.stop()
        chat_id = self.currentIndex().data(ChatRole.CHAT_ID)
        if chat_id is not None and chat_id != self._open_chat.id:
            self._open_chat.show(chat_id)

    @Slot()
    def _restore_current(self) -> None:
        index = self._items.index_of(self._open_chat.id)
        if index.isValid():
            if index != self.currentIndex():
                self.setCurrentIndex(index)
            self.scrollTo(index)
        else:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        self._pause.stop()

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chat_id: ChatId = index.data(ChatRole.CHAT_ID)
        if index.data(ChatRole.ACTIVITY) is not Activity.NONE:
            stop = menu.addAction(tr("Stop answer"), partial(self.stop_requested.emit, chat_id))
            stop.setObjectName("stop")
            menu.addSeparator()
        rename = menu.addAction(tr("Rename"), partial(self.rename, chat_id))
        rename.setObjectName("rename")
        rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        setup = menu.addAction(tr("Chat settings…"), partial(self.setup_requested.emit, chat_id))
        setup.setObjectName("chat_setup")
        export = menu.addAction(tr("Export chat…"), partial(self.export_requested.emit, chat_id))
        export.setObjectName("export_chat")
        menu.addSeparator()
        delete = menu.addAction(tr("Delete"), partial(self.delete_requested.emit, chat_id))
        delete.setObjectName("delete")
        delete.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        for action in (rename, delete):  # the keys are shown here; the list itself hears them
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setShortcutVisibleInContextMenu(True)
        menu.popup(self.viewport().mapToGlobal(place))
