"""A load waits for the ways to its machines, and what comes behind it waits for the load."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from app.core.machines import HostWithMachines, Machines, SshMachine
from app.core.messages import Role
from app.core.protocol import (
    Call,
    CancelLoad,
    ChatKey,
    Generate,
    LoadModel,
    LoadSettings,
    ProblemRaised,
    PromptMessage,
    RemoteMachine,
    RequestId,
    Shutdown,
)
from tests.helpers.stand_in_ssh import StandInSsh

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.protocol import Command, FromEngine, ToEngine

PLAIN = LoadModel("/models/small.gguf")
ASKED = Call(RequestId(1), Generate(ChatKey("1"), (PromptMessage(Role.USER, "Hello"),)))
WAIT_S = 30.0


def load_with(*names: str) -> LoadModel:
    machines = tuple(RemoteMachine(name, "stale:1") for name in names)
    return LoadModel("/models/large.gguf", LoadSettings(machines=machines))


class Here:
    """A host of an engine that takes note of what it gets."""

    def __init__(self) -> None:
        self.got: list[ToEngine] = []
        self.changed = threading.Condition()

    def post(self, command: ToEngine) -> None:
        with self.changed:
            self.got.append(command)
            self.changed.notify_all()

    def run(self, _emit: Callable[[FromEngine], None]) -> None:
        self.until(lambda: any(isinstance(one, Shutdown) for one in self.got))

    def until(self, is_done: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(is_done, WAIT_S)


class Rig:
    """A host with machines over a host that takes note, running; a context manager."""

    def __init__(self, folder: Path, *, may_die: bool = True) -> None:
        self.here = Here()
        self.machines = Machines(folder / "machines.json")
        self.host = HostWithMachines(self.here, self.machines, may_die=may_die)
        self.told: list[FromEngine] = []
        self._thread = threading.Thread(target=self.host.run, args=(self.told.append,))

    def __enter__(self) -> Rig:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.host.post(Shutdown())
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def post(self, *commands: ToEngine) -> None:
        for command in commands:
            self.host.post(command)

    def until_got(self, count: int) -> list[ToEngine]:
        self.here.until(lambda: len(self.here.got) >= count)
        return self.here.got

    def problems(self) -> list[str]:
        return [event.problem.text() for event in self.told if isinstance(event, ProblemRaised)]


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandInSsh:
    return StandInSsh(tmp_path / "programs", monkeypatch)


def test_the_engine_hears_of_a_load_with_where_its_machines_are_reached(
    tmp_path: Path, ssh: StandInSsh
) -> None:
    with Rig(tmp_path) as rig:
        rig.machines.put(SshMachine("attic", "attic"))
        rig.machines.put(SshMachine("cellar", "cellar"))
        rig.post(load_with("attic", "cellar"), ASKED)
        load, asked = rig.until_got(2)
        assert isinstance(load, LoadModel)
        assert [one.name for one in load.settings.machines] == ["attic", "cellar"]
        hosts, ports = zip(*(one.address.split(":") for one in load.settings.machines), strict=True)
        assert set(hosts) == {"127.0.0.1"}
        assert len(set(ports)) == 2
        assert asked == ASKED
        rig.post(load_with("attic"))
        again = rig.until_got(3)[2]
        assert isinstance(again, LoadModel)
        assert again.settings.machines[0].address == load.settings.machines[0].address
    assert rig.problems() == []
    ssh.until_none_runs()


def test_without_machines_nothing_waits_and_nothing_is_opened(
    tmp_path: Path, ssh: StandInSsh
) -> None:
    with Rig(tmp_path) as rig:
        rig.post(PLAIN, ASKED)
        assert rig.here.got == [PLAIN, ASKED]
    assert ssh.told() == []


def test_a_machine_that_is_not_reached_is_left_out_and_told(
    tmp_path: Path, ssh: StandInSsh
) -> None:
    ssh.behave("denied")
    with Rig(tmp_path) as rig:
        rig.machines.put(SshMachine("attic", "attic"))
        rig.post(load_with("attic", "gone"))
        (load,) = rig.until_got(1)
        assert isinstance(load, LoadModel)
        assert [one.address for one in load.settings.machines] == ["", ""]
    first, second = rig.problems()
    assert "“attic” does not accept your key" in first
    assert "no machine “gone”" in second


@pytest.mark.parametrize("behind", [CancelLoad(), PLAIN, Shutdown()])
def test_what_ends_a_load_waits_for_no_tunnel(
    tmp_path: Path, ssh: StandInSsh, behind: Command
) -> None:
    ssh.behave("hangs")
    with Rig(tmp_path) as rig:
        rig.machines.put(SshMachine("attic", "attic"))
        rig.post(load_with("attic"))
        deadline = time.monotonic() + WAIT_S
        while not ssh.told():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        rig.post(behind)
        load, other = rig.until_got(2)[:2]
        assert isinstance(load, LoadModel)
        assert load.settings.machines[0].address == ""
        assert other == behind
    assert rig.problems() == []
    ssh.until_none_runs()


def test_an_engine_that_cannot_die_alone_uses_no_other_machine(
    tmp_path: Path, ssh: StandInSsh
) -> None:
    with Rig(tmp_path, may_die=False) as rig:
        rig.machines.put(SshMachine("attic", "attic"))
        rig.post(load_with("attic"))
        (load,) = rig.until_got(1)
        assert isinstance(load, LoadModel)
        assert load.settings.machines == ()
    assert "process of its own" in rig.problems()[0]
    assert ssh.told() == []
