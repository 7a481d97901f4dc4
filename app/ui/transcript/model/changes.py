"""What may happen to the messages that are shown, as facts that are told once they are true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.core.messages import TextKind

if TYPE_CHECKING:
    from app.core.chats.records import MessageId


@dataclass(frozen=True, slots=True)
class MessagesReset:
    """All messages are others, of another chat or none; their end is what matters."""


@dataclass(frozen=True, slots=True)
class Branched:
    """Another branch of the same chat is shown; it was asked for because of the message `focus`."""

    focus: MessageId | None


@dataclass(frozen=True, slots=True)
class Prepended:
    """So many messages were put before the first."""

    n_messages: int


@dataclass(frozen=True, slots=True)
class Added:
    """A message was appended."""

    message_id: MessageId


@dataclass(frozen=True, slots=True)
class Removed:
    """A message that was at `row` is gone."""

    message_id: MessageId
    row: int


@dataclass(frozen=True, slots=True)
class Changed:
    """A message has another state."""

    message_id: MessageId


@dataclass(frozen=True, slots=True)
class Grown:
    """An answer has `text` more at its end, all of one kind."""

    message_id: MessageId
    text: str
    kind: TextKind = TextKind.ANSWER


@dataclass(frozen=True, slots=True)
class ReadFromMoved:
    """The model reads from another message on than from `before`; None stands for all.

    Or it is the same, and the summary of what comes before is another.
    """

    before: MessageId | None


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """There are other versions, or other things may be asked of the model."""


@dataclass(frozen=True, slots=True)
class WaitChanged:
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
