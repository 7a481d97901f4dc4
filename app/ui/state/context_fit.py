"""Whether the context of the model has room: for what is written, and for answers of the chat."""

from __future__ import annotations

import enum

from app.core.plain_value import PlainValue


class ContextFit(enum.Enum):
    """Whether something fits the context of the model."""

    FITS = enum.auto()
    UNKNOWN = enum.auto()  # it is being counted; Return waits for that
    TOO_LONG = enum.auto()


class ChatFit(PlainValue, frozen=True):
    """Whether a chat fits, apart from what is being written.

    Attributes:
        continued: as it stands, its last answer among it, for that to be continued.
        regenerated: without its last answer, for that to be given again.
        is_current: nothing has changed since it was counted.
    """

    continued: ContextFit = ContextFit.UNKNOWN
    regenerated: ContextFit = ContextFit.UNKNOWN
    is_current: bool = False


NOT_COUNTED = ChatFit()
