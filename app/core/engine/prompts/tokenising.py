"""Cutting a long text into tokens a piece at a time, so that nobody waits for all of it.

The vocabulary is asked for pieces that end where it would cut anyway: after the end of a line, when
a letter follows. Where a text has no such place for long, a piece ends before a word, and at last
between two characters; the tokens stand for the same text then, be they others here and there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PIECE_CHARS = 32_768  # what takes about as long as a batch
_BEFORE = ("\n", ".")  # what a piece is cut behind that something goes before
_PLACES = (re.compile(r"(?<=\S\n)(?=[^\W\d_])"), re.compile(r"(?<=\S)(?= [^\W\d_])"))


class Vocabulary(Protocol):
    """What prompts need of a model; `llama.Model` is one."""

    @property
    def bos(self) -> int:
        """The beginning-of-sequence token, negative for none."""

    @property
    def adds_bos(self) -> bool:
        """Whether prompts begin with it."""

    @property
    def n_vocab(self) -> int:
        """How many tokens there are."""

    def tokenize(self, text: str, *, special: bool = True) -> list[int]:
        """Return the ids of `text`, nothing added.

        Args:
            text: to be cut.
            special: recognise control tokens that are written out in it.
        """

    def pieces(self, tokens: Sequence[int]) -> list[bytes]:
        """Return the bytes of each token, control tokens written out."""


def tokens_by_piece(
    vocabulary: Vocabulary, text: str, piece_chars: int = PIECE_CHARS, *, goes_on: bool = False
) -> Iterator[tuple[str, list[int]]]:
    """Yield the pieces of a text with their tokens; one that is not long is one piece.

    Args:
        vocabulary: that cuts it.
        text: to be cut.
        piece_chars: no piece is longer.
        goes_on: text goes before it.
    """
    begin = 0
    while begin < len(text):
        end = _end_of_piece(text, begin, piece_chars)
        piece = text[begin:end]
        yield piece, _inside(vocabulary, piece) if begin or goes_on else vocabulary.tokenize(piece)
        begin = end


def words_as_text(vocabulary: Vocabulary, words: str, never: frozenset[int]) -> list[int]:
    """Return the tokens of words in a text that would be a control token elsewhere.

    Args:
        vocabulary: that cuts them.
        words: behind other text.
        never: tokens that they must not become.
    """
    tokens = _inside(vocabulary, words, special=False)
    if len(words) == 1 or never.isdisjoint(tokens):
        return tokens
    # An added token: whatever text has it becomes it, so it is cut in two.
    return [
        *_inside(vocabulary, words[0], special=False),
        *words_as_text(vocabulary, words[1:], never),
    ]


def _end_of_piece(text: str, begin: int, piece_chars: int) -> int:
    limit = begin + piece_chars
    if limit >= len(text):
        return len(text)
    for place in _PLACES:
        found = [match.start() for match in place.finditer(text, limit - piece_chars // 2, limit)]
        if found:
            return found[-1]
    return limit


def _inside(vocabulary: Vocabulary, piece: str, *, special: bool = True) -> list[int]:
    """Return the tokens of a piece that something goes before.

    At the beginning of a text some vocabularies add a space; what stands before it takes that.
    """
    for before in _BEFORE:
        known = vocabulary.tokenize(before)
        both = vocabulary.tokenize(before + piece, special=special)
        if both[: len(known)] == known:
            return both[len(known) :]
    return vocabulary.tokenize(piece, special=special)
