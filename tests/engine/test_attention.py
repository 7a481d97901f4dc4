"""Hearth's own attention is exact, steady, and used where it is faster."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.load import model_measure
from app.core.engine.load.model_measure import context_params
from app.core.llama import Context, Model, ModelParams, library
from app.core.protocol import LoadSettings
from tests.engine.test_matrix_products import KERNELS, NAMED, flags
from tests.helpers.child_run import run_module

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("all_threads")


def answer(command: str, **variables: str) -> Any:
    """Return what a command of `attention` says in a child."""
    return json.loads(run_module(variables, "tests.helpers.attention", command))


@pytest.mark.parametrize("kernel", KERNELS)
def test_attention_of_all_shapes_is_exact(kernel: str) -> None:
    found = answer("compare", **{NAMED: kernel})

    assert bool(found) == (kernel in flags())
    if found:
        assert found["worst"] < 1e-5
        assert found["worst"] < found["theirs"] / 100  # llama.cpp adds in halves
        assert found["is_steady"]


def test_shapes_that_it_does_not_know_are_left_to_llama_cpp() -> None:
    found = answer("taken")

    known = {"plain", "prompt", "limit and sinks"} if flags() else set()
    assert {name for name, is_taken in found.items() if is_taken} == known


@pytest.mark.parametrize("n_ctx", [512, 1 << 20])
def test_no_scores_are_held_where_it_computes(tiny_model: Path, n_ctx: int) -> None:
    model = Model(str(tiny_model), ModelParams(0), lambda _fraction: True)
    params = context_params(model, LoadSettings(n_ctx=n_ctx), 512, 0)
    plain = context_params(model, LoadSettings(n_ctx=n_ctx, flash_attention=False), 512, 0)
    with library.recorded_log() as lines:
        Context(model, params).close()
    model.close()
    is_flash = bool(flags()) or n_ctx > 512  # whose scores would take a gigabyte
    assert (params.n_ubatch, params.flash_attention) == ((512 if is_flash else 128), is_flash)
    assert (plain.n_ubatch, plain.flash_attention) == (128, False)
    said = "Flash Attention enabled" if is_flash else "flash_attn += disabled"
    assert any(re.search(said, line) for line in lines)


def test_plain_weight_layouts_do_without_it(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_measure, "has_own_attention", lambda: pytest.fail("is asked"))
    model = Model(str(tiny_model), ModelParams(0, use_extra_bufts=False), lambda _fraction: True)
    params = context_params(model, LoadSettings(), 512, 0)
    model.close()
    assert (params.n_ubatch, params.flash_attention) == (128, False)
