"""Keeps the context meter true while somebody types, and offers a way out before it overflows.

One measurement is under way at a time; what changed meanwhile is measured after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.conversations.events import AnswerDelta, ContextUse
from app.core.engine.protocol import EngineStopped, ModelInfo, ModelLoaded, ModelUnloaded
from app.ui.composer.context_bar import LARGER, LEAVE_OUT

if TYPE_CHECKING:
    from app.ui.chat_presenter import ChatPresenter
    from app.ui.composer.composer import Composer
    from app.ui.context_meter import ContextMeter
    from app.ui.conversations_door import ConversationsDoor
    from app.ui.event_bridge import EventBridge

_CHARS_PER_TOKEN = 4
_PAUSE_MS = 300  # after the last key
_KEPT_SHARE = 0.5  # of the context, or of a chat that fits, when its beginning is left out


class ContextPresenter(QObject):
    """Asks for measurements and shows them."""

    def __init__(
        self,
        conversations: ConversationsDoor,
        bridge: EventBridge,
        chats: ChatPresenter,
        composer: Composer,
        meter: ContextMeter,
    ) -> None:
        super().__init__(chats)
        self._conversations = conversations
        self._chats = chats
        self._composer = composer
        self._meter = meter
        self._model: ModelInfo | None = None
        self._use = ContextUse(None)
        self._is_asked = False
        self._is_stale = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._measure)
        composer.changed.connect(self._pause.start)
        composer.context_bar.pressed.connect(self._on_pressed)
        chats.changed.connect(self._on_chats_changed)
        bridge.subscribe(ContextUse, self._on_use)
        bridge.subscribe(AnswerDelta, self._on_delta)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    @Slot()
    def _on_chats_changed(self) -> None:
        self._pause.start()
        if self._use.chat_id != self._chats.chat_id:  # not of another chat, not for a moment
            self._show(ContextUse(self._chats.chat_id))

    @Slot()
    def _measure(self) -> None:
        if self._is_asked or self._chats.can_stop():
            self._is_stale = True  # the end of the answer changes something, and asks again
            return
        self._is_asked, self._is_stale = True, False
        draft = self._composer.written()
        self._conversations.measure(
            self._chats.chat_id,
            draft.text,
            draft.attachments,
            system_prompt=self._chats.setup.system_prompt,
        )

    def _on_use(self, use: ContextUse) -> None:
        self._is_asked = False
        if self._is_stale:
            self._pause.start()
        if use.chat_id == self._chats.chat_id:
            self._show(use)

    def _show(self, use: ContextUse) -> None:
        self._use = use
        self._meter.show_use(use, self._chats.last_answer_tokens())
        can_grow = self._model is not None and self._larger(self._model) > self._model.n_ctx
        self._composer.context_bar.show_use(use, can_grow=can_grow)

    def _on_delta(self, event: AnswerDelta) -> None:
        if event.chat_id == self._chats.chat_id:
            self._meter.grow(max(1, len(event.text) // _CHARS_PER_TOKEN))  # text of a frame

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._model = event.info if isinstance(event, ModelLoaded) else None
        if isinstance(event, EngineStopped):
            self._is_asked = False  # nobody will answer
        self._pause.start()

    def _larger(self, model: ModelInfo) -> int:
        """Return the next larger context that a model was trained for."""
        return min(2 * model.n_ctx, model.n_ctx_train) if model.n_ctx_train else 2 * model.n_ctx

    @Slot(str)
    def _on_pressed(self, words: str) -> None:
        use, model = self._use, self._model
        if words == LARGER and model is not None:
            self._conversations.load_model(model.path, self._larger(model))
        elif words == LEAVE_OUT and use.chat_id is not None and use.n_total:
            share = _KEPT_SHARE * min(1.0, use.n_ctx / use.n_total)
            self._conversations.leave_out(use.chat_id, share)
        else:
            self._chats.move_to_new_chat()
        self._composer.edit.setFocus()
