"""The verdict in words, and the arithmetic behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.fit.model_memory import RAM, ModelMemory
from app.core.fit.planner import Wish, plan_load
from app.core.fit.verdict import Verdict, report_fit
from app.core.plain_value import replace
from tests.unit.core.fit.models import GIB, MIB, gpu, machine, model

if TYPE_CHECKING:
    from app.core.fit.machine import MachineMemory

MUCH = 64 * GIB
DENSE = model()
MIXTURE = model(layer_bytes=512 * MIB, expert_bytes=448 * MIB)


@pytest.mark.parametrize(
    ("what", "where", "verdict", "words"),
    [
        (DENSE, machine(MUCH), Verdict.FITS, "There is enough free memory."),
        (DENSE, machine(MUCH, gpu(MUCH)), Verdict.FITS, "All layers fit on the GPU."),
        (DENSE, machine(MUCH, gpu(4 * GIB)), Verdict.SLOW, "of 32 layers fit on the GPU"),
        (DENSE, machine(MUCH, gpu(MIB)), Verdict.SLOW, "this model runs on the processor"),
        (MIXTURE, machine(MUCH, gpu(8 * GIB)), Verdict.SLOW, "of 32 layers stay on the processor"),
        (
            DENSE,
            replace(machine(MUCH), ram_free_bytes=GIB),
            Verdict.SLOW,
            "and 1.1 GB is free: other programs may slow down",
        ),
        (DENSE, machine(2 * GIB), Verdict.WONT_FIT, "would freeze this machine"),
    ],
)
def test_each_way_to_fit_has_its_verdict_and_its_sentence(
    what: ModelMemory, where: MachineMemory, verdict: Verdict, words: str
) -> None:
    report = report_fit(what, where, plan_load(what, where, Wish(n_ctx=8192)))

    assert report.verdict is verdict
    assert words in str(report.reason)
    assert (report.placement is None) == (verdict is Verdict.WONT_FIT)


@pytest.mark.parametrize(
    ("most", "where", "verdict", "words"),
    [
        (0, machine(MUCH, gpu(MUCH)), Verdict.FITS, "Its settings keep it off the GPU"),
        (0, machine(MUCH, gpu(MIB)), Verdict.FITS, "Its settings keep it off the GPU"),
        (0, machine(MUCH), Verdict.FITS, "There is enough free memory."),
        (
            7,
            machine(MUCH, gpu(MUCH)),
            Verdict.FITS,
            "Its settings allow 7 of 32 layers on the GPU.",
        ),
        (31, machine(MUCH, gpu(4 * GIB)), Verdict.SLOW, "of 32 layers fit on the GPU"),
        (32, machine(MUCH, gpu(MUCH)), Verdict.FITS, "All layers fit on the GPU."),
    ],
)
def test_who_wanted_fewer_layers_on_the_gpu_is_not_told_that_it_lacks_memory(
    most: int, where: MachineMemory, verdict: Verdict, words: str
) -> None:
    wish = Wish(n_ctx=8192, most_gpu_layers=most)

    report = report_fit(DENSE, where, plan_load(DENSE, where, wish))

    assert report.verdict is verdict
    assert words in str(report.reason)


@pytest.mark.parametrize(
    "where", [machine(MUCH), machine(MUCH, gpu(MUCH)), machine(MUCH, gpu(4 * GIB))]
)
def test_a_smaller_context_than_is_wanted_is_said_to_be_that(where: MachineMemory) -> None:
    wanted = 100_000_000

    report = report_fit(DENSE, where, plan_load(DENSE, where, Wish(n_ctx=wanted)))

    assert report.verdict is Verdict.SMALLER_CONTEXT
    assert report.placement is not None
    assert report.placement.n_ctx < wanted
    assert str(report.reason) == (
        f"It fits with a context of {report.placement.n_ctx:,} tokens, but not with the "
        "100,000,000 requested."
    )


def test_the_arithmetic_names_every_place_with_what_is_free_there() -> None:
    where = machine(MUCH, gpu(4 * GIB))

    report = report_fit(DENSE, where, plan_load(DENSE, where, Wish(n_ctx=8192)))

    assert [place.use.place for place in report.places] == [RAM, "GPU0"]
    assert report.places[0].free_bytes == where.ram_free_bytes
    assert report.places[1].free_bytes == where.devices[0].free_bytes
    assert all(place.use.total_bytes < place.free_bytes for place in report.places)
