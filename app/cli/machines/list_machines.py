"""`hearth machines list`: those that were added; nothing is asked of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.machines.machine_list import machine_facts, machines_of
from app.cli.output import printable
from app.cli.verbs import Verb

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def _add_arguments(_parser: argparse.ArgumentParser) -> None:
    return


def _run(options: argparse.Namespace, paths: Paths) -> int:
    found = machines_of(paths).all()
    if options.json:
        print(json.dumps({"machines": [machine_facts(machine) for machine in found]}))
        return 0
    if not found:
        print("No machines were added. `hearth machines add NAME user@host` adds one.")
    for machine in found:
        print(f"{printable(machine.name):<24}  {machine.target}, port {machine.rpc_port} there")
        for option in machine.options:
            print(f"    {printable(option)}")
    return 0


LIST = Verb(_add_arguments, _run)
