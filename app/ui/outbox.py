"""From the composer to the chats: what is drafted, on its way to the disk, or waits for an answer.

Whatever happens on the way, the words stay in the field or among the drafts until they are on disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.records import ChatSetup
from app.ui.composer.draft import Draft, joined
from app.ui.composer.waiting import WaitingMessages

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, Message
    from app.core.conversations.events import SendRefused
    from app.ui.composer.composer import Composer
    from app.ui.composer.drafts import Drafts
    from app.ui.conversations_door import ConversationsDoor

NO_SETUP = ChatSetup()


class Outbox:
    """Sends messages of all chats; `shown` is the one whose draft the composer holds."""

    def __init__(
        self, conversations: ConversationsDoor, composer: Composer, drafts: Drafts
    ) -> None:
        self._conversations = conversations
        self._composer = composer
        self._drafts = drafts
        self._waiting = WaitingMessages(drafts)
        self._sending: tuple[ChatId | None, Draft] | None = None
        self.awaits_new = False  # a first message is on its way to become a chat
        self.setup = NO_SETUP  # of the chat that the next first message makes
        self.shown: ChatId | None = None
        composer.set_draft(drafts.get(None))

    def is_sending(self) -> bool:
        """Whether a message of the chat that is shown is on its way to the disk."""
        return self._sending is not None and self._sending[0] == self.shown

    # -- drafts --

    def keep(self) -> None:
        """Keep what is being written, for this chat and the next start."""
        self._waiting.keep(self.shown, self._composer.draft())

    def show(self, chat_id: ChatId | None) -> None:
        """Put the draft of another chat into the composer, and keep the one that is there."""
        self._composer.cancel_edit()
        self.keep()
        self.shown = chat_id
        self.awaits_new = False
        self._composer.set_draft(self._waiting.without(chat_id, self._drafts.get(chat_id)))

    def keep_only(self, chat_ids: list[ChatId]) -> None:
        """Forget what was written for chats that are gone."""
        self._drafts.keep_only(chat_ids)

    def waiting(self) -> Draft:
        """Return what waits in the chat that is shown."""
        return self._waiting.message(self.shown)

    # -- sending --

    def send(self, draft: Draft) -> None:
        """Send a message to the chat that is shown; None of them makes a new one."""
        self._sending = (self.shown, draft)
        self.awaits_new = self.shown is None
        self._conversations.send(self.shown, draft.text, draft.attachments, setup=self.setup)

    def send_later(self, draft: Draft) -> None:
        """Let a message wait for the end of the answer in the chat that is shown."""
        if self.shown is not None:
            self._waiting.add(self.shown, draft)
            self._composer.set_draft(Draft())
            self.keep()

    def edit_waiting(self) -> None:
        """Bring the message that waits back into the field."""
        if self.shown is not None:
            waiting = self._waiting.take(self.shown)
            self._composer.set_draft(joined(waiting, self._composer.written()))

    def withdraw_waiting(self) -> None:
        """Do not send the message that waits."""
        if self.shown is not None:
            self._waiting.take(self.shown)
            self.keep()

    # -- what became of it --

    def created(self, chat_id: ChatId) -> bool:
        """A chat was made; True when it is of the message that was sent from here."""
        is_ours = self.awaits_new and self.shown is None
        if is_ours:
            self.shown = chat_id
            self.setup = NO_SETUP
            if self._sending is not None:
                self._sending = (chat_id, self._sending[1])
        self.awaits_new = False
        return is_ours

    def arrived(self, message: Message) -> None:
        """A message of the user is on disk; clear it where it was written."""
        draft = Draft(message.text, message.attachments)
        chat_id = message.chat_id
        self._waiting.arrived(chat_id, draft)
        if self._sending != (chat_id, draft):
            return
        self._sending = None
        self._drafts.remove(chat_id)
        if self._drafts.get(None).stripped() == draft:
            self._drafts.remove(None)
        if chat_id == self.shown and self._composer.written().stripped() == draft:
            self._composer.set_draft(Draft())

    def refused(self, event: SendRefused) -> None:
        """A message could not be stored; it is a draft again."""
        draft = Draft(event.text, event.attachments)
        if self._waiting.refused(event.chat_id, draft):
            self._bring_back(event.chat_id, draft)
        if self._sending is not None and self._sending[1] == draft:
            self._drafts.put(event.chat_id, draft)
            self._sending = None
            self.awaits_new = False
            if event.chat_id == self.shown and self._composer.written().is_empty:
                self._composer.set_draft(draft)

    def answer_ended(self, chat_id: ChatId, *, may_send: bool) -> None:
        """Send what has waited for the end of an answer, unless that went wrong."""
        if not may_send:
            self._bring_back(chat_id, self._waiting.take(chat_id))
            return
        draft = self._waiting.take_to_send(chat_id)
        if not draft.is_empty:
            self._conversations.send(chat_id, draft.text, draft.attachments)

    def _bring_back(self, chat_id: ChatId | None, draft: Draft) -> None:
        """Make a draft of a message that was not sent."""
        if draft.is_empty:
            return
        if chat_id == self.shown:
            self._composer.set_draft(joined(draft, self._composer.written()))
            self.keep()
        else:
            self._drafts.put(chat_id, joined(draft, self._drafts.get(chat_id)))
