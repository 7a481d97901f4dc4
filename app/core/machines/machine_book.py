"""The machines that the user has added: a file of them.

Threads: any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.core.machines.errors import BadMachine, MachinesNotSaved
from app.core.machines.machine import USUAL_PORT, SshMachine, check
from app.core.named_list import ListKind, NamedList
from app.core.phrases import phrase

if TYPE_CHECKING:
    from pathlib import Path

MOST_MACHINES: Final = 15  # llama.cpp takes 16 devices


def machine_book(file: Path) -> NamedList[SshMachine]:
    """Return the list of machines in a file.

    Its methods raise `BadMachine` and `MachinesNotSaved`.
    """
    return NamedList(file, _MACHINES)


def _taken(name: str) -> BadMachine:
    return BadMachine(
        phrase("There is a machine “{name}” already.", name=name), phrase("Choose another name.")
    )


def _full() -> BadMachine:
    return BadMachine(
        phrase("There are {n} machines already.", n=MOST_MACHINES), phrase("Remove one first.")
    )


def _machine(plain: Any) -> SshMachine:
    port, options = plain.get("rpc_port", USUAL_PORT), plain.get("options", ())
    if type(port) is not int or not isinstance(options, list | tuple):
        raise TypeError
    return SshMachine(str(plain["name"]), str(plain["target"]), port, tuple(map(str, options)))


_MACHINES: Final = ListKind(
    key="machines",
    most=MOST_MACHINES,
    check=check,
    read=_machine,
    taken=_taken,
    full=_full,
    not_saved=MachinesNotSaved,
    unreadable=(
        phrase("The list of your other machines cannot be read."),
        phrase("No other machine is used until you add one; your chats are safe."),
    ),
)
