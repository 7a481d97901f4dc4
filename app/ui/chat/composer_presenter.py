"""What the composer's button does, and what waits: from the model, the open chat and the outbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.ui.composer.composer import ComposerState
from app.ui.state.model_state import ModelState

if TYPE_CHECKING:
    from app.ui.chat.outbox import Outbox
    from app.ui.composer.composer import Composer
    from app.ui.model_views.model_presenter import ModelPresenter
    from app.ui.state.open_chat import OpenChat

_WITHOUT_CHAT = {
    ModelState.NONE: ComposerState.NO_MODEL,
    ModelState.LOADING: ComposerState.LOADING,
    ModelState.READY: ComposerState.READY,
}


class ComposerPresenter(QObject):
    """Keeps the composer's state true; sends `refreshed` after it may have changed."""

    refreshed = Signal()

    def __init__(
        self, open_chat: OpenChat, outbox: Outbox, models: ModelPresenter, composer: Composer
    ) -> None:
        super().__init__(composer)
        self._open_chat = open_chat
        self._outbox = outbox
        self._models = models
        self._composer = composer
        for signal in (open_chat.changed, outbox.changed, models.state_changed):
            signal.connect(self._refresh)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        state = _WITHOUT_CHAT[self._models.state]
        if self._open_chat.is_answering:
            state = ComposerState.ANSWERING
        elif self._outbox.is_sending:
            state = ComposerState.SENDING
        self._composer.set_state(state)
        self._composer.server_bar.show_place(self._models.place)
        self._composer.show_waiting(self._outbox.waiting)
        self.refreshed.emit()
