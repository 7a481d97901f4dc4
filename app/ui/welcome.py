"""What the window shows instead of an empty conversation: what to do first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.icons import icon
from app.ui.theme import SPACE_M, SPACE_S, SPACE_XL

if TYPE_CHECKING:
    from app.ui.theme import Theme

_NO_MODEL = (
    "Welcome to Hearth",
    "Open a model file to begin. It ends in .gguf; you can also drop it onto this window.",
    "Everything stays on this machine: the model, your chats, and the memory of them.",
)
_READY = (
    "What shall we talk about?",
    "Write below to start a chat.",
    "Every chat stays warm: open it again later, and the answer starts at once.",
)
_FLAME = 56


class Welcome(QWidget):
    """A friendly page with at most one button; sends `open_model_requested`."""

    open_model_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._flame = QLabel()
        self._title = _centred("heroTitle")
        self._text = _centred("heroText")
        self._hint = _centred("heroHint")
        self.button = QPushButton("Open a model…")
        self.button.setProperty("kind", "primary")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self.open_model_requested)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        column.setSpacing(SPACE_S)
        column.addStretch(3)
        self._flame.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._flame)
        column.addSpacing(SPACE_M)
        for label in (self._title, self._text):
            column.addWidget(label)
        column.addSpacing(SPACE_M)
        column.addLayout(row)
        column.addSpacing(SPACE_M)
        column.addWidget(self._hint)
        column.addStretch(4)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.set_has_model(available=False)

    def set_has_model(self, *, available: bool) -> None:
        """Choose the words."""
        title, text, hint = _READY if available else _NO_MODEL
        self._title.setText(title)
        self._text.setText(text)
        self._hint.setText(hint)
        self.button.setVisible(not available)

    def words(self) -> str:
        """Return what the page says."""
        return "\n".join(label.text() for label in (self._title, self._text, self._hint))

    @Slot()
    def _on_theme_changed(self) -> None:
        drawn = icon("flame", self._theme.colours.accent, side=_FLAME)
        self._flame.setPixmap(drawn.pixmap(_FLAME, _FLAME))


def _centred(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    label.setWordWrap(True)
    return label
