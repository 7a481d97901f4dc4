"""What floats over the conversation: the bar that finds words in it, the button to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QToolButton, QWidget

from app.ui.kit.labels import icon, label, leaves_undo
from app.ui.kit.layouts import horizontal
from app.ui.kit.theme import SPACE_L, SPACE_S, Theme
from app.ui.kit.timers import timer
from app.ui.words.formatting import count, counted
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from app.core.chats.records import MessageId
    from app.ui.transcript.input.finder import Finder
    from app.ui.transcript.surface import Surface


_PAUSE_MS = 120  # while somebody types


class _Searchable(Protocol):
    """What is looked through."""

    @property
    def finder(self) -> Finder:
        """What was found."""


class _FindEdit(QLineEdit):
    """The words to find."""

    def event(self, event: QEvent) -> bool:
        """Qt: Ctrl+Z belongs to the window where nothing that was typed here can be undone."""
        if leaves_undo(event, can_undo=self.isUndoAvailable()):
            event.ignore()
            return False
        return super().event(event)


class FindBar(QFrame):
    """Hidden until `open`. Return and Shift+Return step, Escape closes."""

    closed = Signal()

    def __init__(self, theme: Theme, view: _Searchable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self._theme = theme
        self._finder = view.finder
        self.edit = _FindEdit()
        self.edit.setObjectName("findEdit")
        self.edit.setPlaceholderText(tr("Find in chat"))
        self.edit.setAccessibleName(tr("Find in chat"))
        self.edit.setMaximumWidth(320)
        self.count = label("composerHint", wraps=False)
        set_tip(self.count, tr("Number of matches in this chat"))
        self.previous_button = self._button(tr("Previous match"), "Shift+Enter")
        self.next_button = self._button(tr("Next match"), "Enter")
        self.close_button = self._button(tr("Close"), "Esc")
        self.previous_button.clicked.connect(lambda: self._step(-1))
        self.next_button.clicked.connect(lambda: self._step(1))
        self.close_button.clicked.connect(self.close_bar)
        row = horizontal(self, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S), spacing=SPACE_S)
        row.addStretch(1)
        for widget in (self.edit, self.count, self.previous_button, self.next_button):
            row.addWidget(widget, 1 if widget is self.edit else 0)
        row.addWidget(self.close_button)
        self._timer = timer(self, _PAUSE_MS, self._search)
        self.edit.textChanged.connect(self._timer.start)
        self._finder.changed.connect(self._tell)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.hide()

    def _button(self, words: str, keys: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName("noticeButton")
        set_tip(button, f"{words} ({keys})")
        button.setAccessibleName(words)
        button.setAutoRaise(True)
        return button

    @Slot()
    def open_bar(self) -> None:
        """Appear, ready to type."""
        self.show()
        self.edit.setFocus()
        self.edit.selectAll()
        self._search()

    def show_words(self, words: str, message_id: MessageId) -> None:
        """Mark words that were found elsewhere, from a message on; the keyboard stays."""
        with QSignalBlocker(self.edit):
            self.edit.setText(" ".join(words.split()))
        self._timer.stop()
        self.show()
        self._finder.search(self.edit.text(), message_id)
        self._tell()

    @Slot()
    def close_bar(self) -> None:
        """Disappear; nothing is marked any more."""
        self._timer.stop()
        if self.isVisible():
            self.hide()
            self._finder.search("")
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: step or close."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._step(-1 if is_back else 1)
        else:
            super().keyPressEvent(event)

    @Slot()
    def _search(self) -> None:
        self._finder.search(self.edit.text())
        self._tell()

    def _step(self, step: int) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._search()
        else:
            self._finder.step(step)
            self._tell()

    @Slot()
    def _tell(self) -> None:
        finder = self._finder
        words = ""
        if finder.needle:
            words = counted(finder.n_hits, "hit")
            if number := finder.number:
                words = tr("{n} of {all}", n=count(number), all=count(finder.n_hits))
            if not finder.n_found:
                words = tr("Searching…") if finder.is_searching else tr("Not found")
        self.count.setText(words)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(finder.n_found > 0)

    @Slot()
    def _recolour(self) -> None:
        colours = self._theme.colours
        for button, name in (
            (self.previous_button, "up"),
            (self.next_button, "chevron"),
            (self.close_button, "close"),
        ):
            button.setIcon(icon(name, colours.muted, colours.faint))


_ABOVE_EDGE = 12


class JumpButton(QPushButton):
    """Keeps itself in the middle above the lower edge."""

    def __init__(self, theme: Theme, surface: Surface) -> None:
        super().__init__(tr("Jump to latest"), surface.canvas.widget)
        self._theme = theme
        self._surface = surface
        self.setObjectName("jumpButton")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(surface.scroller.jump_to_end)
        surface.scroller.settled.connect(self._place)
        self.recolour()
        self.hide()

    def recolour(self) -> None:
        """Take over the colours of the theme."""
        self.setIcon(icon("down", self._theme.colours.muted))

    @Slot()
    def _place(self) -> None:
        self.setVisible(not self._surface.scroller.is_at_end())
        self.adjustSize()
        spot = self._surface.canvas.viewport.geometry()
        self.move(
            spot.left() + (spot.width() - self.width()) // 2,
            spot.bottom() - self.height() - _ABOVE_EDGE,
        )
