"""What batches take is measured, and guessed between and a little beyond what was."""

from __future__ import annotations

import pytest

from app.core.engine.drafting.step_costs import StepCosts


def known(**seconds: float) -> StepCosts:
    costs = StepCosts()
    for name, value in seconds.items():
        costs.took(int(name[1:]), value)
    return costs


def test_nothing_is_tried_before_anything_is_known() -> None:
    assert StepCosts().reach == 0
    assert known(n1=1.0).reach == 2


def test_between_two_sizes_the_time_rises_evenly() -> None:
    costs = known(n2=1.0, n5=4.0)
    assert costs.seconds(1) == 1.0
    assert costs.seconds(2) == 1.0
    assert costs.seconds(3) == 2.0
    assert costs.seconds(5) == 4.0


def test_beyond_the_largest_size_hardly_more_is_expected() -> None:
    assert known(n1=1.0, n4=2.0).seconds(8) == pytest.approx(2.4)


def test_the_first_batch_of_a_model_that_is_read_from_disk_is_soon_forgotten() -> None:
    costs = known(n1=90.0)
    costs.took(1, 1.0)
    assert costs.seconds(1) == 1.0


def test_busy_moments_change_nothing_and_what_lasts_changes_all() -> None:
    costs = known(n1=1.0)
    for seconds in (1.0, 50.0, 1.0, 70.0, 1.0):
        costs.took(1, seconds)
        assert costs.seconds(1) == 1.0
    for _ in range(3):
        costs.took(1, 2.0)
    assert costs.seconds(1) == 2.0


def test_what_was_not_seen_for_long_is_forgotten_and_tried_again() -> None:
    costs = known(n1=1.0, n4=9.0)
    for _ in range(300):
        costs.took(1, 1.0)
    assert costs.reach == 2
    assert costs.seconds(4) < 2.0


def test_long_prompts_and_clocks_that_stand_still_say_nothing() -> None:
    costs = StepCosts()
    costs.took(500, 1.0)
    costs.took(1, 0.0)
    assert costs.reach == 0
