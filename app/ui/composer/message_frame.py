"""The frame around the message field: attachments above it, a button at each side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from app.core.protocol import DEFAULT_THINKING, NO_THINKING_OPTIONS, ThinkingChoice, ThinkingOptions
from app.ui.composer.attachment_bar import AttachmentBar
from app.ui.composer.documents_bar import DocumentsButton
from app.ui.composer.prompt_edit import PromptEdit
from app.ui.composer.tools_bar import ToolsButton
from app.ui.kit.labels import icon, label, polish_again
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_S, Theme
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.ui.media.thumbnails import Thumbnails


_EFFORTS = {
    "minimal": QT_TR_NOOP("Minimal effort"),
    "low": QT_TR_NOOP("Low effort"),
    "medium": QT_TR_NOOP("Medium effort"),
    "high": QT_TR_NOOP("High effort"),
    "max": QT_TR_NOOP("Maximum effort"),
}


class _ThinkingButton(QToolButton):
    """Shows the choice of the open chat; `chosen` with another one.

    It is there only while a model is loaded that lets one choose.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("thinkingButton")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._theme = theme
        self._options = NO_THINKING_OPTIONS
        self._choice = DEFAULT_THINKING
        self._group = QActionGroup(self)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._refresh()

    def show_choice(self, options: ThinkingOptions, choice: ThinkingChoice) -> None:
        """Show what there is to choose, and what is chosen."""
        self._options, self._choice = options, options.fitting(choice)
        self._refresh()

    def refresh_colours(self) -> None:
        """Draw the icon in the colours of the theme."""
        self._refresh()

    def _refresh(self) -> None:
        colours = self._theme.colours
        is_chosen = self._choice != DEFAULT_THINKING and self._choice.is_on is not False
        self.setIcon(icon("thinking", colours.accent if is_chosen else colours.muted))
        words = _words(self._choice)
        self.setAccessibleName(tr("Thinking: {choice}", choice=words))
        set_tip(self, tr("Thinking: {choice}", choice=words))
        self.setVisible(self._options != NO_THINKING_OPTIONS)

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        self._menu.addAction(tr("Thinking")).setEnabled(False)  # what the menu is about
        for choice in _choices(self._options):
            action = self._menu.addAction(_words(choice), partial(self._choose, choice))
            action.setCheckable(True)
            action.setChecked(choice == self._choice)
            set_tip(action, _tip(choice))
            self._group.addAction(action)

    def _choose(self, choice: ThinkingChoice) -> None:
        if choice != self._choice:
            self.chosen.emit(choice)


def _choices(options: ThinkingOptions) -> list[ThinkingChoice]:
    switches = (None, True, False) if options.can_switch else (None,)
    return [
        *(ThinkingChoice(is_on) for is_on in switches),
        *(ThinkingChoice(effort=word) for word in options.efforts),
    ]


def _words(choice: ThinkingChoice) -> str:
    if choice.effort:
        known = _EFFORTS.get(choice.effort)
        return choice.effort if known is None else tr(known)
    match choice.is_on:
        case None:
            return tr("Default")
        case True:
            return tr("On")
        case False:
            return tr("Off")


def _tip(choice: ThinkingChoice) -> str:
    if choice == DEFAULT_THINKING:
        return tr("The default of the model's chat template")
    return tr("If the chat template puts this at the beginning, the model rereads the chat")


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
        documents_button: chooses which documents each question searches.
        tools_button: chooses which tools the model may call.
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
            tr("Attach pictures, sounds and text files; you can also paste or drop them here"),
        )
        self.attach_button.setAccessibleName(tr("Attach files"))
        self.thinking_button = _ThinkingButton(theme)
        self.thinking_button.chosen.connect(lambda: self.edit.setFocus())
        self.documents_button = DocumentsButton(theme)
        self.tools_button = ToolsButton(theme)
        self._arrange()

    def _arrange(self) -> None:
        line = horizontal(spacing=SPACE_S)
        searched = self.documents_button
        beside = (self.attach_button, searched, self.tools_button, self.thinking_button)
        add_to(line, *beside, (self.edit, 1), self.button)
        for button in (*beside, self.button):
            line.setAlignment(button, Qt.AlignmentFlag.AlignBottom)
        inside = vertical(self, margins=SPACE_S, spacing=SPACE_S)
        add_to(inside, self.attachments, self.cost, line)
        self.setTabOrder(self.edit, self.button)

    def show_button(self, *, stops: bool) -> None:
        """Let the button stop an answer, or send."""
        colours = self._theme.colours
        self.button.setIcon(icon("stop" if stops else "send", colours.on_accent, colours.muted))
        set_tip(self.button, tr("Stop (Esc)") if stops else tr("Send (Enter)"))
        self.button.setAccessibleName(tr("Stop") if stops else tr("Send"))
        self.attach_button.setIcon(icon("attach", colours.muted))
        self.thinking_button.refresh_colours()
        self.documents_button.refresh_colours()
        self.tools_button.refresh_colours()

    def show_cost(self, words: str) -> None:
        """Say what the pictures and sounds take of the context; "" for nothing."""
        self.cost.setText(words)
        self.cost.setVisible(bool(words))

    def set_blocked(self, *, is_blocked: bool) -> None:
        """Say by the border whether anything can be sent at all."""
        self._is_blocked = is_blocked
        self._refresh()

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
        polish_again(self)


def _button(name: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    return button
