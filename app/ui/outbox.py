"""From the composer to the chats: shows what is written, sends it, and hears what became of it.

`Words` owns the words; whatever happens on the way, they are among them until they are stored, and
in the file for the next start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.chats.records import ChatSetup
from app.core.errors import Problem
from app.ui.composer.draft import packed
from app.ui.composer.prompt_edit import fits_field
from app.ui.words.places import EditKind, SentEdit
from app.ui.words.words import Words
from app.ui.words.words_file import WordsFile, take_over

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations import Chats
    from app.core.messages import Attachment
    from app.ui.composer.composer import Composer
    from app.ui.composer.draft import Draft
    from app.ui.words.places import Address, Edit, Flight

NO_SETUP = ChatSetup()
_HINTS = {
    EditKind.QUESTION: "Editing your message. You'll get a new answer; the old version is kept.",
    EditKind.ANSWER: "Editing an answer. The old version is kept.",
    EditKind.BEGINNING: "Write how the answer begins; the model goes on from there.",
}
_TOO_LONG = Problem(
    what="That message is too long to be edited in the field.",
    effect="Nothing was changed.",
    remedy="Copy the part that you need into a new message.",
)


class Outbox(QObject):
    """Sends messages of all chats; `shown` is the one whose words stand in the composer.

    Args:
        door: takes what is sent.
        composer: shows what is written.
        file: keeps it for the next start.
        on_problem: told when the file was not understood, and on another thread when the disk
            refuses it.
    """

    def __init__(
        self,
        door: Chats,
        composer: Composer,
        file: Path,
        on_problem: Callable[[Problem], None],
    ) -> None:
        super().__init__(composer)
        self._door = door
        self._composer = composer
        kept = take_over(file, on_problem)
        self.words = Words(kept)
        self.file = WordsFile(file, kept, self.words.kept, on_problem, self)
        self._setups: dict[int, ChatSetup] = {}  # by ticket, of chats that are not made yet
        self._becomes_shown = 0  # ticket of the first message whose chat is to be shown
        self._is_closing = False
        self._is_showing = False  # the field is being changed from here
        self.setup = NO_SETUP  # of the chat that the next first message makes
        self.shown: ChatId | None = None
        composer.changed.connect(self._on_changed)
        composer.left.connect(self.file.write)
        composer.attached_elsewhere.connect(self._on_late_file)
        composer.edit_given_up.connect(self._on_edit_given_up)
        self._show()

    def edit(self) -> Edit | None:
        """Return the edit that stands in the field; None for a new message."""
        edits = self.words.page(self.shown).edits
        return edits[-1] if edits else None

    def is_sending(self) -> bool:
        """Whether a message of the chat that is shown is on its way to the disk."""
        return self.words.is_sending(self.shown)

    def waiting(self) -> Draft:
        """Return what waits in the chat that is shown."""
        return self.words.page(self.shown).waiting

    # -- writing --

    @Slot()
    def _on_changed(self) -> None:
        if not self._is_showing:
            self.words.write(self.shown, self._composer.written())
            self.file.write_soon()

    @Slot(object, object)
    def _on_late_file(self, address: Address, attachment: Attachment) -> None:
        """A file was read after what it was meant for had left the field."""
        self.words.attach(address, attachment)
        self._changed()

    def show(self, chat_id: ChatId | None) -> None:
        """Put what is written in another chat into the field."""
        self.words.leave(self.shown)
        self.shown = chat_id
        self._becomes_shown = 0
        self._changed()

    def move_to_new(self) -> None:
        """Take what is being written out of this chat, to go on with it in a new one."""
        self.words.move_to_new(self.shown)
        self._changed()

    def close(self) -> None:
        """The window goes: keep everything, and send nothing that waits."""
        self._is_closing = True
        self.file.close()

    # -- edits --

    def begin_edit(self, edit: Edit) -> None:
        """Put a message of the chat that is shown into the field."""
        if not fits_field(edit.words.text):
            self._composer.refused.emit(_TOO_LONG)
        elif self.shown is not None:
            self.words.begin_edit(self.shown, edit)
            self._changed()
            self._composer.edit.setFocus()

    @Slot()
    def _on_edit_given_up(self) -> None:
        self.words.give_up_edit(self.shown)
        self._changed()

    def keep_edits_of(self, messages: Sequence[Message]) -> bool:
        """End the edits of messages that are shown no more; True when one became a draft."""
        there: set[MessageId] = {message.id for message in messages}
        became_draft = self.words.keep_edits_of(self.shown, there)
        self._changed()
        return became_draft

    # -- sending --

    def send(self, *, is_counted: bool) -> None:
        """Send what stands in the field; what was not counted with its chat is counted first."""
        self._depart(self.words.send_field(self.shown), is_counted=is_counted)

    def ask(self, words: Draft) -> None:
        """Send a question that stands on the page; what is being written stays in the field."""
        if not self.is_sending():
            self._depart(self.words.send_words(self.shown, words))

    def _depart(self, sent: tuple[int, Flight] | None, *, is_counted: bool = False) -> None:
        if sent is None:
            return
        ticket, flight = sent
        self._changed()
        if isinstance(flight, SentEdit):
            self._send_edit(flight, ticket)
            return
        if flight.chat_id is None:
            self._becomes_shown = ticket
            self._setups[ticket], self.setup = self.setup, NO_SETUP
        self._door.send(
            flight.chat_id,
            flight.words.text,
            flight.words.attachments,
            setup=self._setups.get(ticket, NO_SETUP),
            ticket=ticket,
            must_fit=not is_counted,
        )

    def _send_edit(self, flight: SentEdit, ticket: int) -> None:
        target, words = flight.edit.target, flight.words
        if flight.edit.kind is EditKind.BEGINNING:
            self._door.begin_answer(flight.page, target, words.text, ticket=ticket)
        else:
            self._door.edit(flight.page, target, words.text, words.attachments, ticket=ticket)

    def send_later(self) -> None:
        """Let what stands in the field wait for the end of the answer that is being given."""
        if self.shown is not None:
            self.words.wait(self.shown)
            self._changed()

    def edit_waiting(self) -> None:
        """Bring the message that waits back into the field."""
        if self.shown is not None:
            self.words.unwait(self.shown)
            self._changed()

    def withdraw_waiting(self) -> None:
        """Do not send the message that waits."""
        if self.shown is not None:
            self.words.withdraw(self.shown)
            self._changed()

    # -- what became of it --

    def listed(self, chats: Sequence[Chat]) -> None:
        """The chats of the last run are there."""
        self.words.keep_only({chat.id for chat in chats})
        self.words.listed(chats)
        self._changed()

    def opened(self, chat_id: ChatId, messages: Sequence[Message]) -> None:
        """A chat was read from the disk."""
        self.words.opened(chat_id, messages)
        self._changed()

    def created(self, chat_id: ChatId, ticket: int) -> bool:
        """A chat was made; True when it is to be shown in place of the empty page."""
        is_shown = bool(ticket) and ticket == self._becomes_shown and self.shown is None
        self._setups.pop(ticket, None)
        self.words.created(chat_id, ticket, is_shown=is_shown)
        if is_shown:
            self.shown = chat_id
            self._becomes_shown = 0
        self._changed()
        return is_shown

    def stored(self, ticket: int) -> None:
        """What was sent is on disk."""
        if self.words.stored(ticket) is not None:
            self._changed()

    def refused(self, ticket: int) -> None:
        """What was sent could not be stored; it is back where it was written."""
        if self.words.refused(ticket) is None:
            return
        self.setup = self._setups.pop(ticket, self.setup)
        if self._becomes_shown == ticket:
            self._becomes_shown = 0
        self._changed()

    def answer_ended(self, chat_id: ChatId, *, may_send: bool) -> None:
        """Send what has waited for the end of an answer, unless that went wrong."""
        if may_send and not self._is_closing:
            self._depart(self.words.send_waiting(chat_id))
        elif not self._is_closing:
            self.words.unwait(chat_id)
            self._changed()

    # -- inside --

    def _changed(self) -> None:
        """Words have gone from one place to another."""
        self._show()
        self.file.write()

    def _make_fit(self) -> None:
        """Let words that are too long for the field go along as a text of their own."""
        page = self.words.page(self.shown)
        while not fits_field(page.field.text):
            edit = self.edit()
            if edit is None or edit.kind is EditKind.QUESTION:
                self.words.write(self.shown, packed(page.field))
            else:  # nothing goes along with an answer
                others = {one.target for one in page.edits} - {edit.target}
                self.words.keep_edits_of(self.shown, others)
            page = self.words.page(self.shown)

    def _show(self) -> None:
        self._make_fit()
        page, edit = self.words.page(self.shown), self.edit()
        self._is_showing = True
        self._composer.show_words(
            page.field,
            self.words.address(self.shown),
            hint=_HINTS[edit.kind] if edit else "",
            takes_files=edit is None or edit.kind is EditKind.QUESTION,
        )
        self._is_showing = False
