"""Work of several threads comes in order, stops where it is told to, and is over at the end."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.reading.piece_workers import PieceWorkers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WAIT_S = 30.0


@pytest.fixture(params=[1, 2, 4])
def workers(request: pytest.FixtureRequest) -> Iterator[PieceWorkers]:
    made = PieceWorkers(request.param)
    yield made
    made.close()


def no_matter() -> None:
    pass


def do_all(
    workers: PieceWorkers, work: Callable[[int], object], n: int, before: Callable[[], None]
) -> None:
    with workers.begin(work, range(n), before) as results:
        for result in results:
            result()


@pytest.mark.parametrize("n_given", [0, 1, 2, 9, 100])
def test_results_come_in_the_order_of_what_was_given(workers: PieceWorkers, n_given: int) -> None:
    with workers.begin(lambda one: one * one, range(n_given), no_matter) as results:
        assert [result() for result in results] == [one * one for one in range(n_given)]


def test_two_are_at_work_at_once() -> None:
    workers = PieceWorkers(2)
    both = threading.Barrier(2)
    with workers.begin(lambda _one: both.wait(WAIT_S), range(4), no_matter) as results:
        assert len([result() for result in results]) == 4
    workers.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is told where a thread runs")
@pytest.mark.parametrize("n_workers", [1, 2, 4])
def test_each_has_a_processor_of_its_own_where_there_are_no_more_of_them(n_workers: int) -> None:
    if sys.platform != "linux":
        return
    usable = os.sched_getaffinity(0)
    all_at_work = threading.Barrier(n_workers)

    def where(_one: int) -> frozenset[int]:
        all_at_work.wait(WAIT_S)
        return frozenset(os.sched_getaffinity(0))

    workers = PieceWorkers(n_workers)
    with workers.begin(where, range(n_workers), no_matter) as results:
        places = [result() for result in results]
    workers.close()
    alone = [place for place in places if len(place) == 1 and len(usable) > 1]
    assert len(alone) == (len(usable) if 1 < len(usable) <= n_workers else 0)
    assert len(set(alone)) == len(alone)
    assert os.sched_getaffinity(0) == usable, "the caller stays free"


def test_an_error_comes_with_its_own_result_and_ends_the_others(workers: PieceWorkers) -> None:
    done: list[int] = []

    def work(one: int) -> int:
        if one == 3:
            raise OSError(one)
        done.append(one)
        return one

    with pytest.raises(OSError, match="3"):
        do_all(workers, work, 100, no_matter)
    n_done = len(done)
    assert n_done < 100
    assert set(done) >= {0, 1, 2}
    do_all(workers, work, 3, no_matter)
    assert len(done) == n_done + 3  # nothing of the first was at work any more


def test_who_is_asked_before_each_can_end_it(workers: PieceWorkers) -> None:
    asked: list[int] = []
    done: list[int] = []

    def before() -> None:
        asked.append(1)
        if len(asked) == 5:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        do_all(workers, done.append, 100, before)
    assert len(done) <= 4


def test_nothing_is_at_work_after_the_end() -> None:
    workers = PieceWorkers(2)
    other_has_begun, may_end = threading.Event(), threading.Event()
    ended: list[int] = []

    def work(one: int) -> None:
        if not one:
            assert other_has_begun.wait(WAIT_S)
            raise ZeroDivisionError
        other_has_begun.set()
        assert may_end.wait(WAIT_S)
        ended.append(one)

    timer = threading.Timer(0.05, may_end.set)
    timer.start()
    with pytest.raises(ZeroDivisionError):
        do_all(workers, work, 2, no_matter)
    assert ended == [1]
    timer.join()
    workers.close()


def test_what_comes_after_the_end_is_done_by_the_caller(workers: PieceWorkers) -> None:
    workers.close()
    here = threading.current_thread()
    with workers.begin(lambda _: threading.current_thread(), range(5), no_matter) as results:
        assert {result() for result in results} == {here}
