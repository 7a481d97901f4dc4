"""Layers on other devices: here llama.cpp's RPC servers, which are what a GPU is to llama.cpp."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.memory_kinds import kinds
from tests.helpers.rpc_devices import run_with_devices

if TYPE_CHECKING:
    from pathlib import Path

OFFLOADED_RUN = "tests.helpers.offloaded_run"


@pytest.mark.parametrize("n_devices", [1, 2])
def test_every_kind_of_memory_is_offloaded_and_comes_back_as_it_was(
    tmp_path: Path, n_devices: int
) -> None:
    lines = run_with_devices(n_devices, OFFLOADED_RUN, "kinds", "long", str(tmp_path)).splitlines()
    runs: list[dict[str, Any]] = [json.loads(line) for line in lines if line.startswith("{")]

    assert [run["kind"] for run in runs] == [kind.name for kind in kinds()]
    for run in runs:
        assert run["devices"].count("gpu") == n_devices
        assert len([count for _name, count in run["shares"] if count]) == n_devices
        assert run["n_gpu_layers"] == run["n_layers"], run["kind"]
        assert run["places"] == {"RAM": 0, **dict(run["shares"])}, run["kind"]
        for found in run["found"]:
            assert found["same_rows"], run["kind"]
            # Where a window has moved on, cells lie in another order, and sums differ.
            assert found["same_logits"] or not run["is_exact"], run["kind"]
            assert found["difference"] < 1e-3, run["kind"]


def test_every_place_takes_what_was_predicted(tmp_path: Path) -> None:
    lines = run_with_devices(2, OFFLOADED_RUN, "predictions", str(tmp_path)).splitlines()

    for found in map(json.loads, lines):
        predicted, taken = found["predicted"], found["taken"]
        for name, _count in found["shares"]:
            assert predicted[name] == pytest.approx(taken[name], rel=0.1), found
        # Experts that stay lie between what goes, and llama.cpp counts the whole range it maps.
        if not found["experts"]:
            assert predicted["RAM"] == pytest.approx(taken["RAM"], rel=0.1), found


def test_without_offload_no_gpu_is_touched(tiny_model: Path) -> None:
    log = run_with_devices(1, OFFLOADED_RUN, "no-layers", str(tiny_model))

    buffers = [line for line in log.splitlines() if "buffer size" in line]
    assert any("CPU compute buffer size" in line for line in buffers)
    assert not [line for line in buffers if "RPC" in line]


def test_a_backend_without_a_device_is_no_gpu() -> None:
    said = json.loads(run_with_devices(0, OFFLOADED_RUN, "asked").splitlines()[-1])

    assert said == {"llama.cpp": True, "us": False}
