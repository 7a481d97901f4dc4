"""What a user does to one message of the chat that is shown, turned into calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.messages import Role
from app.ui.composer.draft import NO_DRAFT, Draft
from app.ui.unsent.places import Edit, EditKind

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, MessageId
    from app.core.conversations import Chats
    from app.ui.chat.answer_rules import AnswerRules
    from app.ui.chat.outbox import Outbox
    from app.ui.composer.composer import Composer
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.transcript_view import TranscriptView


class MessageGestures(QObject):
    """Edits, versions, branches and what the model reads; asks the rules what is possible."""

    def __init__(
        self,
        door: Chats,
        open_chat: OpenChat,
        outbox: Outbox,
        rules: AnswerRules,
        transcript: TranscriptView,
        composer: Composer,
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._outbox = outbox
        self._rules = rules
        transcript.regenerate_requested.connect(self._regenerate)
        transcript.edit_requested.connect(self._edit)
        transcript.version_requested.connect(self._show_version)
        transcript.fork_requested.connect(self._fork)
        transcript.delete_requested.connect(self._delete)
        transcript.continue_requested.connect(self.go_on)
        transcript.begin_requested.connect(self._begin_answer)
        transcript.read_from_requested.connect(self._read_from)
        composer.recalled.connect(self.edit_last)

    def _quiet_chat(self) -> ChatId | None:
        """Return the chat that is shown, None while it is answered or there is none."""
        return None if self._open_chat.is_answering else self._open_chat.id

    # -- answers --

    @Slot()
    def regenerate(self) -> None:
        """Give the last answer again."""
        last = self._open_chat.last_message
        if last is not None:
            self._regenerate(last.id)

    @Slot(object)
    def _regenerate(self, message_id: MessageId) -> None:
        last = self._open_chat.last_message
        is_last = last is not None and last.id == message_id
        can = self._rules.can_regenerate if is_last else self._rules.can_change
        if self._open_chat.id is not None and can:
            self._door.regenerate(self._open_chat.id, message_id)

    @Slot()
    def go_on(self) -> None:
        """Go on with the last answer."""
        if self._open_chat.id is not None and self._rules.can_continue:
            self._door.continue_answer(self._open_chat.id)

    # -- edits --

    @Slot()
    def edit_last(self) -> None:
        """Put the user's last message into the field, to be changed."""
        shown = self._open_chat.messages
        for row in range(len(shown) - 1, -1, -1):
            if shown.message(row).role is Role.USER:
                self._edit(shown.message(row).id)
                return

    @Slot(object)
    def _edit(self, message_id: MessageId) -> None:
        shown = self._open_chat.messages
        row = shown.row_of(message_id)
        if row < 0 or not self._rules.can_change:
            return
        message = shown.message(row)
        said = Draft(shown.words(row), message.attachments, message.media)
        kind = EditKind.ANSWER if shown.is_answer(row) else EditKind.QUESTION
        self._outbox.begin_edit(Edit(message_id, kind, said, said))

    @Slot()
    def begin_last_answer(self) -> None:
        """Let the user write how the last answer begins."""
        last = self._open_chat.last_message
        if last is not None:
            self._begin_answer(last.id)

    @Slot(object)
    def _begin_answer(self, message_id: MessageId) -> None:
        if self._rules.can_change:
            self._outbox.begin_edit(Edit(message_id, EditKind.BEGINNING, NO_DRAFT))

    # -- branches --

    @Slot(object)
    def _show_version(self, message_id: MessageId) -> None:
        if (chat_id := self._quiet_chat()) is not None:
            self._door.show_version(chat_id, message_id)

    @Slot(object)
    def _delete(self, message_id: MessageId) -> None:
        if (chat_id := self._quiet_chat()) is not None:
            self._door.delete_message(chat_id, message_id)

    @Slot(object)
    def _fork(self, message_id: MessageId) -> None:
        if self._open_chat.id is not None:
            self._door.fork(self._open_chat.id, message_id)

    @Slot(object)
    def _read_from(self, message_id: MessageId | None) -> None:
        """Let the model read from a message on, None for all."""
        if (chat_id := self._quiet_chat()) is not None:
            self._door.read_from(chat_id, message_id)
