"""What can be pressed in a message, apart from where it is drawn."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.chats.records import MessageId


class TargetKind(enum.Enum):
    """What pressing a spot does."""

    COPY_CODE = "Copy"
    WRAP = "Wrap long lines"
    UNWRAP = "Do not wrap long lines"
    COPY_MESSAGE = "Copy message"
    EDIT = "Edit"
    EDIT_QUESTION = "Edit message"
    PREVIOUS = "Previous version"
    NEXT = "Next version"
    THINKING = "Show or hide what the model thought"
    ATTACHMENT = "Read what is attached"
    READ_ALL = "Read all again"
    REGENERATE = "Regenerate"
    RETRY = "Retry"
    ANSWER = "Answer"
    CONTINUE = "Continue"


@dataclass(frozen=True, slots=True)
class Spot:
    """What can be pressed, apart from where it is drawn."""

    kind: TargetKind
    message_id: MessageId
    slot: int = 0
