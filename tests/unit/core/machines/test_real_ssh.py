"""The real ssh logs in to a real ssh server, and what it says when it cannot is understood."""

from __future__ import annotations

import contextlib
import shutil
import threading
from typing import TYPE_CHECKING

import asyncssh
import pytest

from app.core.machines import Machines
from app.core.machines import errors as named
from tests.helpers.rpc_devices import servers
from tests.helpers.ssh_server import SshServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.unix("ssh with files of its own"),
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]
NEVER = threading.Event()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SshServer]:
    with SshServer(tmp_path / "ssh") as running:
        yield running


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with contextlib.closing(Machines(tmp_path / "machines.json")) as made:
        yield made


def test_a_machine_is_reached_through_it_again_and_again(
    server: SshServer, machines: Machines
) -> None:
    with servers(1) as running:
        port = int(running.addresses[0].rpartition(":")[2])
        attic = server.machine(port)
        for _ in range(2):
            assert machines.check(attic).server.memory[0][1] > 0
        address = machines.open(attic, NEVER)
        assert machines.check(attic).server.round_trip_s > 0
        assert machines.open(attic, NEVER) == address
    assert set(server.asked_for) == {("127.0.0.1", port)}


def test_where_nobody_listens_behind_it_that_is_told(server: SshServer, machines: Machines) -> None:
    with pytest.raises(named.NoRpcServer, match="most likely no rpc-server"):
        machines.check(server.machine(1))


def test_one_that_forwards_nothing_is_told_so(server: SshServer, machines: Machines) -> None:
    server.forwards = False
    with pytest.raises(named.ForwardingRefused):
        machines.check(server.machine(50052))


def test_a_key_that_is_not_let_in_is_told(server: SshServer, machines: Machines) -> None:
    with pytest.raises(named.KeyNotAccepted):
        machines.check(server.machine(1, key_file=server.stranger))


def test_a_server_that_is_not_known_is_not_trusted(
    server: SshServer, machines: Machines, tmp_path: Path
) -> None:
    with pytest.raises(named.HostKeyUnknown):
        machines.check(server.machine(1, known_hosts=tmp_path / "nothing"))
    assert not (tmp_path / "nothing").exists()


def test_a_server_with_another_key_is_not_trusted(
    server: SshServer, machines: Machines, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    server.know_as(other, asyncssh.generate_private_key("ssh-ed25519"))
    with pytest.raises(named.HostKeyChanged):
        machines.check(server.machine(1, known_hosts=other))


def test_a_server_that_goes_takes_the_way_along(server: SshServer, machines: Machines) -> None:
    with servers(1) as running:
        attic = server.machine(int(running.addresses[0].rpartition(":")[2]))
        address = machines.open(attic, NEVER)
        machines.check(attic)
        server.drop_all()
        while machines._ways[attic].tunnel.is_alive:
            pass
        assert machines.open(attic, NEVER) == address
        assert machines.check(attic).server.memory
