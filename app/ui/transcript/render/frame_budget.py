"""How much is laid out between two frames: one that lasts as long as a blink holds nobody up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.transcript.blocks.registry import kind_of

if TYPE_CHECKING:
    from app.ui.transcript.model.sections import Section

_FRAME_COST = 400  # tenths of a millisecond


class FrameBudget:
    """How much may still be laid out before the window is to be drawn; always one section."""

    def __init__(self) -> None:
        self._left = _FRAME_COST
        self.is_over = False  # something had to be left for the next one

    def has_time_for(self, section: Section) -> bool:
        """Return whether a section can be laid out now, and count it as done."""
        price = kind_of(section).cost(section)
        if self._left < price and self._left < _FRAME_COST:
            self.is_over = True
            return False
        self._left -= price
        return True
