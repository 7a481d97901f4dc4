"""The bar above the conversation: the chat's title with its menu, the model, the menu button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from app.ui.chat_title import ChatTitle
from app.ui.icons import icon
from app.ui.menus import fill_menu
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S, TEXT_SMALL
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from app.ui.model_views.model_bar import ModelBar
    from app.ui.theme import Theme

_HEIGHT = 52


class Header(QWidget):
    """One row; `menu` reaches every action, `show_sidebar` is there while the chats are hidden."""

    def __init__(self, theme: Theme, actions: dict[str, QAction], model_bar: ModelBar) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = ChatTitle(theme, actions)
        self.show_sidebar = QToolButton()
        self.show_sidebar.setDefaultAction(actions["toggle_sidebar"])
        self.show_sidebar.setAccessibleName(tr("Show chat list"))
        self.show_sidebar.hide()
        self.menu = QMenu(self)
        fill_menu(self.menu, actions)
        self._menu_button = QToolButton()
        self._menu_button.setAccessibleName(tr("Menu"))
        set_tip(self._menu_button, tr("Menu"))
        self._menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu_button.setMenu(self.menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self.show_sidebar)
        row.addSpacing(SPACE_S)
        row.addWidget(self.title, 1)
        row.addWidget(model_bar)
        row.addWidget(self._menu_button)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @Slot()
    def _on_theme_changed(self) -> None:
        grown = self._theme.scaled(TEXT_SMALL) - TEXT_SMALL
        self.setFixedHeight(_HEIGHT + 2 * grown)
        self._menu_button.setIcon(icon("menu", self._theme.colours.muted))
