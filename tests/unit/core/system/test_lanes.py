"""Jobs of a lane run one after another, and never after it is closed."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

import pytest

from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from tests.conftest import ExpectLog

WAIT_S = 20.0


def test_jobs_run_one_after_another_on_one_thread() -> None:
    lane, done = Lane("test"), list[int]()
    for number in range(100):
        lane.add(done.append, number)
    assert lane.wait(WAIT_S)
    assert done == list(range(100))


def test_the_thread_ends_with_the_jobs_and_another_begins_with_the_next() -> None:
    lane = Lane("test")
    first = lane.submit(threading.current_thread).result(WAIT_S)
    assert lane.wait(WAIT_S)
    assert not first.is_alive()
    assert first.daemon
    assert lane.submit(threading.current_thread).result(WAIT_S) is not first
    assert lane.wait(WAIT_S)


def test_what_a_job_raises_is_raised_where_its_result_is_asked_for() -> None:
    lane = Lane("test")
    failed = lane.submit(int, "none")
    with pytest.raises(ValueError, match="none"):
        failed.result(WAIT_S)
    assert lane.submit(int, "2").result(WAIT_S) == 2
    assert lane.wait(WAIT_S)


def test_what_nobody_asks_for_is_logged(expect_log: ExpectLog) -> None:
    expect_log("a job of test failed")
    lane = Lane("test")
    lane.add(int, "none")
    assert lane.wait(WAIT_S)
    assert lane.submit(int, "2").result(WAIT_S) == 2
    assert lane.wait(WAIT_S)


def test_a_closed_lane_finishes_what_it_does_and_cancels_the_rest() -> None:
    lane, begun, go_on = Lane("test"), threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        go_on.wait(WAIT_S)
        return "done"

    running, waiting = lane.submit(work), lane.submit(work)
    assert begun.wait(WAIT_S)
    assert lane.has_waiting
    lane.close()
    assert not lane.wait(0)
    go_on.set()
    assert running.result(WAIT_S) == "done"
    assert lane.wait(WAIT_S)
    for cancelled in (waiting, lane.submit(work)):
        with pytest.raises(CancelledError):
            cancelled.result(WAIT_S)


def test_cleared_jobs_are_not_done_and_later_ones_are() -> None:
    lane, go_on, done = Lane("test"), threading.Event(), list[str]()
    lane.add(go_on.wait, WAIT_S)
    lane.add(done.append, "before")
    lane.clear()
    lane.add(done.append, "after")
    go_on.set()
    assert lane.wait(WAIT_S)
    assert done == ["after"]


def test_a_thread_that_the_system_refuses_costs_one_job(monkeypatch: pytest.MonkeyPatch) -> None:
    lane, done = Lane("test"), list[str]()

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as short_of_threads:
        short_of_threads.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError):
            lane.add(done.append, "lost")
    lane.submit(done.append, "later").result(WAIT_S)
    assert done == ["later"]
    assert lane.wait(WAIT_S)


def test_it_rests_when_nothing_came_for_a_while() -> None:
    has_rested = threading.Event()
    lane = Lane("test", has_rested.set, 0.01)
    lane.add(list)
    assert has_rested.wait(WAIT_S)
    assert lane.wait(WAIT_S)


def test_a_closed_one_rests_at_once() -> None:
    rested = list[str]()
    lane = Lane("test", lambda: rested.append("rested"), 600.0)
    lane.submit(list).result(WAIT_S)
    lane.close()
    assert lane.wait(WAIT_S)
    assert rested == ["rested"]
