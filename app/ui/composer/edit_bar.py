"""The line above the field that says an earlier message is being edited, and ends that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.ui.icons import icon
from app.ui.theme import SPACE_M, SPACE_S

if TYPE_CHECKING:
    from app.ui.theme import Theme

_ICON = 15


class EditBar(QWidget):
    """Hidden until `show_words`. Sends `cancelled`."""

    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = QLabel()
        self._words = QLabel()
        self._words.setObjectName("composerReason")
        self._words.setWordWrap(True)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setObjectName("linkButton")
        self.cancel_button.setToolTip("Keep the message as it is (Esc)")
        self.cancel_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.cancel_button.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._icon)
        row.addWidget(self._words, 1)
        row.addWidget(self.cancel_button)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.hide()

    def show_words(self, words: str) -> None:
        """Appear and say what is being edited."""
        self._words.setText(words)
        self.show()

    def words(self) -> str:
        """Return what it says."""
        return self._words.text()

    @Slot()
    def _recolour(self) -> None:
        self._icon.setPixmap(icon("rename", self._theme.colours.muted).pixmap(_ICON, _ICON))
