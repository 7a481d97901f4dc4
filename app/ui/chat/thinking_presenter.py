"""Joins the open chat with the button that chooses whether its model thinks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.protocol import (
    DEFAULT_THINKING,
    NO_THINKING_OPTIONS,
    EngineStopped,
    ModelLoaded,
    ModelUnloaded,
    ThinkingChoice,
)

if TYPE_CHECKING:
    from app.ui.chat.chat_gestures import ChatGestures
    from app.ui.composer.composer import Composer
    from app.ui.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat

_NAME = "thinking"  # in the settings of a chat


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
        word = str(dict(self._open_chat.setup.sampling).get(_NAME, ""))
        self._button.show_choice(self._options, ThinkingChoice.of_word(word))

    @Slot(object)
    def _choose(self, choice: ThinkingChoice) -> None:
        setup = self._open_chat.setup
        sampling = dict(setup.sampling)
        sampling.pop(_NAME, None)
        if choice != DEFAULT_THINKING:
            sampling[_NAME] = choice.word
        chosen = replace(setup, sampling=tuple(sampling.items()))
        self._gestures.set_up(self._open_chat.id, chosen)
