"""The small window: a field, the answer below it, and the way to the whole chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, Qt, Signal, Slot
from PySide6.QtGui import QCursor, QGuiApplication, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.kit.labels import label, push_button
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, Theme
from app.ui.transcript.transcript_view import TranscriptView
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.transcript.model.message_list import MessageList

_WIDTH, _ANSWER_HEIGHT = 620, 320
_FROM_TOP = 0.18  # of the screen


class QuickWindow(QWidget):
    """Sends `asked` with what was typed, `opened` for the whole chat, `left` when it is hidden.

    And `link_activated` with the address of a link in the answer, `stop_requested` for its end,
    `end_thinking_requested` for its beginning.
    """

    asked = Signal(str)
    opened = Signal()
    left = Signal()

    def __init__(self, theme: Theme, messages: MessageList) -> None:
        super().__init__(None, Qt.WindowType.Dialog | Qt.WindowType.WindowStaysOnTopHint)
        self.setObjectName("quickAsk")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(window_title(tr("Quick ask"), "Hearth"))
        self._theme = theme
        self.field = QLineEdit()
        self.field.setObjectName("quickField")
        self.field.setAccessibleName(tr("Question"))
        self.field.returnPressed.connect(self._on_return)
        self.transcript = TranscriptView(theme, messages)
        self.transcript.setFixedHeight(_ANSWER_HEIGHT)
        asked = self.transcript.requests
        for more in (  # what takes the whole chat is done there
            *(asked.regenerate, asked.edit, asked.fork, asked.delete, asked.show_version),
            *(asked.go_on, asked.begin, asked.read_from, asked.edit_summary, asked.inspect),
            *(asked.medium, asked.open_page),
        ):
            more.connect(self.opened)
        asked.return_keyboard.connect(self.field.setFocus)
        asked.type_text.connect(self._on_typed)
        self.note = label("dialogText")
        self.open_button = push_button("", tr("Open in Hearth"), self.opened)
        self._foot = QWidget()
        add_to(horizontal(self._foot, margins=0), (self.note, 1), self.open_button)
        column = vertical(self, margins=SPACE_M, spacing=SPACE_S)
        add_to(column, self.field, self.transcript, self._foot)
        self.setFixedWidth(theme.scaled(_WIDTH))
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.show_state(has_chat=False, can_ask=True, note="")

    def show_state(self, *, has_chat: bool, can_ask: bool, note: str) -> None:
        """Show whether there is an answer, whether one can be asked for, and what is to be said."""
        words = tr("Ask a follow-up") if has_chat else tr("Ask the model")
        self.field.setPlaceholderText(words)
        self.field.setProperty("blocked", not can_ask)
        self.transcript.setVisible(has_chat)
        self.open_button.setVisible(has_chat)
        self.note.setText(note)
        self._foot.setVisible(has_chat or bool(note))
        self.adjustSize()

    def place(self) -> None:
        """Lie in the upper half of the screen where the pointer is."""
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        room: QRect = screen.availableGeometry()
        top = room.top() + round(room.height() * _FROM_TOP)
        self.move(room.center().x() - self.width() // 2, top)

    @Slot()
    def _on_return(self) -> None:
        text = self.field.text().strip()
        if text:
            self.asked.emit(text)

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self.field.setFocus()
        self.field.insert(text)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.setStyleSheet(self._theme.style_sheet())

    # -- Qt events --

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape hides it; the answer goes on."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Qt: it is seen no more."""
        super().hideEvent(event)
        self.left.emit()

    def event(self, event: QEvent) -> bool:
        """Qt: with the window comes its field."""
        if event.type() is QEvent.Type.WindowActivate:
            self.field.setFocus()
        return super().event(event)
