"""What somebody types into a search field, and what it means.

    bread oven      both words, anywhere in the message; the last one may go on ("ovens")
    "sour dough"    these words side by side; a quote that is still open counts, too
    -rye            not this word; it needs another word beside it

Whatever else is typed is text: no input is an error. Words of FTS5 (`AND`, `NEAR`, `*`, `text:`)
mean nothing here, because every word goes to it in quotes and no word has a quote.

Threads: pure functions and values, any thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.chats.search.words import is_one_character, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_QUOTES = '"“”„«»'
_PARTS = re.compile(rf"(-?)(?:[{_QUOTES}]([^{_QUOTES}]*)([{_QUOTES}]|$)|(\S+))")
_MOST_TERMS = 24  # of a text that somebody pastes, the beginning is looked for
_MOST_IN_TERM = 48
_SHORTEST_PART = 3  # characters: the index of parts knows no shorter ones


@dataclass(frozen=True, slots=True)
class Term:
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


@dataclass(frozen=True, slots=True)
class Query:
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
