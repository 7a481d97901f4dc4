"""The left side of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.icons import icon
from app.ui.labels import label, symbol
from app.ui.plain_text import set_tip
from app.ui.sidebar.chat_list_view import ChatListView
from app.ui.sidebar.search.search_panel import SearchPanel
from app.ui.theme import SPACE_M, SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from app.ui.state.chat_list_item_model import ChatListItemModel
    from app.ui.state.open_chat import OpenChat
    from app.ui.theme import Theme


class Sidebar(QWidget):
    """App name, "New chat" and the chats; `chats` and `view` are its item model and list.

    While something is looked for, `search` is in the place of the list.
    """

    def __init__(
        self,
        theme: Theme,
        actions: dict[str, QAction],
        chats: ChatListItemModel,
        open_chat: OpenChat,
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(200)
        self.chats = chats
        self.view = ChatListView(chats, open_chat, theme)
        self._flame = symbol()
        self._name = label("appName", "Hearth", wraps=False)
        self._hide = QToolButton()
        self._hide.setDefaultAction(actions["toggle_sidebar"])
        self._hide.setAccessibleName(tr("Hide chat list"))
        self._new = QPushButton(tr("New chat"))
        self._new.setObjectName("newChat")
        set_tip(self._new, actions["new_chat"].toolTip())
        self._new.clicked.connect(actions["new_chat"].trigger)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(_empty_page())
        self.search = SearchPanel(theme, actions["search"])
        self._pages.addWidget(self.search)
        self.search.active_changed.connect(self._choose_page)
        self._arrange()
        for signal in (
            self.chats.modelReset,
            self.chats.rowsInserted,
            self.chats.rowsRemoved,
        ):
            signal.connect(self._choose_page)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._choose_page()

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SPACE_S)
        top.addWidget(self._flame)
        top.addWidget(self._name, 1)
        top.addWidget(self._hide)
        head = QVBoxLayout()
        head.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_S)
        head.setSpacing(SPACE_M)
        head.addLayout(top)
        head.addWidget(self._new)
        head.addWidget(self.search.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, SPACE_S)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._pages, 1)

    @Slot()
    def _choose_page(self) -> None:
        page = 0 if self.chats.rowCount() else 1
        self._pages.setCurrentIndex(2 if self.search.is_active else page)

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        self._flame.setPixmap(icon("flame", colours.accent, side=22).pixmap(22, 22))
        self._new.setIcon(icon("plus", colours.accent))
        self.view.scheduleDelayedItemsLayout()  # rows grow with the words
        self.view.viewport().update()


def _empty_page() -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    words = label("emptyChats", tr("No chats yet.\nYour first message starts one."))
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
    column.addSpacing(48)
    column.addWidget(words)
    column.addStretch(1)
    return page
