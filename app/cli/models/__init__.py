"""`hearth models`: models on this machine and on a hub, for people at a terminal and for scripts.

Each verb is a file of its own, with a `Verb` that is named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.commands import UnknownCommand
from app.cli.models.fit_file import FIT
from app.cli.models.get_model import GET
from app.cli.models.hub_token import TOKEN
from app.cli.models.inspect_file import INSPECT
from app.cli.models.list_models import LIST
from app.cli.models.remove_model import REMOVE
from app.cli.models.search_hub import SEARCH
from app.cli.models.servers import ADD_SERVER, REMOVE_SERVER, SERVERS

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths

VERBS = (LIST, INSPECT, FIT, REMOVE, SEARCH, GET, TOKEN, ADD_SERVER, SERVERS, REMOVE_SERVER)


def add_models_arguments(models: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Give the parser of `hearth models` its verbs, with the options that all commands have."""
    verbs = models.add_subparsers(dest="verb", metavar="WHAT", required=True)
    for verb in VERBS:
        parser = verbs.add_parser(verb.name, parents=[common], help=verb.words)
        parser.add_argument("--json", action="store_true", help="print one line of JSON")
        verb.add_arguments(parser)


def models(options: argparse.Namespace, paths: Paths) -> int:
    """Do one thing with models, print what came of it, and return the exit code.

    Raises:
        UnknownCommand: what is to be done is nothing that can be.
        KnownError: of the verb.
    """
    for verb in VERBS:
        if verb.name == options.verb:
            return verb.run(options, paths)
    raise UnknownCommand(options.verb)
