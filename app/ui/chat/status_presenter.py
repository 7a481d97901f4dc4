"""What the status line says of the open chat: resumed, waiting, read, being answered, how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.chats.records import MessageStatus
from app.core.conversations.events import ChatResumed, PromptRead
from app.ui.translation import tr
from app.ui.wait_text import wait_text

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from app.ui.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat
    from app.ui.status_line import StatusLine


class StatusPresenter(QObject):
    """Follows the open chat; what is told of another one is not shown."""

    def __init__(self, bridge: EventBridge, open_chat: OpenChat, status: StatusLine) -> None:
        super().__init__(status)
        self._open_chat = open_chat
        self._status = status
        open_chat.switched.connect(self._clear)
        open_chat.read.connect(self._on_read)
        open_chat.branch_changed.connect(self._show_last)
        open_chat.message_added.connect(self._on_added)
        open_chat.message_changed.connect(self._on_changed)
        open_chat.text_added.connect(self._on_text)
        open_chat.wait_changed.connect(self._show_now)
        bridge.subscribe(ChatResumed, self._on_resumed)
        bridge.subscribe(PromptRead, self._on_prompt_read)

    @Slot()
    def _clear(self) -> None:
        self._status.show_text("")

    @Slot()
    def _on_read(self) -> None:
        last = self._open_chat.last_message
        if self._open_chat.is_answering:
            self._show_now()
        elif last is not None and last.stats:
            self._show_last()

    @Slot()
    def _show_now(self) -> None:
        """Say what the answer that is being given waits for, or that it is being given."""
        wait, last = self._open_chat.wait, self._open_chat.last_message
        if wait is not None:
            self._status.show_text(wait_text(wait))
        elif self._open_chat.is_answering:
            has_begun = last is not None and bool(last.text)
            self._status.show_text(tr("Answering…") if has_begun else "")

    @Slot()
    def _show_last(self) -> None:
        last = self._open_chat.last_message
        self._status.show_stats({} if last is None else dict(last.stats))

    @Slot(object)
    def _on_added(self, message: Message) -> None:
        if message.status is MessageStatus.STREAMING:
            self._clear()

    @Slot(object)
    def _on_changed(self, message: Message) -> None:
        last = self._open_chat.last_message
        is_last = last is not None and last.id == message.id
        if is_last and message.status is not MessageStatus.STREAMING:
            self._show_last()

    @Slot(str)
    def _on_text(self, _text: str) -> None:
        if self._open_chat.wait is None:  # else its last words, which come late
            self._status.show_text(tr("Answering…"))

    def _on_resumed(self, event: ChatResumed) -> None:
        if event.chat_id == self._open_chat.id and not self._open_chat.is_answering:
            self._status.show_resumed(event)

    def _on_prompt_read(self, event: PromptRead) -> None:
        if event.chat_id == self._open_chat.id:
            self._status.show_reading(event)
