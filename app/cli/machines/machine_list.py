"""The list of machines as the command line has it: what was wrong with it is told first."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.cli.output import print_problem
from app.core.machines import Machines
from app.core.paths import MACHINES

if TYPE_CHECKING:
    from app.core.machines import SshMachine
    from app.core.paths import Paths


def machines_of(paths: Paths) -> Machines:
    """Return the machines that the user has added."""
    machines = Machines(paths.config / MACHINES)
    problem = machines.take_problem()
    if problem is not None:
        print_problem(problem)
    return machines


def machine_facts(machine: SshMachine) -> dict[str, Any]:
    """Return a machine as plain values for JSON."""
    return asdict(machine)
