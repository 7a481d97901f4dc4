"""Words as a search compares them, the same for what was written and for what is looked for.

Case, accents and width make no difference: "Łódź" is "lodz". What is written without spaces
between words (Chinese, Japanese, Korean, Thai and their neighbours) counts character by character,
and so does an emoji; so any part of such a text can be found as a run of characters, also one or
two of them, for which an index of three characters each would be of no use.
FTS5 sees what comes out of here only: words with spaces between them.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_WORD = 32  # characters; what is longer counts as several words
_STANDS_FOR = "\ue000"  # before the number of a character that FTS5 may not know as a letter
_FIRST_PICTURE = 0x2600  # below it, symbols are lines and arrows
_LAST_OF_BASIC_PLANE = 0xFFFF
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_TOO_LONG = re.compile(rf"\S{{{LONGEST_WORD}}}(?=\S)")
_WITHOUT_SPACES = (  # ranges of code points
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Korean letters
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # radicals
    (0x3005, 0x3007),
    (0x3041, 0x31FF),  # Japanese, Bopomofo
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Korean
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # Japanese, half as wide
    (0x1B000, 0x1B16F),
    (0x20000, 0x3FFFF),
)
_NO_DECOMPOSITION = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)


class _Folds(dict[int, str]):
    """What becomes of each character; worked out once.

    "" for one that belongs to the character before; " " between words; with spaces at both ends
    for one that is a word by itself; else the letters of a word.
    """

    def __missing__(self, code: int) -> str:
        fold = self[code] = _fold(chr(code))
        return fold


def _fold(character: str) -> str:
    code, kind = ord(character), unicodedata.category(character)
    if kind == "Cf" or 0xFE00 <= code <= 0xFE0F or kind == "Me":
        return ""
    if kind.startswith("M") and unicodedata.combining(character):
        return ""
    if kind == "So" and code >= _FIRST_PICTURE:
        return f" {_STANDS_FOR}{code:x} "
    if kind[0] not in "LNM":
        return " "
    if any(first <= code <= last for first, last in _WITHOUT_SPACES):
        same = unicodedata.normalize("NFKC", character).casefold()
        return f" {_known(same if len(same) == 1 else character)} "
    if code > _LAST_OF_BASIC_PLANE:
        plain = unicodedata.normalize("NFKC", character).casefold()  # mathematical letters
        return plain if plain.isascii() and plain.isalnum() else f" {_known(character)} "
    return _letters(character)


def _letters(character: str) -> str:
    plain = unicodedata.normalize("NFKD", character).casefold()
    plain = unicodedata.normalize("NFKD", plain).translate(_NO_DECOMPOSITION)
    kept = "".join(
        one if unicodedata.category(one)[0] in "LN" else " "
        for one in plain
        if not unicodedata.combining(one)
    )
    if unicodedata.category(character)[0] == "M":
        return character  # a vowel
    parts = kept.split()
    return f" {' '.join(parts)} " if " " in kept else kept


def _known(character: str) -> str:
    code = ord(character)
    return f"{_STANDS_FOR}{code:x}" if code > _LAST_OF_BASIC_PLANE else character


_FOLDS = _Folds()


def folded(text: str) -> str:
    """Return the words of a text with spaces between them."""
    plain = text.translate(_FOLDS)
    return _TOO_LONG.sub(r"\g<0> ", plain)


def words_of(text: str) -> list[str]:
    """Return the words of a text, in order."""
    return folded(text).split()


def placed_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words of a text and where they stand, (word, start, end) in characters."""
    if text.isascii():
        for match in _ASCII_WORD.finditer(text):
            yield from _pieces(match.group().lower(), match.start(), match.end())
        return
    letters: list[str] = []
    start = end = 0
    for at, character in enumerate(text):
        fold = _FOLDS[ord(character)]
        if fold and " " not in fold:
            if not letters:
                start = at
            letters.append(fold)
            end = at + 1
            continue
        if not fold:
            end = at + 1 if letters else end
            continue
        if letters:
            yield from _pieces("".join(letters), start, end)
            letters = []
        for word in fold.split():
            yield word, at, at + 1
    if letters:
        yield from _pieces("".join(letters), start, end)


def _pieces(word: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    for at in range(0, len(word), LONGEST_WORD):
        # A character may have become two, so that only whole words are placed exactly.
        piece = word[at : at + LONGEST_WORD]
        first = min(start + at, end - 1)
        is_last = at + LONGEST_WORD >= len(word)
        yield piece, first, end if is_last else min(end, first + LONGEST_WORD)


def is_one_character(word: str) -> bool:
    """Whether a word is a character that stands by itself, so that no longer one begins so."""
    code = ord(word[0])
    is_alone = any(first <= code <= last for first, last in _WITHOUT_SPACES)
    return is_alone or word[0] == _STANDS_FOR


def belongs_to_last(character: str) -> bool:
    """Whether a character is drawn with the one before it: an accent, a joiner, a skin tone."""
    code = ord(character)
    return (
        unicodedata.category(character).startswith("M")
        or code == 0x200D
        or 0x1F3FB <= code <= 0x1F3FF
    )
