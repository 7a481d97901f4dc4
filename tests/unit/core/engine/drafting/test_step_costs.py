"""What batches take is measured, and guessed between and a little beyond what was."""

from __future__ import annotations

import pytest

from app.core.engine.drafting.step_costs import StepCosts


def known(**seconds: float) -> StepCosts:
    costs = StepCosts()
    for name, value in seconds.items():
        costs.took(int(name[1:]), value, is_plain=name == "n1")
    return costs


def test_nothing_is_tried_before_anything_is_known() -> None:
    assert StepCosts().reach == 0
    assert known(n1=1.0).reach == 2


def test_between_two_sizes_the_time_rises_evenly() -> None:
    costs = known(n1=1.0, n5=3.0)
    assert costs.seconds(1) == 1.0
    assert costs.seconds(3) == 2.0
    assert costs.seconds(5) == 3.0


def test_beyond_the_largest_size_hardly_more_is_expected() -> None:
    assert known(n1=1.0, n4=2.0).seconds(8) == pytest.approx(2.4)


def test_one_busy_moment_changes_little() -> None:
    costs = known(n1=1.0)
    costs.took(1, 100.0, is_plain=True)
    assert costs.seconds(1) == pytest.approx(1.25)


def test_batches_without_drafts_tell_of_all_sizes() -> None:
    """The longer the text, the longer takes a batch of any size."""
    costs = known(n1=1.0, n4=2.0)
    for _ in range(40):
        costs.took(1, 3.0, is_plain=True)
    assert costs.seconds(1) == pytest.approx(3.0, rel=0.01)
    assert costs.seconds(4) == pytest.approx(6.0, rel=0.01)


def test_batches_with_drafts_tell_of_their_size_alone() -> None:
    costs = known(n1=1.0, n4=2.0)
    for _ in range(40):
        costs.took(4, 4.0, is_plain=False)
    assert costs.seconds(1) == 1.0
    assert costs.seconds(4) == pytest.approx(4.0, rel=0.01)


def test_what_was_not_seen_for_long_is_forgotten_and_tried_again() -> None:
    costs = known(n1=1.0, n4=9.0)
    for _ in range(600):
        costs.took(1, 1.0, is_plain=True)
    assert costs.reach == 2
    assert costs.seconds(4) < 2.0


def test_long_prompts_and_clocks_that_stand_still_say_nothing() -> None:
    costs = StepCosts()
    costs.took(500, 1.0, is_plain=True)
    costs.took(1, 0.0, is_plain=True)
    assert costs.reach == 0
