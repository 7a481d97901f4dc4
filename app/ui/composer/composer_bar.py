"""A line above the field: what is going on with a message, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from app.ui.elided_label import ElidedLabel
from app.ui.flow_layout import FlowLayout
from app.ui.icons import picture
from app.ui.labels import label, symbol
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S, SPACE_XS

if TYPE_CHECKING:
    import enum
    from collections.abc import Sequence

    from app.ui.theme import Theme

_ICON = 15
_BUTTON_PADDING = 3  # of a link, with its border


@dataclass(frozen=True, slots=True)
class BarButton:
    """A button of a bar.

    Attributes:
        key: what `pressed` carries; whoever made the bar knows it.
        tip: what it does, in a sentence.
    """

    key: enum.Enum
    words: str
    tip: str


class ComposerBar(QWidget):
    """Hidden until `show_words`. Sends `pressed` with the key of a button.

    Args:
        theme: for the icon.
        icon_name: of the picture at the left.
        buttons: what can be done.
        wraps: its words have lines of their own, and are never cut off.
    """

    pressed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        icon_name: str,
        buttons: Sequence[BarButton],
        parent: QWidget | None = None,
        *,
        wraps: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon_name
        self._icon = symbol()
        self._indent = QWidget(self)  # below the icon
        self._indent.setVisible(wraps)
        self._words = label("composerReason") if wraps else ElidedLabel("composerReason")
        self.buttons: dict[enum.Enum, QPushButton] = {}
        lines = QVBoxLayout(self)
        lines.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        lines.setSpacing(SPACE_XS)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._icon)
        row.addWidget(self._words, 1)
        lines.addLayout(row)
        places: QLayout = row
        if wraps:
            row.setAlignment(self._icon, Qt.AlignmentFlag.AlignTop)
            below = QWidget()
            places = FlowLayout(below, SPACE_S)
            under_words = QHBoxLayout()
            under_words.setSpacing(0)
            under_words.addWidget(self._indent)
            under_words.addWidget(below, 1)
            lines.addLayout(under_words)
        for one in buttons:
            button = QPushButton(one.words)
            button.setObjectName("linkButton")
            set_tip(button, one.tip)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(partial(self._press, one.key))
            self.buttons[one.key] = button
            places.addWidget(button)
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

    def _press(self, key: enum.Enum, *_: object) -> None:
        self.pressed.emit(key)

    @Slot()
    def _recolour(self) -> None:
        side = self._theme.scaled(_ICON)
        self._icon.setPixmap(picture(self._icon_name, self._theme.colours.muted, side))
        self._indent.setFixedWidth(side + SPACE_S - _BUTTON_PADDING)
