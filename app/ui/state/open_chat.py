"""Which chat is shown: its id, its messages and their versions, and whether it is being answered.

The one home of these facts. Views and presenters observe it; what a gesture changes goes to the
use cases, and comes back here as an event. Longer than other files, for it is their one home.

Threads: interface thread.
"""

from __future__ import annotations

import enum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.chats.records import (
    SUMMARY,
    Chat,
    ChatId,
    ChatSetup,
    Message,
    ProjectStart,
    is_temporary,
)
from app.core.conversations import events
from app.core.conversations.texts.chat_text import shown_summary
from app.core.plain_value import PlainValue, replace
from app.ui.state.context_fit import NOT_COUNTED, ChatFit
from app.ui.transcript.model.message_list import MessageList

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.conversations.chats import Chats
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.chat_list_item_model import ChatListItemModel
    from app.ui.state.running_answers import RunningAnswers
    from app.ui.words.stats_text import Wait

NO_SETUP = ChatSetup()


class NewChat(PlainValue, frozen=True):
    """The empty page, whose first message makes a chat.

    Attributes:
        ticket: of the first message that was sent from here last; 0 for none. The chat that it
            makes takes the place of this page.
        project: that the chat begins with; None for none.
    """

    ticket: int = 0
    project: ProjectStart | None = None


class OpeningChat(PlainValue, frozen=True):
    """A chat that is on its way from the disk."""

    chat_id: ChatId


class Earlier(enum.Enum):
    """What comes before the messages that are here."""

    NOTHING = enum.auto()
    ON_DISK = enum.auto()
    ON_ITS_WAY = enum.auto()


class ReadChat(PlainValue, frozen=True):
    """A chat whose messages are here, or the end of a long one.

    Attributes:
        begun_by: ticket of the first message, which turned the new chat into this one; 0 where it
            was opened.
    """

    chat: Chat
    earlier: Earlier = Earlier.NOTHING
    begun_by: int = 0


Shown = NewChat | OpeningChat | ReadChat


class OpenChat(QObject):
    """The chat that is shown.

    Args:
        door: reads chats.
        bridge: tells what becomes of them.
        running: the answers that are being given.
        listed: all chats, for what is known of one before it was read.
        parent: in Qt's tree.

    Sends, each after the change but for the first:
    `stayed` when a temporary chat was to be left, and is not;
    `leaving` while the chat is still here that gives way to another;
    `switched` when another chat is shown, with its messages still to come;
    `created` when the empty page has become a chat;
    `read` when the messages are here, `earlier_read` when those before them are;
    `branch_changed` when those of another branch are;
    `message_added` and `message_changed` with the message; `text_added` with what was streamed;
    `wait_changed` and `fit_changed`; and after each change but of `fit` and streamed text
    `changed`, also when its title or setup changed, or an answer began, waits, goes on or ended.

    Attributes:
        fit: whether it fits the context, as it was counted last.
        messages: of its branch, with their versions; tells observers more of what changed.
        may_leave: asked before a temporary chat gives way to another; is given what is to be done
            then, and may do that later where it says no.
    """

    stayed = Signal()
    leaving = Signal()
    switched = Signal()
    created = Signal()
    read = Signal()
    earlier_read = Signal()
    branch_changed = Signal()
    message_added = Signal(object)
    message_changed = Signal(object)
    text_added = Signal(str)
    wait_changed = Signal()
    fit_changed = Signal()
    changed = Signal()

    def __init__(
        self,
        door: Chats,
        bridge: EventBridge,
        running: RunningAnswers,
        listed: ChatListItemModel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._door = door
        self._running = running
        self._listed = listed
        self._shown: Shown = NewChat()
        self._default_setup = NO_SETUP  # of chats for which nothing was chosen
        self._new_setup: ChatSetup | None = None  # of the chat that the next first message makes
        self.fit = NOT_COUNTED
        self._opens_when_listed: ChatId | None = None
        self.messages = MessageList()
        self.may_leave: Callable[[Callable[[], object]], bool] = lambda _then: True
        running.changed.connect(self._on_running)
        self._subscribe(bridge)

    # -- facts --

    @property
    def id(self) -> ChatId | None:
        """Its id; None for a new chat."""
        match self._shown:
            case NewChat():
                return None
            case OpeningChat(chat_id):
                return chat_id
            case ReadChat(chat):
                return chat.id

    def was_begun_by(self, ticket: int) -> bool:
        """Whether it was the new chat until the first message of it was stored."""
        return isinstance(self._shown, ReadChat) and self._shown.begun_by == ticket != 0

    @property
    def coming_id(self) -> ChatId | None:
        """The id of the chat that will be shown next by itself, or else of the one that is."""
        return self._opens_when_listed or self.id

    @property
    def is_new(self) -> bool:
        """Whether it is not made yet."""
        return isinstance(self._shown, NewChat)

    @property
    def is_temporary(self) -> bool:
        """Whether it is in memory alone, and gone when it is left."""
        return self.id is not None and is_temporary(self.id)

    @property
    def is_opening(self) -> bool:
        """Whether it is still on its way from the disk."""
        return isinstance(self._shown, OpeningChat)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read, as far as that is known."""
        return len(self.messages) == 0

    @property
    def is_whole(self) -> bool:
        """Whether all messages of its branch are here."""
        return isinstance(self._shown, ReadChat) and self._shown.earlier is Earlier.NOTHING

    @property
    def is_answering(self) -> bool:
        """Whether an answer is being given in it."""
        return self._running.is_answering(self.id)

    @property
    def wait(self) -> Wait | None:
        """What the answer that is being given in it waits for; None while it goes on."""
        return self.messages.wait

    @property
    def record(self) -> Chat | None:
        """The chat as it is on disk; None for a new one, and for one of which nothing is known."""
        if isinstance(self._shown, ReadChat):
            return self._shown.chat
        return self._listed.chat(self.id)

    @property
    def title(self) -> str:
        """Its title; "" for a new chat."""
        record = self.record
        return "" if record is None else record.title

    @property
    def setup(self) -> ChatSetup:
        """What it wants of the model."""
        if isinstance(self._shown, NewChat):
            given = self._default_setup if self.project is None else self.project.setup
            return given if self._new_setup is None else self._new_setup
        record = self.record
        return NO_SETUP if record is None else record.setup

    @property
    def project(self) -> ProjectStart | None:
        """What a chat that is not made yet begins with; None for nothing, and for all others."""
        return self._shown.project if isinstance(self._shown, NewChat) else None

    @property
    def default_setup(self) -> ChatSetup:
        """What new chats want of the model."""
        return self._default_setup

    @property
    def last_message(self) -> Message | None:
        """The last message of its branch."""
        return self.messages.newest()

    # -- showing another one --

    def show_new(self, *, temporary: str = "", project: ProjectStart | None = None) -> None:
        """Show the empty page, or a temporary chat of this title as soon as it is made.

        Args:
            temporary: the title; "" for none.
            project: that the chat begins with which the page makes; None for none.
        """
        if not self._can_leave(partial(self.show_new, temporary=temporary, project=project)):
            return
        if temporary:
            self._door.begin_temporary(temporary, self._default_setup)
            return
        if project is not None:
            self._new_setup = None  # what was chosen was for another beginning
        self._switch(NewChat(project=project))

    @Slot(object)
    def show(self, chat_id: ChatId) -> None:
        """Show a chat; its messages follow."""
        if self._can_leave(partial(self.show, chat_id)):
            self._open(chat_id)

    def _can_leave(self, then: Callable[[], object]) -> bool:
        can_leave = not self.is_temporary or self.may_leave(then)
        if not can_leave:
            self.stayed.emit()
        return can_leave

    def _open(self, chat_id: ChatId) -> None:
        self._switch(OpeningChat(chat_id))
        self._door.open(chat_id)

    def show_when_listed(self, chat_id: ChatId | None) -> None:
        """Show a chat as soon as the list has it, unless something else is done before.

        None shows no other chat by itself: the user does something here.
        """
        self._opens_when_listed = chat_id

    @Slot()
    def read_earlier(self) -> None:
        """Read what comes before the end of a long chat, once that end is on the screen."""
        if isinstance(self._shown, ReadChat) and self._shown.earlier is Earlier.ON_DISK:
            self._shown = replace(self._shown, earlier=Earlier.ON_ITS_WAY)
            self._door.read_earlier(self._shown.chat.id, self.messages.message(0).id)

    def _switch(self, shown: Shown) -> None:
        self._opens_when_listed = None
        self.leaving.emit()
        if self.project is not None:
            self._new_setup = None  # it goes with the project
        left, self._shown = self.id, shown
        self.fit = NOT_COUNTED
        self.messages.reset(())
        self._take_wait()
        if left is not None and is_temporary(left):
            self._door.leave_temporary(left)
        self.switched.emit()
        self.changed.emit()

    # -- what others find out about it --

    def set_fit(self, fit: ChatFit) -> None:
        """Say whether it fits the context; to be called by who counts."""
        if fit != self.fit:
            self.fit = fit
            self.fit_changed.emit()

    def set_new_setup(self, setup: ChatSetup | None) -> None:
        """Say what the next chat that the empty page makes will want of the model.

        None is what all new chats want.
        """
        self._new_setup = setup
        self.changed.emit()

    def set_default_setup(self, setup: ChatSetup) -> None:
        """Say what all new chats want of the model."""
        self._default_setup = setup
        self.changed.emit()

    def expect(self, ticket: int) -> None:
        """Take note that a first message was sent from the empty page.

        The chat it makes takes the place of this page, unless another one is shown by then.
        """
        if isinstance(self._shown, NewChat):
            self._shown = replace(self._shown, ticket=ticket)

    def expect_no_more(self, ticket: int) -> None:
        """Take note that the first message with this ticket was refused."""
        if isinstance(self._shown, NewChat) and self._shown.ticket == ticket:
            self._shown = replace(self._shown, ticket=0)

    # -- events --

    def _subscribe(self, bridge: EventBridge) -> None:
        bridge.subscribe(events.ChatsListed, self._on_listed)
        bridge.subscribe(events.ChatCreated, self._on_created)
        bridge.subscribe(events.TemporaryChatBegun, self._on_temporary)
        bridge.subscribe(events.TemporaryChatKept, self._on_kept)
        bridge.subscribe(events.ChatOpened, self._on_opened)
        bridge.subscribe(events.EarlierMessages, self._on_earlier)
        bridge.subscribe(events.BranchShown, self._on_branch)
        bridge.subscribe(events.VersionsListed, self._on_versions)
        bridge.subscribe(events.ChatForked, self._on_forked)
        bridge.subscribe(events.ChatChanged, self._on_chat_changed)
        bridge.subscribe(events.ChatsChanged, self._on_chat_changed)
        bridge.subscribe(events.ChatsRestored, self._on_restored)
        bridge.subscribe(events.MessageAdded, self._on_added)
        bridge.subscribe(events.MessageRemoved, self._on_removed)
        bridge.subscribe(events.MessageChanged, self._on_changed)
        bridge.subscribe(events.AnswerDelta, self._on_delta)

    @Slot(object)
    def _on_running(self, chat_id: ChatId) -> None:
        self._take_wait()  # it says how many others are running, too
        if chat_id == self.id:
            self.changed.emit()

    def _take_wait(self) -> None:
        wait = self._running.wait(self.id)
        if wait != self.messages.wait:
            self.messages.set_wait(wait)
            self.wait_changed.emit()

    def _on_listed(self, event: events.ChatsListed) -> None:
        self._show_if_listed()
        if event.is_last:
            self._opens_when_listed = None

    def _on_restored(self, _event: events.ChatsRestored) -> None:
        self._show_if_listed()

    def _show_if_listed(self) -> None:
        wanted = self._opens_when_listed
        if wanted is not None and self._listed.chat(wanted) is not None:
            self._opens_when_listed = None
            self.show(wanted)

    def _on_created(self, event: events.ChatCreated) -> None:
        is_expected = isinstance(self._shown, NewChat) and self._shown.ticket == event.ticket
        if is_expected and event.ticket:
            self._shown = ReadChat(event.chat, begun_by=event.ticket)
            self._take_wait()
            self.created.emit()
            self.changed.emit()

    def _on_temporary(self, event: events.TemporaryChatBegun) -> None:
        self._switch(ReadChat(event.chat))
        self.read.emit()

    def _on_kept(self, event: events.TemporaryChatKept) -> None:
        if event.chat_id == self.id:
            self._open(event.kept.id)

    def _on_opened(self, event: events.ChatOpened) -> None:
        if event.chat.id != self.id:
            return
        earlier = Earlier.NOTHING if event.is_whole else Earlier.ON_DISK
        self._shown = ReadChat(event.chat, earlier)
        self.messages.reset(event.messages, is_whole=event.is_whole)
        self._show_reading()
        self.read.emit()
        self.changed.emit()

    def _on_earlier(self, event: events.EarlierMessages) -> None:
        match self._shown:
            case ReadChat(chat, Earlier.ON_ITS_WAY) if chat.id == event.chat_id:
                self._shown = ReadChat(chat)
                self.messages.prepend(event.messages)
                self._show_reading()
                self.earlier_read.emit()
                self.changed.emit()
            case _:  # another chat is shown by now, or all of another branch
                pass

    def _on_branch(self, event: events.BranchShown) -> None:
        if event.chat_id != self.id:
            return
        if isinstance(self._shown, ReadChat):
            self._shown = replace(self._shown, earlier=Earlier.NOTHING)
        self.messages.show_branch(event.messages, event.focus)
        self._show_reading()
        self.branch_changed.emit()
        self.changed.emit()

    def _show_reading(self) -> None:
        """Show from where on the model reads, and what it knows of before, as far as that is known.

        Whether a summary still holds only all messages tell; of a long chat they come later.
        """
        if not isinstance(self._shown, ReadChat):
            return
        chat, shown = self._shown.chat, tuple(self.messages)
        summary = shown_summary(chat, shown)
        if not self.is_whole and self.messages.row_of(chat.context_from) >= 0:
            summary = str(dict(chat.sampling).get(SUMMARY, ""))
        self.messages.set_read_from(chat.context_from, summary)

    def _on_versions(self, event: events.VersionsListed) -> None:
        if event.chat_id == self.id:
            self.messages.set_versions(event.versions)

    def _on_forked(self, event: events.ChatForked) -> None:
        self.show(event.chat.id)

    def _on_chat_changed(self, event: events.ChatChanged | events.ChatsChanged) -> None:
        chats = event.chats if isinstance(event, events.ChatsChanged) else (event.chat,)
        for chat in chats:
            if chat.id == self.id:
                if isinstance(self._shown, ReadChat):
                    self._shown = replace(self._shown, chat=chat)
                    self._show_reading()
                self.changed.emit()

    def _on_added(self, event: events.MessageAdded) -> None:
        if event.chat_id != self.id:
            return
        message = event.message
        if self.messages.row_of(message.id) >= 0:
            self._change(message)
            return
        self.messages.add(message)
        self.message_added.emit(message)
        self.changed.emit()

    def _on_removed(self, event: events.MessageRemoved) -> None:
        if event.chat_id == self.id and self.messages.remove(event.message_id):
            self.changed.emit()

    def _on_changed(self, event: events.MessageChanged) -> None:
        if event.chat_id == self.id and self.messages.row_of(event.message.id) >= 0:
            self._change(event.message)

    def _change(self, message: Message) -> None:
        self.messages.change(message)
        self.message_changed.emit(message)
        self.changed.emit()

    def _on_delta(self, event: events.AnswerDelta) -> None:
        if event.chat_id == self.id and self.messages.row_of(event.message_id) >= 0:
            self.messages.append_text(event.message_id, event.text, event.kind)
            self.text_added.emit(event.text)
