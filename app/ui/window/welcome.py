"""What the window shows instead of an empty chat: what to do first, and cards with ways to start.

Longer than other files: its points and cards are drawn here and nowhere else.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from app.core.models.builtin import GUIDE_DESCRIPTION, GUIDE_NAME, STARTERS, guide_path
from app.core.plain_value import PlainValue
from app.ui.kit.actions import keys_of
from app.ui.kit.labels import icon, label, picture, push_button, symbol
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, SPACE_XS, Theme
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


_NARROW = 460
_LINE = 36  # two lines of words fit without a card growing
_STARTER_SYMBOL = 16


class _StarterCards(QWidget):
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
        self._row = horizontal(self, margins=(SPACE_L, SPACE_S, SPACE_M, SPACE_S), spacing=SPACE_S)
        add_to(self._row, (words, 1), self._symbol)

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
        self._symbol.setPixmap(picture("send", theme.colours.muted, theme.scaled(_STARTER_SYMBOL)))


_WIDTH = 600
_SYMBOL = 22


class _WelcomePoints(QFrame):
    """Says what Hearth is, with buttons that send the signals of the page."""

    def __init__(self, theme: Theme, welcome: Welcome) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("suggestions")
        self.setMaximumWidth(_WIDTH)
        self.folders_button = push_button("", tr("Show folders"), welcome.folders_requested)
        self.model_button = push_button("", tr("Get a model…"), welcome.get_model_requested)
        self.open_button = push_button("", tr("Open…"), welcome.open_model_requested)
        self._symbols: dict[str, QLabel] = {}
        column = vertical(self, margins=1, spacing=0)
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
                tr("One file, downloaded once; works offline."),
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
        words = vertical(spacing=1)
        add_to(words, label("suggestionName", title), label("dialogText", text))
        row = horizontal(frame, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_M)
        add_to(row, self._symbols[name], (words, 1))
        if button is not None:
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return frame

    @Slot()
    def _on_theme_changed(self) -> None:
        for name, place in self._symbols.items():
            side = self._theme.scaled(_SYMBOL)
            place.setPixmap(picture(name, self._theme.colours.accent, side))


class WelcomeKind(enum.Enum):
    """Who would answer."""

    NO_MODEL = enum.auto()
    GUIDE = enum.auto()
    MODEL = enum.auto()
    SERVER = enum.auto()


class _Words(PlainValue, frozen=True):
    """Marked for translation."""

    title: str
    text: str
    hint: str


_WORDS = {
    WelcomeKind.NO_MODEL: _Words(
        QT_TR_NOOP("Welcome to Hearth"),
        QT_TR_NOOP(
            "Open a model file to begin. It ends in .gguf; you can also drop it onto this window."
        ),
        QT_TR_NOOP("Everything stays on this machine: the model, your chats and their memory."),
    ),
    WelcomeKind.GUIDE: _Words(
        QT_TR_NOOP("Welcome to Hearth"),
        GUIDE_DESCRIPTION.text,
        QT_TR_NOOP("Everything stays on this machine: the model, your chats and their memory."),
    ),
    WelcomeKind.MODEL: _Words(
        QT_TR_NOOP("What shall we talk about?"),
        QT_TR_NOOP("Write below to start a chat."),
        QT_TR_NOOP("Every chat stays warm: open it again later, and the answer starts at once."),
    ),
    WelcomeKind.SERVER: _Words(
        QT_TR_NOOP("What shall we talk about?"),
        QT_TR_NOOP("Write below to start a chat."),
        QT_TR_NOOP("The model runs on a server; your chats are stored on this machine."),
    ),
}
_WITH_MODEL = (WelcomeKind.MODEL, WelcomeKind.SERVER)
_TEMPORARY = QT_TR_NOOP("This chat is not written to disk; it is deleted when you leave it.")
_FLAME = 56
_ROOM_FOR_FLAME = 430


class Welcome(QScrollArea):
    """A friendly page: a way to a model, or with the guide some questions to begin with.

    Sends `open_model_requested`, `get_model_requested`, `guide_requested`, `folders_requested`, and
    `question_chosen` with a question to send and its answer, "" if the model gives it.
    """

    open_model_requested = Signal()
    get_model_requested = Signal()
    guide_requested = Signal()
    folders_requested = Signal()
    question_chosen = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = WelcomeKind.NO_MODEL
        self._is_temporary = False
        self._is_first = False
        self.setObjectName("welcome")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._flame = symbol()
        self._flame.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._title = _centred("heroTitle")
        self._text = _centred("heroText")
        self._hint = _centred("heroHint")
        self.button = _button(tr("Open a model…"), "primary")
        self.button.clicked.connect(self.open_model_requested)
        self.guide_button = _button(tr("Use {guide}", guide=GUIDE_NAME), "quiet")
        self.guide_button.clicked.connect(self.guide_requested)
        self.get_button = _button(tr("Get a model…"), "quiet")
        self.get_button.clicked.connect(self.get_model_requested)
        self.points = _WelcomePoints(theme, self)
        self.starters = _StarterCards(theme)
        self.starters.chosen.connect(self.question_chosen)
        self._arrange()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.show_kind(WelcomeKind.NO_MODEL)

    def _arrange(self) -> None:
        page = QWidget()
        page.setObjectName("welcomePage")
        column = vertical(page, margins=(SPACE_XL, SPACE_L, SPACE_XL, SPACE_S), spacing=SPACE_S)
        column.addStretch(3)
        add_to(column, self._flame, SPACE_M, self._title, self._text, SPACE_M, _row(self.button))
        add_to(column, _row(self.points, stretches=True), SPACE_XS)
        add_to(column, _row(self.starters, stretches=True))
        self._hint.setContentsMargins(0, SPACE_M, 0, 0)  # gone where the hint is
        add_to(column, _row(self.guide_button, self.get_button), self._hint)
        column.addStretch(4)
        self.setWidget(page)

    def show_kind(self, kind: WelcomeKind) -> None:
        """Choose the words and what can be pressed."""
        self._kind = kind
        words = _WORDS[kind]
        self._title.setText(tr(words.title))
        self._text.setText(tr(words.text))
        self._hint.setText(tr(_TEMPORARY) if self._is_temporary else tr(words.hint))
        is_without = kind is WelcomeKind.NO_MODEL
        self.button.setVisible(is_without)
        self.guide_button.setVisible(is_without and guide_path() is not None)
        shows_points = self._is_first and kind is WelcomeKind.GUIDE
        self.points.setVisible(shows_points)
        self.get_button.setVisible(kind not in _WITH_MODEL and not shows_points)
        self._text.setVisible(not shows_points)  # the points say it
        self._hint.setVisible(not shows_points)
        self.starters.setVisible(kind is WelcomeKind.GUIDE)

    def set_first(self, *, is_first: bool) -> None:
        """Say more to somebody who has no chat yet."""
        if is_first != self._is_first:
            self._is_first = is_first
            self.show_kind(self._kind)

    def set_temporary(self, *, is_temporary: bool) -> None:
        """Say what becomes of a temporary chat, and of no other."""
        if is_temporary != self._is_temporary:
            self._is_temporary = is_temporary
            self.show_kind(self._kind)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where there is little room, what can be pressed comes before what is pretty."""
        super().resizeEvent(event)
        self._flame.setVisible(event.size().height() >= _ROOM_FOR_FLAME)

    def words(self) -> str:
        """Return what the page says."""
        labels = (self._title, self._text, self._hint)
        said = [words.text() for words in labels if not words.isHidden()]
        return "\n".join([*said, *([] if self.points.isHidden() else [self.points.words()])])

    @Slot()
    def _on_theme_changed(self) -> None:
        self._flame.setPixmap(picture("flame", self._theme.colours.accent, _FLAME))
        muted = self._theme.colours.muted
        self.guide_button.setIcon(icon("flame", muted))
        self.get_button.setIcon(icon("download", muted))


def _centred(name: str) -> QLabel:
    words = label(name)
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return words


def _button(text: str, kind: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("kind", kind)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setAutoDefault(True)  # Enter presses it, as Space does
    return button


def _row(*widgets: QWidget, stretches: bool = False) -> QHBoxLayout:
    """Lay widgets out in the middle; one that stretches takes the room up to its maximum."""
    row = add_to(horizontal(spacing=SPACE_S), STRETCH)
    for widget in widgets:
        row.addWidget(widget, 1000 if stretches else 0)
    row.addStretch(1)
    return row
