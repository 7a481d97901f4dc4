"""The messages of the chat that is shown: order, streamed text, versions, and what may be done.

Facts only, no geometry and no Qt. Whoever knows more than the view may make the list and hand it
in; presenters outside the transcript read it, and an observer is told of every change.
Threads: interface thread.

`Versions` of a message, and what the model can see and hear, are a part of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.core.messages import Role, TextKind
from app.core.plain_value import PlainValue
from app.ui.transcript.model.citations import Citations, citations_of, passages_in
from app.ui.transcript.model.message_text import Content, StreamedAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from app.core.chats.records import Message, MessageId
    from app.core.messages import Attachment
    from app.ui.words.stats_text import Wait


class MessagesReset(PlainValue, frozen=True):
    """All messages are others, of another chat or none; their end is what matters."""


class Branched(PlainValue, frozen=True):
    """Another branch of the same chat is shown; it was asked for because of the message `focus`."""

    focus: MessageId | None


class Prepended(PlainValue, frozen=True):
    """So many messages were put before the first."""

    n_messages: int


class Added(PlainValue, frozen=True):
    """A message was appended."""

    message_id: MessageId


class Removed(PlainValue, frozen=True):
    """A message that was at `row` is gone."""

    message_id: MessageId
    row: int


class Changed(PlainValue, frozen=True):
    """A message has another state."""

    message_id: MessageId


class Grown(PlainValue, frozen=True):
    """An answer has `text` more at its end, all of one kind."""

    message_id: MessageId
    text: str
    kind: TextKind = TextKind.ANSWER


class ReadFromMoved(PlainValue, frozen=True):
    """The model reads from another message on than from `before`; None stands for all.

    Or it is the same, and the summary of what comes before is another.
    """

    before: MessageId | None


class OptionsChanged(PlainValue, frozen=True):
    """There are other versions, or other things may be asked of the model."""


class WaitChanged(PlainValue, frozen=True):
    """The answer that is being given waits, for something else, or no more."""


Change = (
    MessagesReset
    | Branched
    | Prepended
    | Added
    | Removed
    | Changed
    | Grown
    | ReadFromMoved
    | OptionsChanged
    | WaitChanged
)


class MessageObserver(Protocol):
    """Who wants to know."""

    def messages_changed(self, change: Change) -> None:
        """Take note of a change; the list is as it is after it."""


class ModelSenses:
    """What the model takes beside text; everything, as long as there is none.

    Args:
        changed: is called when it is something else.

    Attributes:
        sees: it takes pictures.
        hears: it takes sounds.
        is_here: it is on this machine, where it can be asked what else it could have said and be
            told to end its thinking; no server can.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.sees = self.hears = self.is_here = True

    def set(self, *, sees: bool, hears: bool) -> None:
        """Say what another model takes."""
        if (sees, hears) != (self.sees, self.hears):
            self.sees, self.hears = sees, hears
            self._changed()

    def set_place(self, *, is_here: bool) -> None:
        """Say where another model is."""
        if is_here != self.is_here:
            self.is_here = is_here
            self._changed()


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of each message that has more than one: oldest first, itself among them."""

    beside: Mapping[MessageId, tuple[MessageId, ...]] = field(default_factory=dict)

    def of(self, message_id: MessageId) -> tuple[int, int] | None:
        """Return which of how many versions a message is, from 1; None where it stands alone."""
        versions = self.beside.get(message_id)
        return None if versions is None else (versions.index(message_id) + 1, len(versions))

    def step(self, message_id: MessageId, step: int) -> MessageId | None:
        """Return the version after (1) or before (-1) a message, None where there is none."""
        versions = self.beside[message_id]
        at = versions.index(message_id) + step
        return versions[at] if 0 <= at < len(versions) else None


class MessageList:
    """Messages by row from the top and by their ids; an observable.

    Observers are told of each change after it, in the order in which they came.

    Attributes:
        can_answer: whether there is a model, and it is not answering this chat.
        versions: which messages stand beside each other.
        read_from: the first message the model reads; None where it reads all.
        summary: what the model knows of the messages that it does not read; "" for nothing.
        wait: what the answer that is being given, the last message, waits for; None for nothing.
        senses: what the model takes of pictures and sounds.
        is_whole: all messages of the branch are here, and not only the end of a long chat.
    """

    def __init__(self) -> None:
        self.is_whole = True
        self._messages: list[Message] = []
        self._rows: dict[MessageId, int] = {}
        self._streamed: dict[MessageId, StreamedAnswer] = {}
        self._passages: tuple[Attachment, ...] | None = ()  # None while they are not known
        self.versions = Versions()
        self.read_from: MessageId | None = None
        self.summary = ""
        self.wait: Wait | None = None
        self.senses = ModelSenses(lambda: self._tell(OptionsChanged()))
        self.can_answer = True
        self._fits_anew = self._fits_on = True  # of the last answer, as far as it is known
        self._observers: list[MessageObserver] = []

    def __len__(self) -> int:
        return len(self._messages)

    def __iter__(self) -> Iterator[Message]:
        return iter(self._messages)

    def observe(self, observer: MessageObserver) -> None:
        """Tell somebody of every change from now on."""
        self._observers.append(observer)

    # -- changing --

    def reset(self, messages: Sequence[Message], *, is_whole: bool = True) -> None:
        """Replace all messages, by those of another chat; which have versions is told later.

        Args:
            messages: of the chat.
            is_whole: these are all; `prepend` brings the others.
        """
        self.versions = Versions()
        self._replace(messages, is_whole=is_whole)
        self._tell(MessagesReset())

    def show_branch(self, messages: Sequence[Message], focus: MessageId | None) -> None:
        """Replace all messages by those of another branch, asked for because of `focus`."""
        self._replace(messages, is_whole=True)
        self._tell(Branched(focus))

    def prepend(self, messages: Sequence[Message]) -> None:
        """Put all messages before the first that are not here yet."""
        self.is_whole = True
        self._messages[:0] = messages
        self._number_rows()
        self._tell(Prepended(len(messages)))

    def add(self, message: Message) -> None:
        """Append a message; of one that is here take over its state."""
        if message.id in self._rows:
            self.change(message)
            return
        self._rows[message.id] = len(self._messages)
        self._messages.append(message)
        self._tell(Added(message.id))

    def remove(self, message_id: MessageId) -> bool:
        """Take a message away; False when it is not here."""
        row = self._rows.get(message_id, -1)
        if row < 0:
            return False
        del self._messages[row]
        self._streamed.pop(message_id, None)
        self._number_rows()
        self._tell(Removed(message_id, row))
        return True

    def change(self, message: Message) -> None:
        """Take over another state of a message; nothing where it is not here."""
        row = self._rows.get(message.id, -1)
        if row >= 0:
            self._messages[row] = message
            self._streamed.pop(message.id, None)
            self._tell(Changed(message.id))

    def append_text(
        self, message_id: MessageId, text: str, kind: TextKind = TextKind.ANSWER
    ) -> None:
        """Add streamed text to an answer; nothing where it is not here.

        Args:
            message_id: of the answer.
            text: what it said next.
            kind: of all of the text.
        """
        row = self._rows.get(message_id, -1)
        if row >= 0:
            if message_id not in self._streamed:
                self._streamed[message_id] = StreamedAnswer(self._messages[row])
            self._streamed[message_id].add(text, kind)
            self._tell(Grown(message_id, text, kind))

    def set_versions(self, versions: Mapping[MessageId, tuple[MessageId, ...]]) -> None:
        """Say which messages stand beside each other, oldest first, itself among them."""
        self.versions = Versions(versions)
        self._tell(OptionsChanged())

    def set_read_from(self, message_id: MessageId | None, summary: str = "") -> None:
        """Say from which message on the model reads, None for all, and what it knows of before."""
        before = self.read_from
        if (message_id, summary) != (before, self.summary):
            self.read_from, self.summary = message_id, summary
            self._tell(ReadFromMoved(before))

    def set_wait(self, wait: Wait | None) -> None:
        """Say what the answer that is being given waits for; None for nothing."""
        self.wait = wait
        self._tell(WaitChanged())

    def set_can_answer(self, *, possible: bool, anew: bool = True, going_on: bool = True) -> None:
        """Say what can be asked of the model.

        Args:
            possible: there is a model.
            anew: the chat fits its context without the last answer.
            going_on: the chat fits as it stands.
        """
        self.can_answer, self._fits_anew, self._fits_on = possible, anew, going_on
        self._tell(OptionsChanged())

    # -- messages --

    def row_of(self, message_id: MessageId | None) -> int:
        """Return the number of a message from the top, -1 when it is not here."""
        return -1 if message_id is None else self._rows.get(message_id, -1)

    def message(self, row: int) -> Message:
        """Return a message as it was last told; of a streaming one `text` says more."""
        return self._messages[row]

    def newest(self) -> Message | None:
        """Return the last message."""
        return self._messages[-1] if self._messages else None

    def content(self, row: int) -> Content:
        """Return what a message says, with what has been streamed."""
        message = self._messages[row]
        return self._streamed.get(message.id, message)

    def text(self, row: int) -> str:
        """Return the source of a message with what has been streamed."""
        return self.content(row).text

    def words(self, row: int) -> str:
        """Return the source of a message without the thinking before an answer."""
        content = self.content(row)
        return content.said.answer if self.is_answer(row) else content.text

    def is_answer(self, row: int) -> bool:
        """Whether a message is the model's."""
        return self._messages[row].role is Role.ASSISTANT

    def last_answer(self) -> str:
        """Return the Markdown of the newest answer, "" when there is none."""
        for row in range(len(self._messages) - 1, -1, -1):
            if self.is_answer(row):
                return self.words(row)
        return ""

    def passages(self) -> tuple[Attachment, ...]:
        """Return the passages of documents that the messages have."""
        if self._passages is None:
            self._passages = passages_in(self._messages)
        return self._passages

    def citations(self, message_id: MessageId, answer: str, *, is_finished: bool) -> Citations:
        """Return what an answer cites; its words are compared where all passages are known."""
        passages, is_whole = self.passages(), is_finished and self.is_whole
        before = self._messages[: max(0, self.row_of(message_id))] if passages and is_whole else ()
        return citations_of(answer, passages, is_whole=is_whole, before=before)

    # -- versions, and what may be done --

    def can_retry(self, message_id: MessageId) -> bool:
        """Whether there is room for an answer to be given again; before the last one there is."""
        return self._fits_anew or not self._is_newest(message_id)

    def can_continue(self, message_id: MessageId) -> bool:
        """Whether there is room for the chat to go on behind a message."""
        return self._fits_on or not self._is_newest(message_id)

    # -- inside --

    def _is_newest(self, message_id: MessageId) -> bool:
        newest = self.newest()
        return newest is not None and newest.id == message_id

    def _replace(self, messages: Sequence[Message], *, is_whole: bool) -> None:
        self.is_whole = is_whole
        self._messages = list(messages)
        self._streamed.clear()
        self._number_rows()

    def _tell(self, change: Change) -> None:
        if not isinstance(change, Grown | OptionsChanged | WaitChanged):
            self._passages = None
        for observer in tuple(self._observers):
            observer.messages_changed(change)

    def _number_rows(self) -> None:
        self._rows = {message.id: row for row, message in enumerate(self._messages)}
