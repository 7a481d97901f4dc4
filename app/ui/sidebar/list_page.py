"""A page of the sidebar beside the list of chats, and the trash, which is one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListView,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.protocol import Residency
from app.ui.kit.labels import icon, label, push_button
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, Theme
from app.ui.sidebar.chat_delegate import ChatDelegate
from app.ui.state.chat_list_item_model import Activity, ChatRole
from app.ui.state.chat_rows import RowKind
from app.ui.words.direction import turned_icon
from app.ui.words.formatting import counted, moment
from app.ui.words.plain_text import button_text, set_tip, tip
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent

    from app.core.chats.records import ChatId, TrashedChat


Index = QModelIndex | QPersistentModelIndex


class _TrashItemModel(QAbstractListModel):
    """Rows are deleted chats; they have the roles of the chat list, so that they look alike."""

    def __init__(self) -> None:
        super().__init__()
        self._chats: tuple[TrashedChat, ...] = ()

    def set_chats(self, chats: Sequence[TrashedChat]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._chats = tuple(chats)
        self.endResetModel()

    def chat_id(self, row: int) -> ChatId:
        """Return the chat in a row."""
        return self._chats[row].chat.id

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of chats."""
        return 0 if parent is not None and parent.isValid() else len(self._chats)

    def data(  # noqa: C901 - one case for each fact
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: one fact of one chat."""
        if not index.isValid() or not 0 <= index.row() < len(self._chats):
            return None
        trashed = self._chats[index.row()]
        title = trashed.chat.title or tr("New chat")
        left = counted(trashed.days_left, "day")
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title
            case Qt.ItemDataRole.ToolTipRole:
                deleted = tr("Deleted on {when}", when=moment(trashed.trashed_at))
                return tip("\n".join((title, deleted, tr("Kept for {days} more", days=left))))
            case Qt.ItemDataRole.AccessibleTextRole:
                return listed((title, tr("kept for {days} more", days=left)))
            case ChatRole.KIND:
                return RowKind.CHAT
            case ChatRole.CHAT_ID:
                return trashed.chat.id
            case ChatRole.TIME:
                return left
            case ChatRole.ACTIVITY:
                return Activity.NONE
            case ChatRole.UNREAD:
                return False
            case ChatRole.RESIDENCY:
                return Residency.COLD
            case _:
                return None


_ABOVE = 48  # pixels above the words of an empty page


class ListPage(QWidget):
    """A list with a title, and words where nothing is in it; Escape leads back.

    Sends `left` when the user wants back to the chats.

    Args:
        theme: gives the colours.
        title: above the list.
        empty: words for a list without rows.
        view: the list; its model is set.
        listed: sent when the rows were read.
    """

    left = Signal()

    def __init__(
        self, theme: Theme, title: str, empty: str, view: QAbstractItemView, listed: SignalInstance
    ) -> None:
        super().__init__()
        self._theme = theme
        self._view = view
        self._back = QToolButton()
        self._back.setObjectName("back")
        self._back.setAccessibleName(tr("Back to the chats"))
        set_tip(self._back, tr("Back to the chats"))
        self._back.clicked.connect(self.left)
        top = horizontal(margins=(SPACE_M, 0, SPACE_M, SPACE_S), spacing=SPACE_S)
        add_to(top, self._back, (label("listTitle", title, wraps=False), 1))
        self._pages = QStackedWidget()
        self._pages.addWidget(view)
        self._pages.addWidget(empty_page(empty, listed))
        self._column = add_to(vertical(self, margins=0, spacing=0), top, (self._pages, 1))
        rows = view.model()
        for signal in (rows.modelReset, rows.rowsInserted, rows.rowsRemoved):
            signal.connect(self._choose_page)
        theme.changed.connect(self._colour)
        self._colour()
        self._choose_page()

    def add_below(self, widget: QWidget) -> None:
        """Add something below the list."""
        self._column.addWidget(widget)

    def enter(self) -> None:
        """Give the list the keyboard, or the way back where the list is empty."""
        target = self._view if self._view.model().rowCount() else self._back
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape leads back."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _choose_page(self) -> None:
        is_empty = not self._view.model().rowCount()
        at = QApplication.focusWidget()
        if is_empty and at is not None and self.isAncestorOf(at):
            self.enter()  # before the list goes, and the keyboard with it to anything
        self._pages.setCurrentIndex(1 if is_empty else 0)

    @Slot()
    def _colour(self) -> None:
        name = turned_icon(self.layoutDirection(), "previous")
        self._back.setIcon(icon(name, self._theme.colours.muted))


def empty_page(text: str, listed: SignalInstance) -> QWidget:
    """Return what takes the place of a list without rows.

    Args:
        text: that there are none; not shown where they could not be read.
        listed: sent when the rows were read.
    """
    page = QWidget()
    column = QVBoxLayout(page)
    words = label("emptyChats")
    listed.connect(partial(words.setText, text))
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
    add_to(column, _ABOVE, words, STRETCH)
    return page


_ALSO = QItemSelectionModel.SelectionFlag.Select
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class TrashPage(ListPage):
    """Sends `restore_requested` and `delete_requested` with chats, and `empty_requested`.

    And `shown` when it comes on the screen.

    Attributes:
        rows: what is in it.
        view: shows them.
    """

    restore_requested = Signal(object)
    delete_requested = Signal(object)
    empty_requested = Signal()
    shown = Signal()

    def __init__(self, theme: Theme) -> None:
        rows = _TrashItemModel()
        view = _TrashView(theme, rows)
        empty = tr("The trash is empty.\nDeleted chats stay here for 30 days.")
        super().__init__(theme, tr("Trash"), empty, view, rows.modelReset)
        self.rows, self.view = rows, view
        self.restore = push_button("", tr("Restore"), self._restore)
        self.delete = push_button("", button_text(tr("Delete for good…")), self._delete)
        self.empty = push_button("", button_text(tr("Empty trash…")), self.empty_requested)
        foot = QWidget()
        column = vertical(foot, margins=(SPACE_M, SPACE_S, SPACE_M, SPACE_S), spacing=SPACE_S)
        for button in (self.restore, self.delete, self.empty):
            column.addWidget(button)
        self.add_below(foot)
        view.restore_wanted.connect(self._restore)
        view.delete_wanted.connect(self._delete)
        view.selectionModel().selectionChanged.connect(self._refresh)
        rows.modelReset.connect(self._refresh)
        self._refresh()

    def chosen(self) -> tuple[ChatId, ...]:
        """Return the chats that are chosen, in their order."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        return tuple(map(self.rows.chat_id, rows))

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: it comes on the screen."""
        super().showEvent(event)
        self.shown.emit()

    @Slot()
    def _restore(self) -> None:
        if self.chosen():
            self.restore_requested.emit(self.chosen())

    @Slot()
    def _delete(self) -> None:
        if self.chosen():
            self.delete_requested.emit(self.chosen())

    @Slot()
    def _refresh(self) -> None:
        is_chosen = self.view.selectionModel().hasSelection()
        self.restore.setEnabled(is_chosen)
        self.delete.setEnabled(is_chosen)
        self.empty.setEnabled(self.rows.rowCount() > 0)


class _TrashView(QListView):
    """The list; sends `restore_wanted` or `delete_wanted` for what is chosen."""

    restore_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, theme: Theme, rows: _TrashItemModel) -> None:
        super().__init__()
        rows.setParent(self)
        self._rows = rows
        self._kept: set[ChatId] = set()  # chosen, while all rows are made anew
        self._kept_row = -1
        self.setModel(rows)
        rows.modelAboutToBeReset.connect(self._on_resetting)
        rows.modelReset.connect(self._on_reset)
        self.setItemDelegate(ChatDelegate(theme, self, self._shows_ring, lambda: 0))
        self.setAccessibleName(tr("Chats in the trash"))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.customContextMenuRequested.connect(self._show_menu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return brings back, Delete deletes for good."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.restore_wanted.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_wanted.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard comes; the row it comes to is chosen, so that Return does something."""
        super().focusInEvent(event)
        at = self.currentIndex()
        if event.reason() in _BY_KEYBOARD and not self.selectionModel().hasSelection():
            self.setCurrentIndex(at if at.isValid() else self._rows.index(0))

    @Slot()
    def _on_resetting(self) -> None:
        chosen = self.selectionModel().selectedIndexes()
        self._kept = {self._rows.chat_id(index.row()) for index in chosen}
        self._kept_row = self.currentIndex().row()

    @Slot()
    def _on_reset(self) -> None:
        """What is chosen stays so; when it is gone, the keyboard is at the row in its place."""
        n_rows = self._rows.rowCount()
        for row in range(n_rows):
            if self._rows.chat_id(row) in self._kept:
                self.selectionModel().setCurrentIndex(self._rows.index(row), _ALSO)
        if self.hasFocus() and n_rows and not self.selectionModel().hasSelection():
            self.setCurrentIndex(self._rows.index(max(0, min(self._kept_row, n_rows - 1))))

    def _shows_ring(self, index: Index) -> bool:
        return self.hasFocus() and index == self.currentIndex()

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        if not self.indexAt(place).isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        restore = menu.addAction(tr("Restore"), self.restore_wanted.emit)
        restore.setObjectName("restore")
        delete = menu.addAction(button_text(tr("Delete for good…")), self.delete_wanted.emit)
        delete.setObjectName("delete")
        menu.popup(self.viewport().mapToGlobal(place))
