"""When drafting rests, and for how long."""

from __future__ import annotations

import pytest

from app.core.engine.drafting.payoff import Payoff

_MISSED = 0.4  # a batch of which nothing drafted was said
_HIT = 1.5


def first_try(payoff: Payoff, begin: int = 0) -> int:
    """Return at which length of the text it is tried next."""
    return next(at for at in range(begin, begin + 2_000) if payoff.may_try(at))


def failed(payoff: Payoff, n_text: int) -> None:
    while not payoff.is_resting:
        payoff.measured(_MISSED, n_text)


def test_one_draft_of_which_nothing_is_said_ends_nothing_and_some_do() -> None:
    payoff = Payoff()
    payoff.measured(_MISSED, 10)
    assert payoff.may_try(11)
    payoff.measured(_MISSED, 11)
    assert not payoff.may_try(12)
    assert payoff.is_resting


def test_what_fails_now_and_then_and_gains_in_all_goes_on() -> None:
    payoff = Payoff()
    for n_text in range(500):
        payoff.measured(_MISSED if n_text % 5 == 0 else _HIT, n_text)
        assert payoff.may_try(n_text)
    assert payoff.is_paying


def test_a_rest_is_twice_as_long_each_time_up_to_a_limit_and_short_again_after_a_gain() -> None:
    payoff = Payoff()
    rests = []
    n_text = 0
    for _ in range(7):
        failed(payoff, n_text)
        rests.append(first_try(payoff, n_text) - n_text)
        n_text += rests[-1]
    assert rests == [32, 64, 128, 256, 512, 512, 512]
    for _ in range(20):
        payoff.measured(_HIT, n_text)
    failed(payoff, n_text)
    assert first_try(payoff, n_text) - n_text == 32


def test_the_next_answer_rests_for_what_is_left() -> None:
    first, second, third = Payoff(), Payoff(), Payoff()
    failed(first, 100)
    assert not first.may_try(112)
    second.go_on_from(first, 1_000)  # of another chat, with a text of its own
    assert first_try(second, 1_000) == 1_020
    third.go_on_from(second, 7)
    assert third.may_try(7)


def test_answers_shorter_than_a_rest_are_tried_again_in_the_end() -> None:
    payoff = Payoff()
    for _ in range(5):
        failed(payoff, 0)
        first_try(payoff)
    failed(payoff, 0)
    n_answers = 0
    while not payoff.may_try(50):
        following = Payoff()
        following.go_on_from(payoff, 0)
        payoff = following
        n_answers += 1
        assert n_answers < 20
    assert n_answers == 10


def untried(payoff: Payoff) -> bool:
    return payoff.is_untried


@pytest.mark.parametrize("rate", [_HIT, 1.0])
def test_it_is_untried_until_something_was_measured_after_a_rest(rate: float) -> None:
    payoff = Payoff()
    assert untried(payoff)
    payoff.measured(rate, 1)
    assert not untried(payoff)
    payoff.expected_to_lose(10)
    assert payoff.is_resting
    assert not untried(payoff)
    assert first_try(payoff, 10) == 42
    assert untried(payoff)
