"""What may happen to the messages that are shown, as facts that are told once they are true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.core.messages import TextKind
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.chats.records import MessageId


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
