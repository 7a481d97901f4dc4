"""Which chats are being answered, in this window's view of the events.

Threads: interface thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.chats.records import MessageStatus
from app.core.conversations.events import ChatDeleted, ChatOpened, MessageAdded, MessageChanged
from app.core.protocol import EngineStopped

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, Message, MessageId
    from app.ui.event_bridge import EventBridge


class RunningAnswers(QObject):
    """Follows every answer from its first event to its last.

    Sends `changed` with a chat whose answer began or ended, and then, for one that ended, `ended`
    with the chat and whether it ended as it should.
    """

    changed = Signal(object)
    ended = Signal(object, bool)

    def __init__(self, bridge: EventBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers: dict[ChatId, MessageId] = {}
        bridge.subscribe(ChatOpened, self._on_opened)
        bridge.subscribe(MessageAdded, self._on_added)
        bridge.subscribe(MessageChanged, self._on_changed)
        bridge.subscribe(ChatDeleted, self._on_deleted)
        bridge.subscribe(EngineStopped, self._on_engine_stopped)

    def is_any(self) -> bool:
        """Whether any chat is being answered."""
        return bool(self._answers)

    def is_answering(self, chat_id: ChatId | None) -> bool:
        """Whether a chat is being answered; None, one that is not made yet, never is."""
        return chat_id in self._answers

    def _on_opened(self, event: ChatOpened) -> None:
        self._follow(event.chat.id, event.messages[-1] if event.messages else None)

    def _on_added(self, event: MessageAdded) -> None:
        self._follow(event.chat_id, event.message)

    def _on_changed(self, event: MessageChanged) -> None:
        message = event.message
        is_running = self._answers.get(event.chat_id) == message.id
        if is_running or message.status is MessageStatus.STREAMING:
            self._follow(event.chat_id, message)

    def _on_deleted(self, event: ChatDeleted) -> None:
        self._end(event.chat.id, ended_well=False)

    def _on_engine_stopped(self, _event: EngineStopped) -> None:
        for chat_id in list(self._answers):
            self._end(chat_id, ended_well=False)

    def _follow(self, chat_id: ChatId, last: Message | None) -> None:
        """Take over the last message of a chat, as it is now."""
        if last is not None and last.status is MessageStatus.STREAMING:
            is_new = chat_id not in self._answers
            self._answers[chat_id] = last.id
            if is_new:
                self.changed.emit(chat_id)
        else:
            failed = last is None or last.status is MessageStatus.FAILED
            self._end(chat_id, ended_well=not failed)

    def _end(self, chat_id: ChatId, *, ended_well: bool) -> None:
        if self._answers.pop(chat_id, None) is not None:
            self.changed.emit(chat_id)
            self.ended.emit(chat_id, ended_well)
