"""The field at the bottom: text, Send that turns into Stop, and why it cannot be used."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.composer.composer_bar import ComposerBar
from app.ui.composer.prompt_edit import PromptEdit
from app.ui.icons import icon
from app.ui.theme import READING_WIDTH, SPACE_L, SPACE_M, SPACE_S, SPACE_XL

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.ui.theme import Theme


class ComposerState(enum.Enum):
    """What the button does."""

    READY = enum.auto()
    NO_MODEL = enum.auto()
    LOADING = enum.auto()
    SENDING = enum.auto()  # the words are on their way to the disk and stay in the field until then
    ANSWERING = enum.auto()


_PLACEHOLDER = "Write a message"
_PLACEHOLDER_ANSWERING = "Write on: it is sent after this answer"


class Composer(QWidget):
    """Sends `submitted` with the text, `stop_requested` and `open_model_requested`.

    While a message is edited in it, `edited` with the text, and `edit_ended` when that is given up;
    `recalled` when Up is pressed in an empty field; `waiting_recalled` and `waiting_withdrawn` of a
    message that waits.
    """

    submitted = Signal(str)
    edited = Signal(str)
    edit_ended = Signal()
    recalled = Signal()
    waiting_recalled = Signal()
    waiting_withdrawn = Signal()
    stop_requested = Signal()
    open_model_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = ComposerState.NO_MODEL
        self.edit = PromptEdit()
        self.edit.setAccessibleName("Message")
        self.edit.setPlaceholderText(_PLACEHOLDER)
        self.edit.submitted.connect(self._on_return)
        self.edit.textChanged.connect(self._refresh)
        self.edit.focus_changed.connect(self._refresh_frame)
        self.edit.escaped.connect(self.cancel_edit)
        self.edit.recalled.connect(self.recalled)
        self._draft: str | None = None  # what was being written before a message was edited
        self.edit_bar = ComposerBar(theme, "rename", {"Cancel": "Keep the message as it is (Esc)"})
        self.edit_bar.pressed.connect(self.cancel_edit)
        self.waiting_bar = ComposerBar(
            theme,
            "send",
            {"Edit": "Bring it back into the field", "Withdraw": "Do not send it"},
        )
        self.waiting_bar.pressed.connect(self._on_waiting)
        self.button = QToolButton()
        self.button.setObjectName("sendButton")
        self.button.setIconSize(QSize(18, 18))
        self.button.clicked.connect(self._on_button)
        self._frame = QFrame()
        self._frame.setObjectName("composerFrame")
        self._reason = QLabel()
        self._reason.setObjectName("composerReason")
        self.open_button = QPushButton("Open a model…")
        self.open_button.setObjectName("linkButton")
        self.open_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.open_button.clicked.connect(self.open_model_requested)
        self._arrange()
        theme.changed.connect(self._on_theme_changed)
        self._refresh()

    def _arrange(self) -> None:
        inside = QHBoxLayout(self._frame)
        inside.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        inside.setSpacing(SPACE_S)
        inside.addWidget(self.edit, 1)
        inside.addWidget(self.button)
        inside.setAlignment(self.button, Qt.AlignmentFlag.AlignBottom)
        reason = QHBoxLayout()
        reason.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        reason.setSpacing(SPACE_S)
        reason.addWidget(self._reason)
        reason.addWidget(self.open_button)
        reason.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE_XL, SPACE_S, SPACE_XL, SPACE_S)
        self._column.setSpacing(SPACE_S)
        self._column.addLayout(reason)
        self._column.addWidget(self.waiting_bar)
        self._column.addWidget(self.edit_bar)
        self._column.addWidget(self._frame)
        self.setTabOrder(self.edit, self.button)

    def text(self) -> str:
        """Return what is written."""
        return self.edit.toPlainText()

    def reason(self) -> str:
        """Return why nothing can be sent, "" when it can."""
        return self._reason.text()

    def set_text(self, text: str) -> None:
        """Replace what is written, the cursor at the end."""
        if text != self.text():
            self.edit.setPlainText(text)
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def show_waiting(self, text: str) -> None:
        """Say that a message waits for the end of the answer; "" for none."""
        first_line = text.strip().split("\n", 1)[0]
        self.waiting_bar.show_words(f"Sent after this answer: {first_line}" if text else "")

    @Slot(str)
    def _on_waiting(self, words: str) -> None:
        signal = self.waiting_recalled if words == "Edit" else self.waiting_withdrawn
        signal.emit()
        self.edit.setFocus()

    @property
    def is_editing(self) -> bool:
        """Whether it holds an earlier message."""
        return self._draft is not None

    def draft(self) -> str:
        """Return the message that is being written, also while another one is edited."""
        return self.text() if self._draft is None else self._draft

    def begin_edit(self, text: str, words: str) -> None:
        """Put an earlier message into the field; `words` say what sending it does."""
        if self._draft is None:
            self._draft = self.text()
        self.edit_bar.show_words(words)
        self.set_text(text)
        self.edit.setFocus()
        self._refresh()

    def end_edit(self) -> None:
        """Bring back what was being written before."""
        draft, self._draft = self._draft, None
        if draft is not None:
            self.edit_bar.show_words("")
            self.set_text(draft)
            self._refresh()

    @Slot()
    def cancel_edit(self) -> None:
        """Give an edit up."""
        if self.is_editing:
            self.end_edit()
            self.edit_ended.emit()

    def insert(self, text: str) -> None:
        """Take over a key pressed elsewhere."""
        self.edit.setFocus()
        self.edit.insertPlainText(text)

    @property
    def state(self) -> ComposerState:
        """Return what the button does now."""
        return self._state

    def set_state(self, state: ComposerState) -> None:
        """Change what the button does."""
        if state is not self._state:
            self._state = state
            self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: keep the field as wide as the text above it."""
        super().resizeEvent(event)
        self._fit_width()

    @Slot()
    def _on_theme_changed(self) -> None:
        self.edit.set_zoom(self._theme.zoom)
        self._fit_width()
        self._refresh()

    def _fit_width(self) -> None:
        side = SPACE_XL if self.width() > 560 else SPACE_L
        reading = round(READING_WIDTH * self._theme.zoom)
        side = max(side, (self.width() - reading) // 2)
        self._column.setContentsMargins(side, SPACE_S, side, SPACE_S)

    @Slot()
    def _on_return(self) -> None:
        is_open = self._state is ComposerState.READY
        if self._state is ComposerState.ANSWERING:
            is_open = not self.is_editing  # a new message can wait, a branch cannot be changed
        if is_open and self.text().strip():
            signal = self.edited if self.is_editing else self.submitted
            signal.emit(self.text().strip())

    @Slot()
    def _on_button(self) -> None:
        if self._state is ComposerState.ANSWERING:
            self.stop_requested.emit()
        else:
            self._on_return()
        self.edit.setFocus()

    @Slot()
    def _refresh(self) -> None:
        colours = self._theme.colours
        answering = self._state is ComposerState.ANSWERING
        name = "stop" if answering else "send"
        self.button.setIcon(icon(name, colours.on_accent, colours.muted))
        self.edit.setPlaceholderText(_PLACEHOLDER_ANSWERING if answering else _PLACEHOLDER)
        words = "Stop (Esc)" if answering else "Send (Enter)"
        self.button.setToolTip(words)
        self.button.setAccessibleName("Stop" if answering else "Send")
        can_send = self._state is ComposerState.READY and bool(self.text().strip())
        self.button.setEnabled(answering or can_send)
        self._reason.setText(_REASONS.get(self._state, ""))
        self._reason.setVisible(self._state in _REASONS)
        self.open_button.setVisible(self._state is ComposerState.NO_MODEL)
        self._refresh_frame()

    @Slot()
    def _refresh_frame(self) -> None:
        blocked = self._state is ComposerState.NO_MODEL
        focused = self.edit.hasFocus()
        if (self._frame.property("focused"), self._frame.property("blocked")) == (focused, blocked):
            return
        self._frame.setProperty("focused", focused)
        self._frame.setProperty("blocked", blocked)
        self._frame.style().unpolish(self._frame)
        self._frame.style().polish(self._frame)


_REASONS = {
    ComposerState.NO_MODEL: "No model is open, so nobody can answer yet.",
    ComposerState.LOADING: "The model is being loaded; you can write meanwhile.",
}
