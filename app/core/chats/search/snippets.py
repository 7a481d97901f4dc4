"""The words around a place that was found, and where in them the found words stand.

Offsets are characters of the snippet. It is cut between words where that is possible, and never
inside of what is drawn as one character.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.chats.search.words import belongs_to_last, placed_words

if TYPE_CHECKING:
    from app.core.chats.search.query import Query

_WIDTH = 180  # characters of a snippet, or a little less
_BEFORE = 48  # of them before the first place
_MOST_PLACES = 400  # of a long text that has the words everywhere
_MOST_READ = 400_000  # characters of a text; behind that it is looked into where need be
# Of Markdown, and what models put around their thinking.
_MARKS = re.compile(
    r"\*\*|`+|^#{1,6}\s+|</?[a-z]{0,8}:?think(?:ing)?>|\[/?THINK\]|<\|[^|<>\s]{1,30}\|>|\|",
    re.MULTILINE,
)
_SPACES = re.compile(r"\s+")
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a text; see `SearchHit` for the fields."""

    text: str
    ranges: tuple[tuple[int, int], ...] = ()
    words: str = ""


def places(text: str, query: Query, *, inside: bool = False) -> list[tuple[int, int, int]]:
    """Return where the wanted words stand: (start, end, number of the term), in order."""
    placed = list(placed_words(text))
    there = [word for word, _start, _end in placed]
    found: list[tuple[int, int, int]] = []
    for at in range(len(placed)):
        for number, term in enumerate(query.wanted):
            if not inside and not there[at].startswith(term.words[0]):
                continue  # nearly always
            if term.matches_at(there, at, inside=inside):
                n = 1 if inside and len(term.words) == 1 else len(term.words)
                found.append((placed[at][1], _whole(text, placed[at + n - 1][2]), number))
        if len(found) >= _MOST_PLACES:
            break
    return found


def has_all(text: str, query: Query, *, inside: bool = False) -> bool:
    """Whether a short text has every wanted word and none of the others."""
    there = [word for word, _start, _end in placed_words(text)]
    at_any = range(len(there))
    return all(
        any(term.matches_at(there, at, inside=inside) for at in at_any) for term in query.wanted
    ) and not any(term.matches_at(there, at) for term in query.excluded for at in at_any)


def snippet_of(text: str, query: Query, *, inside: bool = False) -> Snippet | None:
    """Return the piece of a text that has most of the wanted words; None where it has none."""
    found = places(text[:_MOST_READ], query, inside=inside)
    if not found and len(text) > _MOST_READ:
        found = places(text, query, inside=inside)
    if not found:
        return None
    first = _best(found)
    begin = _begin(text, found[first][0])
    end = _end(text, begin + _WIDTH, found[first][1])
    return _cut(text, begin, end, [(a, b) for a, b, _n in found if a >= begin and b <= end])


def beginning_of(text: str) -> Snippet:
    """Return how a text begins, for one whose words could not be placed."""
    return _cut(text, 0, _end(text, _WIDTH, 0), [])


def whole(text: str, query: Query, *, inside: bool = False) -> Snippet:
    """Return a short text, such as a title, as it is."""
    ranges = [(a, b) for a, b, _n in places(text, query, inside=inside)]
    apart = _apart(ranges)
    return Snippet(text, tuple(apart), text[slice(*apart[0])] if apart else "")


def _best(found: list[tuple[int, int, int]]) -> int:
    """Return the place from which on most different words stand close together."""
    best, most = 0, 0
    for at, (start, _stop, _number) in enumerate(found):
        near = set()
        for later in found[at:]:
            if later[1] > start + _WIDTH - _BEFORE:
                break
            near.add(later[2])
        if len(near) > most:
            best, most = at, len(near)
    return best


def _begin(text: str, place: int) -> int:
    """Return where a snippet begins that has a place near its beginning."""
    begin = max(0, place - _BEFORE)
    if begin == 0:
        return 0
    space = _SPACES.search(text, begin, place)
    return space.end() if space else _between(text, begin)


def _end(text: str, wanted: int, least: int) -> int:
    """Return where a snippet ends, not before `least`."""
    end = max(wanted, least)
    if end >= len(text):
        return len(text)
    spaces = list(_SPACES.finditer(text, max(least, end - 24), end))
    if spaces:
        return spaces[-1].start()
    return max(_between(text, end), least)


def _between(text: str, at: int) -> int:
    """Return the next place at or before `at` that is between two characters as they are drawn."""
    while 0 < at < len(text) and (
        belongs_to_last(text[at]) or text[at - 1] == "\u200d" or _is_flag(text, at)
    ):
        at -= 1
    return at


def _whole(text: str, end: int) -> int:
    """Return the end of a place with the accents that belong to its last character."""
    while end < len(text) and (belongs_to_last(text[end]) or text[end - 1] == "\u200d"):
        end += 1
    return end


def _is_flag(text: str, at: int) -> bool:
    """Whether two letters of a flag stand around a place."""
    return all("\U0001f1e6" <= letter <= "\U0001f1ff" for letter in text[at - 1 : at + 1])


def _cut(text: str, begin: int, end: int, ranges: list[tuple[int, int]]) -> Snippet:
    """Return a piece on one line, without the marks of Markdown, and the ranges within it."""
    piece = text[begin:end]
    cut = _clean(piece).rstrip()
    before = _ELLIPSIS if begin > 0 and text[:begin].strip() else ""
    after = _ELLIPSIS if text[end:].strip() else ""

    def moved(at: int) -> int:
        return len(before) + min(len(cut), len(_clean(piece[: at - begin])))

    moved_ranges = [(moved(a), moved(b)) for a, b in ranges]
    apart = _apart([(a, b) for a, b in moved_ranges if a < b])
    words = text[slice(*_apart(ranges)[0])] if ranges else ""
    return Snippet(f"{before}{cut}{after}", tuple(apart), words)


def _clean(piece: str) -> str:
    return _SPACES.sub(" ", _MARKS.sub("", piece)).lstrip()


def _apart(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ranges in order, with those joined that overlap or have one space between them."""
    apart: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart
