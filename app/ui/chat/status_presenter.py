"""What the status line says of the open chat: resumed, waiting, read, being answered, how fast."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.core.chats.records import Message, MessageStatus
from app.core.conversations.events import ChatResumed, PromptRead
from app.ui.words.stats_text import wait_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.chat.status_line import StatusLine
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat

_KNOWN_AFTER_S = 1.0  # what was read before says too little


class ReadingEstimate:
    """Estimates how long the rest of a prompt takes, by how long the part read so far took."""

    def __init__(self) -> None:
        self._began: tuple[float, PromptRead] | None = None

    def left_ms(self, read: PromptRead, now_s: float) -> float:
        """Return the milliseconds that are left; 0 while that is not known.

        Args:
            read: how far it is.
            now_s: seconds of a clock that is never set.
        """
        if self._began is None or not self._goes_on(read, self._began[1]):
            self._began = (now_s, read)
        began_s, begun = self._began
        n_read, passed_s = read.n_done - begun.n_done, now_s - began_s
        if n_read <= 0 or passed_s < _KNOWN_AFTER_S:
            return 0.0
        return passed_s / n_read * (read.n_total - read.n_done) * 1e3

    @staticmethod
    def _goes_on(read: PromptRead, begun: PromptRead) -> bool:
        is_same = (read.chat_id, read.n_total) == (begun.chat_id, begun.n_total)
        return is_same and read.n_done >= begun.n_done


class StatusPresenter(QObject):
    """Follows the open chat; what is told of another one is not shown."""

    def __init__(self, bridge: EventBridge, open_chat: OpenChat, status: StatusLine) -> None:
        super().__init__(status)
        self._open_chat = open_chat
        self._status = status
        self._reading = ReadingEstimate()
        open_chat.switched.connect(self._clear)
        open_chat.read.connect(self._on_read)
        open_chat.branch_changed.connect(self._show_last)
        open_chat.message_added.connect(self._on_added)
        open_chat.message_changed.connect(self._on_changed)
        open_chat.text_added.connect(self._on_text)
        open_chat.wait_changed.connect(self._show_now)
        bridge.subscribe(ChatResumed, self._on_resumed)
        bridge.subscribe(PromptRead, self._on_prompt_read)

    def _clear(self) -> None:
        self._status.show_text("")

    def _on_read(self) -> None:
        last = self._open_chat.last_message
        if self._open_chat.is_answering:
            self._show_now()
        elif last is not None and last.stats:
            self._show_last()

    def _show_now(self) -> None:
        """Say what the answer that is being given waits for, or that it is being given."""
        wait, last = self._open_chat.wait, self._open_chat.last_message
        if wait is not None:
            self._status.show_text(wait_text(wait))
        elif self._open_chat.is_answering:
            has_begun = last is not None and bool(last.text)
            self._status.show_text(tr("Answering…") if has_begun else "")

    def _show_last(self) -> None:
        last = self._open_chat.last_message
        self._status.show_stats({} if last is None else dict(last.stats))

    def _on_added(self, message: Message) -> None:
        if message.status is MessageStatus.STREAMING:
            self._clear()

    def _on_changed(self, message: Message) -> None:
        last = self._open_chat.last_message
        is_last = last is not None and last.id == message.id
        if is_last and message.status is not MessageStatus.STREAMING:
            self._show_last()

    def _on_text(self, _text: str) -> None:
        if self._open_chat.wait is None:  # else its last words, which come late
            self._status.show_text(tr("Answering…"))

    def _on_resumed(self, event: ChatResumed) -> None:
        if event.chat_id == self._open_chat.id and not self._open_chat.is_answering:
            self._status.show_resumed(event)

    def _on_prompt_read(self, event: PromptRead) -> None:
        if event.chat_id == self._open_chat.id:
            self._status.show_reading(event, self._reading.left_ms(event, time.monotonic()))
