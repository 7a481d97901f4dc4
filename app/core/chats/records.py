"""What the chat store hands out: frozen plain values, safe on any thread."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.messages import Attachment, Role, TokenRecord

ChatId = NewType("ChatId", int)
MessageId = NewType("MessageId", int)


class MessageStatus(enum.StrEnum):
    """How far a message has come."""

    COMPLETE = "complete"
    STREAMING = "streaming"  # being written by a running answer
    STOPPED = "stopped"  # ended by the user or a limit; can be continued
    INTERRUPTED = "interrupted"  # the program ended in the middle; can be continued
    FAILED = "failed"  # ended by an error, told in `Message.problem`


class TitleOrigin(enum.StrEnum):
    """Whose words the title of a chat is."""

    FIRST_WORDS = "first_words"  # of its first message
    MODEL = "model"
    USER = "user"  # never replaced by another


@dataclass(frozen=True, slots=True)
class ChatSetup:
    """What a chat wants of the model.

    Attributes:
        system_prompt: instructions before the first message; "" for none.
        sampling: how tokens are chosen, by the names of `SamplingParams`, and "max_tokens"; what
            it does not name is as set for all chats.
    """

    system_prompt: str = ""
    sampling: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Chat:
    """One chat of the list.

    Attributes:
        system_prompt: instructions before the first message; "" for none.
        leaf_id: last message of the branch that is shown; None in an empty chat.
        created_at: UTC; also the chat's idea of "today", so that its prompt never changes.
        updated_at: UTC; the list is ordered by it.
        sampling: as in `ChatSetup`.
        context_from: the first message the model reads; None, or one of another branch, for all.
        memory_pinned: what is stored of its computation never makes room for other chats.
        memory_off: nothing that is computed for it is stored.
        is_unread: an answer ended while nobody looked at it.
        title_origin: whose words the title is.
        title_from: the answer up to which a model knew the chat when it wrote the title.
        is_deleted: it waits for the next purge and can be brought back until then.
        model_path: of the file that answered last; "" when unknown.
    """

    id: ChatId
    title: str
    system_prompt: str
    leaf_id: MessageId | None
    created_at: datetime
    updated_at: datetime
    sampling: tuple[tuple[str, float], ...] = ()
    context_from: MessageId | None = None
    memory_pinned: bool = False
    memory_off: bool = False
    is_unread: bool = False
    title_origin: TitleOrigin = TitleOrigin.FIRST_WORDS
    title_from: MessageId | None = None
    is_deleted: bool = False
    model_path: str = ""

    @property
    def setup(self) -> ChatSetup:
        """What it wants of the model."""
        return ChatSetup(self.system_prompt, self.sampling)


@dataclass(frozen=True, slots=True)
class Message:
    """One node of a chat's tree.

    Attributes:
        parent_id: the message it follows; None for a first message.
        text: as typed, or as the model said it.
        model: name of the model that answered; "" for the user's messages.
        problem: one sentence when the answer failed; else "".
        record: exact tokens up to the end of this answer, when known.
        stats: of the answer, by name (see `core.protocol.AnswerStats`); empty if unknown.
        attachments: texts that belong to it, in order.
    """

    id: MessageId
    chat_id: ChatId
    parent_id: MessageId | None
    role: Role
    text: str
    status: MessageStatus
    created_at: datetime
    model: str = ""
    problem: str = ""
    record: TokenRecord | None = None
    stats: tuple[tuple[str, float | str], ...] = ()
    attachments: tuple[Attachment, ...] = ()
