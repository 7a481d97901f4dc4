"""What a machine has when somebody gives memory back."""

from __future__ import annotations

from app.core.fit.model_memory import RAM
from tests.unit.core.fit.models import GIB, gpu, machine


def test_memory_comes_back_where_it_was_taken_and_never_more_than_there_is() -> None:
    before = machine(4 * GIB, gpu(2 * GIB), gpu(GIB, "GPU1"), ram_total=32 * GIB)

    after = before.given_back(((RAM, GIB), ("GPU0", 3 * GIB), ("GPU1", 900 * GIB), ("gone", 1)))

    assert after.ram_free_bytes == before.ram_free_bytes + GIB
    assert after.devices[0].free_bytes == before.devices[0].free_bytes + 3 * GIB
    assert after.devices[1].free_bytes == after.devices[1].total_bytes


def test_an_integrated_gpu_gives_back_to_ram() -> None:
    before = machine(4 * GIB, gpu(2 * GIB, kind="igpu"), ram_total=32 * GIB)

    after = before.given_back((("GPU0", GIB),))

    assert after.ram_free_bytes == before.ram_free_bytes + GIB
