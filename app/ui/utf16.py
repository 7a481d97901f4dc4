"""Positions of Qt in Python's texts: Qt counts UTF-16 units, of which an emoji has two."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

_LAST_SINGLE = "\uffff"


class Utf16Positions:
    """Translates between characters of a text and its UTF-16 units.

    Args:
        text: without lone surrogates.
    """

    def __init__(self, text: str) -> None:
        self._begins: list[int] | None = None  # of each character; None where they are the same
        if not text.isascii() and max(text, default="") > _LAST_SINGLE:
            widths = (1 + (char > _LAST_SINGLE) for char in text)
            self._begins = list(accumulate(widths, initial=0))

    def of(self, character: int) -> int:
        """Return the unit at which a character begins."""
        return character if self._begins is None else self._begins[character]

    def character_at(self, unit: int) -> int:
        """Return the character that begins at a unit, or after it."""
        return unit if self._begins is None else bisect_left(self._begins, unit)
