"""The bar above the conversation: title of the chat, the model, the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from app.ui.actions import rows_by_group
from app.ui.elided_label import ElidedLabel
from app.ui.icons import icon
from app.ui.plain_words import set_tip
from app.ui.theme import SPACE_M, SPACE_S, TEXT_SMALL

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
        self.title = ElidedLabel("chatTitle")
        self.show_sidebar = QToolButton()
        self.show_sidebar.setDefaultAction(actions["toggle_sidebar"])
        self.show_sidebar.setAccessibleName("Show chat list")
        self.show_sidebar.hide()
        self.menu = QMenu(self)
        self._fill_menu(actions)
        self._menu_button = QToolButton()
        self._menu_button.setAccessibleName("Menu")
        set_tip(self._menu_button, "Menu")
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

    def _fill_menu(self, actions: dict[str, QAction]) -> None:
        for rows in rows_by_group():
            if not self.menu.isEmpty():
                self.menu.addSeparator()
            for row in rows:
                self.menu.addAction(actions[row.key])

    @Slot()
    def _on_theme_changed(self) -> None:
        grown = self._theme.scaled(TEXT_SMALL) - TEXT_SMALL
        self.setFixedHeight(_HEIGHT + 2 * grown)
        self._menu_button.setIcon(icon("menu", self._theme.colours.muted))
