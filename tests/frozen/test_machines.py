"""A part of a model on another machine, by the RPC backend that the packages have."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.helpers.rpc_devices import servers
from tests.helpers.stand_in_ssh import StandInSsh

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.frozen.conftest import Frozen


def test_a_model_lies_on_another_machine_and_comes_back_without_it(
    frozen: Frozen, tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ssh = StandInSsh(tmp_path / "programs", monkeypatch)
    frozen.variables["PATH"] = os.environ["PATH"]
    model = str(tiny_model)
    with servers(1) as running:
        port = running.addresses[0].rpartition(":")[2]
        added = frozen.run("machines", "add", "attic", "me@attic", "--port", port)
        assert added.code == 0, added.err
        checked = frozen.run("machines", "check", "--json")
        assert checked.code == 0, checked.err
        assert checked.figures["machines"][0]["devices"]
        assert frozen.run("machines", "use", model, "attic").code == 0
        there = frozen.ask("--model", model, "--max-tokens", "8", "Guten Tag!")
        assert there["gpu_layers"] > 0
    gone = frozen.run(
        *("ask", "--temp", "0", "--json", "--model", model, "--max-tokens", "8", "Guten Tag!")
    )
    assert gone.code == 0, gone.err
    assert "attic" in gone.err, "that it is left out is told"
    assert gone.figures["gpu_layers"] == 0
    assert gone.figures["text"]
    ssh.until_none_runs()
