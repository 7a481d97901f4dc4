"""Hearth's own matrix products say what llama.cpp's say, and only where they should."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.engine.load import self_test
from tests.helpers.child_run import run_module
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from app.core.llama import ModelParams

pytestmark = pytest.mark.usefixtures("all_threads")
KERNELS = ("avx512_vnni", "avx_vnni")
NAMED = "HEARTH_MATMUL"


def flags() -> set[str]:
    """Return the instruction sets of the processor that there are kernels for."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return set()
    return set(Path("/proc/cpuinfo").read_text("utf-8").split()).intersection(KERNELS)


def answer(command: str, **variables: str) -> Any:
    """Return what a command of `matrix_products` says in a child."""
    return json.loads(run_module(variables, "tests.helpers.matrix_products", command))


@pytest.mark.parametrize("kernel", KERNELS)
def test_products_of_all_shapes_are_those_of_llama_cpp(kernel: str) -> None:
    """Only the order in which blocks are added up differs, whatever the number of columns."""
    found = answer("compare", **{NAMED: kernel})

    assert found["is_there"] == (kernel in flags())
    if found["is_there"]:
        assert found["worst"] < 1e-5
        assert found["is_steady"]


def test_what_is_not_known_by_name_is_none() -> None:
    assert answer("compare", **{NAMED: "none"}) == {"is_there": False}


def test_a_model_is_computed_with_them_where_the_processor_knows_the_instructions() -> None:
    found = np.array(answer("logits"))
    without = np.array(answer("logits", **{NAMED: "none"}))

    assert bool((found != without).any()) == bool(flags())
    assert np.abs(found - without).max() < 0.1 * without.std()


def test_with_plain_weight_layouts_they_are_not_loaded() -> None:
    assert not answer("is_admitted_for_plain_layouts")


@pytest.mark.parametrize("count", [0, 1])
def test_they_are_for_q8_0_and_where_no_gpu_takes_the_products_of_long_prompts(count: int) -> None:
    if not flags():
        assert answer("compare") == {"is_there": False}
        return
    with servers(count) as running:
        taken = answer("refusals_beside_a_gpu", **running.variables)

    assert taken == {"Q8_0": count == 0, "Q4_0": False, "F32": False, "three": False}


@pytest.mark.parametrize("kernel", ["none", *sorted(flags())])
def test_several_gpus_compute_at_the_same_time_as_without_them(kernel: str) -> None:
    with servers(2) as running:
        assert answer("is_pipelined", **running.variables, **{NAMED: kernel})


@pytest.mark.parametrize(("factor", "code"), [(1.001, 0), (-1.0, self_test._NONSENSE)])
def test_a_processor_must_say_the_same_with_all_weight_layouts(
    monkeypatch: pytest.MonkeyPatch, *, factor: float, code: int
) -> None:
    rows = np.random.default_rng(1).normal(size=(3, 50)).astype(np.float32)

    def says(params: ModelParams) -> Any:
        return rows * np.float32(factor) if params.use_extra_bufts else rows

    monkeypatch.setattr(self_test, "_logits", says)

    assert self_test.try_devices(use_extra_bufts=True, found=tuple) == code
    assert self_test.try_devices(use_extra_bufts=False, found=tuple) == 0
