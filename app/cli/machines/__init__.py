"""`hearth machines`: other machines that a part of a model may lie on.

Each verb is a file of its own.
"""

from __future__ import annotations

from app.cli.commands import UnknownCommand
from app.cli.verbs import Verb, Verbs

_WORDS = {
    "add": "add a machine that ssh reaches",
    "list": "the machines that were added",
    "remove": "take a machine off the list",
    "check": "go there and ask what it offers",
    "use": "choose which of them a model may have a part on",
}


def _load(name: str) -> Verb:
    match name:
        case "add":
            from app.cli.machines.add_machine import ADD

            return ADD
        case "list":
            from app.cli.machines.list_machines import LIST

            return LIST
        case "remove":
            from app.cli.machines.remove_machine import REMOVE

            return REMOVE
        case "check":
            from app.cli.machines.check_machines import CHECK

            return CHECK
        case "use":
            from app.cli.machines.use_machines import USE

            return USE
        case _:
            raise UnknownCommand(name)


VERBS = Verbs(_WORDS, _load)
