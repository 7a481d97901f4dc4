"""A thing that goes along with the message being written, above the field."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QMenu, QToolButton

from app.ui.accessible_role import set_role
from app.ui.icons import icon
from app.ui.plain_text import set_tip
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Theme

NAME_WIDTH = 220


class Chip(QFrame):
    """Opens on a click or Return, goes with its cross or Delete; the menu has all that it can do.

    Args:
        name: of what goes along.

    Signals:
        removed: it is to go.
        focused: the keyboard came to it.
    """

    removed = Signal()
    focused = Signal()

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, QAccessible.Role.Button)
        self.setObjectName("attachmentChip")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.cross = QToolButton()
        self.cross.setObjectName("attachmentCross")
        self.cross.setIcon(icon("close", theme.colours.muted))
        set_tip(self.cross, tr("Remove"))
        self.cross.setAccessibleName(tr("Remove {name}", name=name))
        self.cross.clicked.connect(self.removed)

    @abstractmethod
    def open(self) -> None:
        """Show what goes along."""

    @abstractmethod
    def fill_menu(self, menu: QMenu) -> None:
        """Add what else can be done with it."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click opens it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return opens it, Delete removes it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.open()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard came."""
        super().focusInEvent(event)
        self.focused.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: what can be done with it."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return what can be done with it."""
        menu = QMenu(self)
        menu.addAction(tr("Open"), self.open)
        self.fill_menu(menu)
        menu.addAction(tr("Remove"), self.removed.emit)
        return menu
