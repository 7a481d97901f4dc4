"""Which passages have the words of an answer that names none of them itself.

Several words in a row are looked for that stand in the answer and in one passage, or two, and that
the user has not said. That the same words stand there is all that is known: a model may have them
from elsewhere. Where fewer words, or common ones, are alike, nothing is said.

How much is looked at has limits, as in `quotes.py`: beyond them nothing is said.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Final, Protocol

from app.core.content.words import is_one_character, words_of
from app.core.documents.quotes import marks_of
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from app.core.messages import Attachment

_IN_A_ROW: Final = 4  # words, or characters of a script without blanks, that are compared at once
_LEAST_WORDS: Final = 8  # of a run, where telling ones count twice
_LEAST_TELLING: Final = 2  # of these, that are long, or a number, and not of the question
_LETTERS: Final = 4  # of a word that tells something
_OF_A_WORD: Final = 0.6  # that a character of a script without blanks is
_MOST_WITH: Final = 2  # passages with the same run; what more have is no mark of any
_MOST_TOLD: Final = 3
_MOST_MESSAGES: Final = 20  # before an answer, whose passages are looked at
_MOST_CHARS: Final = 40_000  # of these messages
_MOST_PASSAGES: Final = 20  # of them: the nearest
_LONGEST_ANSWER: Final = 12_000  # characters

_Row = tuple[str, ...]
_Span = tuple[int, int]  # of words of an answer


class SaidMessage(Protocol):
    """A message of a chat, wherever it is kept."""

    @property
    def role(self) -> Role:
        """Who says it."""

    @property
    def text(self) -> str:
        """Its words."""

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """What goes along with it."""


def unnamed_sources(answer: str, before: Sequence[SaidMessage]) -> tuple[Attachment, ...]:
    """Return the passages that have words of an answer, where it names no passage itself.

    Args:
        answer: Markdown, of which nothing more comes.
        before: the messages before it in its chat, the oldest first.

    Returns:
        Some at most, in the order of their numbers; none where that would be doubtful.
    """
    passages: list[Attachment] = []
    asked: list[str] = []
    n_chars = 0
    for message in islice(reversed(before), _MOST_MESSAGES):
        n_chars += len(message.text) + sum(len(one.text) for one in message.attachments)
        if n_chars > _MOST_CHARS:
            break
        passages += (one for one in message.attachments if one.number)
        # Of a text that went along as a whole it cannot be told from a passage of it.
        asked += (one.text for one in message.attachments if not one.number)
        if message.role is Role.USER:
            asked.append(message.text)
    last = max((one.number for one in passages), default=0)  # they are numbered through a chat
    if any(1 <= one.number <= last for one in marks_of(answer, ())):
        return ()
    return passages_with_words(answer, passages, asked)


def passages_with_words(
    answer: str, passages: Sequence[Attachment], asked: Sequence[str]
) -> tuple[Attachment, ...]:
    """Return the passages that have telling words of an answer, some at most, by their numbers.

    Args:
        answer: Markdown.
        passages: that it may have them from.
        asked: texts from which it may have them as well.
    """
    if not passages or len(answer) > _LONGEST_ANSWER:
        return ()
    words = words_of(answer)
    known = {word for text in asked for word in words_of(text)}
    said = set(chain.from_iterable(map(_rows_of, asked)))
    rows = _rows(words)
    spans: dict[_Span, list[int]] = {}  # of the answer, and the passages with these words
    for number, one in enumerate(passages[:_MOST_PASSAGES]):
        for span in _runs(rows, _rows_of(one.text) - said):
            spans.setdefault(span, []).append(number)
    telling = [one for one in spans if _tells_something(words[slice(*one)], known)]
    found: Counter[int] = Counter()
    for begin, end in _longest(telling, len(words)):
        if len(spans[begin, end]) <= _MOST_WITH:
            found.update(dict.fromkeys(spans[begin, end], end - begin))
    best = (passages[number] for number, _ in found.most_common(_MOST_TOLD))
    return tuple(sorted(best, key=lambda one: one.number))


def _rows(words: Sequence[str]) -> list[_Row]:
    """Return some words in a row from each place on."""
    return list(zip(*(words[at:] for at in range(_IN_A_ROW)), strict=False))


@lru_cache(maxsize=64)  # texts; each answer near one asks again
def _rows_of(text: str) -> frozenset[_Row]:
    return frozenset(_rows(words_of(text)))


def _runs(rows: Sequence[_Row], wanted: Collection[_Row]) -> Iterator[_Span]:
    """Yield the longest ranges of words of which each row is a wanted one."""
    begin = 0
    for is_wanted, run in groupby(map(wanted.__contains__, rows)):
        end = begin + sum(1 for _ in run)
        if is_wanted:
            yield begin, end + _IN_A_ROW - 1
        begin = end


def _tells_something(run: Sequence[str], known: Collection[str]) -> bool:
    """Whether words in a row are enough, and some of them no common ones."""
    n_words = n_telling = 0.0
    for word in run:
        is_wide = is_one_character(word)
        n_words += _OF_A_WORD if is_wide else 1
        if word not in known and (is_wide or len(word) >= _LETTERS or word.isdecimal()):
            n_telling += _OF_A_WORD if is_wide else 1
    return n_words + n_telling >= _LEAST_WORDS and n_telling >= _LEAST_TELLING


def _longest(spans: Sequence[_Span], n_words: int) -> Iterator[_Span]:
    """Yield those of which some place is in no longer one."""
    longest = [0] * n_words
    by_length = sorted(spans, key=lambda one: one[1] - one[0])
    for begin, end in by_length:
        longest[begin:end] = [end - begin] * (end - begin)
    for begin, end in by_length:
        if end - begin in longest[begin:end]:
            yield begin, end
