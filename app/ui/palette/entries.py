"""What the command palette offers: one entry for each action, chat, setting and model.

Threads: pure values, any thread.
"""

from __future__ import annotations

import bisect
import enum
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ui.palette.fuzzy import LetterFit, match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from app.ui.palette.fuzzy import Folded, Match

MOST_SHOWN = 100  # who has not found it among these types another letter


class Kind(enum.IntEnum):
    """What an entry is; of those that fit alike, in this order."""

    ACTION = 0
    CHAT = 1
    SETTING = 2
    MODEL = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to choose.

    Attributes:
        key: by which it is known again when it was chosen before.
        text: what is shown and searched.
        hint: shown at the right: keys, or what is in force now.
        icon: of `resources/icons`, "" for none.
        is_possible: otherwise it is shown, grey, and nothing happens.
        run: does it.
        synonyms: other words by which it is found.
    """

    key: str
    kind: Kind
    text: str
    run: Callable[[], object]
    hint: str = ""
    icon: str = ""
    is_possible: bool = True
    synonyms: str = ""


@dataclass(frozen=True, slots=True)
class PaletteHit:
    """An entry that fits what was typed."""

    entry: Entry
    match: Match


class Search:
    """Looks through entries, some at a time, and keeps the best.

    Args:
        typed: what to look for; everything fits "".
        used: how long ago entries were chosen, by key: 0 for the last one.
    """

    def __init__(self, typed: str, used: Mapping[str, int]) -> None:
        self._typed = typed
        self._used = used
        self._number = 0
        self._best: list[tuple[tuple[int, ...], PaletteHit]] = []

    def add(self, entries: Iterable[tuple[Folded, Entry]]) -> None:
        """Compare entries, each with its prepared words; there may be a few hundred."""
        for words, entry in entries:
            how = match(self._typed, words)
            if how is not None:
                self.take(entry, how)

    def take(self, entry: Entry, how: Match) -> None:
        """Take an entry that fits."""
        self._number += 1
        ranked = (self._rank(entry, how), PaletteHit(entry, how))
        if len(self._best) < MOST_SHOWN or ranked[0] < self._best[-1][0]:
            bisect.insort(self._best, ranked, key=operator.itemgetter(0))
            del self._best[MOST_SHOWN:]

    def found(self) -> list[PaletteHit]:
        """Return the best so far, the very best first."""
        return [one for _, one in self._best]

    def _rank(self, entry: Entry, how: Match) -> tuple[int, ...]:
        used = self._used.get(entry.key, len(self._used))
        if not self._typed.strip():
            return used, entry.kind, self._number
        is_other, is_far = how.fit is not LetterFit.EXACT, how.fit > LetterFit.INITIALS
        worse = (how.fit, how.is_off_start, entry.kind, how.gaps, how.start, how.length)
        return is_other, is_far, used, *worse, self._number
