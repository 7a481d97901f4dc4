"""The words a command line may begin with, as types: what is no such word is refused, not guessed.

Owns the vocabulary only; `app.cli` parses and dispatches. Threads: constants, any thread.
"""

from __future__ import annotations

import enum
from typing import TypeVar

from app.core.errors import KnownError
from app.core.phrases import phrase


class Command(enum.StrEnum):
    """What `hearth` does without a window."""

    ASK = "ask"
    CACHE = "cache"
    CHATS = "chats"
    DOCTOR = "doctor"
    HARDWARE = "hardware"
    MODELS = "models"
    SEARCH = "search"
    SELF_TEST = "self-test"
    SERVE = "serve"


class CacheAction(enum.StrEnum):
    """What `hearth cache` does."""

    LIST = "list"
    VERIFY = "verify"
    DROP = "drop"
    GC = "gc"


class UnknownCommand(KnownError):
    """A word that stands for nothing."""

    def __init__(self, word: str) -> None:
        super().__init__(
            what=phrase("Hearth has no command called {word}.", word=word),
            effect=phrase("Nothing was done and nothing was changed."),
            remedy=phrase("`hearth --help` shows the commands there are."),
        )


_Words = TypeVar("_Words", bound=enum.StrEnum)


def command_of(kind: type[_Words], word: str) -> _Words:
    """Return the command that a word stands for.

    Raises:
        UnknownCommand: it stands for none.
    """
    try:
        return kind(word)
    except ValueError as error:
        raise UnknownCommand(word) from error
