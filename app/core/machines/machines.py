"""`Machines`, the door: which machines the user has added, what each offers, and the ways there.

A tunnel that was opened for a model stays open as long as the program runs, or until it breaks, so
that a model that is loaded again finds its machine at the same address. One that was opened for a
check ends with it.

Threads: any; what opens a tunnel waits for it, so never the interface's.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.ggml import rpc_servers
from app.core.ggml.rpc_client import NotAnswered, ask_server
from app.core.machines.errors import ForwardingRefused, NoRpcServer, UnknownMachine
from app.core.machines.machine_book import machine_book
from app.core.machines.tunnel import Tunnel, is_forwarding_refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.errors import Problem
    from app.core.ggml.rpc_client import RpcServer
    from app.core.machines.machine import SshMachine


@dataclass(frozen=True, slots=True)
class CheckedMachine:
    """A machine with what its rpc-server has said."""

    machine: SshMachine
    server: RpcServer


@dataclass(slots=True)
class _Way:
    """An open tunnel, and what needs it."""

    tunnel: Tunnel
    n_checks: int = 0
    is_for_models: bool = False


class Machines:
    """The other machines of the user.

    Args:
        file: where their list is kept, JSON.
    """

    def __init__(self, file: Path) -> None:
        self.book = machine_book(file)
        self._lock = threading.Lock()  # held while a tunnel is opened: one after the other
        self._ways: dict[SshMachine, _Way] = {}  # guarded by _lock
        self._ports: dict[SshMachine, int] = {}  # of this machine, that a tunnel had; likewise

    @staticmethod
    def are_possible() -> bool:
        """Return whether this build can have a part of a model on another machine."""
        return rpc_servers.has_library()

    def all(self) -> tuple[SshMachine, ...]:
        """Return all, in the order of their names."""
        return self.book.all()

    def find(self, name: str) -> SshMachine:
        """Return the one of a name.

        Raises:
            UnknownMachine: there is none.
        """
        found = self.book.find(name)
        if found is None:
            raise UnknownMachine(name)
        return found

    def on_change(self, observer: Callable[[], None]) -> None:
        """Call this after each change of the list, on the thread that made it."""
        self.book.on_change(observer)

    def take_problem(self) -> Problem | None:
        """Return what was wrong with the list, once; None where nothing was."""
        return self.book.take_problem()

    def put(self, machine: SshMachine, *, instead_of: str = "") -> None:
        """Add a machine, or change one.

        Raises:
            BadMachine, MachinesNotSaved: nothing was changed.
        """
        self.book.put(machine, instead_of=instead_of)

    def remove(self, name: str) -> None:
        """Take a machine off the list; a tunnel that a model uses stays until the program ends.

        Raises:
            MachinesNotSaved: it is still there.
        """
        self.book.remove(name)

    def open(self, machine: SshMachine, give_up: threading.Event) -> str:
        """Open the way to a machine for models, or take the open one; return its address here.

        Args:
            give_up: ends the opening early when it is set.

        Raises:
            MachineFailure: why it cannot be opened.
        """
        with self._lock:
            way = self._way_to(machine, give_up)
            way.is_for_models = True
            return way.tunnel.address

    def check(self, machine: SshMachine, give_up: threading.Event | None = None) -> CheckedMachine:
        """Open the way to a machine and ask its rpc-server what it is.

        Args:
            give_up: ends the opening early when it is set.

        Raises:
            MachineFailure: it cannot be reached, or has no rpc-server that can be used now.
        """
        with self._lock:
            way = self._way_to(machine, give_up or threading.Event())
            way.n_checks += 1
        try:
            return CheckedMachine(machine, ask_server(way.tunnel.address))
        except NotAnswered as error:
            with self._lock:
                said = way.tunnel.said()
            if is_forwarding_refused(said):  # told when something goes through, and not before
                raise ForwardingRefused(machine.name, said) from error
            what = error.words(machine.name)
            raise NoRpcServer(what, machine.rpc_port, error.detail) from error
        finally:
            self._end_check(machine, way)

    def _way_to(self, machine: SshMachine, give_up: threading.Event) -> _Way:
        """Return the open way to a machine; call with the lock. Raises as `open`."""
        way = self._ways.get(machine)
        if way is not None and way.tunnel.is_alive:
            return way
        if way is not None:
            way.tunnel.close()
            del self._ways[machine]
        tunnel = Tunnel(machine, give_up, self._ports.get(machine, 0))
        self._ways[machine] = way = _Way(tunnel)
        self._ports[machine] = tunnel.port
        return way

    def _end_check(self, machine: SshMachine, way: _Way) -> None:
        """Close a way that was open for a check alone."""
        with self._lock:
            way.n_checks -= 1
            is_open = self._ways.get(machine) is way
            if is_open and not way.n_checks and not way.is_for_models:
                way.tunnel.close()
                del self._ways[machine]

    def close(self) -> None:
        """End all tunnels."""
        with self._lock:
            for way in self._ways.values():
                way.tunnel.close()
            self._ways.clear()
