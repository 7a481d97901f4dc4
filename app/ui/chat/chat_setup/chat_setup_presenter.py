"""Asks what a chat wants of the model, of the open chat or of any that is listed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import ChatId, ChatSetup
    from app.ui.chat.chat_gestures import ChatGestures
    from app.ui.chat.chat_setup.presets import Presets
    from app.ui.kit.theme import Theme
    from app.ui.state.chat_facts import ChatFacts


class ChatSetupPresenter(QObject):
    """Shows the dialog and hands on what was chosen."""

    def __init__(
        self,
        facts: ChatFacts,
        gestures: ChatGestures,
        presets: Presets,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._presets = presets
        self._theme = theme
        self._facts = facts
        self._gestures = gestures
        self._window = window

    @Slot()
    def ask(self) -> None:
        """Ask for the open chat, also for one that is not made yet."""
        chat = self._facts.open_chat
        self._show(chat.id, chat.title, chat.setup)

    @Slot(object)
    def ask_of(self, chat_id: ChatId) -> None:
        """Ask for a listed chat."""
        chat = self._facts.chat_list.chat(chat_id)
        if chat is not None:
            self._show(chat_id, chat.title, chat.setup)

    def _show(self, chat_id: ChatId | None, title: str, setup: ChatSetup) -> None:
        from app.ui.chat.chat_setup.chat_setup_dialog import ChatSetupDialog

        dialog = ChatSetupDialog(title, setup, self._presets, self._theme, self._window)
        dialog.saved.connect(partial(self._gestures.set_up, chat_id))
        dialog.open()
