"""Reading for the draft model takes a small part of the time of answers."""

from __future__ import annotations

import pytest

from app.core.engine.drafting.step_costs import ReadingTime


def reading_share(*, is_paying: bool, round_s: float = 0.02, piece_s: float = 0.03) -> float:
    """Return what part of a long answer goes into reading that takes all it may."""
    time, now, read_s = ReadingTime(), 100.0, 0.0
    for _ in range(2_000):
        now += round_s
        time.answering(now, is_paying=is_paying)
        if time.is_left:
            time.read(now, now + piece_s)
            now += piece_s
            read_s += piece_s
    return read_s / (now - 100)


def test_an_answer_is_slowed_by_a_ninth_while_nothing_is_known() -> None:
    assert reading_share(is_paying=False) == pytest.approx(1 / 9, rel=0.02)


def test_where_drafts_gained_a_third_of_the_time_is_spent() -> None:
    assert reading_share(is_paying=True) == pytest.approx(1 / 3, rel=0.02)


def test_nothing_is_read_before_an_answer_has_gone_on_for_a_while() -> None:
    time = ReadingTime()
    assert not time.is_left
    time.answering(5.0, is_paying=False)
    assert not time.is_left, "the first round has not yet passed"
    time.answering(5.1, is_paying=False)
    assert time.is_left


def test_the_time_between_two_answers_is_nobodys() -> None:
    time = ReadingTime()
    time.answering(5.0, is_paying=False)
    time.stop()
    time.answering(50.0, is_paying=False)
    assert not time.is_left


def test_a_piece_waits_until_there_is_time_for_all_of_it() -> None:
    time = ReadingTime()
    time.answering(0.0, is_paying=False)
    time.answering(0.1, is_paying=False)
    assert time.is_left, "how long one takes is not known yet"
    time.read(0.1, 0.3)
    now, has_time = 0.3, [False]
    while not has_time[-1]:
        now += 0.1
        time.answering(now, is_paying=False)
        has_time.append(time.is_left)
    assert len(has_time) - 1 == pytest.approx((0.2 + 0.2 - 0.1 / 8) / (0.1 / 8), abs=1)


@pytest.mark.parametrize("is_paying", [False, True])
def test_long_answers_save_up_no_more_than_half_a_second(is_paying: bool) -> None:
    time = ReadingTime()
    time.answering(0.0, is_paying=is_paying)
    for now in range(100, 10_000, 100):
        time.answering(float(now), is_paying=is_paying)
    time.read(10_000.0, 10_000.125)
    n_read = 1
    while time.is_left:
        time.read(10_000.0, 10_000.125)
        n_read += 1
    assert n_read == 4


def test_a_piece_that_takes_longer_than_that_is_read_now_and_then() -> None:
    time = ReadingTime()
    time.answering(0.0, is_paying=False)
    time.read(0.0, 3.0)
    for now in range(100):
        time.answering(3.0 + now, is_paying=False)
    assert time.is_left
