"""The machines that the user has added: a file of them.

What cannot be understood is moved aside and told. Another Hearth may write the file, too: it is
read again whenever it has changed.

Threads: any.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from app.core.broken_file import move_aside
from app.core.errors import KnownError, Problem
from app.core.files import file_state, write_atomically
from app.core.machines.errors import BadMachine, MachinesNotSaved
from app.core.machines.machine import USUAL_PORT, SshMachine, check
from app.core.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_MACHINES: Final = 15  # llama.cpp takes 16 devices


class MachineBook:
    """The list of machines, in the order of their names.

    Args:
        file: JSON; need not exist.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._machines: dict[str, SshMachine] = {}  # by name; guarded by _lock
        self._read_at: tuple[int, ...] = ()  # how the file was then; guarded by _lock
        self._problem: Problem | None = None
        self._observers: list[Callable[[], None]] = []

    def on_change(self, observer: Callable[[], None]) -> None:
        """Call this after each change, on the thread that made it."""
        self._observers.append(observer)

    def machines(self) -> tuple[SshMachine, ...]:
        """Return all machines."""
        with self._lock:
            return tuple(sorted(self._read().values(), key=lambda one: one.name.casefold()))

    def find(self, name: str) -> SshMachine | None:
        """Return the machine of a name; None for none."""
        with self._lock:
            return self._read().get(name)

    def put(self, machine: SshMachine, *, instead_of: str = "") -> None:
        """Add a machine, or change one.

        Args:
            instead_of: the name of the one that is changed; "" for a new one.

        Raises:
            BadMachine: its name is taken, or something else in it cannot be.
            MachinesNotSaved: nothing was changed.
        """
        check(machine)
        with self._lock:
            machines = dict(self._read())
            machines.pop(instead_of, None)
            if machine.name.casefold() in map(str.casefold, machines):
                raise BadMachine(
                    phrase("There is a machine “{name}” already.", name=machine.name),
                    phrase("Choose another name."),
                )
            if len(machines) >= MOST_MACHINES:
                raise BadMachine(
                    phrase("There are {n} machines already.", n=MOST_MACHINES),
                    phrase("Remove one first."),
                )
            machines[machine.name] = machine
            self._write(machines)
        self._tell()

    def remove(self, name: str) -> None:
        """Take a machine off the list; nothing where there is none of that name.

        Raises:
            MachinesNotSaved: it is still there.
        """
        with self._lock:
            machines = dict(self._read())
            if machines.pop(name, None) is None:
                return
            self._write(machines)
        self._tell()

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the file, once; None where nothing was."""
        with self._lock:
            self._read()
            problem, self._problem = self._problem, None
        return problem

    def _tell(self) -> None:
        for observer in self._observers:
            observer()

    def _write(self, machines: dict[str, SshMachine]) -> None:
        plain = {"machines": [asdict(machine) for machine in machines.values()]}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, [json.dumps(plain, indent=1).encode()])
        except OSError as error:
            raise MachinesNotSaved(self._file, error) from error
        self._machines, self._read_at = machines, file_state(self._file)

    def _read(self) -> dict[str, SshMachine]:
        state = file_state(self._file)
        if state == self._read_at:
            return self._machines
        self._read_at, self._machines = state, {}
        if not state:
            return self._machines
        try:
            self._machines = _parsed(self._file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            self._problem = Problem(
                what=phrase("The list of your other machines cannot be read."),
                effect=phrase("No other machine is used until you add one; your chats are safe."),
                remedy=move_aside(self._file),
                detail=repr(error),
            )
        return self._machines


# -- the file --


def _parsed(data: bytes) -> dict[str, SshMachine]:
    """Return the machines of the file; one that is not understood is left out.

    Raises:
        ValueError: it holds something else.
    """
    said = json.loads(data)
    if not isinstance(said, dict) or not isinstance(said.get("machines"), list):
        raise ValueError("no list of machines")
    found = [_machine(one) for one in said["machines"][:MOST_MACHINES]]
    return {machine.name: machine for machine in found if machine is not None}


def _machine(plain: Any) -> SshMachine | None:
    try:
        port, options = plain.get("rpc_port", USUAL_PORT), plain.get("options", ())
        if type(port) is not int or not isinstance(options, list | tuple):
            return None
        machine = SshMachine(
            str(plain["name"]), str(plain["target"]), port, tuple(map(str, options))
        )
        check(machine)
    except (KeyError, TypeError, ValueError, AttributeError, KnownError):
        return None
    return machine
