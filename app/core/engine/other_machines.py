"""Other machines are used for a model only after a child has decoded a few tokens with each.

A server that does not answer ends the process that uses it, so it is asked first what it is
(`rpc_client`); one that computes nonsense, or takes the child down, is left out and told of. What
has passed is remembered for its name, until its server or this build of llama.cpp is another one.

Threads: the engine thread; `cancel` from any other.
"""

from __future__ import annotations

import hashlib
import json
import logging
import subprocess
from typing import TYPE_CHECKING, Any, Final

from app.core.engine.errors import MachineNotUsed, NoRpcBackend
from app.core.engine.load.self_test import try_devices
from app.core.files import write_atomically
from app.core.ggml import gpu_backends, rpc_servers
from app.core.ggml.devices import devices
from app.core.ggml.rpc_client import NotAnswered, ask_server
from app.core.own_program import (
    could_not_start,
    describe_exit,
    describe_hang,
    die_with_parent,
    output_of,
    own_command,
    start_child,
)
from app.core.phrases import phrase
from app.core.protocol import BackendChoice, ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.ggml.rpc_client import RpcServer
    from app.core.phrases import Phrase
    from app.core.protocol import Event, RemoteMachine

logger = logging.getLogger(__name__)

CHILD_COMMAND: Final = "machine-child"
_TIMEOUT_S = 120.0
_MOST_REMEMBERED = 100


class OtherMachines:
    """Decides which of the machines that were chosen for a model are used.

    Args:
        file: JSON of what has passed; damage to it only costs new trials.
        emit: receives a problem for each that is left out.
        command: how to start the child; what it is to try is appended as JSON.
    """

    def __init__(
        self, file: Path, emit: Callable[[Event], None], command: Sequence[str] | None = None
    ) -> None:
        self._file = file
        self._emit = emit
        self._command = tuple(command) if command is not None else own_command(CHILD_COMMAND)
        self._child: subprocess.Popen[bytes] | None = None
        self._is_given_up = False

    def cancel(self) -> None:
        """End a running trial soon, without a word. Any thread."""
        self._is_given_up = True
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()

    def leave(self) -> None:
        """Touch no device of another machine any more."""
        rpc_servers.use({})

    def use(self, machines: Sequence[RemoteMachine], backend: BackendChoice) -> None:
        """Have the devices of those machines that can be used from now on, and of no others.

        Args:
            machines: those without an address are left out; why was told by whoever has none.
            backend: what of the llama.cpp build is used.
        """
        self._is_given_up = False
        used = {}
        if machines and not rpc_servers.has_library():
            self._emit(ProblemRaised(NoRpcBackend().problem()))
            machines = ()
        for machine in machines:
            if not machine.address:
                continue
            try:
                server = ask_server(machine.address)
            except NotAnswered as error:
                self._leave_out(error.words(machine.name), error.detail)
                continue
            if self._is_trusted(machine, server, backend):
                used[machine.address] = rpc_servers.UsedServer(machine.name, server.round_trip_s)
        if used and backend.use_gpu:
            gpu_backends.admit()  # before them, so that they come last among the devices
        rpc_servers.use(used)

    def _is_trusted(
        self, machine: RemoteMachine, server: RpcServer, backend: BackendChoice
    ) -> bool:
        key = _key(server, backend)
        if self._known().get(machine.name) == key:
            return True
        ending = self._try(machine.address, backend)
        if ending is None:
            self._remember(machine.name, key)
            return True
        self._leave_out(
            phrase("The machine “{name}” failed the self-test.", name=machine.name),
            f"the child {ending}",
        )
        return False

    def _try(self, address: str, backend: BackendChoice) -> Phrase | None:
        """Return how a child ended that could not compute there; None for one that could."""
        asked = json.dumps([address, backend.use_extra_bufts])
        try:
            child = self._child = start_child([*self._command, asked])
            _output, errors = output_of(child, _TIMEOUT_S)
        except OSError as error:
            return could_not_start(error)
        except subprocess.TimeoutExpired:
            return describe_hang(_TIMEOUT_S)
        return None if child.returncode == 0 else describe_exit(child.returncode, errors)

    def _leave_out(self, why: Phrase, detail: str = "") -> None:
        if not self._is_given_up:
            self._emit(ProblemRaised(MachineNotUsed(why, detail).problem()))

    def _known(self) -> dict[str, Any]:
        try:
            known = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def _remember(self, name: str, key: str) -> None:
        known = {**self._known()}
        known.pop(name, None)
        kept = dict(list({**known, name: key}.items())[-_MOST_REMEMBERED:])
        try:
            write_atomically(self._file, [json.dumps(kept, indent=1).encode()])
        except OSError:
            logger.info("what a machine has passed could not be remembered", exc_info=True)


def _key(server: RpcServer, backend: BackendChoice) -> str:
    """Return what a trial holds for: this build, and what the server says of itself."""
    from app.core.llama.library import build_id

    totals = [total_bytes for _free_bytes, total_bytes in server.memory]
    facts = [build_id(), server.version, totals, backend.use_extra_bufts]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def run_machine_child(argument: str) -> int:
    """Decode a few tokens on each device of a server (address and layouts in JSON); 0: all well."""
    die_with_parent()
    address, use_extra_bufts = json.loads(argument)

    def there() -> list[Any]:
        rpc_servers.use({address: rpc_servers.UsedServer()})
        return [device for device in devices() if device.backend == rpc_servers.BACKEND]

    return try_devices(bool(use_extra_bufts), there)
