"""What a placement takes of RAM and of each device."""

from __future__ import annotations

from app.core.fit.machine import Placement, memory_use
from app.core.fit.model_memory import RAM
from app.core.plain_value import replace
from tests.unit.core.fit.models import GIB, MIB, N_LAYERS, model

LAYER = 128 * MIB
LAYER_CACHE = GIB // N_LAYERS  # at 8,192 tokens
N_CTX = 8192


def test_without_devices_everything_is_in_ram() -> None:
    (use,) = memory_use(model(), Placement(N_CTX))

    assert use.place == RAM
    assert use.weights_bytes == N_LAYERS * LAYER + GIB
    assert use.cache_bytes == GIB
    assert use.total_bytes == use.weights_bytes + GIB + 256 * MIB


def test_the_output_is_offloaded_first_and_the_input_never() -> None:
    in_ram, on_gpu = memory_use(model(), Placement(N_CTX, (("GPU0", 1),)))

    assert on_gpu.weights_bytes == 512 * MIB
    assert on_gpu.cache_bytes == 0
    assert in_ram.weights_bytes == N_LAYERS * LAYER + 512 * MIB


def test_a_layer_takes_its_cache_along() -> None:
    in_ram, on_gpu = memory_use(model(), Placement(N_CTX, (("GPU0", 4),)))

    assert on_gpu.weights_bytes == 512 * MIB + 3 * LAYER
    assert on_gpu.cache_bytes == 3 * LAYER_CACHE
    assert in_ram.cache_bytes == GIB - 3 * LAYER_CACHE


def test_two_devices_have_the_layers_in_their_order() -> None:
    shares = (("GPU0", 10), ("GPU1", 3))

    _ram, first, second = memory_use(model(), Placement(N_CTX, shares))

    assert first.weights_bytes == 10 * LAYER
    assert second.weights_bytes == 2 * LAYER + 512 * MIB


def test_a_gpu_that_computes_a_shared_output_needs_a_copy_of_it() -> None:
    tied = replace(model(), weights=replace(model().weights, shared_bytes=512 * MIB))

    in_ram, on_gpu = memory_use(tied, Placement(N_CTX, (("GPU0", 1),)))

    assert on_gpu.weights_bytes == GIB
    assert in_ram.weights_bytes == N_LAYERS * LAYER + 512 * MIB
    assert memory_use(tied, Placement(N_CTX))[0].weights_bytes == N_LAYERS * LAYER + GIB


def test_experts_in_ram_are_those_of_the_first_layers() -> None:
    experts = model(expert_bytes=100 * MIB)
    placement = Placement(N_CTX, (("GPU0", N_LAYERS + 1),), n_expert_layers_in_ram=5)

    in_ram, on_gpu = memory_use(experts, placement)

    assert in_ram.weights_bytes == 512 * MIB + 500 * MIB
    assert on_gpu.weights_bytes == N_LAYERS * LAYER + 512 * MIB - 500 * MIB
    assert on_gpu.cache_bytes == GIB
    assert placement.expert_layers_in_ram(N_LAYERS) == (0, 1, 2, 3, 4)


def test_buffers_for_computing_are_those_that_were_simulated() -> None:
    alone = memory_use(model(), Placement(N_CTX))
    part = memory_use(model(), Placement(N_CTX, (("GPU0", 7),)))

    assert [use.compute_bytes for use in alone] == [256 * MIB]
    assert [use.compute_bytes for use in part] == [16 * MIB, 256 * MIB]


def test_no_byte_is_lost_wherever_the_layers_are() -> None:
    total = model().weights.total_bytes
    for n_layers in range(N_LAYERS + 2):
        shares = (("GPU0", n_layers),) if n_layers else ()
        uses = memory_use(model(), Placement(N_CTX, shares))
        assert sum(use.weights_bytes for use in uses) == total
        assert sum(use.cache_bytes for use in uses) == GIB
