"""`hearth models`: the model files of this machine, for people at a terminal and for scripts.

Each verb is a file of its own, with a `Verb` that is named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.commands import UnknownCommand
from app.cli.models.fit_file import FIT
from app.cli.models.inspect_file import INSPECT
from app.cli.models.list_models import LIST
from app.cli.models.remove_model import REMOVE

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths

VERBS = (LIST, INSPECT, FIT, REMOVE)


def add_models_arguments(models: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Give the parser of `hearth models` its verbs, with the options that all commands have."""
    verbs = models.add_subparsers(dest="verb", metavar="WHAT", required=True)
    for verb in VERBS:
        parser = verbs.add_parser(verb.name, parents=[common], help=verb.words)
        parser.add_argument("--json", action="store_true", help="print one line of JSON")
        verb.add_arguments(parser)


def models(options: argparse.Namespace, paths: Paths) -> int:
    """Do one thing with the model files, print what came of it, and return the exit code.

    Raises:
        UnknownCommand: what is to be done is nothing that can be.
        KnownError: of the verb.
    """
    for verb in VERBS:
        if verb.name == options.verb:
            return verb.run(options, paths)
    raise UnknownCommand(options.verb)
