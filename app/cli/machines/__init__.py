"""`hearth machines`: other machines that a part of a model may lie on.

Each verb is a file of its own, with a `Verb` that is named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.commands import UnknownCommand
from app.cli.machines.add_machine import ADD
from app.cli.machines.check_machines import CHECK
from app.cli.machines.list_machines import LIST
from app.cli.machines.remove_machine import REMOVE
from app.cli.machines.use_machines import USE

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths

VERBS = (ADD, LIST, REMOVE, CHECK, USE)


def add_machines_arguments(
    machines: argparse.ArgumentParser, common: argparse.ArgumentParser
) -> None:
    """Give the parser of `hearth machines` its verbs, with the options that all commands have."""
    verbs = machines.add_subparsers(dest="verb", metavar="WHAT", required=True)
    for verb in VERBS:
        parser = verbs.add_parser(verb.name, parents=[common], help=verb.words)
        parser.add_argument("--json", action="store_true", help="print one line of JSON")
        verb.add_arguments(parser)


def machines(options: argparse.Namespace, paths: Paths) -> int:
    """Do one thing with machines, print what came of it, and return the exit code.

    Raises:
        UnknownCommand: what is to be done is nothing that can be.
        KnownError: of the verb.
    """
    for verb in VERBS:
        if verb.name == options.verb:
            return verb.run(options, paths)
    raise UnknownCommand(options.verb)
