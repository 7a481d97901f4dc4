"""Which blocks of a message have lines that are not wrapped, and how far these are scrolled."""

from __future__ import annotations


class LongLines:
    """Blocks by the number of their first piece; all others are wrapped."""

    def __init__(self) -> None:
        self._scrolled: dict[int, float] = {}

    def __bool__(self) -> bool:
        return bool(self._scrolled)

    def scrolled(self, first: int) -> float | None:
        """Return how many pixels lines are moved to the left, None where they are wrapped."""
        return self._scrolled.get(first)

    def toggle(self, first: int) -> None:
        """Wrap the lines of a block, or let them reach beyond the edge."""
        if first in self._scrolled:
            del self._scrolled[first]
        else:
            self._scrolled[first] = 0.0

    def scroll(self, first: int, pixels: float, overflow: float) -> float:
        """Move lines that are not wrapped, as far as they reach; returns where they are then."""
        self._scrolled[first] = min(max(0.0, self._scrolled[first] + pixels), overflow)
        return self._scrolled[first]

    def clear(self) -> None:
        """Wrap all; the blocks get other numbers."""
        self._scrolled.clear()
