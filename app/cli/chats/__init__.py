"""`hearth chats`: listing, exporting and importing chats, for people at a terminal and for scripts.

Each verb is a file of its own, with a `Verb` that is named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.chats.export_chats import EXPORT
from app.cli.chats.import_chats import IMPORT
from app.cli.chats.list_chats import LIST
from app.cli.commands import UnknownCommand

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths

VERBS = (LIST, EXPORT, IMPORT)


def add_chats_arguments(chats: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Give the parser of `hearth chats` its verbs, with the options that all commands have."""
    verbs = chats.add_subparsers(dest="verb", metavar="WHAT", required=True)
    for verb in VERBS:
        parser = verbs.add_parser(verb.name, parents=[common], help=verb.words)
        parser.add_argument("--json", action="store_true", help="print one line of JSON")
        verb.add_arguments(parser)


def chats(options: argparse.Namespace, paths: Paths) -> int:
    """Do one thing with chats, print what came of it, and return the exit code.

    Raises:
        UnknownCommand: what is to be done is nothing that can be.
        KnownError: of the verb.
    """
    for verb in VERBS:
        if verb.name == options.verb:
            return verb.run(options, paths)
    raise UnknownCommand(options.verb)
