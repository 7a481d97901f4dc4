"""The trash: deleted chats, to be brought back or to be deleted for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.plain_text import button_text
from app.ui.sidebar.chat_delegate import ChatDelegate
from app.ui.sidebar.list_page import ListPage
from app.ui.state.trash_item_model import TrashItemModel
from app.ui.theme import SPACE_M, SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent

    from app.core.chats.records import ChatId
    from app.ui.state.trash_item_model import Index
    from app.ui.theme import Theme

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
        rows = TrashItemModel()
        view = TrashView(theme, rows)
        empty = tr("The trash is empty.\nDeleted chats stay here for 30 days.")
        super().__init__(theme, tr("Trash"), empty, view, rows.modelReset)
        self.rows, self.view = rows, view
        self.restore = QPushButton(tr("Restore"))
        self.delete = QPushButton(button_text(tr("Delete for good…")))
        self.empty = QPushButton(button_text(tr("Empty trash…")))
        foot = QWidget()
        column = QVBoxLayout(foot)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_S)
        for button in (self.restore, self.delete, self.empty):
            column.addWidget(button)
        self.add_below(foot)
        self.restore.clicked.connect(self._restore)
        self.delete.clicked.connect(self._delete)
        self.empty.clicked.connect(self.empty_requested)
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


class TrashView(QListView):
    """The list; sends `restore_wanted` or `delete_wanted` for what is chosen."""

    restore_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, theme: Theme, rows: TrashItemModel) -> None:
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
