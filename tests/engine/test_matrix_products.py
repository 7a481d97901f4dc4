"""Hearth's own matrix products say what llama.cpp's say, and only where they should."""

from __future__ import annotations

import functools
import json
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.engine.load import self_test_child
from app.core.ggml.backends import TYPES
from app.core.ggml.product_trial import Times, measure, worthwhile
from tests.helpers.child_run import run_module
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.quantised_model import quantised
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from app.core.llama import ModelParams

pytestmark = pytest.mark.usefixtures("all_threads")
KERNELS = ("avx512_vnni", "avx_vnni", "avx2")
NAMED = "HEARTH_MATMUL"


@functools.cache
def flags() -> set[str]:
    """Return the instruction sets of the processor that there are kernels for."""
    if sys.platform == "darwin" or platform.machine() not in ("x86_64", "AMD64"):
        return set()
    if sys.platform == "win32":  # which has no word for all of them
        return set(answer("instructions")).intersection(KERNELS)
    return set(Path("/proc/cpuinfo").read_text("utf-8").split()).intersection(KERNELS)


def types() -> set[str]:
    """Return the types of weights that the best of the kernels knows."""
    if not flags():
        return set()
    return set(TYPES) - ({"Q8_0"} if flags() == {"avx2"} else set())


def answer(command: str, *arguments: str, **variables: str) -> Any:
    """Return what a command of `matrix_products` says in a child."""
    return json.loads(run_module(variables, "tests.helpers.matrix_products", command, *arguments))


@pytest.fixture(scope="module")
def k_quants(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a model in Q4_K_M, which has weights in Q4_K and in Q6_K."""
    folder = tmp_path_factory.mktemp("k-quants")
    plain = write_tiny_llama(folder / "plain.gguf", n_embd=256, n_ff=512, quant="F16")
    return str(quantised(plain, folder / "quantised.gguf"))


@pytest.mark.parametrize("kernel", KERNELS)
def test_products_of_all_shapes_are_right(kernel: str) -> None:
    """Only the order in which blocks are added up differs, whatever the number of columns.

    Where llama.cpp has one scale for 256 activations, ours are more exact.
    """
    found = answer("compare", **{NAMED: kernel})

    assert bool(found) == (kernel in flags())
    assert ("Q8_0" in found) == (kernel in flags() and kernel != "avx2")
    for one in found.values():
        assert one["worst"] < 1e-5
        assert one["is_steady"]
        assert one["error"] < 1.001 * one["theirs"]
    for name in {"Q8_0", "Q5_0"}.intersection(found):
        assert found[name]["apart"] < 1e-5  # whose arithmetic is llama.cpp's


def test_a_product_of_llama_cpps_order_between_two_of_ours_changes_neither() -> None:
    """It puts what it makes of the same activations where ours lay."""
    found = answer("beside_llama")

    assert len(found) == (2 if flags() else 0)
    assert max(found, default=0) < 1e-5


def test_what_is_not_known_by_name_is_none() -> None:
    assert answer("compare", **{NAMED: "none"}) == {}


def test_a_model_is_computed_with_them_where_the_processor_knows_the_instructions() -> None:
    found = np.array(answer("logits"))
    without = np.array(answer("logits", **{NAMED: "none"}))

    assert bool((found != without).any()) == ("Q8_0" in types())
    assert np.abs(found - without).max() < 0.1 * without.std()


def test_a_model_in_k_quants_says_what_it_says_without_them(k_quants: str) -> None:
    """But for the rounding of activations, which differs."""
    found = np.array(answer("logits", k_quants))
    without = np.array(answer("logits", k_quants, **{NAMED: "none"}))

    assert bool((found != without).any()) == bool(flags())
    assert np.corrcoef(found, without)[0, 1] > 0.999


@pytest.mark.parametrize("settled", [{}, {"Q4_K": 0}])
def test_weights_stay_in_the_file_but_where_their_order_is_left_to_llama_cpp(
    k_quants: str, settled: dict[str, int]
) -> None:
    found = answer("places", k_quants, json.dumps(settled))

    repacked = {"CPU_REPACK"} if settled or not flags() else set()
    assert set(found) == {"CPU_Mapped", *(["Hearth"] if flags() else []), *repacked}


def test_what_is_not_worth_it_is_left_to_llama_cpp() -> None:
    if not flags():
        return
    assert answer("settled") == {
        "Q8_0": ["Q8_0" in types()] * 4,
        "Q5_0": [True, True, True, True],
        "Q4_K": [False, False, False, False],
        "Q6_K": [False, True, True, True],
    }


def test_with_plain_weight_layouts_they_are_not_loaded() -> None:
    assert not answer("is_admitted_for_plain_layouts")


@pytest.mark.parametrize("count", [0, 1])
def test_they_are_for_some_types_and_where_no_gpu_takes_the_products_of_long_prompts(
    count: int,
) -> None:
    if not flags():
        assert answer("compare") == {}
        return
    with servers(count) as running:
        taken = answer("refusals_beside_a_gpu", **running.variables)

    ours = {name: count == 0 and name in types() for name in TYPES}
    assert taken == {**ours, "Q4_0": False, "Q5_K": False, "F32": False, "three": False}


@pytest.mark.parametrize("kernel", ["none", *sorted(flags())])
def test_several_gpus_compute_at_the_same_time_as_without_them(kernel: str) -> None:
    with servers(2) as running:
        assert answer("is_pipelined", **running.variables, **{NAMED: kernel})


@pytest.mark.parametrize(("factor", "code"), [(1.001, 0), (-1.0, self_test_child._NONSENSE)])
def test_a_processor_must_say_the_same_with_all_weight_layouts(
    monkeypatch: pytest.MonkeyPatch, *, factor: float, code: int
) -> None:
    rows = np.random.default_rng(1).normal(size=(3, 50)).astype(np.float32)

    def says(params: ModelParams) -> Any:
        return rows * np.float32(factor) if params.use_extra_bufts else rows

    monkeypatch.setattr(self_test_child, "_logits", says)

    assert self_test_child.try_devices(use_extra_bufts=True, found=tuple) == code
    assert self_test_child.try_devices(use_extra_bufts=False, found=tuple) == 0


@pytest.mark.parametrize(
    ("own", "plain", "theirs", "expected"),
    [
        ((1, 1, 1), (1, 2, 3), (1, 2, 3), 7),
        ((1.05, 1, 1), (1, 2, 3), (1, 2, 3), 7),  # a token says the same alone and among others
        ((1.3, 1, 1), (1, 2, 3), (1, 2, 3), 6),
        ((1, 1, 1), (1, 2, 3), (1, 1.2, 1.2), 0),
        ((1, 1, 1), (1, 2, 3), (1, 2, 0.5), 0),  # as with AMX: weights lie in one order only
    ],
)
def test_what_is_worth_it_follows_from_all_classes_of_batches(
    own: tuple[float, ...], plain: tuple[float, ...], theirs: tuple[float, ...], expected: int
) -> None:
    assert worthwhile([Times(*times) for times in zip(own, plain, theirs, strict=True)]) == expected
    assert worthwhile([]) == 0


def test_it_is_measured_for_each_type() -> None:
    found = measure(1)

    assert set(found) == (set(TYPES) if flags() else set())
    assert all(0 <= classes <= 7 for classes in found.values())
