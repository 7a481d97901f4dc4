"""What is known of another machine on the page "Hardware".

Threads: values; any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.machines import RpcServer, SshMachine


@dataclass(frozen=True, slots=True)
class MachineUnknown:
    """Nothing was asked of a machine yet."""


@dataclass(frozen=True, slots=True)
class MachineAsked:
    """A machine is being asked."""


@dataclass(frozen=True, slots=True)
class MachineInUse:
    """The loaded model has a part on a machine, whose server answers nobody else meanwhile."""


@dataclass(frozen=True, slots=True)
class MachineOffers:
    """What a machine offers."""

    server: RpcServer


@dataclass(frozen=True, slots=True)
class MachineFailed:
    """Why a machine cannot be used."""

    problem: Problem


MachineState = MachineUnknown | MachineAsked | MachineInUse | MachineOffers | MachineFailed


@dataclass(frozen=True, slots=True)
class ShownMachine:
    """A machine, and what is known of it."""

    machine: SshMachine
    state: MachineState
