"""What the loaded model takes of the pictures and sounds in messages. Facts only."""

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
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.sees = self.hears = True

    def set(self, *, sees: bool, hears: bool) -> None:
        """Say what another model takes."""
        if (sees, hears) != (self.sees, self.hears):
            self.sees, self.hears = sees, hears
            self._changed()
