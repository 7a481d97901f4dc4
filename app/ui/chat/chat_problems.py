"""What went wrong with a chat, told once and where it belongs.

Notices of a chat go when another one is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.chats.records import MessageStatus
from app.core.conversations.events import AnswerRefused, MessageChanged, SendRefused
from app.core.protocol import EngineStopped, ProblemRaised
from app.ui.notices import UNDO_MS
from app.ui.transcript.model.message_facts import is_too_long
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.ui.chat.outbox import Outbox
    from app.ui.event_bridge import EventBridge
    from app.ui.notices import NoticeArea
    from app.ui.state.open_chat import OpenChat


class ChatProblems(QObject):
    """Shows problems as notices, those of a chat with the chat as their owner."""

    def __init__(
        self, bridge: EventBridge, open_chat: OpenChat, outbox: Outbox, notices: NoticeArea
    ) -> None:
        super().__init__(notices)
        self._open_chat = open_chat
        self._notices = notices
        self._failed: dict[str, ChatId] = {}  # by what is said of an answer that failed
        open_chat.leaving.connect(self._on_leaving)
        outbox.edit_became_draft.connect(self._on_edit_became_draft)
        bridge.subscribe(MessageChanged, self._on_changed)
        bridge.subscribe(SendRefused, self._on_send_refused)
        bridge.subscribe(AnswerRefused, self._on_answer_refused)
        bridge.subscribe(ProblemRaised, self._on_problem)
        bridge.subscribe(EngineStopped, self._on_engine_stopped)

    @Slot()
    def _on_leaving(self) -> None:
        self._notices.leave(self._open_chat.id)

    @Slot()
    def _on_edit_became_draft(self) -> None:
        self._notices.show_note(
            "edit",
            tr("The message you were editing is no longer shown"),
            more=tr("What you wrote is now a new message in the message field."),
            closes_after_ms=UNDO_MS,
        )

    def _on_changed(self, event: MessageChanged) -> None:
        if event.message.status is MessageStatus.FAILED:
            self._failed[event.message.problem] = event.chat_id

    def _on_send_refused(self, event: SendRefused) -> None:
        if not (event.is_too_long and event.chat_id == self._open_chat.id):  # the field says it
            self._notices.show_problem(event.problem, owner=event.chat_id)

    def _on_answer_refused(self, event: AnswerRefused) -> None:
        self._notices.show_problem(event.problem, owner=event.chat_id)

    def _on_problem(self, event: ProblemRaised) -> None:
        # An answer that failed is told twice: as its message, then as the problem with its details.
        owner = self._failed.pop(event.problem.text(), None)
        last = self._open_chat.last_message
        is_shown = owner is not None and owner == self._open_chat.id
        if is_shown and last is not None and is_too_long(last):
            return  # that is told above the field, with what helps, as long as it is so
        self._notices.show_problem(event.problem, owner=owner)

    def _on_engine_stopped(self, event: EngineStopped) -> None:
        if event.problem is not None:
            self._notices.show_problem(event.problem)
