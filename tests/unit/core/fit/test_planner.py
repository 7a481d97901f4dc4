"""Which placement is chosen, at the limits of every kind of memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.fit.machine import MachineMemory, memory_use
from app.core.fit.model_memory import RAM
from app.core.fit.planner import Plan, Refusal, Wish, plan_load, shared_out
from app.core.plain_value import replace
from tests.unit.core.fit.models import GIB, MIB, N_LAYERS, gpu, machine, model

MUCH = 64 * GIB
CACHE_AT_8192 = GIB
WHOLE_AT_8192 = N_LAYERS * 128 * MIB + 512 * MIB + CACHE_AT_8192 + 256 * MIB


def planned(found: Plan | Refusal) -> Plan:
    assert isinstance(found, Plan)
    return found


def test_without_a_gpu_everything_is_in_ram_in_the_largest_usual_context() -> None:
    plan = planned(plan_load(model(), machine(MUCH), Wish()))

    assert plan.placement.shares == ()
    assert plan.placement.n_ctx == 32_768
    assert not plan.crowds_others


def test_a_context_nobody_asked_for_takes_a_quarter_of_the_free_memory_at_most() -> None:
    small = replace(machine(20 * GIB), ram_free_bytes=10 * GIB)

    assert planned(plan_load(model(), small, Wish())).placement.n_ctx == 16_384


@pytest.mark.parametrize(("trained", "expected"), [(4096, 4096), (512, 512), (0, 2048), (1, 2048)])
def test_a_context_is_no_longer_than_what_the_model_was_trained_for(
    trained: int, expected: int
) -> None:
    found = plan_load(model(n_ctx_train=trained), machine(MUCH), Wish())

    assert planned(found).placement.n_ctx == expected


def test_a_model_that_fits_a_gpu_to_the_byte_is_offloaded_whole() -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(WHOLE_AT_8192)), Wish(n_ctx=8192)))

    assert plan.placement.shares == (("GPU0", N_LAYERS + 1),)
    assert plan.uses[1].total_bytes == WHOLE_AT_8192


def test_one_byte_less_on_the_gpu_leaves_one_part_in_ram() -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(WHOLE_AT_8192 - 1)), Wish(n_ctx=8192)))

    assert plan.placement.shares == (("GPU0", N_LAYERS),)


def test_a_smaller_context_comes_before_a_layer_in_ram() -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(WHOLE_AT_8192)), Wish()))

    assert plan.placement.n_gpu_layers == N_LAYERS + 1
    assert plan.placement.n_ctx == 8192


def test_below_a_comfortable_context_layers_go_to_ram_instead() -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(WHOLE_AT_8192 - 1)), Wish()))

    assert plan.placement.n_ctx == 8192
    assert plan.placement.n_gpu_layers == N_LAYERS


def test_a_context_that_was_asked_for_is_kept_and_costs_layers() -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(WHOLE_AT_8192)), Wish(n_ctx=65_536)))

    assert plan.placement.n_ctx == 65_536
    assert 0 < plan.placement.n_gpu_layers < N_LAYERS


def test_layers_are_counted_by_their_size_not_in_quarters() -> None:
    counts = set()
    for n_layers in range(1, N_LAYERS):
        room = 512 * MIB + 256 * MIB + n_layers * (128 * MIB + CACHE_AT_8192 // N_LAYERS)
        found = plan_load(model(), machine(MUCH, gpu(room)), Wish(n_ctx=8192))
        counts.add(planned(found).placement.n_gpu_layers)

    assert counts == set(range(2, N_LAYERS + 1))


def test_no_more_layers_are_offloaded_than_the_user_allows() -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(MUCH)), Wish(most_gpu_layers=7)))

    assert plan.placement.n_gpu_layers == 7


@pytest.mark.parametrize("most", [N_LAYERS, N_LAYERS + 1, 999])
def test_allowing_as_many_layers_as_there_are_allows_everything(most: int) -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(MUCH)), Wish(most_gpu_layers=most)))

    assert plan.placement.n_gpu_layers == N_LAYERS + 1


def test_with_no_layer_allowed_nothing_is_offloaded() -> None:
    plan = planned(plan_load(model(), machine(MUCH, gpu(MUCH)), Wish(most_gpu_layers=0)))

    assert plan.placement.shares == ()


def test_of_two_gpus_the_first_that_has_room_takes_a_whole_model() -> None:
    two = machine(MUCH, gpu(2 * GIB), gpu(MUCH, "GPU1"))

    plan = planned(plan_load(model(device="GPU1"), two, Wish(n_ctx=8192)))

    assert plan.placement.shares == (("GPU1", N_LAYERS + 1),)


def test_a_model_larger_than_either_gpu_is_spread_over_both() -> None:
    two = machine(MUCH, gpu(4 * GIB), gpu(4 * GIB, "GPU1"))

    plan = planned(plan_load(model(), two, Wish(n_ctx=8192)))

    assert [name for name, _count in plan.placement.shares] == ["GPU0", "GPU1"]
    assert plan.placement.n_gpu_layers == N_LAYERS + 1
    assert all(use.total_bytes <= 4 * GIB for use in plan.uses if use.place != RAM)


def test_experts_stay_in_ram_before_whole_layers_do() -> None:
    experts = model(layer_bytes=512 * MIB, expert_bytes=448 * MIB)

    plan = planned(plan_load(experts, machine(MUCH, gpu(8 * GIB)), Wish(n_ctx=8192)))

    assert plan.placement.n_gpu_layers == N_LAYERS + 1
    assert 0 < plan.placement.n_expert_layers_in_ram < N_LAYERS
    fewer = replace(
        plan.placement, n_expert_layers_in_ram=plan.placement.n_expert_layers_in_ram - 1
    )
    assert memory_use(experts, fewer)[1].total_bytes > 8 * GIB


def test_where_not_even_the_rest_fits_a_mixture_goes_by_layers() -> None:
    experts = model(layer_bytes=512 * MIB, expert_bytes=64 * MIB)

    plan = planned(plan_load(experts, machine(MUCH, gpu(8 * GIB)), Wish(n_ctx=8192)))

    assert plan.placement.n_expert_layers_in_ram == 0
    assert 0 < plan.placement.n_gpu_layers <= N_LAYERS


def test_an_integrated_gpu_takes_the_ram_it_lies_in() -> None:
    needed = WHOLE_AT_8192 + 512 * MIB + 16 * MIB
    enough = machine(needed, gpu(MUCH, kind="igpu"), ram_total=8 * MUCH)
    one_less = replace(enough, ram_free_bytes=enough.ram_free_bytes - 1)

    assert planned(plan_load(model(), enough, Wish(n_ctx=8192))).placement.shares
    assert not planned(plan_load(model(), one_less, Wish(n_ctx=8192))).placement.shares


def test_a_model_for_which_others_must_give_way_is_loaded_and_said_to_crowd_them() -> None:
    busy = replace(machine(16 * GIB), ram_free_bytes=2 * GIB)

    plan = planned(plan_load(model(), busy, Wish(n_ctx=4096)))

    assert plan.crowds_others
    assert plan.placement.n_ctx == 4096


def test_a_context_that_is_too_large_is_halved_until_it_fits() -> None:
    plan = planned(plan_load(model(), machine(8 * GIB), Wish(n_ctx=1 << 20)))

    assert plan.n_ctx_wished == 1 << 20
    assert plan.placement.n_ctx == 1 << 14


def test_what_would_freeze_the_machine_is_refused_at_the_last_byte() -> None:
    smallest = memory_use(model(), planned(plan_load(model(), machine(MUCH), Wish(2048))).placement)
    enough = machine(smallest[0].total_bytes, ram_total=2 * smallest[0].total_bytes)
    limit = enough.ram_total_bytes - smallest[0].total_bytes

    tight = replace(enough, ram_total_bytes=limit)
    found = plan_load(model(), replace(tight, ram_free_bytes=0), Wish(2048))

    assert isinstance(found, Refusal)
    assert found.needed_bytes == smallest[0].total_bytes
    assert found.limit_bytes < found.needed_bytes


def test_a_model_too_large_for_ram_alone_is_not_refused_where_a_gpu_has_room() -> None:
    small = machine(3 * GIB, gpu(MUCH))

    assert planned(plan_load(model(), small, Wish(n_ctx=8192))).placement.n_gpu_layers == 33
    assert isinstance(plan_load(model(), replace(small, devices=()), Wish(8192)), Refusal)


def test_a_model_of_a_thousand_layers_and_eight_gpus_is_planned() -> None:
    weights = replace(model().weights, layer_bytes=(MIB,) * 1000, expert_bytes=(0,) * 1000)
    devices = tuple(gpu(64 * MIB, f"GPU{number}") for number in range(8))

    found = plan_load(replace(model(), weights=weights), machine(MUCH, *devices), Wish(2048))

    assert isinstance(found, Plan)


def three() -> MachineMemory:
    return machine(MUCH, gpu(MUCH), gpu(MUCH, "GPU1"), gpu(MUCH, "GPU2"))


def test_layers_are_shared_out_as_wished_and_devices_that_are_not_named_get_none() -> None:
    wish = Wish(n_ctx=8192, split=(("GPU0", 3), ("GPU2", 1)))

    plan = planned(plan_load(model(), three(), wish))

    assert plan.placement.shares == shared_out(N_LAYERS + 1, wish.split)
    assert [name for name, _count in plan.placement.shares] == ["GPU0", "GPU2"]
    assert plan.placement.n_gpu_layers == N_LAYERS + 1


def test_a_split_is_kept_when_one_device_has_too_little_for_its_share() -> None:
    two = machine(MUCH, gpu(2 * GIB), gpu(MUCH, "GPU1"))
    wish = Wish(n_ctx=8192, split=(("GPU0", 1), ("GPU1", 1)))

    first, second = planned(plan_load(model(), two, wish)).placement.shares

    assert 0 < first[1] < N_LAYERS // 2
    assert abs(first[1] - second[1]) <= 1


def test_a_split_over_devices_that_are_gone_is_as_none() -> None:
    wish = Wish(n_ctx=8192, split=(("GPU7", 1),))

    plan = planned(plan_load(model(), three(), wish))

    assert plan.placement == planned(plan_load(model(), three(), Wish(n_ctx=8192))).placement


def test_a_split_that_names_one_of_two_that_are_there_uses_that_one() -> None:
    wish = Wish(n_ctx=8192, split=(("GPU7", 5), ("GPU1", 1)))

    assert planned(plan_load(model(), three(), wish)).placement.shares == (("GPU1", N_LAYERS + 1),)


def test_the_main_device_takes_a_whole_model_although_others_come_first() -> None:
    plan = planned(plan_load(model(), three(), Wish(n_ctx=8192, main_device="GPU1")))

    assert plan.placement.shares == (("GPU1", N_LAYERS + 1),)


def test_of_a_model_that_is_too_large_for_it_the_main_device_has_most() -> None:
    two = machine(MUCH, gpu(4 * GIB), gpu(4 * GIB, "GPU1"))

    for main, others in (("GPU0", "GPU1"), ("GPU1", "GPU0")):
        wish = Wish(n_ctx=8192, main_device=main)
        shares = dict(planned(plan_load(model(), two, wish)).placement.shares)
        assert shares[main] > shares[others] > 0


@given(count=st.integers(0, 300), shares=st.lists(st.floats(0.01, 1000), min_size=1, max_size=8))
def test_sharing_out_gives_every_layer_to_somebody_close_to_the_wish(
    count: int, shares: list[float]
) -> None:
    split = tuple((f"GPU{index}", share) for index, share in enumerate(shares))

    found = dict(shared_out(count, split))

    assert sum(found.values()) == count
    for name, share in split:
        assert abs(found.get(name, 0) - share / sum(shares) * count) <= 1
