"""From the composer to the chats: what is drafted, on its way to the disk, or waits for an answer.

Whatever happens on the way, the words stay in the field or among the drafts until they are on disk,
and are in one place only afterwards.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.chats.records import ChatSetup
from app.ui.composer.draft import NO_DRAFT, Draft, joined
from app.ui.composer.waiting import WaitingMessages

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, Message
    from app.core.conversations.events import SendRefused
    from app.core.messages import Attachment
    from app.ui.composer.composer import Composer
    from app.ui.composer.drafts import Drafts
    from app.ui.conversations_door import ConversationsDoor

NO_SETUP = ChatSetup()


@dataclass(frozen=True, slots=True)
class _Flight:
    """A message on its way to the disk.

    Attributes:
        origin: whose draft it was; None for a new chat.
        chat_id: where it goes; None until that chat exists.
        is_drafted: the words came from the field, not from the page.
    """

    draft: Draft
    origin: ChatId | None
    chat_id: ChatId | None
    is_drafted: bool


class Outbox(QObject):
    """Sends messages of all chats; `shown` is the one whose draft the composer holds."""

    def __init__(
        self, conversations: ConversationsDoor, composer: Composer, drafts: Drafts
    ) -> None:
        super().__init__(composer)
        self._conversations = conversations
        self._composer = composer
        self._drafts = drafts
        self._waiting = WaitingMessages(drafts)
        self._tickets = itertools.count(1)
        self._flights: dict[int, _Flight] = {}
        self._becomes_shown = 0  # ticket of the first message whose chat is to be shown
        self._is_closing = False
        self.setup = NO_SETUP  # of the chat that the next first message makes
        self.shown: ChatId | None = None
        composer.attached_elsewhere.connect(self._on_late_file)
        composer.set_draft(drafts.get(None))

    def is_sending(self) -> bool:
        """Whether a message of the chat that is shown is on its way to the disk."""
        if self.shown is None:
            return self._becomes_shown in self._flights
        return any(flight.chat_id == self.shown for flight in self._flights.values())

    # -- drafts --

    def keep(self) -> None:
        """Keep what is being written, for this chat and the next start.

        What was changed of an earlier message counts, too, until that is sent or given up.
        """
        written = joined(self._composer.draft(), self._composer.changed_edit())
        self._waiting.keep(self.shown, joined(self._in_flight(), written))

    def show(self, chat_id: ChatId | None) -> None:
        """Put the draft of another chat into the composer, and keep the one that is there."""
        self.keep()
        self._composer.cancel_edit()
        self.shown = chat_id
        self._becomes_shown = 0
        kept = self._waiting.without(chat_id, self._drafts.get(chat_id))
        self._composer.change_owner(chat_id)
        self._composer.set_draft(_without(kept, self._in_flight()))

    def move_to_new(self) -> None:
        """Take what is being written out of this chat, to go on with it in a new one."""
        draft = joined(self._composer.draft(), self._composer.changed_edit())
        self._composer.cancel_edit()
        self._composer.set_draft(NO_DRAFT)
        self.show(None)
        self._composer.set_draft(joined(self._composer.written(), draft))
        self.keep()

    def keep_only(self, chat_ids: list[ChatId]) -> None:
        """Forget what was written for chats that are gone."""
        self._drafts.keep_only(chat_ids)

    def waiting(self) -> Draft:
        """Return what waits in the chat that is shown."""
        return self._waiting.message(self.shown)

    def close(self) -> None:
        """The window goes: keep everything, and send nothing that waits."""
        self.keep()
        self._is_closing = True

    def _in_flight(self) -> Draft:
        """Return what was written for the chat that is shown and is not on disk yet.

        While it still stands in the composer it is not counted twice.
        """
        drafts = [
            flight.draft
            for ticket, flight in self._flights.items()
            if flight.is_drafted and flight.origin == self.shown and ticket != self._on_screen()
        ]
        return joined(*drafts)

    def _on_screen(self) -> int:
        """Return the ticket of the flight whose words still stand in the composer; 0 for none."""
        written = self._composer.draft().stripped()
        for ticket, flight in self._flights.items():
            if flight.origin == self.shown and flight.draft == written:
                return ticket
        return 0

    @Slot(object, object)
    def _on_late_file(self, owner: ChatId | None, attachment: Attachment) -> None:
        """A file was read after its chat was left."""
        self._drafts.put(owner, joined(self._drafts.get(owner), Draft("", (attachment,))))

    # -- sending --

    def send(self, draft: Draft, *, is_drafted: bool = True) -> None:
        """Send a message to the chat that is shown; None of them makes a new one.

        Args:
            draft: as it is to be sent.
            is_drafted: it stands in the field, and is to go from there.
        """
        ticket = next(self._tickets)
        self._flights[ticket] = _Flight(draft, self.shown, self.shown, is_drafted)
        if self.shown is None:
            self._becomes_shown = ticket
        setup, self.setup = self.setup, self.setup if self.shown else NO_SETUP
        self.keep()
        self._conversations.send(
            self.shown, draft.text, draft.attachments, setup=setup, ticket=ticket
        )

    def send_later(self, draft: Draft) -> None:
        """Let a message wait for the end of the answer in the chat that is shown."""
        if self.shown is not None:
            self._waiting.add(self.shown, draft)
            self._composer.set_draft(NO_DRAFT)
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

    def created(self, chat_id: ChatId, ticket: int) -> bool:
        """A chat was made; True when it is to be shown in place of the empty page."""
        flight = self._flights.get(ticket)
        if flight is None:
            return False
        self._flights[ticket] = replace(flight, chat_id=chat_id)
        is_shown = ticket == self._becomes_shown and self.shown is None
        if is_shown:
            # What is being written goes along; the page for new chats is empty again.
            written = joined(self._composer.draft(), self._composer.changed_edit())
            self._drafts.remove(None)
            self._drafts.put(chat_id, written)
            self._flights[ticket] = replace(flight, chat_id=chat_id, origin=chat_id)
            self.shown = chat_id
            self._becomes_shown = 0
            self._composer.change_owner(chat_id)
        return is_shown

    def arrived(self, message: Message, ticket: int) -> None:
        """A message of the user is on disk; clear it where it was written."""
        draft = Draft(message.text, message.attachments)
        self._waiting.arrived(message.chat_id, draft)
        flight = self._flights.get(ticket)
        if flight is None:
            return
        is_shown = flight.origin == self.shown
        if flight.is_drafted and is_shown:
            self._composer.forget(flight.draft)
        del self._flights[ticket]
        if is_shown:
            self.keep()
        elif flight.is_drafted:
            self._drafts.put(flight.origin, _without(self._drafts.get(flight.origin), draft))

    def refused(self, event: SendRefused) -> None:
        """A message could not be stored; it is a draft again."""
        draft = Draft(event.text, event.attachments)
        flight = self._flights.get(event.ticket)
        if flight is None:
            self._no_longer_sent(event.chat_id, draft)
            return
        is_on_screen = event.ticket == self._on_screen()
        del self._flights[event.ticket]
        if self._becomes_shown == event.ticket:
            self._becomes_shown = 0
        if flight.origin == self.shown and not is_on_screen:
            # Of a question of the page, or written anew meanwhile.
            self._composer.set_draft(joined(draft, self._composer.draft()))
            self.keep()

    def answer_ended(self, chat_id: ChatId, *, may_send: bool) -> None:
        """Send what has waited for the end of an answer, unless that went wrong."""
        if not may_send or self._is_closing:
            self._bring_back(chat_id)
            return
        draft = self._waiting.take_to_send(chat_id)
        if not draft.is_empty:
            self._conversations.send(chat_id, draft.text, draft.attachments)

    def _no_longer_sent(self, chat_id: ChatId | None, draft: Draft) -> None:
        """A message that had waited was refused."""
        if chat_id is None:
            return
        left = self._waiting.without(chat_id, self._drafts.get(chat_id))
        if self._waiting.refused(chat_id, draft):
            self._make_draft(chat_id, draft, left)

    def _bring_back(self, chat_id: ChatId) -> None:
        """Make a draft of what waits."""
        left = self._waiting.without(chat_id, self._drafts.get(chat_id))
        draft = self._waiting.take(chat_id)
        if not draft.is_empty:
            self._make_draft(chat_id, draft, left)

    def _make_draft(self, chat_id: ChatId, draft: Draft, left: Draft) -> None:
        """Make a draft of a message that was not sent, before what else is drafted."""
        if chat_id == self.shown and not self._is_closing:
            self._composer.add_before(draft)
            self.keep()
        else:
            self._drafts.put(chat_id, joined(draft, left))


def _without(kept: Draft, sent: Draft) -> Draft:
    """Return a draft without a message at its beginning that was sent meanwhile."""
    if sent.is_empty:
        return kept
    text = kept.text.lstrip().removeprefix(sent.text).lstrip("\n")
    n_sent = len(sent.attachments)
    has_them = kept.attachments[:n_sent] == sent.attachments
    return Draft(text, kept.attachments[n_sent:] if has_them else kept.attachments)
