"""`hearth machines remove`: take a machine off the list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.machines.machine_list import machine_facts, machines_of
from app.cli.output import printable
from app.cli.verbs import Verb

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="what you call it")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    machines = machines_of(paths)
    machine = machines.find(options.name)
    machines.remove(machine.name)
    if options.json:
        print(json.dumps({"removed": machine_facts(machine)}))
    else:
        print(f"removed: {printable(machine.name)}")
    return 0


REMOVE = Verb(_add_arguments, _run)
