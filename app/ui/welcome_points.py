"""What somebody who opens Hearth for the first time should know, in three rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.core.models.builtin import GUIDE_DESCRIPTION, GUIDE_NAME
from app.ui.icons import picture
from app.ui.labels import label, symbol
from app.ui.theme import SPACE_L, SPACE_M
from app.ui.translation import tr, translated

if TYPE_CHECKING:
    from app.ui.theme import Theme

_WIDTH = 600
_SYMBOL = 22


class WelcomePoints(QFrame):
    """Sends `folders_requested`, `get_model_requested` and `open_model_requested`."""

    folders_requested = Signal()
    get_model_requested = Signal()
    open_model_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("suggestions")
        self.setMaximumWidth(_WIDTH)
        self.folders_button = QPushButton(tr("Show folders"))
        self.model_button = QPushButton(tr("Get a model…"))
        self.folders_button.clicked.connect(self.folders_requested)
        self.model_button.clicked.connect(self.get_model_requested)
        self.open_button = QPushButton(tr("Open…"))
        self.open_button.clicked.connect(self.open_model_requested)
        self._symbols: dict[str, QLabel] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        for name, title, text, button in (
            (
                "shield",
                tr("Everything stays on this machine"),
                tr("Your models and your chats. Nothing is sent anywhere."),
                self.folders_button,
            ),
            (
                "download",
                tr("Download a model to chat about anything"),
                tr("It is one file, downloaded once, and works offline."),
                self.model_button,
            ),
            (
                "folder",
                tr("I have a model file"),
                tr("Open a file that ends in .gguf, or drop it here."),
                self.open_button,
            ),
            (
                "flame",
                tr("{guide} answers at once", guide=GUIDE_NAME),
                translated(GUIDE_DESCRIPTION),
                None,
            ),
        ):
            column.addWidget(self._row(name, title, text, button))
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def words(self) -> str:
        """Return what the rows say."""
        return "\n".join(words.text() for words in self.findChildren(QLabel) if words.text())

    def _row(self, name: str, title: str, text: str, button: QPushButton | None) -> QWidget:
        frame = QFrame()
        frame.setObjectName("suggestionRow")
        frame.setProperty("first", not self._symbols)
        self._symbols[name] = symbol()
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label("suggestionName", title))
        words.addWidget(label("dialogText", text))
        row = QHBoxLayout(frame)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        row.setSpacing(SPACE_M)
        row.addWidget(self._symbols[name])
        row.addLayout(words, 1)
        if button is not None:
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return frame

    @Slot()
    def _on_theme_changed(self) -> None:
        for name, place in self._symbols.items():
            side = self._theme.scaled(_SYMBOL)
            place.setPixmap(picture(name, self._theme.colours.accent, side))
