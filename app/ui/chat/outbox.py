"""From the composer to the chats: shows what is written, sends it, and hears what became of it.

`UnsentText` owns the words: they stay there, and in the file for the next start, until they are
stored. Which chat they belong to, `OpenChat` says.

Longer than other files: every way that a message can go.

Threads: interface thread.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations import events
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.cases.message_sender import MessageContent
from app.core.errors import Cause, Problem
from app.core.messages import Role
from app.core.phrases import phrase
from app.core.protocol import ProblemRaised
from app.ui.composer.draft import MOST_MEDIA, Draft, TooManyMedia, packed
from app.ui.composer.prompt_edit import fits_field
from app.ui.composer.unsent.places import DraftTarget, Edit, EditKind, InFlight, SentEdit
from app.ui.composer.unsent.unsent_file import UnsentFile, take_over
from app.ui.composer.unsent.unsent_text import UnsentText
from app.ui.state.open_chat import NO_SETUP, OpenChat
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.chats.records import Chat, ChatId, ChatSetup, Message, ProjectStart
    from app.core.conversations.chats import Chats
    from app.ui.composer.composer import Composer
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.model_presenter import ModelPresenter
    from app.ui.state.running_answers import RunningAnswers

_HINTS = {
    EditKind.QUESTION: QT_TR_NOOP(
        "Editing your message. You'll get a new answer; the old version is kept."
    ),
    EditKind.ANSWER: QT_TR_NOOP("Editing an answer. The old version is kept."),
    EditKind.BEGINNING: QT_TR_NOOP("Write how the answer begins; the model continues from there."),
}


class Outbox(QObject):
    """Sends the messages of all chats.

    Args:
        door: takes what is sent.
        bridge: tells what became of it; is told when the file was not understood, and on another
            thread when the disk refuses it.
        open_chat: the chat whose words stand in the field.
        running: a message waits for the end of the answer of its chat.
        models: what waits is sent only while there is a model.
        composer: the field.
        file: keeps the words for the next start.

    Sends `changed` when words have gone from one place to another, and `edit_became_draft` when a
    message that is edited is not shown any more.
    """

    changed = Signal()
    edit_became_draft = Signal()

    def __init__(  # noqa: PLR0913 - it joins all of them
        self,
        door: Chats,
        bridge: EventBridge,
        open_chat: OpenChat,
        running: RunningAnswers,
        models: ModelPresenter,
        composer: Composer,
        file: Path,
    ) -> None:
        super().__init__(composer)
        self._door = door
        self._bridge = bridge
        self._open_chat = open_chat
        self._models = models
        self._composer = composer
        kept = take_over(file, self._report)
        self.words = UnsentText(kept)
        self._held = self.words.media_held()  # read by other threads; replaced, never changed
        self.file = UnsentFile(
            file,
            kept,
            self.words.kept,
            self._report,
            partial(bridge.post, events.CauseEnded(Cause.FOLDER)),
            self,
        )
        # By ticket, of chats that are not made yet.
        self._setups: dict[int, ChatSetup] = {}
        self._projects: dict[int, ProjectStart] = {}
        self._was_listed = False
        self._of_last_run: list[Chat] = []  # those that were listed so far
        self._is_closing = False
        self._is_showing = False  # the field is being changed from here
        composer.changed.connect(self._on_changed)
        composer.frame.focus_left.connect(self.file.write)
        composer.attaching.attached_elsewhere.connect(self._on_late_file)
        composer.edit_given_up.connect(self._on_edit_given_up)
        composer.waiting_recalled.connect(self.edit_waiting)
        composer.waiting_withdrawn.connect(self.withdraw_waiting)
        open_chat.leaving.connect(lambda: self.words.leave(self._open_chat.id))
        open_chat.switched.connect(self._words_moved)
        running.ended.connect(self._on_answer_ended)
        self._subscribe(bridge)
        self._show()

    @property
    def edit(self) -> Edit | None:
        """The edit that stands in the field; None for a new message."""
        edits = self.words.page(self._open_chat.id).edits
        return edits[-1] if edits else None

    @property
    def is_sending(self) -> bool:
        """Whether a message of the chat that is shown is on its way to the disk."""
        return self.words.is_sending(self._open_chat.id)

    @property
    def waiting(self) -> tuple[Draft, ...]:
        """The messages that wait in the chat that is shown, in order."""
        return self.words.page(self._open_chat.id).waiting

    def close(self) -> None:
        """The window goes: keep everything, and send nothing that waits."""
        self._is_closing = True
        self.file.close()

    def _report(self, problem: Problem) -> None:
        """Tell a problem. Threads: any."""
        self._bridge.post(ProblemRaised(problem))

    # -- writing --

    def held_media(self) -> frozenset[str]:
        """Return the digests of all pictures and sounds that drafts have, of every chat.

        Written, edited, waiting or on their way: their files must stay. Threads: any.
        """
        return self._held

    @Slot()
    def _on_changed(self) -> None:
        if not self._is_showing:
            self.words.write(self._open_chat.id, self._composer.written())
            self._held = self.words.media_held()
            self.file.write_soon()

    @Slot(object, object)
    def _on_late_file(self, address: DraftTarget, more: Draft) -> None:
        """A file was read after what it was meant for had left the field."""
        try:
            self.words.attach(address, more)
        except TooManyMedia as error:
            self._composer.attaching.refused.emit(error.problem())
        self._words_moved()

    def move_to_new(self, page: ChatId | None) -> None:
        """Take what is being written out of a chat, to go on with it in a new one."""
        self.words.move_to_new(page)
        self._words_moved()

    # -- edits --

    def begin_edit(self, edit: Edit) -> None:
        """Put a message of the chat that is shown into the field."""
        if not fits_field(edit.words.text):
            self._composer.attaching.refused.emit(_too_long())
        elif self._open_chat.id is not None:
            self.words.begin_edit(self._open_chat.id, edit)
            self._words_moved()
            self._composer.edit.setFocus()

    @Slot()
    def _on_edit_given_up(self) -> None:
        self.words.give_up_edit(self._open_chat.id)
        self._words_moved()

    def _keep_edits(self, messages: Sequence[Message]) -> None:
        """End the edits of messages that are shown no more."""
        there = {message.id for message in messages}
        became_draft = self.words.keep_edits_of(self._open_chat.id, there)
        self._words_moved()
        if became_draft:
            self.edit_became_draft.emit()

    # -- sending --

    @Slot()
    def send(self) -> None:
        """Send what stands in the field: a message, or another version of one.

        A message waits for the end of the answer that is being given. What was not counted with
        its chat is counted first.
        """
        if self._has_too_many():
            self._composer.attaching.refused.emit(TooManyMedia().problem())
        elif self._open_chat.is_answering:
            self._send_later()
        else:
            self._open_chat.show_when_listed(None)
            must_fit = not self._open_chat.fit.is_current
            self._depart(self.words.send_field(self._open_chat.id), must_fit=must_fit)

    def _has_too_many(self) -> bool:
        """Whether there are more media than a message can have, of drafts that were joined."""
        return len(self.words.page(self._open_chat.id).field.media) > MOST_MEDIA

    def ask(self, text: str, answer: str = "") -> None:
        """Send a question that stands on the page; what is being written stays in the field.

        Args:
            text: of the question.
            answer: that is known already; "" asks the model.
        """
        if self._open_chat.is_answering:
            return
        self._open_chat.show_when_listed(None)
        if not self.is_sending:
            sent = self.words.send_words(self._open_chat.id, Draft(text))
            self._depart(sent, must_fit=not answer, answer=answer)

    def _depart(
        self,
        sent: tuple[int, InFlight] | None,
        *,
        must_fit: bool = True,
        answer: str = "",
        earlier: Sequence[tuple[int, InFlight]] = (),
    ) -> None:
        if sent is None:
            return
        ticket, flight = sent
        self._words_moved()
        if isinstance(flight, SentEdit):
            self._send_edit(flight, ticket)
            return
        if flight.chat_id is None:
            self._setups[ticket] = self._open_chat.setup
            if self._open_chat.project is not None:
                self._projects[ticket] = self._open_chat.project
            self._open_chat.expect(ticket)
            self._open_chat.set_new_setup(None)
        project = self._projects.get(ticket)
        self._door.send(
            flight.chat_id,
            flight.words.text,
            project.along(flight.words.attachments) if project else flight.words.attachments,
            media=flight.words.media,
            setup=self._setups.get(ticket, NO_SETUP),
            options=AnswerOptions(words=answer, is_whole=bool(answer)),
            ticket=ticket,
            must_fit=must_fit,
            earlier=[_content(*one) for one in earlier],
            project=None if project is None else project.place,
        )

    def _send_edit(self, flight: SentEdit, ticket: int) -> None:
        target, words = flight.edit.target, flight.words
        if flight.edit.kind is EditKind.BEGINNING:
            self._door.begin_answer(flight.page, target, words.text, ticket=ticket)
        else:
            along = words.attachments
            self._door.edit(
                flight.page, target, words.text, along, media=words.media, ticket=ticket
            )

    def _send_later(self) -> None:
        if self._open_chat.id is not None:
            self.words.wait(self._open_chat.id)
            self._words_moved()

    @Slot()
    def edit_waiting(self) -> None:
        """Bring the last message that waits back into the field."""
        if self._open_chat.id is not None:
            self.words.unwait(self._open_chat.id, last_only=True)
            self._words_moved()

    @Slot()
    def withdraw_waiting(self) -> None:
        """Do not send the last message that waits."""
        if self._open_chat.id is not None:
            self.words.withdraw(self._open_chat.id)
            self._words_moved()

    # -- what became of it --

    def _subscribe(self, bridge: EventBridge) -> None:
        bridge.subscribe(events.ChatsListed, self._on_listed)
        bridge.subscribe(events.ChatCreated, self._on_created)
        bridge.subscribe(events.TemporaryChatKept, self._on_kept)
        bridge.subscribe(events.TemporaryChatLeft, self._on_left)
        bridge.subscribe(events.ChatOpened, self._on_opened)
        bridge.subscribe(events.EarlierMessages, self._on_earlier)
        bridge.subscribe(events.BranchShown, self._on_branch)
        bridge.subscribe(events.MessageAdded, self._on_added)
        bridge.subscribe(events.EditStored, self._on_edit_stored)
        bridge.subscribe(events.SendRefused, self._on_refused)
        bridge.subscribe(events.AnswerRefused, self._on_refused)

    def _on_listed(self, event: events.ChatsListed) -> None:
        """The chats of the last run are there; later lists lack what can still be brought back."""
        if self._was_listed:
            return
        self._of_last_run += event.chats
        if event.is_last:
            self._was_listed = True
            self.words.keep_only({chat.id for chat in self._of_last_run} | event.trashed)
            self.words.listed(self._of_last_run)
            self._of_last_run.clear()
            self._words_moved()

    def _on_created(self, event: events.ChatCreated) -> None:
        self._setups.pop(event.ticket, None)
        self._projects.pop(event.ticket, None)
        is_shown = self._open_chat.was_begun_by(event.ticket)
        self.words.created(event.chat.id, event.ticket, is_shown=is_shown)
        self._words_moved()

    def _on_kept(self, event: events.TemporaryChatKept) -> None:
        self.words.end_temporary(event.chat_id, event.kept.id)
        self._words_moved()

    def _on_left(self, event: events.TemporaryChatLeft) -> None:
        self.words.end_temporary(event.chat_id)

    def _on_opened(self, event: events.ChatOpened) -> None:
        self.words.opened(event.chat.id, event.messages)
        self._words_moved()
        if event.chat.id == self._open_chat.id and event.is_whole:
            self._keep_edits(event.messages)

    def _on_earlier(self, event: events.EarlierMessages) -> None:
        if event.chat_id == self._open_chat.id and self._open_chat.is_whole:
            shown = self._open_chat.messages
            self._keep_edits([shown.message(row) for row in range(len(shown))])

    def _on_branch(self, event: events.BranchShown) -> None:
        if event.chat_id == self._open_chat.id:
            self._keep_edits(event.messages)

    def _on_added(self, event: events.MessageAdded) -> None:
        if event.message.role is Role.USER:
            self._stored(event.ticket)

    def _on_edit_stored(self, event: events.EditStored) -> None:
        self._stored(event.ticket)

    def _stored(self, ticket: int) -> None:
        if self.words.stored(ticket) is not None:
            self._words_moved()

    def _on_refused(self, event: events.SendRefused | events.AnswerRefused) -> None:
        """What was sent could not be stored; it is back where it was written."""
        if self.words.refused(event.ticket) is None:
            return
        setup = self._setups.pop(event.ticket, None)
        if setup is not None and self._projects.pop(event.ticket, None) == self._open_chat.project:
            self._open_chat.set_new_setup(setup)
        self._open_chat.expect_no_more(event.ticket)
        self._words_moved()

    @Slot(object, bool)
    def _on_answer_ended(self, chat_id: ChatId, ended_well: bool) -> None:  # noqa: FBT001 - Qt
        """Send what has waited for the end of an answer, unless that went wrong.

        Nor where the model was unloaded in the middle of it: it would come back at once.
        """
        if self._is_closing:
            return
        if ended_well and self._models.is_ready and not self._models.is_resting:
            sent = self.words.send_waiting(chat_id)
            if sent:
                self._depart(sent[-1], earlier=sent[:-1])
        else:
            self.recall_waiting(chat_id)

    def recall_waiting(self, chat_id: ChatId) -> None:
        """Put all that waits in a chat back into its field, to be sent by hand."""
        self.words.unwait(chat_id)
        self._words_moved()

    # -- inside --

    @Slot()
    def _words_moved(self) -> None:
        """Words have gone from one place to another, or other words are to be shown."""
        self._held = self.words.media_held()  # before anybody looks for their files
        self._show()
        self.file.write()
        self.changed.emit()

    def _make_fit(self) -> None:
        """Let words that are too long for the field go along as a text of their own."""
        page = self.words.page(self._open_chat.id)
        while not fits_field(page.field.text):
            edit = self.edit
            if edit is None or edit.kind is EditKind.QUESTION:
                self.words.write(self._open_chat.id, packed(page.field))
            else:  # nothing goes along with an answer
                others = {one.target for one in page.edits} - {edit.target}
                self.words.keep_edits_of(self._open_chat.id, others)
            page = self.words.page(self._open_chat.id)

    def _show(self) -> None:
        self._make_fit()
        page, edit = self.words.page(self._open_chat.id), self.edit
        self._is_showing = True
        self._composer.show_words(
            page.field,
            self.words.address(self._open_chat.id),
            hint=tr(_HINTS[edit.kind]) if edit else "",
            takes_files=edit is None or edit.kind is EditKind.QUESTION,
        )
        self._is_showing = False


def _content(ticket: int, flight: InFlight) -> MessageContent:
    words = flight.words
    return MessageContent(words.text, words.attachments, words.media, ticket)


def _too_long() -> Problem:
    return Problem(
        what=phrase("This message is too long to edit."),
        effect=phrase("Nothing was changed."),
        remedy=phrase("Copy the part you need into a new message."),
    )
