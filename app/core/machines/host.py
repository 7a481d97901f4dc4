"""Opens the ways to the machines that a load needs before the engine hears of the load.

What is sent meanwhile waits behind it, for it may be meant for that model. A load that is given up,
or is not the newest any more, waits for no tunnel.

Threads: `post` from any, and returns at once; one thread more while a tunnel is being opened.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

from app.core.errors import problem_of
from app.core.machines.errors import OwnProcessNeeded
from app.core.plain_value import replace
from app.core.protocol import CancelLoad, LoadModel, ProblemRaised, Shutdown

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.machines.machines import Machines
    from app.core.protocol import EngineHost, FromEngine, RemoteMachine, ToEngine


class HostWithMachines:
    """Runs an engine whose models may lie on other machines, too.

    Args:
        here: runs the engine.
        machines: those that the user has added; their tunnels end with the engine.
        may_die: whether the engine can die alone, as it does when a machine is lost. Else no other
            machine is used.

    Attributes:
        here: as above.
    """

    def __init__(self, here: EngineHost, machines: Machines, *, may_die: bool) -> None:
        self.here = here
        self._machines = machines
        self._may_die = may_die
        self._tell: Callable[[FromEngine], None] = _nobody_listens
        self._lock = threading.Lock()
        self._waiting: deque[ToEngine] = deque()  # guarded by _lock
        self._give_up = threading.Event()  # of what is being opened, or is opened next
        self._opener: threading.Thread | None = None  # guarded by _lock
        self._has_ended = False  # guarded by _lock

    def post(self, message: ToEngine) -> None:
        """Send a call or a command."""
        with self._lock:
            if isinstance(message, LoadModel | CancelLoad | Shutdown):
                self._give_up.set()
            needs_way = isinstance(message, LoadModel) and bool(message.settings.machines)
            if self._has_ended or (self._opener is None and not needs_way):
                self.here.post(message)
                return
            self._waiting.append(message)
            if self._opener is None:
                self._opener = threading.Thread(target=self._open_ways, name="tunnels")
                self._opener.start()

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        """Serve until `Shutdown` is done."""
        self._tell = emit
        try:
            self.here.run(emit)
        finally:
            with self._lock:
                self._has_ended = True
                self._give_up.set()
                opener = self._opener
            if opener is not None:
                opener.join()
            self._machines.close()

    def _open_ways(self) -> None:
        """Pass on what waits, in order, until nothing does."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._opener = None
                    return
                message = self._waiting.popleft()
                self._give_up = give_up = threading.Event()
                if any(isinstance(one, LoadModel | CancelLoad | Shutdown) for one in self._waiting):
                    give_up.set()
            if isinstance(message, LoadModel) and message.settings.machines:
                message = self._with_addresses(message, give_up)
            self.here.post(message)

    def _with_addresses(self, load: LoadModel, give_up: threading.Event) -> LoadModel:
        machines = load.settings.machines
        if not self._may_die:
            self._tell(ProblemRaised(OwnProcessNeeded().problem()))
            found: tuple[RemoteMachine, ...] = ()
        else:
            found = tuple(self._with_address(machine, give_up) for machine in machines)
        return replace(load, settings=replace(load.settings, machines=found))

    def _with_address(self, chosen: RemoteMachine, give_up: threading.Event) -> RemoteMachine:
        """Return a machine with where it is reached now; where it is not, why is told."""
        try:
            machine = self._machines.find(chosen.name)
            return replace(chosen, address=self._machines.open(machine, give_up))
        except Exception as error:  # noqa: BLE001 - the engine must hear of the load all the same
            if not give_up.is_set():
                self._tell(ProblemRaised(problem_of(error)))
        return replace(chosen, address="")


def _nobody_listens(_message: FromEngine) -> None:
    return
