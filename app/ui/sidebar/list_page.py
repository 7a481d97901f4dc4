"""A page of the sidebar beside the list of chats: a way back, a title, and what is on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.direction import turned_icon
from app.ui.icons import icon
from app.ui.labels import label
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QAbstractItemView

    from app.ui.theme import Theme

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
        self,
        theme: Theme,
        title: str,
        empty: str,
        view: QAbstractItemView,
        listed: SignalInstance,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._view = view
        self._back = QToolButton()
        self._back.setObjectName("back")
        self._back.setAccessibleName(tr("Back to the chats"))
        set_tip(self._back, tr("Back to the chats"))
        self._back.clicked.connect(self.left)
        top = QHBoxLayout()
        top.setContentsMargins(SPACE_M, 0, SPACE_M, SPACE_S)
        top.setSpacing(SPACE_S)
        top.addWidget(self._back)
        top.addWidget(label("listTitle", title, wraps=False), 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(view)
        self._pages.addWidget(empty_page(empty, listed))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(top)
        self._column.addWidget(self._pages, 1)
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
    column.addSpacing(_ABOVE)
    column.addWidget(words)
    column.addStretch(1)
    return page
