"""The way to a machine: opened, used, closed, and what is told where there is none."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.machines import MachineFailure, Machines, SshMachine
from app.core.machines import errors as named
from app.core.machines import tunnel as module
from app.core.machines.tunnel import Tunnel, failure_of
from app.core.own_program import own_command, own_environment
from tests.helpers.child_run import REPOSITORY
from tests.helpers.rpc_devices import servers
from tests.helpers.stand_in_ssh import SAID, StandInSsh
from tools.bench.rpc_server import free_address

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ATTIC = SshMachine("attic", "me@attic:2222", options=("IdentityFile=~/.ssh/key",))
NEVER = threading.Event()


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandInSsh:
    return StandInSsh(tmp_path / "programs", monkeypatch)


@pytest.fixture
def echo() -> Iterator[int]:
    """A port at which something says what it is told."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection:
                        while data := connection.recv(1024):
                            connection.sendall(data)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
    thread.join()


def test_what_goes_in_here_comes_out_there_until_it_is_closed(ssh: StandInSsh, echo: int) -> None:
    tunnel = Tunnel(SshMachine("attic", "me@attic", echo), NEVER)
    assert tunnel.is_alive
    with socket.create_connection(("127.0.0.1", tunnel.port)) as line:
        line.sendall(b"warm")
        assert line.recv(4) == b"warm"
    assert len(ssh.running()) == 1
    tunnel.close()
    ssh.until_none_runs()
    with pytest.raises(OSError, match=r"."):
        socket.create_connection(("127.0.0.1", tunnel.port), timeout=1.0)


def test_ssh_is_told_the_place_and_nothing_else(ssh: StandInSsh, echo: int) -> None:
    machine = SshMachine("attic", "me@attic:2222", echo, ("IdentityFile=~/.ssh/key",))
    Tunnel(machine, NEVER).close()
    (told,) = ssh.told()
    assert told[-6:] == ["-o", "IdentityFile=~/.ssh/key", "-p", "2222", "--", "me@attic"]


@pytest.mark.parametrize(
    ("how", "kind", "words"),
    [
        ("unknown key", named.HostKeyUnknown, "does not know the machine “attic” yet"),
        ("changed key", named.HostKeyChanged, "another key than before"),
        ("denied", named.KeyNotAccepted, "does not accept your key"),
        ("no name", named.NotReached, "cannot be reached"),
        ("refused", named.NotReached, "cannot be reached"),
        ("no route", named.NotReached, "cannot be reached"),
        ("timed out", named.NotReached, "cannot be reached"),
        ("broken", named.NotReached, "cannot be reached"),
        ("forwarding", named.ForwardingRefused, "may not forward a port"),
        ("option", named.SshFailed, "Bad configuration option"),
        ("silent", named.SshFailed, "without a word"),
    ],
)
def test_why_ssh_fails_is_told_in_plain_words(
    ssh: StandInSsh, how: str, kind: type[MachineFailure], words: str
) -> None:
    ssh.behave(how)
    with pytest.raises(kind) as caught:
        Tunnel(ATTIC, NEVER)
    assert words in str(caught.value.what)
    assert caught.value.detail == SAID[how]
    ssh.until_none_runs()


def test_without_ssh_that_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(named.SshMissing, match="not installed"):
        Tunnel(ATTIC, NEVER)


def test_one_that_takes_too_long_is_ended(ssh: StandInSsh, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OPEN_S", 0.5)
    ssh.behave("hangs")
    with pytest.raises(named.TunnelTooSlow):
        Tunnel(ATTIC, NEVER)
    ssh.until_none_runs()


def test_one_that_nobody_wants_any_more_is_ended(ssh: StandInSsh) -> None:
    ssh.behave("hangs")
    give_up = threading.Event()
    timer = threading.Timer(0.3, give_up.set)
    timer.start()
    with pytest.raises(named.TunnelGivenUp):
        Tunnel(ATTIC, give_up)
    timer.join()
    ssh.until_none_runs()


def test_a_port_that_another_program_took_meanwhile_costs_nothing(
    ssh: StandInSsh, echo: int
) -> None:
    ssh.behave("taken once")
    tunnel = Tunnel(SshMachine("attic", "attic", echo), NEVER)
    assert len(ssh.told()) == 2
    tunnel.close()


def test_ssh_ends_with_a_program_that_is_killed(ssh: StandInSsh, echo: int) -> None:
    code = (
        "import sys, threading\n"
        "from app.core.machines import SshMachine\n"
        "from app.core.machines.tunnel import Tunnel\n"
        f"tunnel = Tunnel(SshMachine('attic', 'attic', {echo}), threading.Event())\n"
        "print('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline().strip() == b"open"
        assert len(ssh.running()) == 1
        program.kill()
    ssh.until_none_runs()


def test_a_tunnel_is_used_again_and_opened_again_at_the_same_port_when_it_broke(
    tmp_path: Path, ssh: StandInSsh, echo: int
) -> None:
    machines = Machines(tmp_path / "machines.json")
    machine = SshMachine("attic", "attic", echo)
    with contextlib.closing(machines):
        address = machines.open(machine, NEVER)
        assert machines.open(machine, NEVER) == address
        assert len(ssh.told()) == 1
        for pid in ssh.running():
            os.kill(pid, 9)
        ssh.until_none_runs()
        while machines._ways[machine].tunnel.is_alive:
            pass
        assert machines.open(machine, NEVER) == address
        assert len(ssh.told()) == 2
    ssh.until_none_runs()


def test_a_machine_says_what_it_offers(tmp_path: Path, ssh: StandInSsh) -> None:
    with servers(1) as running, contextlib.closing(Machines(tmp_path / "m.json")) as machines:
        port = int(running.addresses[0].split(":")[1])
        attic = SshMachine("attic", "attic", port)
        found = machines.check(attic).server
        assert found.memory[0][1] > 0
        ssh.until_none_runs()  # nothing stays open for a check
        address = machines.open(attic, NEVER)
        machines.check(attic)
        assert ssh.running(), "a model needs it"
        assert machines.open(attic, NEVER) == address
        nobody = int(free_address().split(":")[1])
        with pytest.raises(MachineFailure, match="no rpc-server listens") as caught:
            machines.check(SshMachine("cellar", "cellar", nobody))
        assert len(ssh.running()) == 1
        assert f"--port {nobody}" in str(caught.value.remedy)


@pytest.mark.parametrize("target", ["me@127.0.0.1:1", "me@host.invalid"])
def test_the_real_ssh_is_understood_where_there_is_one(target: str) -> None:
    found = shutil.which("ssh")
    machine = SshMachine("attic", target)
    if found is None:
        with pytest.raises(named.SshMissing):
            Tunnel(machine, NEVER)
        return
    with pytest.raises(MachineFailure) as caught:
        Tunnel(machine, NEVER)
    assert isinstance(caught.value, named.NotReached), caught.value.detail


def test_the_child_ends_with_the_code_of_ssh() -> None:
    ending = json.dumps([sys.executable, "-c", "raise SystemExit(7)"])
    command = own_command("tunnel-child", ending)
    with subprocess.Popen(command, env=own_environment(), stdin=subprocess.PIPE) as child:
        assert child.wait(60) == 7


def test_words_that_nobody_foresaw_are_handed_on() -> None:
    failure = failure_of(ATTIC, "first\nkex_exchange_identification: something new\n")
    assert isinstance(failure, named.SshFailed)
    assert "something new" in str(failure.what)
