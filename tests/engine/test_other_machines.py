"""A model over several machines: real servers of llama.cpp's RPC backend in children."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.engine.load.other_machines import use_machines
from app.core.ggml import rpc_servers
from app.core.protocol import (
    BackendChoice,
    FinishReason,
    LoadModel,
    ModelUnloaded,
    PrefixSource,
    ProblemRaised,
    UnloadModel,
)
from tests.helpers.engine_harness import Dialogue
from tests.helpers.link_harness import LinkHarness
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LONG = "Tell me a long story. " * 20


def test_layers_lie_on_machines_and_a_chat_comes_back_from_there(
    tmp_path: Path, tiny_model: Path
) -> None:
    with servers(2) as running:
        attic, cellar = machines = running.addresses
        split = ((attic, 1.0), (cellar, 1.0))
        load: dict[str, Any] = {"machines": machines, "split": split}
        dialogue = Dialogue()
        with LinkHarness(tmp_path / "engine", tiny_model, **load) as harness:
            info = harness.info
            assert info is not None
            assert info.n_gpu_layers == info.n_layers
            uses = {use.place: use.n_layers for use in info.placement.uses}
            assert set(uses) == {"RAM", attic, cellar}
            assert uses[attic] > 0
            assert uses[cellar] > 0
            elsewhere = {device.name: device for device in info.devices if device.round_trip_s}
            assert set(elsewhere) == {attic, cellar}
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
        LinkHarness(tmp_path / "engine", tiny_model, machines=running.addresses) as harness,
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
        attic, cellar = running.addresses
        with LinkHarness(
            tmp_path / "engine", tiny_model, machines=(attic, cellar, "barn & co")
        ) as harness:
            problems = [one for one in harness.seen if isinstance(one, ProblemRaised)]
            assert [str(one.problem.what) for one in problems] == [
                f"No rpc-server listens at {attic}.",
                "“barn & co” is not an rpc-server address: use HOST:PORT.",
            ]
            assert harness.info is not None
            uses = {use.place for use in harness.info.placement.uses if use.n_layers}
            assert uses - {"RAM"} == {cellar}


def test_a_build_without_the_backend_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rpc_servers, "has_library", lambda: False)
    told: list[Any] = []
    use_machines(("127.0.0.1:1",), BackendChoice(use_gpu=False), told.append)
    assert "no RPC backend" in told[0].problem.text()
    assert not rpc_servers.are_used()
