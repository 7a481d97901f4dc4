"""Layers on Vulkan, by a driver of Mesa that computes on the processor: a GPU to llama.cpp."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from app.core.protocol import FinishReason, PrefixSource, ProblemRaised
from tests.helpers.child_run import run_module
from tests.helpers.engine_harness import Dialogue
from tests.helpers.link_harness import LinkHarness
from tests.helpers.memory_kinds import kinds
from tests.helpers.vulkan_devices import NO_DRIVER, variables

if TYPE_CHECKING:
    from pathlib import Path

OFFLOADED_RUN = "tests.helpers.offloaded_run"
EXACT, QUANTISED = (0.9999, 0.05), (0.999, 0.3)  # least cosine, most difference of one logit
DYING_DRIVER = (
    "#include <stdlib.h>\n__attribute__((constructor)) static void die(void) { abort(); }"
)

pytestmark = pytest.mark.usefixtures("vulkan")


def wanted(*names: str) -> tuple[str, ...]:
    every = tuple(kind.name for kind in kinds())
    return every if os.environ.get("HEARTH_TEST_GPU") == "all" else names


def run_of(mode: str, folder: Path, name: str) -> dict[str, Any]:
    lines = run_module(variables(), OFFLOADED_RUN, mode, "short", str(folder), name).splitlines()
    [found] = [json.loads(line) for line in lines if line.startswith("{")]
    return dict(found)


def use(monkeypatch: pytest.MonkeyPatch, **options: str) -> None:
    """Let processes that are started from now on have the device."""
    for name, value in variables(**options).items():
        monkeypatch.setenv(name, value)


def problems(harness: LinkHarness) -> list[str]:
    return [event.problem.text() for event in harness.seen if isinstance(event, ProblemRaised)]


# Attention, recurrent layers, a sliding window; HEARTH_TEST_GPU=all tries every kind.
@pytest.mark.parametrize("name", wanted("llama", "lfm2", "lfm2-window"))
def test_memory_is_offloaded_and_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    run = run_of("kinds", tmp_path, name)

    assert run["shares"][0][0] == "Vulkan0"
    assert run["n_gpu_layers"] == run["n_layers"]
    for found in run["found"]:
        assert found["same_rows"]
        assert found["same_logits"] or not run["is_exact"]
        assert found["difference"] < 1e-3


@pytest.mark.parametrize("name", wanted("llama", "lfm2"))
def test_what_one_device_has_saved_is_right_for_another(tmp_path: Path, name: str) -> None:
    least_cosine, most_difference = QUANTISED if "q8_0" in name else EXACT
    run = run_of("crossed", tmp_path, name)

    for side in ("from devices", "from processor"):
        assert run[side]["same_namespace"]
        for found in run[side]["restored"]:
            assert found["cosine"] > least_cosine, run
            assert found["difference"] < most_difference, run
            assert found["witness_agrees"], run


@pytest.mark.parametrize("options", [{"driver": NO_DRIVER}, {"visible": "5"}])
def test_without_a_driver_or_with_a_wrong_index_there_is_no_gpu_and_no_harm(
    options: dict[str, str],
) -> None:
    said = json.loads(run_module(variables(**options), OFFLOADED_RUN, "asked").splitlines()[-1])

    assert not said["us"]


def test_a_chat_goes_on_when_the_driver_is_removed_between_two_starts(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch)
    dialogue = Dialogue()
    with LinkHarness(tmp_path / "engine", tiny_model, backend=None) as harness:
        assert harness.info is not None
        assert harness.info.n_gpu_layers == harness.info.n_layers
        assert harness.info.notes == ()
        assert problems(harness) == []
        harness.turn(dialogue, "Tell me of the sea, and of the ships.")
        harness.until_stored(dialogue.chat)

    use(monkeypatch, driver=NO_DRIVER)
    with LinkHarness(tmp_path / "engine", tiny_model, backend=None) as harness:
        assert harness.info is not None
        assert harness.info.n_gpu_layers == 0
        [told] = problems(harness)
        assert "llvmpipe" in told
        assert "is unavailable" in told
        finished = harness.turn(dialogue, "And of the hills?")
        assert finished.finish_reason is FinishReason.LENGTH
        assert finished.stats.source is PrefixSource.DISK
        assert finished.stats.n_restored > 0

    with LinkHarness(tmp_path / "engine", tiny_model, backend=None) as harness:
        assert problems(harness) == []  # said once


def test_a_driver_that_ends_every_process_that_loads_it_is_left_alone(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, manifest = tmp_path / "libdying.so", tmp_path / "dying.json"
    compiler = ["cc", "-shared", "-fPIC", "-x", "c", "-o", str(library), "-"]
    subprocess.run(compiler, input=DYING_DRIVER.encode(), check=True)
    driver = {"library_path": str(library), "api_version": "1.2.0"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": driver}))
    use(monkeypatch, driver=str(manifest))

    with LinkHarness(tmp_path / "engine", tiny_model, backend=None) as harness:
        first = harness.pid
        assert harness.info is not None
        assert harness.info.n_gpu_layers == 0
        assert "failed the self-test" in str(harness.info.notes[0])
        assert harness.turn(Dialogue(), "Hello?").finish_reason is FinishReason.LENGTH
        assert harness.pid == first
