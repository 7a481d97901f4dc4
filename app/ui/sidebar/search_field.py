"""The field above the chat list: words to look for, in chats and documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QLineEdit

from app.ui.kit.labels import icon, leaves_undo
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QKeyEvent

    from app.ui.kit.theme import Theme

_LONGEST = 1000  # characters; of a text that is pasted, the beginning
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 5, Qt.Key.Key_PageUp: -5}


class SearchField(QLineEdit):
    """Words to find.

    Sends `moved` with how many results down or up the keyboard goes, `accepted` when Return is
    pressed, and `left` when Escape is: the words are gone then.
    """

    moved = Signal(int)
    accepted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, action: QAction) -> None:
        super().__init__()
        self.setObjectName("searchField")
        self._theme = theme
        self.setPlaceholderText(tr("Search all chats"))
        self.setAccessibleName(tr("Search all chats"))
        set_tip(self, action.toolTip())
        self.setMaxLength(_LONGEST)
        self._glass = self.addAction(
            icon("search", theme.colours.muted), QLineEdit.ActionPosition.LeadingPosition
        )
        self._clear = self.addAction(
            icon("close", theme.colours.muted), QLineEdit.ActionPosition.TrailingPosition
        )
        self._clear.setText(tr("Clear search"))
        set_tip(self._clear, tr("Clear search"))
        self._clear.setVisible(False)
        self._clear.triggered.connect(self._leave)
        self._glass.setText(tr("Search all chats"))
        self._glass.triggered.connect(self.selectAll)
        self.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        theme.changed.connect(self._recolour)

    def event(self, event: QEvent) -> bool:
        """Qt: Ctrl+Z belongs to the window where nothing that was typed here can be undone."""
        if leaves_undo(event, can_undo=self.isUndoAvailable()):
            event.ignore()
            return False
        if event.type() == event.Type.ShortcutOverride and self._is_escape(event):
            event.accept()  # it is not the answer's that is to be stopped
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: go through the results without leaving the field."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.moved.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    def _is_escape(self, event: QEvent) -> bool:
        key: QKeyEvent = event  # type: ignore[assignment]
        return key.key() == Qt.Key.Key_Escape

    @Slot()
    def _leave(self) -> None:
        self.clear()
        self.left.emit()

    @Slot()
    def _recolour(self) -> None:
        self._glass.setIcon(icon("search", self._theme.colours.muted))
        self._clear.setIcon(icon("close", self._theme.colours.muted))
