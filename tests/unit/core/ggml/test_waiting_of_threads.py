"""How long ggml's threads spin while they wait for each other."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.ggml.spinning import (
    SleepingTeam,
    Spinning,
    ThreadTime,
    choose_turns,
    thread_times,
)
from app.core.llama.library import initialise

if TYPE_CHECKING:
    from collections.abc import Callable

REPOSITORY = Path(__file__).resolve().parents[4]
SPIN, POLICY = "GOMP_SPINCOUNT", "OMP_WAIT_POLICY"
OURS = "4000" if thread_times() else "1000"


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [({}, OURS), ({SPIN: "7"}, "7"), ({POLICY: "active"}, "None")],
    ids=["nothing chosen", "a count chosen", "a policy chosen"],
)
def test_threads_spin_for_a_moment_unless_somebody_chose_otherwise(
    chosen: dict[str, str], expected: str
) -> None:
    others = {key: value for key, value in os.environ.items() if key not in (SPIN, POLICY)}
    script = f"import app.core.llama, os; print(os.environ.get('{SPIN}'))"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=REPOSITORY,
        env={**others, **chosen},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert ran.stdout.strip() == expected


def test_they_sleep_soon_for_good_where_nobody_can_tell_who_lacks_a_processor(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("app.core.ggml.spinning._THREADS", tmp_path)
    environment: dict[str, str] = {}
    choose_turns(environment)
    assert environment == {SPIN: "1000"}
    assert thread_times() == {}


class _Team:
    def __init__(self) -> None:
        self.is_there = False
        self.n_kept = 0

    def keep(self, seconds: float) -> None:
        assert seconds > 0
        self.is_there = True
        self.n_kept += 1

    def end(self) -> None:
        self.is_there = False


class _Machine:
    """Computes tokens of 25 ms on two processors, while threads wait for a part of the time."""

    def __init__(self) -> None:
        self.team = _Team()
        self.now = 100.0
        self.times = {1: ThreadTime(5.0, 7.0), 2: ThreadTime(6.0, 3.0)}
        self._spinning = Spinning(lambda: dict(self.times), self.team, 2)

    def compute(self, seconds: float, *, waiting: float, running: float = 1.0) -> None:
        for _ in range(round(seconds / 0.025)):
            self._add(2, 0.025 * running, 0.025 * waiting)
            self._spinning.computed(self.now, self.now + 0.025)
            self.now += 0.025

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self._add(1, 0.0, seconds)  # of other work: no concern of who computes

    def _add(self, thread: int, ran: float, waited: float) -> None:
        before = self.times[thread]
        self.times[thread] = ThreadTime(before.ran + ran, before.waited + waited)


def test_threads_spin_on_a_quiet_machine() -> None:
    machine = _Machine()
    machine.compute(3.0, waiting=0.05)
    assert machine.team.n_kept == 0


def test_threads_sleep_soon_as_long_as_others_want_their_processors() -> None:
    machine = _Machine()
    machine.compute(1.0, waiting=0.9)
    assert machine.team.is_there
    machine.compute(1.0, waiting=0.8)
    assert machine.team.is_there
    assert machine.team.n_kept > 3, "it would have ended by itself"
    machine.compute(1.0, waiting=0.05)
    assert not machine.team.is_there


def test_threads_spin_where_others_want_all_processors() -> None:
    machine = _Machine()
    machine.compute(1.0, waiting=1.2, running=0.6)
    assert machine.team.n_kept == 0
    machine.compute(1.0, waiting=0.9, running=1.0)
    assert machine.team.is_there
    machine.compute(1.0, waiting=0.8, running=0.5)
    assert not machine.team.is_there


@pytest.mark.parametrize("is_there", [False, True])
def test_what_is_neither_much_nor_little_changes_nothing(is_there: bool) -> None:
    machine = _Machine()
    machine.compute(1.0, waiting=0.9 if is_there else 0.0)
    machine.compute(2.0, waiting=0.3)
    assert machine.team.is_there is is_there


def test_what_was_waited_for_in_a_pause_does_not_count() -> None:
    machine = _Machine()
    for _ in range(20):
        machine.compute(0.1, waiting=0.05)
        machine.pause(1.0)
    machine.compute(1.0, waiting=0.05)
    assert machine.team.n_kept == 0


@pytest.mark.parametrize(("pause_s", "is_there"), [(2.0, True), (600.0, False)])
def test_after_a_short_pause_they_go_on_as_before(pause_s: float, is_there: bool) -> None:
    machine = _Machine()
    machine.compute(1.0, waiting=0.9)
    machine.pause(pause_s)
    machine.compute(0.05, waiting=0.0)
    assert machine.team.is_there is is_there


def test_a_thread_that_is_new_or_has_ended_is_no_trouble() -> None:
    machine = _Machine()
    machine.compute(1.0, waiting=0.0)
    del machine.times[1]
    machine.times[3] = ThreadTime(0.01, 0.01)
    machine.compute(1.0, waiting=0.05)
    assert machine.team.n_kept == 0


def test_the_team_of_openmp_is_there_until_it_is_ended_or_forgotten() -> None:
    initialise()
    n_before = _n_threads()
    n_least = n_before + 2 if _has_openmp() else 0  # the one that leads it, and others
    team = SleepingTeam()
    team.keep(60.0)
    _wait_until(lambda: _n_threads() >= n_least)
    team.end()
    _wait_until(lambda: _n_threads() <= n_before)
    team.keep(0.5)
    team.keep(1.0)
    _wait_until(lambda: _n_threads() >= n_least)
    _wait_until(lambda: _n_threads() <= n_before)


def test_the_times_of_threads_are_told() -> None:
    before = thread_times()
    sum(range(3_000_000))
    after = thread_times()
    both = before.keys() & after.keys()
    assert all(after[one].ran >= before[one].ran for one in both)
    assert all(after[one].waited >= before[one].waited for one in both)
    own = threading.get_native_id()
    assert not after or after[own].ran > before[own].ran


def _has_openmp() -> bool:
    maps = Path("/proc/self/maps")
    return maps.exists() and "libgomp" in maps.read_text(errors="replace")


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _n_threads() -> int:
    """Return how many threads this process has; 0 where the system does not tell."""
    return len(thread_times())
