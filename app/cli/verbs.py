"""Commands with verbs, such as `hearth chats list`; each verb is a file of its own.

A verb is imported only where its word is on the command line: most know parts whose import takes a
moment that no other start should take.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, TypeVar

from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping, Sequence

    from app.core.system.paths import Paths


class Command(enum.StrEnum):
    """What `hearth` does without a window."""

    ASK = "ask"
    CACHE = "cache"
    CHATS = "chats"
    DOCTOR = "doctor"
    DOCUMENTS = "documents"
    HARDWARE = "hardware"
    LAUNCH = "launch"
    MODELS = "models"
    PROJECTS = "projects"
    SEARCH = "search"
    SELF_TEST = "self-test"
    SERVE = "serve"
    TOOLS = "tools"


class CacheAction(enum.StrEnum):
    """What `hearth cache` does."""

    LIST = "list"
    VERIFY = "verify"
    DROP = "drop"
    GC = "gc"


# A word that stands for nothing.
UNKNOWN_COMMAND = ErrorRow(
    what=phrase("Hearth has no command {word}."),
    effect=phrase("Nothing was done or changed."),
    remedy=phrase("`hearth --help` lists the commands."),
)


_Words = TypeVar("_Words", bound=enum.StrEnum)


def command_of(kind: type[_Words], word: str) -> _Words:
    """Return the command that a word stands for.

    Raises:
        KnownError: it stands for none.
    """
    try:
        return kind(word)
    except ValueError as error:
        raise UNKNOWN_COMMAND(word=word) from error


class Verb(PlainValue, frozen=True):
    """One verb.

    Attributes:
        add_arguments: adds its own options; `--json` is there.
        run: does it, prints what came of it, and returns the exit code. Raises `KnownError`.
    """

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Paths], int]


class Verbs(PlainValue, frozen=True):
    """The verbs of one command.

    Attributes:
        words: what each does, for the help, by its word on the command line.
        load: imports one by its word; raises `KnownError` where there is none.
    """

    words: Mapping[str, str]
    load: Callable[[str], Verb]

    def add_to(
        self,
        command: argparse.ArgumentParser,
        common: argparse.ArgumentParser,
        arguments: Sequence[str],
    ) -> None:
        """Give the parser of the command its verbs, with the options that all commands have.

        Args:
            command: the parser.
            common: has those options.
            arguments: the command line.
        """
        parsers = command.add_subparsers(dest="verb", metavar="WHAT", required=True)
        for name, words in self.words.items():
            parser = parsers.add_parser(name, parents=[common], help=words)
            parser.add_argument("--json", action="store_true", help="print one line of JSON")
            if name in arguments:
                self.load(name).add_arguments(parser)

    def run(self, options: argparse.Namespace, paths: Paths) -> int:
        """Do what a verb does, and return the exit code.

        Raises:
            KnownError: there is no such verb.
            KnownError: of the verb.
        """
        return self.load(options.verb).run(options, paths)
