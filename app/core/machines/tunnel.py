"""A tunnel by ssh, from a port of this machine's loopback address to one of another machine's.

ssh runs in a child of its own (`tunnel_child.py`), asks nobody for anything, and opens no port but
the one here. It ends with the tunnel, and with this program, however that ends.

Threads: any one at a time; `is_alive` from any.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tempfile
import time
from typing import IO, TYPE_CHECKING, Final

from app.core.machines.errors import (
    ForwardingRefused,
    HostKeyChanged,
    HostKeyUnknown,
    KeyNotAccepted,
    MachineFailure,
    NotReached,
    SshFailed,
    SshMissing,
    TunnelGivenUp,
    TunnelTooSlow,
)
from app.core.machines.tunnel_child import TUNNEL_CHILD
from app.core.own_program import could_not_start, own_command, start_child

if TYPE_CHECKING:
    import threading

    from app.core.machines.machine import SshMachine

LOOPBACK: Final = "127.0.0.1"
OPEN_S: Final = 30.0
_LOOK_S = 0.05
_END_S = 5.0
_LAST_WORDS_BYTES = 4_000
_N_PORTS = 3  # that are tried: another program may take one before ssh does
# What Hearth relies on; the first value that ssh hears of an option counts.
_FIXED: Final = (
    "BatchMode=yes",  # nobody is there whom it could ask
    "ExitOnForwardFailure=yes",
    "ServerAliveInterval=15",
    "ServerAliveCountMax=3",
    "ConnectTimeout=20",
    "GatewayPorts=no",
    "PermitLocalCommand=no",
    "ForwardAgent=no",
    "ForwardX11=no",
    "RequestTTY=no",
    "ControlMaster=no",  # a connection of its own, which ends with it
    "ControlPath=none",
)


class Tunnel:
    """An open way to a machine; `close` ends it.

    Args:
        machine: as `check` has passed it.
        give_up: ends the opening early when it is set.
        port: of this machine, which is taken where it is free; 0 for any.

    Raises:
        MachineFailure: why there is none.
    """

    def __init__(self, machine: SshMachine, give_up: threading.Event, port: int = 0) -> None:
        ssh = shutil.which("ssh")
        if ssh is None:
            raise SshMissing
        ports = [port] if port else []
        ports += [0] * (_N_PORTS - len(ports))
        for left, wanted in enumerate(ports, 1 - len(ports)):
            self.port = _free_port(wanted)
            command = ssh_command(ssh, machine, self.port)
            self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it
            try:
                self._child = start_child(
                    own_command(TUNNEL_CHILD, json.dumps(command)),
                    is_asked=True,
                    errors=self._errors,
                )
            except OSError as error:
                self._errors.close()
                raise SshFailed(machine.name, str(could_not_start(error)), "") from error
            if self._opens(machine, give_up, is_last=not left):
                return

    @property
    def address(self) -> str:
        """Where the other end is reached from here."""
        return f"{LOOPBACK}:{self.port}"

    @property
    def is_alive(self) -> bool:
        """Whether ssh still runs."""
        return self._child.poll() is None

    def close(self) -> None:
        """End ssh; waits for that."""
        _end(self._child)
        self._errors.close()

    def said(self) -> str:
        """Return the last words of ssh."""
        size = self._errors.seek(0, 2)
        self._errors.seek(max(0, size - _LAST_WORDS_BYTES))
        said = self._errors.read().decode("utf-8", "replace")
        return said.replace("\r\n", "\n").strip()

    def _opens(self, machine: SshMachine, give_up: threading.Event, *, is_last: bool) -> bool:
        """Wait until the port here accepts; return false where another one has to be tried.

        Raises:
            MachineFailure: it never will.
        """
        until = time.monotonic() + OPEN_S
        failure: MachineFailure
        while not give_up.wait(_LOOK_S):
            if self._child.poll() is not None:
                said = self.said()
                if "cannot listen to port" in said and not is_last:
                    self.close()
                    return False
                failure = failure_of(machine, said)
                break
            if _accepts(self.port):
                return True
            if time.monotonic() > until:
                failure = TunnelTooSlow(machine.name, OPEN_S, self.said())
                break
        else:
            failure = TunnelGivenUp(machine.name)
        self.close()
        raise failure


def ssh_command(ssh: str, machine: SshMachine, port: int) -> list[str]:
    """Return how ssh is started.

    Args:
        ssh: its path.
        port: of this machine.
    """
    fixed = [part for option in _FIXED for part in ("-o", option)]
    forward = f"{LOOPBACK}:{port}:{LOOPBACK}:{machine.rpc_port}"
    return [ssh, "-N", "-T", *fixed, "-L", forward, *machine.ssh_arguments()]


def failure_of(machine: SshMachine, said: str) -> MachineFailure:
    """Return what is told when ssh has ended.

    Args:
        said: its last words. They come in English, whatever the language of the system is, but for
            the reason that the system gives, which stands behind others.
    """
    words = said.casefold()
    name, where = machine.name, machine.target
    if "remote host identification has changed" in words:
        return HostKeyChanged(name, said)
    if "host key verification failed" in words or "host key is known" in words:
        return HostKeyUnknown(name, where, said)
    if "permission denied (" in words or "too many authentication failures" in words:
        return KeyNotAccepted(name, where, said)
    if is_forwarding_refused(said) or "cannot listen to port" in words:
        return ForwardingRefused(name, said)
    if "ssh: connect to host" in words or "could not resolve hostname" in words:
        return NotReached(name, said)
    if "timed out" in words or "connection closed by" in words or "connection reset by" in words:
        return NotReached(name, said)
    return SshFailed(name, said.strip().rsplit("\n", 1)[-1].strip()[:200], said)


def is_forwarding_refused(said: str) -> bool:
    """Return whether the other machine has refused to forward, by the last words of ssh."""
    return "administratively prohibited" in said.casefold()


def _free_port(wanted: int) -> int:
    """Return a port that nobody listens at: the one that is wanted, or any other."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    raise OSError("no port is free")


def _accepts(port: int) -> bool:
    try:
        socket.create_connection((LOOPBACK, port), timeout=1.0).close()
    except OSError:
        return False
    return True


def _end(child: subprocess.Popen[bytes]) -> None:
    """Close the pipe of the child, at which it ends ssh and itself; else end it."""
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()
    try:
        child.wait(_END_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
