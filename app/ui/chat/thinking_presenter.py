"""Joins the open chat with the button that chooses whether its model thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.conversations import thinking_of, with_thinking
from app.core.protocol import (
    NO_THINKING_OPTIONS,
    EngineStopped,
    ModelLoaded,
    ModelUnloaded,
)

if TYPE_CHECKING:
    from app.core.protocol import ThinkingChoice
    from app.ui.chat.chat_gestures import ChatGestures
    from app.ui.composer.composer import Composer
    from app.ui.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat


class ThinkingPresenter(QObject):
    """Shows what the model offers and the chat has chosen, and keeps another choice."""

    def __init__(
        self, bridge: EventBridge, open_chat: OpenChat, gestures: ChatGestures, composer: Composer
    ) -> None:
        super().__init__(open_chat)
        self._open_chat = open_chat
        self._gestures = gestures
        self._button = composer.thinking_button
        self._options = NO_THINKING_OPTIONS
        self._button.chosen.connect(self._choose)
        open_chat.changed.connect(self._refresh)
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelUnloaded, self._on_gone)
        bridge.subscribe(EngineStopped, self._on_gone)

    def _on_loaded(self, event: ModelLoaded) -> None:
        self._options = event.info.thinking
        self._refresh()

    def _on_gone(self, _event: ModelUnloaded | EngineStopped) -> None:
        self._options = NO_THINKING_OPTIONS
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        self._button.show_choice(self._options, thinking_of(self._open_chat.setup))

    @Slot(object)
    def _choose(self, choice: ThinkingChoice) -> None:
        setup = with_thinking(self._open_chat.setup, choice)
        self._gestures.set_up(self._open_chat.id, setup)
