"""What the size of a file tells of the memory that its model takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.fit.planner import ESTIMATED_CONTEXT, ESTIMATED_WISH, estimated_model, plan_load
from app.core.fit.verdict import Verdict, report_fit
from tests.unit.core.fit.models import GIB, gpu, machine

if TYPE_CHECKING:
    from app.core.fit.machine import MachineMemory

GB = 10**9


def verdict(size_bytes: int, where: MachineMemory) -> Verdict:
    memory = estimated_model(size_bytes, where)
    return report_fit(memory, where, plan_load(memory, where, ESTIMATED_WISH)).verdict


def test_all_of_the_file_is_weights() -> None:
    memory = estimated_model(5 * GB, machine(64 * GIB))
    report = report_fit(
        memory, machine(64 * GIB), plan_load(memory, machine(64 * GIB), ESTIMATED_WISH)
    )

    assert abs(report.places[0].use.weights_bytes - 5 * GB) < 100
    assert report.places[0].use.cache_bytes == 1.4 * GB
    assert report.placement is not None
    assert report.placement.n_ctx == ESTIMATED_CONTEXT


def test_what_dense_models_take_at_their_usual_quantisation_is_allowed_for() -> None:
    # (size of the file, KV cache at 8,192 tokens in f16): Llama 3.1 8B, Qwen3 4B, Qwen3 32B.
    for size_bytes, cache_bytes in ((4.9, 1.07), (2.5, 1.2), (19.8, 2.15)):
        memory = estimated_model(round(size_bytes * GB), machine(64 * GIB))
        allowed = memory.in_ram.cache_bytes(ESTIMATED_CONTEXT)
        assert 0.9 * cache_bytes * GB < allowed < 1.6 * cache_bytes * GB


def test_it_is_planned_like_any_other_model() -> None:
    assert verdict(5 * GB, machine(16 * GIB)) is Verdict.FITS
    assert verdict(5 * GB, machine(2 * GIB)) is Verdict.WONT_FIT
    assert verdict(5 * GB, machine(16 * GIB, gpu(3 * GIB))) is Verdict.SLOW
    assert verdict(5 * GB, machine(16 * GIB, gpu(12 * GIB))) is Verdict.FITS
