"""Where in a JSON text what stands: offsets by the way to it.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
import re
from typing import Final, TypeAlias

Way: TypeAlias = tuple[str | int, ...]
VALUE: Final = -1  # behind the way to a member: its value, not its key
_PART = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+)', re.DOTALL)


def places_of(text: str) -> dict[Way, int]:
    """Return where each value begins, or the key before it.

    Args:
        text: JSON that was read already, not nested deeply.
    """
    scanner = _Scanner(text)
    scanner.value(())
    return scanner.places


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[Way, int] = {}

    def _next(self) -> tuple[str, int]:
        found = _PART.match(self.text, self.at)
        if found is None:
            return "", len(self.text)
        self.at = found.end()
        return found[1], found.start(1)

    def value(self, way: Way) -> None:
        part, begin = self._next()
        self.places.setdefault(way, begin)
        if part == "{":
            self._members(way)
        elif part == "[":
            self._items(way)

    def _members(self, way: Way) -> None:
        while True:
            part, begin = self._next()
            if part == ",":
                continue
            if not part.startswith('"'):
                return
            member = (*way, str(json.loads(part, strict=False)))
            self.places[member] = begin
            self._next()  # the colon
            found = _PART.match(self.text, self.at)
            if found is not None:
                self.places[*member, VALUE] = found.start(1)
            self.value(member)

    def _items(self, way: Way) -> None:
        for index in range(len(self.text)):
            before = self.at
            part, _ = self._next()
            if part in ("]", ""):
                return
            if part != ",":
                self.at = before
            self.value((*way, index))
