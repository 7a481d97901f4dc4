"""The range of text the user has chosen, from one message to another or inside one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import MessageId


@dataclass(frozen=True, slots=True, order=True)
class TextPosition:
    """A place between two characters: number of the section, position in its text."""

    slot: int
    position: int


_BEGIN = TextPosition(0, 0)
_END = TextPosition(sys.maxsize, 0)


@dataclass(frozen=True, slots=True)
class SelectedPart:
    """What is chosen of one message."""

    first: TextPosition
    last: TextPosition

    @property
    def is_whole(self) -> bool:
        """Whether that is all of it."""
        return (self.first, self.last) == (_BEGIN, _END)

    def range_in(self, slot: int, end_position: int) -> tuple[int, int] | None:
        """Return the chosen positions [begin, end) of one section, None for none."""
        if not self.first.slot <= slot <= self.last.slot:
            return None
        begin = self.first.position if slot == self.first.slot else 0
        end = self.last.position if slot == self.last.slot else end_position
        return (begin, end) if begin < end else None


@dataclass(frozen=True, slots=True)
class Selection:
    """From where the mouse went down to where it is."""

    anchor_id: MessageId
    anchor: TextPosition
    focus_id: MessageId
    focus: TextPosition

    @property
    def is_empty(self) -> bool:
        """Whether nothing is chosen."""
        return (self.anchor_id, self.anchor) == (self.focus_id, self.focus)

    def rows(self, row_of: Callable[[MessageId], int]) -> range:
        """Return the messages it touches; none when one of its ends is gone."""
        first, last = sorted((row_of(self.anchor_id), row_of(self.focus_id)))
        return range(first, last + 1) if first >= 0 else range(0)

    def part_of(self, row: int, row_of: Callable[[MessageId], int]) -> SelectedPart | None:
        """Return what is chosen of the message at `row`, None for nothing."""
        if row not in self.rows(row_of):
            return None
        ends = [(row_of(self.anchor_id), self.anchor), (row_of(self.focus_id), self.focus)]
        (first_row, first), (last_row, last) = sorted(ends)
        return SelectedPart(
            first if row == first_row else _BEGIN, last if row == last_row else _END
        )
