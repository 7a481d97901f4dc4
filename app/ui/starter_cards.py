"""Questions to begin with, as cards: two beside each other, one below the other when narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from app.core.models.builtin import STARTERS
from app.ui.actions import keys_of
from app.ui.icons import picture
from app.ui.labels import label, symbol
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S
from app.ui.translation import tr, translated

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.ui.theme import Theme

_WIDTH = 600
_NARROW = 460
_LINE = 36  # two lines of words fit without a card growing
_SYMBOL = 16


class StarterCards(QWidget):
    """Questions to the guide; it speaks English.

    Sends `chosen` with the question of the card that was pressed, by mouse, Enter or Space, and
    with its answer where the window speaks another language.
    """

    chosen = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._n_columns = 0
        self.cards = [
            _Card(translated(question), translated(answer))
            if translated(question) != question.text
            else _Card(question.text)
            for question, answer in STARTERS
        ]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACE_S)
        self.setMaximumWidth(_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for card in self.cards:
            card.clicked.connect(self._on_clicked)
        self._place(2)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_can_ask(self, *, possible: bool) -> None:
        """Allow the cards to be pressed; they look disabled while the model cannot answer."""
        for card in self.cards:
            card.setEnabled(possible)

    def minimumSizeHint(self) -> QSize:
        """Qt: one column is enough, whatever is shown now."""
        return QSize(_LINE * 6, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: one column or two."""
        super().resizeEvent(event)
        self._place(1 if event.size().width() < _NARROW else 2)

    def _place(self, n_columns: int) -> None:
        if n_columns == self._n_columns:
            return
        self._n_columns = n_columns
        for number, card in enumerate(self.cards):
            self._grid.addWidget(card, number // n_columns, number % n_columns)
        for column in range(2):
            self._grid.setColumnStretch(column, 1 if column < n_columns else 0)
        self.updateGeometry()

    @Slot()
    def _on_clicked(self) -> None:
        card = cast("_Card", self.sender())
        keys = keys_of(self, "open_model")
        answer = card.answer.replace("`Ctrl+O`", f"`{keys}`") if keys else card.answer
        self.chosen.emit(card.question, answer)

    @Slot()
    def _on_theme_changed(self) -> None:
        for card in self.cards:
            card.draw(self._theme)


class _Card(QPushButton):
    """A button whose words wrap: a `question`, and its `answer`, "" if the guide gives it."""

    def __init__(self, question: str, answer: str = "") -> None:
        super().__init__()
        self.setObjectName("starterCard")
        self.question, self.answer = question, answer
        self.setAccessibleName(question)
        self.setAccessibleDescription(tr("Asks this question"))
        self.setAutoDefault(True)  # Enter presses it, as Space does
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        words = label("starterText", question)
        words.setMinimumHeight(_LINE)
        self._symbol = symbol()
        for shown in (words, self._symbol):
            shown.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        self._row.setSpacing(SPACE_S)
        self._row.addWidget(words, 1)
        self._row.addWidget(self._symbol)

    def text(self) -> str:
        """Return the question."""
        return self.question

    def sizeHint(self) -> QSize:
        """Qt: as the words inside want it."""
        return self._row.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Qt: any width; the words wrap."""
        return QSize(_LINE * 4, self._row.minimumSize().height())

    def draw(self, theme: Theme) -> None:
        """Draw the symbol in the colours of the theme."""
        self._symbol.setPixmap(picture("send", theme.colours.muted, theme.scaled(_SYMBOL)))
