"""A line above the field: what is going on with a message, and what can be done about it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.ui.elided_label import ElidedLabel
from app.ui.icons import icon
from app.ui.labels import symbol
from app.ui.plain_words import set_tip
from app.ui.theme import SPACE_M, SPACE_S

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.ui.theme import Theme

_ICON = 15


class ComposerBar(QWidget):
    """Hidden until `show_words`. Sends `pressed` with the words of a button.

    Args:
        theme: for the icon.
        icon_name: of the picture at the left.
        buttons: their words, and what their tooltips say.
    """

    pressed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        icon_name: str,
        buttons: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon_name
        self._icon = symbol()
        self._words = ElidedLabel("composerReason")
        self.buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._icon)
        row.addWidget(self._words, 1)
        for words, tip in buttons.items():
            button = QPushButton(words)
            button.setObjectName("linkButton")
            set_tip(button, tip)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(partial(self._press, words))
            self.buttons[words] = button
            row.addWidget(button)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.hide()

    def show_words(self, words: str) -> None:
        """Appear and say something; "" hides it."""
        self._words.setText(words)
        self.setVisible(bool(words))

    def words(self) -> str:
        """Return what it says."""
        return self._words.text()

    def _press(self, words: str, *_: object) -> None:
        self.pressed.emit(words)

    @Slot()
    def _recolour(self) -> None:
        colour = self._theme.colours.muted
        self._icon.setPixmap(icon(self._icon_name, colour).pixmap(_ICON, _ICON))
