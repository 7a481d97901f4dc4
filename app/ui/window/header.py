"""The bar above the conversation: the chat's title with its menu, the model, the menu button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt, Slot
from PySide6.QtGui import QAccessible, QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QStyle, QToolButton, QWidget

from app.ui.kit.actions import chat_menu, fill_menu
from app.ui.kit.labels import ElidedLabel, icon, renderer
from app.ui.kit.layouts import add_to, horizontal
from app.ui.kit.theme import SPACE_M, SPACE_S, TEXT_SMALL, Theme
from app.ui.words.direction import open_menu
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.models.model_bar import ModelBar


_ARROW = 12
_GAP = 6
_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)


class ChatTitle(ElidedLabel):
    """The title with an arrow behind it; a new chat has neither title nor menu."""

    role = QAccessible.Role.ButtonMenu

    def __init__(self, theme: Theme, actions: dict[str, QAction]) -> None:
        super().__init__("chatTitle")
        self._theme = theme
        self.menu = QMenu(self)
        chat_menu(self.menu, actions)
        self.setText("")

    def setText(self, text: str) -> None:
        """Show another title."""
        super().setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if text else Qt.FocusPolicy.NoFocus)
        self.setEnabled(bool(text))
        if not text:
            self.setAccessibleName(tr("New chat"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a click on the title or its arrow opens the menu."""
        is_left = event.button() is Qt.MouseButton.LeftButton
        pos = QStyle.visualPos(self.layoutDirection(), self.rect(), event.position().toPoint())
        if is_left and self.text() and pos.x() <= self._arrow().right():
            self.show_menu()
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: the keys that open a menu anywhere."""
        if self.text() and event.key() in _KEYS:
            self.show_menu()
        else:
            super().keyPressEvent(event)

    def show_menu(self) -> None:
        """Open the menu below the title."""
        below = self.rect().adjusted(0, 0, 0, _GAP + 1)
        open_menu(self.menu, QRect(self.mapToGlobal(below.topLeft()), below.size()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: the title, and behind it the arrow."""
        super().paintEvent(event)
        if not self.text():
            return
        colours = self._theme.colours
        painter = QPainter(self)
        colour = colours.accent if self.hasFocus() else colours.muted
        arrow = QStyle.visualRect(self.layoutDirection(), self.rect(), self._arrow())
        renderer("chevron", colour).render(painter, QRectF(arrow))
        painter.end()

    def text_width(self) -> int:
        """Return what the words may take: all but the arrow."""
        return max(0, self.width() - (self._theme.scaled(_ARROW) + _GAP if self.text() else 0))

    def _arrow(self) -> QRect:
        """Return its place, as in a window that is read from the left."""
        width = min(self.fontMetrics().horizontalAdvance(self.shown_text()), self.text_width())
        side = self._theme.scaled(_ARROW)
        return QRect(width + _GAP, (self.height() - side) // 2 + 1, side, side)


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
        row = horizontal(self, margins=(SPACE_M, 0, SPACE_M, 0), spacing=SPACE_S)
        add_to(row, self.show_sidebar, SPACE_S, (self.title, 1), model_bar, self._menu_button)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @Slot()
    def _on_theme_changed(self) -> None:
        grown = self._theme.scaled(TEXT_SMALL) - TEXT_SMALL
        self.setFixedHeight(_HEIGHT + 2 * grown)
        self._menu_button.setIcon(icon("menu", self._theme.colours.muted))
