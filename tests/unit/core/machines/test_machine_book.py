"""The list of machines: kept in a file, shared with other windows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.core.errors import KnownError
from app.core.machines import BadMachine, Machines, MachinesNotSaved, SshMachine
from app.core.plain_value import replace

if TYPE_CHECKING:
    from pathlib import Path

ATTIC = SshMachine("attic", "me@attic:2222", 50055, ("IdentityFile=~/.ssh/key",))


def machines_in(folder: Path) -> Machines:
    return Machines(folder / "config" / "machines.json")


def test_a_machine_is_there_again(tmp_path: Path) -> None:
    machines_in(tmp_path).put(ATTIC)
    assert machines_in(tmp_path).all() == (ATTIC,)
    assert machines_in(tmp_path).find("attic") == ATTIC
    with pytest.raises(KnownError, match="no machine “cellar”"):
        machines_in(tmp_path).find("cellar")


def test_a_change_is_seen_in_another_window_and_told_here(tmp_path: Path) -> None:
    here, there = machines_in(tmp_path), machines_in(tmp_path)
    n_told: list[int] = []
    here.on_change(lambda: n_told.append(1))
    here.put(ATTIC)
    assert there.all() == (ATTIC,)
    there.put(replace(ATTIC, name="cellar"), instead_of="attic")
    assert [one.name for one in here.all()] == ["cellar"]
    here.remove("cellar")
    here.remove("cellar")
    assert there.all() == ()
    assert len(n_told) == 2


def test_two_machines_have_two_names_and_there_is_an_end_to_them(tmp_path: Path) -> None:
    machines = machines_in(tmp_path)
    machines.put(ATTIC)
    with pytest.raises(BadMachine, match="already"):
        machines.put(replace(ATTIC, name="Attic"))
    for number in range(14):
        machines.put(replace(ATTIC, name=f"m{number}"))
    with pytest.raises(BadMachine, match="15 machines"):
        machines.put(replace(ATTIC, name="one more"))


@pytest.mark.parametrize(
    "data", [b"", b"[1]", b"{", b'{"machines": 1}', b"\xff\xfe", b"[" * 100_000]
)
def test_a_damaged_list_is_moved_aside_and_told_once(tmp_path: Path, data: bytes) -> None:
    machines = machines_in(tmp_path)
    file = tmp_path / "config" / "machines.json"
    file.parent.mkdir()
    file.write_bytes(data)
    assert machines.all() == ()
    problem = machines.take_problem()
    assert problem is not None
    assert "machines.json.broken" in problem.text()
    assert machines.take_problem() is None
    assert file.with_name("machines.json.broken").read_bytes() == data
    machines.put(ATTIC)
    assert machines_in(tmp_path).all() == (ATTIC,)


def test_an_entry_that_is_not_understood_or_would_do_harm_is_left_out(tmp_path: Path) -> None:
    machines = machines_in(tmp_path)
    machines.put(ATTIC)
    file = tmp_path / "config" / "machines.json"
    said = json.loads(file.read_bytes())
    said["machines"] += [
        {},
        "machine",
        {"name": "a"},
        {"name": "b", "target": "-oProxyCommand=x"},
        {"name": "c", "target": "c", "rpc_port": "50052"},
        {"name": "d", "target": "d", "options": "Compression=yes"},
        {"name": "e", "target": "e", "options": ["ProxyCommand=x"]},
        {"name": "f", "target": "f", "newer": 1},
    ]
    file.write_text(json.dumps(said))
    assert [one.name for one in machines_in(tmp_path).all()] == ["attic", "f"]


def test_a_list_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    machines = machines_in(tmp_path)
    with pytest.raises(MachinesNotSaved):
        machines.put(ATTIC)
    assert machines.all() == ()
