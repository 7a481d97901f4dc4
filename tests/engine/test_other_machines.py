"""A model over several machines: real servers of llama.cpp's RPC backend in children."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from app.core.engine.other_machines import OtherMachines
from app.core.ggml import rpc_servers
from app.core.protocol import (
    BackendChoice,
    FinishReason,
    LoadModel,
    ModelUnloaded,
    PrefixSource,
    ProblemRaised,
    RemoteMachine,
    UnloadModel,
)
from tests.helpers.engine_harness import Dialogue
from tests.helpers.harm import READS_WHERE_NOTHING_IS
from tests.helpers.link_harness import LinkHarness
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LONG = "Tell me a long story. " * 20
BOTH = (("attic", 1.0), ("cellar", 1.0))


def test_layers_lie_on_machines_and_a_chat_comes_back_from_there(
    tmp_path: Path, tiny_model: Path
) -> None:
    with servers(2) as running:
        machines = running.machines("attic", "cellar")
        load: dict[str, Any] = {"machines": machines, "split": BOTH}
        dialogue = Dialogue()
        with LinkHarness(tmp_path / "engine", tiny_model, **load) as harness:
            info = harness.info
            assert info is not None
            assert info.n_gpu_layers == info.n_layers
            uses = {use.place: use.n_layers for use in info.placement.uses}
            assert set(uses) == {"RAM", "attic", "cellar"}
            assert uses["attic"] > 0
            assert uses["cellar"] > 0
            elsewhere = {device.name: device for device in info.devices if device.round_trip_s}
            assert set(elsewhere) == {"attic", "cellar"}
            assert all(device.free_bytes > 0 for device in elsewhere.values())
            assert info.settings == LoadModel("", info.settings).settings
            assert info.settings.machines == machines
            first = harness.turn(dialogue, LONG)
            harness.until_stored(dialogue.chat)
            before = list(dialogue.messages)
            went_on = harness.turn(dialogue, "And now?")

        dialogue.messages[:] = before
        with LinkHarness(tmp_path / "engine", tiny_model, **load) as harness:
            finished = harness.turn(dialogue, "And now?")
            assert finished.stats.source is PrefixSource.DISK
            assert finished.stats.n_restored > 0
            assert finished.record is not None
            assert went_on.record is not None
            assert finished.record.token_ids == went_on.record.token_ids
    assert first.finish_reason is FinishReason.LENGTH

    # What is stored does not say where it was computed.
    dialogue.messages[:] = before
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        assert harness.info is not None
        assert harness.info.n_gpu_layers == 0
        assert harness.turn(dialogue, "And now?").stats.source is PrefixSource.DISK


def test_a_machine_is_used_in_one_load_and_not_touched_in_the_next(
    tmp_path: Path, tiny_model: Path
) -> None:
    with (
        servers(1) as running,
        LinkHarness(tmp_path / "engine", tiny_model, machines=running.machines("attic")) as harness,
    ):
        assert harness.info is not None
        assert harness.info.n_gpu_layers == harness.info.n_layers
        harness.post(UnloadModel())
        harness.wait(ModelUnloaded)
        running.kill()
        harness.post(LoadModel(str(tiny_model), backend=BackendChoice()))
        harness.until_loaded()
        assert harness.info.n_gpu_layers == 0
        assert not any(device.round_trip_s for device in harness.info.devices)
        assert harness.turn(Dialogue(), "Hello?").finish_reason is FinishReason.LENGTH


def test_one_that_does_not_answer_is_told_and_done_without(
    tmp_path: Path, tiny_model: Path
) -> None:
    with servers(2) as running:
        running.kill(0)
        machines = running.machines("attic", "cellar")
        nowhere = RemoteMachine("nowhere")  # of which somebody else has told
        with LinkHarness(tmp_path / "engine", tiny_model, machines=(*machines, nowhere)) as harness:
            problems = [one for one in harness.seen if isinstance(one, ProblemRaised)]
            assert ["“attic”" in one.problem.text() for one in problems] == [True]
            assert harness.info is not None
            uses = {use.place for use in harness.info.placement.uses if use.n_layers}
            assert uses == {"cellar"} or uses == {"cellar", "RAM"}


def test_a_machine_is_tried_once_and_again_when_it_is_another_one(tmp_path: Path) -> None:
    file = tmp_path / "trusted.json"
    told: list[Any] = []
    marker = tmp_path / "tried"
    script = f"open({str(marker)!r}, 'a').write('x')"
    try:
        with servers(1) as running:
            machines = running.machines("attic")
            for _ in range(2):
                OtherMachines(
                    file,
                    told.append,
                    (sys.executable, "-c", script),
                ).use(machines, BackendChoice(use_gpu=False))
                assert rpc_servers.used_server(machines[0].address) is not None
            assert marker.read_text() == "x"
            assert list(json.loads(file.read_text())) == ["attic"]
            other = OtherMachines(file, told.append, (sys.executable, "-c", script))
            other.use(running.machines("other name"), BackendChoice(use_gpu=False))
            assert marker.read_text() == "xx"
            other.leave()
            assert rpc_servers.used_server(machines[0].address) is None
    finally:
        rpc_servers.use({})
    assert told == []


def test_one_that_takes_the_child_down_is_left_out_and_not_trusted_later(tmp_path: Path) -> None:
    file = tmp_path / "trusted.json"
    told: list[Any] = []
    deadly = (sys.executable, "-c", READS_WHERE_NOTHING_IS)
    with servers(1) as running:
        machines = running.machines("attic")
        for _ in range(2):
            OtherMachines(file, told.append, deadly).use(machines, BackendChoice(use_gpu=False))
            assert not rpc_servers.are_used()
    assert [str(one.problem.what) for one in told] == [
        "The machine “attic” failed the self-test."
    ] * 2
    assert not file.exists()


def test_a_build_without_the_backend_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc_servers, "has_library", lambda: False)
    told: list[Any] = []
    machines = OtherMachines(tmp_path / "trusted.json", told.append)
    machines.use((RemoteMachine("attic", "127.0.0.1:1"),), BackendChoice(use_gpu=False))
    assert "no RPC backend" in told[0].problem.text()
    assert not rpc_servers.are_used()
