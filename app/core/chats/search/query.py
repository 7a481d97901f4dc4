"""What somebody types into a search field, and what it means.

    bread oven      both words, anywhere in the message; the last one may go on ("ovens")
    "sour dough"    these words side by side; a quote that is still open counts, too
    -rye            not this word; it needs another word beside it

Whatever else is typed is text: no input is an error. Words of FTS5 (`AND`, `NEAR`, `*`, `text:`)
mean nothing here, because every word goes to it in quotes and no word has a quote.

Also the days of the user's calendar that narrow a search down, and the words around a place that
was found. Offsets are characters of that snippet; it is cut between words where that is possible,
and never inside of what is drawn as one character.

Threads: pure functions and values, any thread.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from app.core.content.words import belongs_to_last, is_one_character, placed_words, words_of
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_QUOTES = '"“”„«»'
# A minus right behind a closing quotation mark excludes nothing: it stands within a word.
_PARTS = re.compile(rf"((?<!\S)-|)(?:[{_QUOTES}]([^{_QUOTES}]*)([{_QUOTES}]|$)|(\S+))")
_MOST_TERMS = 24  # of a text that somebody pastes, the beginning is looked for
_MOST_IN_TERM = 48
_SHORTEST_PART = 3  # characters: the index of parts knows no shorter ones


class Term(PlainValue, frozen=True):
    """Words that stand side by side.

    Attributes:
        words: as `words.py` compares them.
        is_begun: the last word may go on.
        is_excluded: they must not be there.
    """

    words: tuple[str, ...]
    is_begun: bool = False
    is_excluded: bool = False

    def matches_at(self, there: Sequence[str], at: int, *, inside: bool = False) -> bool:
        """Whether the words stand in a text from its word number `at` on.

        Args:
            there: all words of the text.
            at: number of a word.
            inside: a single word may also be a part of one.
        """
        n = len(self.words)
        if inside and n == 1 and can_be_inside(self):
            return self.words[0] in there[at]
        if at + n > len(there) or tuple(there[at : at + n - 1]) != self.words[:-1]:
            return False
        last, wanted = there[at + n - 1], self.words[-1]
        return last.startswith(wanted) if self.is_begun else last == wanted


class Query(PlainValue, frozen=True):
    """What is looked for; nothing where there are no `wanted`."""

    wanted: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()


def parse(text: str) -> Query:
    """Understand what was typed; any text is something."""
    terms: list[Term] = []
    for match in _PARTS.finditer(text):
        minus, quoted, closed, word = match.groups()
        is_last = match.end() == len(text)
        is_open = not closed if quoted is not None else True
        words = words_of(quoted if quoted is not None else word)[:_MOST_IN_TERM]
        if not words:
            continue
        is_begun = is_last and is_open and not minus and not is_one_character(words[-1])
        terms.append(Term(tuple(words), is_begun, is_excluded=bool(minus)))
        if len(terms) == _MOST_TERMS:
            break
    return Query(
        tuple(term for term in terms if not term.is_excluded),
        tuple(term for term in terms if term.is_excluded),
    )


def has_words(text: str) -> bool:
    """Whether there is anything to look for in what was typed."""
    return bool(parse(text).wanted)


def can_be_inside(term: Term) -> bool:
    """Whether the index of parts of words can be asked for it."""
    return len(term.words) == 1 and len(term.words[0]) >= _SHORTEST_PART


def expression(query: Query) -> str:
    """Return the query as FTS5 writes it; "" for one that looks for nothing."""
    return _joined([_quoted(term) for term in query.wanted], query)


def expression_inside(query: Query, words_with: Callable[[str], Sequence[str]]) -> str:
    """Return the query with each word standing for all words that it is a part of.

    Args:
        query: what is looked for.
        words_with: returns the words that have a part.

    Returns:
        "" where that finds no more than `expression`.
    """
    wanted, is_wider = [], False
    for term in query.wanted:
        around = words_with(term.words[0]) if can_be_inside(term) else ()
        is_wider = is_wider or bool(around)
        either = [_quoted(term), *(f'"{word}"' for word in around)]
        wanted.append(f"({' OR '.join(either)})")
    return _joined(wanted, query) if is_wider else ""


def _joined(wanted: Sequence[str], query: Query) -> str:
    if not wanted:
        return ""
    without = "".join(f" NOT {_quoted(term)}" for term in query.excluded)
    return f"({' AND '.join(wanted)}){without}"


def _quoted(term: Term) -> str:
    return f'"{" ".join(term.words)}"' + (" *" if term.is_begun else "")


_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def begin_of_day(day: date) -> datetime:
    """Return when a day begins here, by the offset from UTC that is in force then; in UTC."""
    try:
        return datetime.combine(day, time()).astimezone(UTC)
    except (OverflowError, ValueError, OSError):  # beside all days that the system has
        return _FIRST if day < date(1990, 1, 1) else _LAST


def end_of_day(day: date) -> datetime:
    """Return when the next day begins here, likewise."""
    return begin_of_day(day + timedelta(days=1)) if day < date.max else _LAST


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


class Snippet(PlainValue, frozen=True):
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
