"""The one place where the user is told that something failed, or may be undone.

An answer says itself why it failed (`message_facts.py`), and a page what failed on it.
Notices are bars above the chat, never dialogs. A notice with the same key replaces the older one,
so a failure that repeats does not stack. The key of a problem is its cause, and the event that ends
the cause takes the notice away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.core.errors import Cause, Problem
from app.core.plain_value import PlainValue
from app.ui.kit.accessibility import follow_layout
from app.ui.kit.labels import ICON_SIZE, ElidedLabel, icon, label, picture, symbol
from app.ui.kit.layouts import FlowLayout, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.words.plain_text import sentence, set_tip
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_BLINK_MS, _FAINT = 150, 0.3
MAX_NOTICES = 3
UNDO_MS = 12_000
_MOST_BESIDE = 2  # buttons beside the words; more would leave these no room
_LEAST_WORDS = 220  # pixels of the words beside the buttons
_MOST_WORDS = 500  # characters; more would leave no room for the chat


def key_of(problem: Problem) -> str:
    """Return the key of its notice: the cause, or what happened, in English."""
    return problem.cause or str(problem.what)


class NoticeAction(PlainValue, frozen=True):
    """A button on a notice; pressing it also closes the notice unless `keeps_open`."""

    text: str
    run: Callable[[], object]
    keeps_open: bool = False


class NoticeLine(PlainValue, frozen=True):
    """One line of a notice that is cut where it is too long; its tooltip says more of it."""

    text: str
    elide: Qt.TextElideMode
    is_strong: bool = False


class NoticeText(PlainValue, frozen=True):
    """What a notice says: a sentence, lines that are cut, and more sentences."""

    what: str
    more: str = ""
    lines: tuple[NoticeLine, ...] = ()

    def text(self) -> str:
        """Return all of it as one line, what matters most first."""
        strong = [line.text for line in self.lines if line.is_strong]
        others = [line.text for line in self.lines if not line.is_strong]
        return " ".join(filter(None, [self.what, *strong, self.more, *others]))


class _Buttons(QWidget):
    """The buttons of a notice: beside its words, or in lines below them.

    Attributes:
        is_always_below: beside the words they would leave these no room, however wide it is.
    """

    def __init__(self, buttons: Sequence[QPushButton]) -> None:
        super().__init__()
        self.is_always_below = len(buttons) > _MOST_BESIDE
        many = self.is_always_below
        places: QLayout = FlowLayout(self, SPACE_S) if many else QHBoxLayout(self)
        places.setContentsMargins(0, 0, 0, 0)
        places.setSpacing(SPACE_S)
        for button in buttons:
            places.addWidget(button)
        if not buttons:
            self.hide()  # else there would be a gap for it


class NoticeBar(QFrame):
    """One notice: icon, words, buttons, close. Sends `closed` when the user is done with it."""

    closed = Signal(str)

    def __init__(
        self,
        key: str,
        said: NoticeText,
        actions: tuple[NoticeAction, ...],
        *,
        is_problem: bool,
        theme: Theme,
    ) -> None:
        super().__init__()
        self.key = key
        self.owner: object = None
        self.is_problem = is_problem
        self.setObjectName("notice")
        self.setProperty("kind", "problem" if is_problem else "info")
        self.setAccessibleName(said.text())
        self._symbol = symbol()
        self._symbol.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = add_to(vertical(spacing=SPACE_XS), _label("noticeWhat", said.what))
        for line in said.lines:
            words.addWidget(_line(line))
        if said.more:
            words.addWidget(_label("noticeMore", said.more))
        buttons = self._buttons = _Buttons([self._button(action) for action in actions])
        self._words = words
        row = self._row = horizontal(
            self, margins=(SPACE_M, SPACE_S + 2, SPACE_S, SPACE_S + 2), spacing=SPACE_M
        )
        add_to(row, self._symbol, (words, 1))
        words.addWidget(buttons)  # until it is seen that there is room beside them
        if not buttons.is_always_below:
            words.setAlignment(buttons, Qt.AlignmentFlag.AlignLeft)
        self._is_below = True
        self._close_button = QToolButton()
        self._close_button.setAccessibleName(tr("Close notice"))
        set_tip(self._close_button, tr("Close"))
        self._close_button.clicked.connect(self.close_notice)
        row.addWidget(self._close_button)
        side = self._side = (
            Qt.AlignmentFlag.AlignTop if said.more or said.lines else Qt.AlignmentFlag.AlignVCenter
        )
        for item in (self._symbol, self._close_button):
            row.setAlignment(item, side)
        self.apply_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where the words would have too little room beside the buttons, these go below."""
        super().resizeEvent(event)
        if not self._buttons.is_always_below:
            n_left = event.size().width() - self._n_beside_words()
            self._place_buttons(is_below=n_left < _LEAST_WORDS)

    def _n_beside_words(self) -> int:
        """Return the pixels that all but the words take of a line."""
        margins, others = self._row.contentsMargins(), (self._symbol, self._buttons)
        n_others = sum(one.sizeHint().width() for one in (*others, self._close_button))
        return margins.left() + margins.right() + n_others + 3 * self._row.spacing()

    def _place_buttons(self, *, is_below: bool) -> None:
        if is_below == self._is_below:
            return
        self._is_below = is_below
        if is_below:
            self._row.removeWidget(self._buttons)
            self._words.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._words.removeWidget(self._buttons)
            self._row.insertWidget(self._row.count() - 1, self._buttons, 0, self._side)

    def _button(self, action: NoticeAction) -> QPushButton:
        button = _ActionButton(action)
        if not action.keeps_open:
            button.clicked.connect(self.close_notice)
        return button

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in the theme's colours."""
        colours = theme.colours
        name, colour = ("warning", colours.danger) if self.is_problem else ("info", colours.muted)
        self._symbol.setPixmap(picture(name, colour, theme.scaled(ICON_SIZE)))
        self._close_button.setIcon(icon("close", colours.muted))

    def blink(self) -> None:
        """Show that it is told once more."""
        faint = QGraphicsOpacityEffect(self)
        faint.setOpacity(_FAINT)
        self.setGraphicsEffect(faint)
        QTimer.singleShot(_BLINK_MS, faint, faint.deleteLater)

    @Slot()
    def close_notice(self) -> None:
        """Take the notice away."""
        self.closed.emit(self.key)


class NoticeArea(QWidget):
    """Stacks up to three notices, the newest on top; takes no room when there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: dict[str, NoticeBar] = {}
        self._remedies: dict[str, tuple[NoticeAction, ...]] = {}
        self._rows = vertical(self, margins=(SPACE_M, SPACE_S, SPACE_M, 0), spacing=SPACE_S)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()
        theme.changed.connect(self._on_theme_changed)

    def show_problem(
        self,
        problem: Problem,
        *actions: NoticeAction,
        lines: tuple[NoticeLine, ...] = (),
        owner: object = None,
    ) -> None:
        """Tell what happened, what it means and what to do.

        Args:
            problem: gives the notice its key, `key_of`.
            actions: what helps.
            lines: that are cut where they are too long.
            owner: the chat it is about.
        """
        shown = [*self._remedies.get(key_of(problem), ()), *actions]
        if problem.detail:
            copy = NoticeAction(tr("Copy details"), _Copy(problem.copied()), keeps_open=True)
            shown.append(copy)
        more = translated(problem.effect, problem.remedy)
        if problem.cause is Cause.FOLDER:
            self.dismiss(Cause.SIDE_FOLDER)
        elif problem.cause is Cause.SIDE_FOLDER and self.is_shown(Cause.FOLDER):
            return  # goes without saying
        self._show(
            NoticeBar(
                key_of(problem),
                NoticeText(translated(problem.what), more, lines),
                tuple(shown),
                is_problem=True,
                theme=self._theme,
            ),
            owner,
        )

    def offer(self, problem: Problem, *actions: NoticeAction) -> None:
        """Show these actions with a problem, whoever tells of it, from now on."""
        self._remedies[key_of(problem)] = actions

    def show_note(
        self,
        key: str,
        what: str,
        *actions: NoticeAction,
        more: str = "",
        lines: tuple[NoticeLine, ...] = (),
        closes_after_ms: int = 0,
        owner: object = None,
    ) -> None:
        """Tell something that is no failure, with buttons; `closes_after_ms` 0 keeps it."""
        said = NoticeText(what, more, lines)
        bar = NoticeBar(key, said, actions, is_problem=False, theme=self._theme)
        if closes_after_ms:
            timer = QTimer(bar)
            timer.setSingleShot(True)
            timer.timeout.connect(bar.close_notice)
            timer.start(closes_after_ms)
        self._show(bar, owner)

    def texts(self) -> list[str]:
        """Return what the notices say, newest first."""
        return [bar.accessibleName() for bar in reversed(self._bars.values())]

    def is_shown(self, key: str) -> bool:
        """Whether the notice with this key is there."""
        return key in self._bars

    @Slot(str)
    def dismiss(self, key: str) -> None:
        """Take the notice with this key away, if it is there."""
        bar = self._bars.pop(key, None)
        if bar is not None:
            self._rows.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        self.setVisible(bool(self._bars))

    def leave(self, owner: object) -> None:
        """Another chat is shown: take away what is about `owner`."""
        for bar in list(self._bars.values()):
            if owner is not None and bar.owner == owner:
                self.dismiss(bar.key)

    def _show(self, bar: NoticeBar, owner: object) -> None:
        bar.owner = owner
        before = self._bars.get(bar.key)
        is_same = before is not None and before.accessibleName() == bar.accessibleName()
        if bar.is_problem and is_same:
            bar.blink()
        self.dismiss(bar.key)
        while len(self._bars) >= MAX_NOTICES:
            self.dismiss(next(iter(self._bars)))
        self._bars[bar.key] = bar
        bar.closed.connect(self.dismiss)
        self._rows.insertWidget(0, bar)
        follow_layout(self)
        self.show()

    @Slot()
    def _on_theme_changed(self) -> None:
        for bar in self._bars.values():
            bar.apply_theme(self._theme)


class _Copy(PlainValue, frozen=True):
    """Puts a text on the clipboard when called."""

    text: str

    def __call__(self) -> None:
        QGuiApplication.clipboard().setText(self.text)


class _ActionButton(QPushButton):
    """Runs the action of a notice."""

    def __init__(self, action: NoticeAction) -> None:
        super().__init__(action.text)
        self._action = action
        self.clicked.connect(lambda: self._action.run())


def _line(line: NoticeLine) -> ElidedLabel:
    shown = ElidedLabel("noticeWhat" if line.is_strong else "noticeMore", elide=line.elide)
    shown.setText(line.text)
    return shown


def _label(name: str, text: str) -> QLabel:
    shown = text if len(text) <= _MOST_WORDS else f"{text[: _MOST_WORDS - 1]}…"
    words = label(name, sentence(shown))
    set_tip(words, "" if len(text) <= _MOST_WORDS else text)
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    words.setMinimumWidth(120)
    return words
