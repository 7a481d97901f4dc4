"""What the model takes of the pictures and sounds in messages, and where it is. Facts only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


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
