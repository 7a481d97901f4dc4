"""The frame around the message field: attachments above it, a button at each side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout

from app.ui.composer.attachment_bar import AttachmentBar
from app.ui.composer.prompt_edit import PromptEdit
from app.ui.composer.thinking_button import ThinkingButton
from app.ui.icons import icon
from app.ui.labels import label
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.ui.media.thumbnails import Thumbnails
    from app.ui.theme import Theme


class MessageFrame(QFrame):
    """Lays the field out and says by its border where the keyboard is; decides nothing.

    Sends `focus_left` when the keyboard goes elsewhere.

    Attributes:
        edit: the field.
        attachments: what goes along.
        cost: what that takes of the context.
        button: Send, or Stop.
        attach_button: asks for files.
        thinking_button: chooses whether the model thinks.
    """

    focus_left = Signal()

    def __init__(self, theme: Theme, thumbnails: Thumbnails, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composerFrame")
        self._theme = theme
        self._is_blocked = False
        self.edit = PromptEdit()
        self.edit.setAccessibleName(tr("Message"))
        self.edit.focus_changed.connect(self._on_focus)
        self.attachments = AttachmentBar(theme, thumbnails, self.edit.takes)
        self.cost = label("attachmentSize")
        self.show_cost("")
        self.button = _button("sendButton")
        self.attach_button = _button("attachButton")
        set_tip(
            self.attach_button,
            tr("Attach pictures, sounds and texts; you can also paste them, or drop them here"),
        )
        self.attach_button.setAccessibleName(tr("Attach files"))
        self.thinking_button = ThinkingButton(theme)
        self.thinking_button.chosen.connect(self._on_thinking)
        self._arrange()

    def _arrange(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addWidget(self.attach_button)
        line.addWidget(self.thinking_button)
        line.addWidget(self.edit, 1)
        line.addWidget(self.button)
        for button in (self.attach_button, self.thinking_button, self.button):
            line.setAlignment(button, Qt.AlignmentFlag.AlignBottom)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        inside.setSpacing(SPACE_S)
        inside.addWidget(self.attachments)
        inside.addWidget(self.cost)
        inside.addLayout(line)
        self.setTabOrder(self.edit, self.button)

    def show_button(self, *, stops: bool) -> None:
        """Let the button stop an answer, or send."""
        colours = self._theme.colours
        self.button.setIcon(icon("stop" if stops else "send", colours.on_accent, colours.muted))
        set_tip(self.button, tr("Stop (Esc)") if stops else tr("Send (Enter)"))
        self.button.setAccessibleName(tr("Stop") if stops else tr("Send"))
        self.attach_button.setIcon(icon("attach", colours.muted))
        self.thinking_button.refresh_colours()

    def show_cost(self, words: str) -> None:
        """Say what the pictures and sounds take of the context; "" for nothing."""
        self.cost.setText(words)
        self.cost.setVisible(bool(words))

    def set_blocked(self, *, is_blocked: bool) -> None:
        """Say by the border whether anything can be sent at all."""
        self._is_blocked = is_blocked
        self._refresh()

    @Slot(object)
    def _on_thinking(self, _choice: object) -> None:
        self.edit.setFocus()

    @Slot()
    def _on_focus(self) -> None:
        if not self.edit.hasFocus():
            self.focus_left.emit()
        self._refresh()

    def _refresh(self) -> None:
        blocked, focused = self._is_blocked, self.edit.hasFocus()
        if (self.property("focused"), self.property("blocked")) == (focused, blocked):
            return
        self.setProperty("focused", focused)
        self.setProperty("blocked", blocked)
        self.style().unpolish(self)
        self.style().polish(self)


def _button(name: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    return button
