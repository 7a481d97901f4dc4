"""Finds the passages of a project that belong to what is being talked about.

A key is plain text, also where it looks like a regular expression: Python's `re` can take years
over one that a stranger wrote, and nothing can stop it. It occurs where it stands as a word of its
own; in scripts without spaces between words, wherever it stands.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import unicodedata
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Final

from app.core.content.words import is_one_character

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.projects.values import LoreEntry

MOST_CHARS: Final = 20_000  # of the passages that go along with one message
_READ_CHARS = 40_000  # of what is said, its end; with the most keys there are, half a second
_MOST_TRIES = 20  # for a phrase inside of other words: "car pet" in a page of "scar petals"


def found_lore(
    lore: Iterable[LoreEntry], text: str, most_chars: int = MOST_CHARS
) -> tuple[LoreEntry, ...]:
    """Return the passages that belong to what is said: those that always go along first.

    Args:
        lore: of a project.
        text: the answer before the message, and the message.
        most_chars: of all passages; one that is too long for what is left makes way for others.
    """
    said = _Said(_plain(text[-_READ_CHARS:]))
    folded = _Said(said.text.casefold())
    wanted = [
        one
        for one in lore
        if one.is_on and (one.is_always or _is_meant(one, folded if one.ignores_case else said))
    ]
    wanted.sort(key=lambda one: (not one.is_always, one.order))
    found = []
    for one in wanted:
        if len(one.text) <= most_chars:
            most_chars -= len(one.text)
            found.append(one)
    return tuple(found)


class _Said:
    """A text in which keys are looked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def words(self) -> frozenset[str]:
        """What stands between what joins no words."""
        return frozenset("".join(run) for joins, run in groupby(self.text, _joins) if joins)

    def has(self, key: str) -> bool:
        """Whether a key occurs, and no letter before or behind it makes it another word."""
        if not key:
            return False
        if all(map(_joins, key)):
            return key in self.words
        begins, ends = _joins(key[0]), _joins(key[-1])
        at = self.text.find(key)
        for _ in range(_MOST_TRIES):
            if at < 0:
                return False
            end = at + len(key)
            is_part = begins and at > 0 and _joins(self.text[at - 1])
            if not is_part and not (ends and end < len(self.text) and _joins(self.text[end])):
                return True
            at = self.text.find(key, at + 1)
        return False


def _is_meant(entry: LoreEntry, said: _Said) -> bool:
    def occurs(key: str) -> bool:
        plain = _plain(key)
        return said.has(plain.casefold() if entry.ignores_case else plain)

    return any(map(occurs, entry.keys)) and (
        not entry.also_keys or any(map(occurs, entry.also_keys))
    )


def _plain(text: str) -> str:
    """Return a text in which a letter is the same however it was typed."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _joins(character: str) -> bool:
    """Whether a character makes one word with a letter beside it."""
    is_letter = character.isalnum() or character == "_"
    return is_letter and (character.isascii() or not is_one_character(character))
