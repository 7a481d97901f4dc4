"""Whether the context of the model has room: for what is written, and for answers of the chat."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Room(enum.Enum):
    """Whether something fits the context of the model."""

    ENOUGH = enum.auto()
    UNKNOWN = enum.auto()  # it is being counted; Return waits for that
    TOO_LITTLE = enum.auto()


@dataclass(frozen=True, slots=True)
class AnswerRoom:
    """Whether a chat fits, apart from what is being written.

    Attributes:
        going_on: as it stands, its last answer among it, for that to be continued.
        anew: without its last answer, for that to be given again.
    """

    going_on: Room = Room.UNKNOWN
    anew: Room = Room.UNKNOWN


NOT_COUNTED = AnswerRoom()
