"""Which chats are being answered, and which of their answers wait, as the events tell this window.

Threads: interface thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.chats.records import ChatId, Message, MessageId, MessageStatus
from app.core.conversations import events
from app.core.plain_value import PlainValue
from app.core.protocol import EngineStopped, WaitReason
from app.ui.words.stats_text import Wait

if TYPE_CHECKING:
    from app.ui.kit.event_bridge import EventBridge


class _Running(PlainValue, frozen=True):
    """An answer that was asked for and has not ended.

    Attributes:
        waits_for: why the engine does not go on with it; None while it does.
    """

    message_id: MessageId
    waits_for: WaitReason | None = None


class RunningAnswers(QObject):
    """Follows every answer from its first event to its last; one that is queued is among them.

    Sends `changed` with a chat whose answer began, was queued, goes on or ended, and then, for one
    that ended, `ended` with the chat and whether it ended as it should.
    """

    changed = Signal(object)
    ended = Signal(object, bool)

    def __init__(self, bridge: EventBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers: dict[ChatId, _Running] = {}
        bridge.subscribe(events.ChatOpened, self._on_opened)
        bridge.subscribe(events.MessageAdded, self._on_added)
        bridge.subscribe(events.MessageChanged, self._on_changed)
        bridge.subscribe(events.AnswerQueued, self._on_queued)
        bridge.subscribe(events.AnswerResumed, self._on_resumed)
        bridge.subscribe(events.ChatsDeleted, self._on_deleted)
        bridge.subscribe(EngineStopped, self._on_engine_stopped)

    @property
    def n_answers(self) -> int:
        """How many chats are being answered, those that wait among them."""
        return len(self._answers)

    def going_on(self) -> tuple[ChatId, ...]:
        """Return the chats whose answer does not wait."""
        return tuple(chat for chat, answer in self._answers.items() if answer.waits_for is None)

    def is_answering(self, chat_id: ChatId | None) -> bool:
        """Whether a chat is being answered; None, one that is not made yet, never is."""
        return chat_id in self._answers

    def wait(self, chat_id: ChatId | None) -> Wait | None:
        """Return what the answer of a chat waits for; None while it goes on, and without one."""
        answer = None if chat_id is None else self._answers.get(chat_id)
        if answer is None or answer.waits_for is None:
            return None
        return Wait(answer.waits_for, len(self.going_on()))

    def _on_opened(self, event: events.ChatOpened) -> None:
        self._follow(event.chat.id, event.messages[-1] if event.messages else None)

    def _on_added(self, event: events.MessageAdded) -> None:
        self._follow(event.chat_id, event.message)

    def _on_changed(self, event: events.MessageChanged) -> None:
        message, answer = event.message, self._answers.get(event.chat_id)
        is_running = answer is not None and answer.message_id == message.id
        if is_running or message.status is MessageStatus.STREAMING:
            self._follow(event.chat_id, message)

    def _on_queued(self, event: events.AnswerQueued) -> None:
        self._let_wait(event.chat_id, event.message_id, event.reason)

    def _on_resumed(self, event: events.AnswerResumed) -> None:
        self._let_wait(event.chat_id, event.message_id, None)

    def _let_wait(
        self, chat_id: ChatId, message_id: MessageId, waits_for: WaitReason | None
    ) -> None:
        now = _Running(message_id, waits_for)
        before = self._answers.get(chat_id)
        if before is not None and before.message_id == message_id and before != now:
            self._answers[chat_id] = now
            self.changed.emit(chat_id)

    def _on_deleted(self, event: events.ChatsDeleted) -> None:
        for chat in event.chats:
            self._end(chat.id, ended_well=False)

    def _on_engine_stopped(self, _event: EngineStopped) -> None:
        for chat_id in list(self._answers):
            self._end(chat_id, ended_well=False)

    def _follow(self, chat_id: ChatId, last: Message | None) -> None:
        """Take over the last message of a chat, as it is now."""
        if last is not None and last.status is MessageStatus.STREAMING:
            before = self._answers.get(chat_id)
            if before is None or before.message_id != last.id:
                self._answers[chat_id] = _Running(last.id)
            if before is None:
                self.changed.emit(chat_id)
        else:
            failed = last is None or last.status is MessageStatus.FAILED
            self._end(chat_id, ended_well=not failed)

    def _end(self, chat_id: ChatId, *, ended_well: bool) -> None:
        if self._answers.pop(chat_id, None) is not None:
            self.changed.emit(chat_id)
            self.ended.emit(chat_id, ended_well)
