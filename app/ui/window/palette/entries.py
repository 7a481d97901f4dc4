"""What the command palette offers: one entry for each action, chat, setting and model.

Threads: pure values, any thread.
"""

from __future__ import annotations

import bisect
import enum
import operator
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


MOST_LETTERS = 64  # of what is typed; more are not compared
_LEAST_INSIDE = 3  # letters; fewer are inside of too many words, but for scripts without spaces
_MOST_TEXT = 300  # of a text: what comes behind is not seen in a row


class LetterFit(enum.IntEnum):
    """How a typed word was found; the best first."""

    EXACT = 0
    BEGINNING = 1
    WORD = 2
    INITIALS = 3
    SYNONYM = 4
    INSIDE = 5


class Match(PlainValue, frozen=True, order=True):
    """How a text was found; the smaller, the better.

    Attributes:
        fit: of the typed word that fits least.
        is_off_start: its first letter begins no word.
        gaps: how many letters lie between those that were typed.
        start: where the first one is.
        length: of the text: of two that fit alike, the shorter one is meant.
        places: of the letters that were typed, in order.
    """

    fit: LetterFit
    is_off_start: bool
    gaps: int
    start: int
    length: int
    places: tuple[int, ...]


class Folded:
    """A text prepared to be searched in, letter by letter as it is shown.

    Args:
        text: as it is shown.
        synonyms: other words for it, which are not shown.
    """

    __slots__ = ("_starts", "_text", "letters", "synonyms")

    def __init__(self, text: str, synonyms: str = "") -> None:
        self._text = text[:_MOST_TEXT]
        self.letters = _plain(self._text)
        self.synonyms = tuple(_plain(synonyms).split())
        self._starts: frozenset[int] | None = None

    @property
    def starts(self) -> frozenset[int]:
        """Where its words begin; worked out when they are asked for."""
        if self._starts is None:
            self._starts = frozenset(_starts(self._text))
        return self._starts


@lru_cache(maxsize=256)
def _wanted_words(typed: str) -> tuple[str, ...]:
    """Return the words that were typed, as they are compared."""
    return tuple(_plain(typed[:MOST_LETTERS]).split())


def match(typed: str, text: Folded) -> Match | None:
    """Return how `typed` is found in a text, None where it is not; everything has no words.

    Best is a text that is exactly what was typed. Else each word that was typed must be found:
    where a word of the text begins with it, as the initials of words, as the beginning of another
    word for the same thing, or inside of a word. Case and accents do not count. Letters with others
    between them are no hit: nothing found says more than junk.
    """
    fit, places = LetterFit.BEGINNING, set[int]()
    for word in _wanted_words(typed):
        found = _find(word, text)
        if found is None:
            return None
        fit = max(fit, found[0])
        places.update(found[1])
    order = tuple(sorted(places))
    if fit <= LetterFit.WORD and _is_whole(typed, text):
        fit = LetterFit.EXACT
    gaps = sum(after - before - 1 for before, after in pairwise(order))
    is_off_start = bool(order) and order[0] not in text.starts
    return Match(fit, is_off_start, gaps, order[0] if order else 0, len(text.letters), order)


def _is_whole(typed: str, text: Folded) -> bool:
    """Whether a text, or its name behind a colon, is what was typed, but for dots at its end."""
    said = text.letters.rstrip(" .…")
    asked = " ".join(_wanted_words(typed))
    return bool(asked) and asked in (said, said.rpartition(": ")[2])


def _find(word: str, text: Folded) -> tuple[LetterFit, tuple[int, ...]] | None:
    letters = text.letters
    if not _has_in_order(word, letters):
        return None if not _is_synonym(word, text) else (LetterFit.SYNONYM, ())
    starts = text.starts
    first = at = letters.find(word)
    while at >= 0:
        if at in starts:
            return (LetterFit.WORD if at else LetterFit.BEGINNING), tuple(range(at, at + len(word)))
        at = letters.find(word, at + 1)
    initials = _initials(word, text)
    if initials is not None:
        return LetterFit.INITIALS, initials
    if _is_synonym(word, text):
        return LetterFit.SYNONYM, ()
    if first >= 0 and (len(word) >= _LEAST_INSIDE or not word.isascii()):
        return LetterFit.INSIDE, tuple(range(first, first + len(word)))
    return None


def _is_synonym(word: str, text: Folded) -> bool:
    return any(synonym.startswith(word) for synonym in text.synonyms)


def _has_in_order(word: str, letters: str) -> bool:
    """Whether a text has the letters at all, in their order: most have not."""
    at = -1
    for letter in word:
        at = letters.find(letter, at + 1)
        if at < 0:
            return False
    return True


def _initials(word: str, text: Folded) -> tuple[int, ...] | None:
    """Return the letters where each begins a word or goes on with one: "expch", "Export chat"."""
    starts = sorted(text.starts)
    dead: set[tuple[int, int]] = set()  # tried already, in vain

    def follow(done: int, last: int) -> tuple[int, ...] | None:
        if done == len(word):
            return ()
        if (done, last) in dead:
            return None
        nexts = [last + 1] if done else []
        for at in (*nexts, *(start for start in starts if start > last + bool(done))):
            if at < len(text.letters) and text.letters[at] == word[done]:
                rest = follow(done + 1, at)
                if rest is not None:
                    return (at, *rest)
        dead.add((done, last))
        return None

    return follow(0, -1)


def _plain(text: str) -> str:
    """Return a text without case and accents, and with as many letters."""
    if text.isascii():
        return text.lower()
    return "".join(_plain_letter(letter) for letter in text)


@lru_cache(maxsize=2048)
def _plain_letter(letter: str) -> str:
    lower = unicodedata.normalize("NFD", letter.lower())[:1]
    return lower or letter


def _starts(text: str) -> list[int]:
    """Return where words begin: behind what is no letter, and at a capital within a name."""
    found, before = [], " "
    for place, letter in enumerate(text):
        if letter.isalnum():
            is_hump = letter.isupper() and before.islower()
            is_number = letter.isdigit() != before.isdigit() and before.isalnum()
            if not before.isalnum() or is_hump or is_number:
                found.append(place)
        before = letter
    return found


MOST_SHOWN = 100  # who has not found it among these types another letter


class Kind(enum.IntEnum):
    """What an entry is; of those that fit alike, in this order."""

    ACTION = 0
    CHAT = 1
    SETTING = 2
    MODEL = 3


class Entry(PlainValue, frozen=True):
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


class PaletteHit(PlainValue, frozen=True):
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
