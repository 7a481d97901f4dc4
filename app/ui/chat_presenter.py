"""Joins the chat views and `Conversations`: what is open, what is being answered, what is drafted.

Knows no layout; the window builds the views and hands them over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.core.chats.records import MessageStatus
from app.core.conversations import events
from app.core.engine.protocol import EngineStopped, ProblemRaised
from app.core.messages import Role
from app.ui.composer.composer import Composer, ComposerState
from app.ui.composer.draft import Draft
from app.ui.link_question import ask_to_open
from app.ui.notices import UNDO_MS, NoticeArea
from app.ui.outbox import Outbox
from app.ui.reading_places import ReadingPlaces
from app.ui.room import NOT_COUNTED, AnswerRoom, Room
from app.ui.transcript.model.message_facts import is_too_long

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.chats.records import Chat, ChatId, ChatSetup, Message
    from app.core.conversations import Chats
    from app.ui.event_bridge import EventBridge
    from app.ui.sidebar.sidebar import Sidebar
    from app.ui.status_line import StatusLine
    from app.ui.transcript.transcript_view import TranscriptView
    from app.ui.words.places import Edit
    from app.ui.words.words_file import WordsFile


@dataclass(frozen=True, slots=True)
class ChatViews:
    """The parts of the window a chat shows in."""

    sidebar: Sidebar
    transcript: TranscriptView
    composer: Composer
    status: StatusLine
    notices: NoticeArea


class ChatPresenter(QObject):
    """Turns gestures into calls and events into what the views show.

    Sends `opened` with the title when another chat is shown, `changed` when it begins or ends to
    be answered, or its last message changed, and `room_changed` when other answers fit.
    """

    opened = Signal(str)
    changed = Signal()
    room_changed = Signal()

    def __init__(
        self,
        door: Chats,
        bridge: EventBridge,
        views: ChatViews,
        words_file: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._door = door
        self._views = views
        self._outbox = Outbox(
            door,
            views.composer,
            words_file,
            on_problem=lambda problem: bridge.post(ProblemRaised(problem)),
        )
        self._answering: set[ChatId] = set()
        self._failed: dict[str, ChatId] = {}  # by what is said of an answer that failed
        self._reopen: ChatId | None = None
        self._was_listed = False
        self._model_state = ComposerState.NO_MODEL
        self._last: Message | None = None
        self._chat: Chat | None = None  # the one that is shown, as it is on disk
        self._has_earlier = False  # what is shown is only the end of a long chat
        self._places = ReadingPlaces(views.transcript)
        self._is_read = True  # False while a chat is on its way from the disk
        self._room = NOT_COUNTED  # of the chat that is shown
        self.is_counted: Callable[[], bool] = lambda: False  # is the chat that is shown, now?
        self._connect_views()
        self._subscribe(bridge)
        self._refresh()

    # -- what is open --

    @property
    def chat_id(self) -> ChatId | None:
        """The chat that is shown; None for a new one."""
        return self._outbox.shown

    @property
    def setup(self) -> ChatSetup:
        """What the chat that is shown wants of the model, or the one that is about to be made."""
        chat = self._chat or self._views.sidebar.chats.chat(self.chat_id)
        return self._outbox.setup if chat is None else chat.setup

    @property
    def last_message(self) -> Message | None:
        """The last message of the branch that is shown."""
        return self._last

    @property
    def edit(self) -> Edit | None:
        """The edit that stands in the field; None for a new message."""
        return self._outbox.edit()

    def is_empty(self) -> bool:
        """Whether there is nothing to read."""
        return len(self._views.transcript.messages) == 0

    def is_known_empty(self) -> bool:
        """Whether there is nothing to read, and nothing on its way from the disk either."""
        return self._is_read and self.is_empty()

    def can_stop(self) -> bool:
        """Whether an answer is running in the chat that is shown."""
        return self.chat_id in self._answering

    def is_answering(self, chat_id: ChatId | None = None) -> bool:
        """Whether an answer is running in a chat, or in any."""
        return bool(self._answering) if chat_id is None else chat_id in self._answering

    def can_change(self) -> bool:
        """Whether a message can be changed, and what follows it answered."""
        return self._model_ready() and self._last is not None and not self.can_stop()

    def can_regenerate(self) -> bool:
        """Whether the last answer can be made anew."""
        return self.can_change() and self._may_fit(self._room.anew)

    def can_continue(self) -> bool:
        """Whether there is an answer to go on with, cut or not."""
        is_answer = self._last is not None and self._last.role is Role.ASSISTANT
        return self.can_change() and is_answer and self._may_fit(self._room.going_on)

    def set_room(self, room: AnswerRoom) -> None:
        """Say whether the chat that is shown fits the context, as it was counted last."""
        if room != self._room:
            self._room = room
            self._show_possible()
            self.room_changed.emit()

    def _may_fit(self, room: Room) -> bool:
        """Return whether an answer is worth asking for; one that did not fit must be counted."""
        was_too_long = self._last is not None and is_too_long(self._last)
        return room is Room.ENOUGH or (room is Room.UNKNOWN and not was_too_long)

    def set_model_state(self, state: ComposerState) -> None:
        """READY, LOADING or NO_MODEL: what the model allows."""
        self._model_state = state
        self._refresh()

    def reopen(self, chat_id: ChatId | None) -> None:
        """Show a chat as soon as the chats are listed, unless the user does something before."""
        self._reopen = chat_id

    def forget(self, chat_id: ChatId) -> None:
        """Take note that a chat was deleted: it is not answered any more."""
        self._answering.discard(chat_id)
        self._outbox.answer_ended(chat_id, may_send=False)

    @property
    def words_file(self) -> WordsFile:
        """Where what is not sent is kept for the next start."""
        return self._outbox.file

    def close(self) -> None:
        """The window goes: keep what is being written, and send nothing that waits."""
        self._outbox.close()

    # -- gestures --

    @Slot()
    def new_chat(self) -> None:
        """Show an empty page; the first message makes the chat."""
        self._reopen = None
        self._show(None, ())
        self._views.sidebar.view.set_open_chat(None)
        self._views.composer.edit.setFocus()
        self.opened.emit("")

    @Slot()
    def move_to_new_chat(self) -> None:
        """Show an empty page and take along what is being written."""
        self._outbox.move_to_new()
        self.new_chat()

    def set_up(self, chat_id: ChatId | None, setup: ChatSetup) -> None:
        """Change what a chat wants of the model; None for one that is about to be made."""
        wanted = self.chat_id if chat_id is None else chat_id
        if wanted is None:
            self._outbox.setup = setup
            self._refresh()
        else:
            self._door.set_up(wanted, setup)

    @Slot(object)
    def open_chat(self, chat_id: ChatId) -> None:
        """Show another chat."""
        self._show(chat_id, (), is_read=False)
        self._views.sidebar.view.set_open_chat(chat_id)
        chat = self._views.sidebar.chats.chat(chat_id)
        self.opened.emit(chat.title if chat else "")
        self._door.open(chat_id)

    def ask(self, text: str) -> None:
        """Send a question that stands on the page; what is being written stays in the field."""
        if self.can_stop():
            return
        self._reopen = None
        self._outbox.ask(Draft(text))
        self._refresh()

    @Slot()
    def send(self) -> None:
        """Send what was written: a message, or another version of one.

        While the chat is being answered, a message waits for the end of that.
        """
        if self.can_stop():
            self._outbox.send_later()
        else:
            self._reopen = None
            self._outbox.send(is_counted=self.is_counted())
        self._refresh()

    def begin_edit(self, edit: Edit) -> None:
        """Put a message into the field, to be changed."""
        self._outbox.begin_edit(edit)
        self._refresh()

    @Slot()
    def edit_waiting(self) -> None:
        """Bring the message that waits back into the field."""
        self._outbox.edit_waiting()
        self._refresh()

    @Slot()
    def withdraw_waiting(self) -> None:
        """Do not send the message that waits."""
        self._outbox.withdraw_waiting()
        self._refresh()

    @Slot()
    def stop(self) -> None:
        """End the running answer."""
        if self.chat_id is not None and self.can_stop():
            self._door.stop(self.chat_id)

    @Slot()
    def copy_answer(self) -> None:
        """Put the newest answer on the clipboard."""
        text = self._views.transcript.messages.last_answer()
        if text:
            QGuiApplication.clipboard().setText(text)
            self._views.status.show_text("Copied the last answer")

    @Slot()
    def rename_chat(self) -> None:
        """Let the user edit the title of the open chat."""
        if self.chat_id is not None:
            self._views.sidebar.view.rename(self.chat_id)

    @Slot()
    def delete_chat(self) -> None:
        """Delete the open chat; it can be undone."""
        if self.chat_id is not None:
            self._door.delete(self.chat_id)

    @Slot(object)
    def _delete(self, chat_id: ChatId) -> None:
        self._door.delete(chat_id)

    @Slot(object)
    def _prefetch(self, chat_id: ChatId) -> None:
        self._door.prefetch(chat_id)

    @Slot(object, str)
    def _rename(self, chat_id: ChatId, title: str) -> None:
        self._door.rename(chat_id, title)

    @Slot(str)
    def ask_to_open(self, address: str) -> None:
        """Show where a link leads and open it only when told to."""
        ask_to_open(self._views.notices, address, self.chat_id)

    # -- wiring --

    def _connect_views(self) -> None:
        views = self._views
        views.sidebar.view.chat_chosen.connect(self.open_chat)
        views.sidebar.view.chat_pointed.connect(self._prefetch)
        views.sidebar.view.delete_requested.connect(self._delete)
        views.sidebar.chats.rename_requested.connect(self._rename)
        views.composer.submitted.connect(self.send)
        views.composer.stop_requested.connect(self.stop)
        views.composer.refused.connect(views.notices.show_problem)
        views.composer.waiting_recalled.connect(self.edit_waiting)
        views.composer.waiting_withdrawn.connect(self.withdraw_waiting)
        views.transcript.link_activated.connect(self.ask_to_open)
        views.transcript.typed.connect(views.composer.insert)
        views.sidebar.view.typed.connect(views.composer.insert)
        views.sidebar.view.entered_chat.connect(views.composer.edit.setFocus)
        views.transcript.shown.connect(self._read_earlier)

    def _subscribe(self, bridge: EventBridge) -> None:
        bridge.subscribe(events.ChatsListed, self._on_listed)
        bridge.subscribe(events.ChatCreated, self._on_created)
        bridge.subscribe(events.ChatOpened, self._on_opened)
        bridge.subscribe(events.EarlierMessages, self._on_earlier)
        bridge.subscribe(events.BranchShown, self._on_branch)
        bridge.subscribe(events.VersionsListed, self._on_versions)
        bridge.subscribe(events.ChatForked, self._on_forked)
        bridge.subscribe(events.ChatChanged, self._on_chat_changed)
        bridge.subscribe(events.MessageAdded, self._on_added)
        bridge.subscribe(events.MessageRemoved, self._on_removed)
        bridge.subscribe(events.MessageChanged, self._on_changed)
        bridge.subscribe(events.AnswerDelta, self._on_delta)
        bridge.subscribe(events.SendRefused, self._on_refused)
        bridge.subscribe(events.AnswerRefused, self._on_answer_refused)
        bridge.subscribe(events.EditStored, self._on_edit_stored)
        bridge.subscribe(events.ChatResumed, self._on_resumed)
        bridge.subscribe(events.PromptRead, self._on_prompt_read)
        bridge.subscribe(ProblemRaised, self._on_problem)
        bridge.subscribe(EngineStopped, self._on_engine_stopped)

    # -- events --

    def _on_listed(self, event: events.ChatsListed) -> None:
        self._views.sidebar.chats.set_chats(event.chats)
        self._views.sidebar.chats.mark_busy(self._answering)
        if not self._was_listed:  # later lists lack what can still be brought back
            self._was_listed = True
            self._outbox.listed(event.chats)
        wanted, self._reopen = self._reopen, None
        if wanted is not None and self._views.sidebar.chats.chat(wanted) is not None:
            self.open_chat(wanted)

    def _on_created(self, event: events.ChatCreated) -> None:
        self._views.sidebar.chats.put(event.chat)
        if self._outbox.created(event.chat.id, event.ticket):
            self._chat = event.chat
            self._views.sidebar.view.set_open_chat(event.chat.id)
            self.opened.emit(event.chat.title)

    def _on_opened(self, event: events.ChatOpened) -> None:
        self._note_state(event.chat.id, event.messages[-1] if event.messages else None)
        self._outbox.opened(event.chat.id, event.messages)
        if event.chat.id != self.chat_id:
            return
        self._is_read = True
        self._chat = event.chat
        if event.is_whole:
            self._keep_edits_of(event.messages)
        self._views.transcript.set_messages(event.messages)
        self._views.transcript.set_read_from(event.chat.context_from)
        self._places.go_back(event.chat.id)
        self._has_earlier = not event.is_whole
        self._last = event.messages[-1] if event.messages else None
        if self._last is not None and self._last.stats and not self.can_stop():
            self._views.status.show_stats(dict(self._last.stats))
        self.opened.emit(event.chat.title)
        self._refresh()

    @Slot()
    def _read_earlier(self) -> None:
        """The end of a long chat is on the screen; now the rest of it."""
        shown = self._views.transcript.messages
        if self._has_earlier and self.chat_id is not None and len(shown):
            self._has_earlier = False
            self._door.read_earlier(self.chat_id, shown.message(0).id)

    def _on_earlier(self, event: events.EarlierMessages) -> None:
        if event.chat_id == self.chat_id:
            self._views.transcript.prepend_messages(event.messages)
            self._places.go_back(event.chat_id)
            shown = self._views.transcript.messages
            self._keep_edits_of([shown.message(row) for row in range(len(shown))])

    def _on_branch(self, event: events.BranchShown) -> None:
        if event.messages:
            self._note_time(event.messages[-1])
        if event.chat_id != self.chat_id:
            return
        self._keep_edits_of(event.messages)
        self._has_earlier = False
        self._views.transcript.show_branch(event.messages, event.focus)
        self._last = event.messages[-1] if event.messages else None
        self._views.status.show_stats(dict(self._last.stats) if self._last else {})
        self._refresh()

    def _on_versions(self, event: events.VersionsListed) -> None:
        if event.chat_id == self.chat_id:
            self._views.transcript.set_versions(event.versions)

    def _on_forked(self, event: events.ChatForked) -> None:
        self.open_chat(event.chat.id)

    def _on_chat_changed(self, event: events.ChatChanged) -> None:
        self._views.sidebar.chats.put(event.chat)
        if event.chat.id == self.chat_id:
            self._chat = event.chat
            self._views.transcript.set_read_from(event.chat.context_from)
            self.opened.emit(event.chat.title)

    def _on_added(self, event: events.MessageAdded) -> None:
        message = event.message
        if message.role is Role.USER:
            self._outbox.stored(event.ticket)
            self._refresh()  # the page that is shown may have sent it, whichever chat it went to
        self._note_state(event.chat_id, message)
        self._note_time(message)
        if event.chat_id == self.chat_id:
            self._views.transcript.add_message(message)
            self._last = message
            if message.status is MessageStatus.STREAMING:
                self._views.status.show_text("")
            self._refresh()

    def _on_removed(self, event: events.MessageRemoved) -> None:
        if event.chat_id == self.chat_id:
            self._views.transcript.remove_message(event.message_id)

    def _on_changed(self, event: events.MessageChanged) -> None:
        message = event.message
        if message.status is MessageStatus.FAILED:
            self._failed[message.problem] = event.chat_id
        if event.chat_id != self.chat_id:
            if message.status is not MessageStatus.STREAMING:
                self._note_state(event.chat_id, message)
            return
        self._views.transcript.change_message(message)
        newest = self._views.transcript.messages.newest()
        if newest is not None and newest.id == message.id:
            self._note_state(event.chat_id, message)
            self._last = message
            if message.status is not MessageStatus.STREAMING:
                self._views.status.show_stats(dict(message.stats))
        self._refresh()

    def _on_delta(self, event: events.AnswerDelta) -> None:
        if event.chat_id == self.chat_id:
            self._views.transcript.append_text(event.message_id, event.text)
            self._views.status.show_text("Answering…")

    def _on_refused(self, event: events.SendRefused) -> None:
        if not (event.is_too_long and event.chat_id == self.chat_id):  # the field says it, too
            self._views.notices.show_problem(event.problem, owner=event.chat_id)
        self._outbox.refused(event.ticket)
        self._refresh()

    def _on_resumed(self, event: events.ChatResumed) -> None:
        if event.chat_id == self.chat_id and not self.can_stop():
            self._views.status.show_resumed(event)

    def _on_prompt_read(self, event: events.PromptRead) -> None:
        if event.chat_id == self.chat_id:
            self._views.status.show_reading(event)

    def _on_answer_refused(self, event: events.AnswerRefused) -> None:
        self._outbox.refused(event.ticket)
        self._views.notices.show_problem(event.problem, owner=event.chat_id)
        self._refresh()

    def _on_edit_stored(self, event: events.EditStored) -> None:
        self._outbox.stored(event.ticket)
        self._refresh()

    def _on_problem(self, event: ProblemRaised) -> None:
        # An answer that failed is told twice: as its message, then as the problem with its details.
        owner = self._failed.pop(event.problem.text(), None)
        is_shown = owner is not None and owner == self.chat_id
        if is_shown and self._last is not None and is_too_long(self._last):
            return  # that is told above the field, with what helps, as long as it is so
        self._views.notices.show_problem(event.problem, owner=owner)

    def _on_engine_stopped(self, event: EngineStopped) -> None:
        for chat_id in list(self._answering):
            self._note_state(chat_id, None)
        if event.problem is not None:
            self._views.notices.show_problem(event.problem)
        self._refresh()

    # -- inside --

    def _show(
        self, chat_id: ChatId | None, messages: tuple[Message, ...], *, is_read: bool = True
    ) -> None:
        if self.chat_id is not None and self._is_read:
            self._places.keep(self.chat_id)
        if chat_id != self.chat_id:
            self._views.notices.leave(self.chat_id)
        self._last = self._chat = None
        self._room = NOT_COUNTED
        self._is_read = is_read
        self._has_earlier = False
        self._outbox.show(chat_id)
        self._views.transcript.set_messages(messages)
        self._views.status.show_text("")
        self._refresh()

    def _note_time(self, message: Message) -> None:
        """Let the list say when a chat was last written in, as it is on disk."""
        chat = self._views.sidebar.chats.chat(message.chat_id)
        if chat is not None and message.created_at > chat.updated_at:
            self._views.sidebar.chats.put(replace(chat, updated_at=message.created_at))

    def _keep_edits_of(self, messages: Sequence[Message]) -> None:
        """What is edited must be there; whoever loses an edit is told where the words are."""
        if self._outbox.keep_edits_of(messages):
            self._views.notices.show_note(
                "edit",
                "The message you were changing is no longer shown",
                more="What you wrote is in the field, as a message of its own.",
                closes_after_ms=UNDO_MS,
            )

    def _note_state(self, chat_id: ChatId, message: Message | None) -> None:
        was_answering = chat_id in self._answering
        if message is not None and message.status is MessageStatus.STREAMING:
            self._answering.add(chat_id)
        else:
            self._answering.discard(chat_id)
            if was_answering:
                ended_well = message is not None and message.status is not MessageStatus.FAILED
                may_send = ended_well and self._model_ready()
                self._outbox.answer_ended(chat_id, may_send=may_send)
        self._views.sidebar.chats.mark_busy(self._answering)

    def _model_ready(self) -> bool:
        return self._model_state is ComposerState.READY

    def _refresh(self) -> None:
        state = self._model_state
        if self.can_stop():
            state = ComposerState.ANSWERING
        elif self._outbox.is_sending():
            state = ComposerState.SENDING
        self._views.composer.set_state(state)
        self._views.composer.show_waiting(self._outbox.waiting())
        self._show_possible()
        self.changed.emit()

    def _show_possible(self) -> None:
        self._views.transcript.set_can_answer(
            possible=self._model_ready(),
            anew=self._may_fit(self._room.anew),
            going_on=self._may_fit(self._room.going_on),
        )


@dataclass(frozen=True, slots=True)
class _Later:
    """A call with its argument, for the button of a notice."""

    call: object
    argument: object

    def __call__(self) -> None:
        if callable(self.call):
            self.call(self.argument)
