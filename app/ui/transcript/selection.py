"""The range of text the user has chosen inside one message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.chats.records import MessageId


@dataclass(frozen=True, slots=True, order=True)
class TextPosition:
    """A place between two characters: number of the section, position in its text."""

    slot: int
    position: int


@dataclass(frozen=True, slots=True)
class Selection:
    """From where the mouse went down to where it is."""

    message_id: MessageId
    anchor: TextPosition
    focus: TextPosition

    @property
    def is_empty(self) -> bool:
        """Whether nothing is chosen."""
        return self.anchor == self.focus

    def range_in(self, slot: int, end_position: int) -> tuple[int, int] | None:
        """Return the chosen positions [begin, end) of one section, None for none."""
        first, last = sorted((self.anchor, self.focus))
        if not first.slot <= slot <= last.slot:
            return None
        begin = first.position if slot == first.slot else 0
        end = last.position if slot == last.slot else end_position
        return (begin, end) if begin < end else None
