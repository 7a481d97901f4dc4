"""How long ggml's threads spin before they sleep, while they wait for each other.

They wait hundreds of times a token. On a quiet machine the next word comes soonest where they spin,
on one whose processors other programs want where they sleep at once: who spins keeps the thread
off the processor that it waits for. Beside one other program at work a model of 0.5 B parameters
said 22 tokens a second with 100 turns, 17 with 1,000, 9 with 4,000 and 2 with 30,000; alone, 4,000
turns are up to 2 % ahead of 1,000, and 100 a tenth behind or more. So which of them it is follows
how long the threads of this process were ready to run and had no processor. Where others want all
processors, to sleep gains nothing and gives its place to them: there the threads spin.

GNU's OpenMP library, in which they wait on Linux, reads the turns from the environment once, and
has no function to change them. But where it has more threads than there are processors, it lets
all of them sleep after 100 turns. So a team of threads that does nothing is there as long as they
are to sleep. It ends by itself where nobody asks for it any more.

Elsewhere nothing of this is needed or done: ggml's threads wait in other ways.

Threads: any; `Spinning` has a lock, for a process may have several engines.
Source: libgomp/config/linux/wait.h (`do_spin`), libgomp/env.c, libgomp/team.c
(`gomp_managed_threads`), Linux Documentation/scheduler/sched-stats.rst (schedstat).
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.core.ggml.native_faults import guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping

TURNS = "GOMP_SPINCOUNT"  # in the environment
_POLICY = "OMP_WAIT_POLICY"
_QUIET_TURNS = "4000"  # some 0.1 ms; more gains nothing, and delays the first look beside others
_FIXED_TURNS = "1000"  # where nobody can tell whether others want the processors
_THREADS = Path("/proc/self/task")
# Seconds without a processor for each second of computing, of all threads together: one other
# program that never rests makes it 0.9, a tenth of one 0.15, and sleeping itself 0.04.
_MUCH, _LITTLE = 0.4, 0.2
_LEAST_RUN = 0.4  # seconds that ran for each of all processors; less where others want all of them
_LOOK_S = 0.15
_LONGEST_PAUSE_S = 0.1  # between two computations; in a longer one nobody waited for anything
_KEPT_S = 60.0  # without another look


def choose_turns(environment: MutableMapping[str, str]) -> None:
    """Have GNU's OpenMP library spin as it suits here, unless somebody chose otherwise."""
    if not {_POLICY, TURNS} & environment.keys():
        environment[TURNS] = _QUIET_TURNS if _can_look() else _FIXED_TURNS


def _can_look() -> bool:
    return (_THREADS / str(threading.get_native_id()) / "schedstat").exists()


def computed(began: float, ended: float) -> None:
    """Take note that ggml computed between two times of `time.perf_counter` in this process."""
    spinning = _of_this_process()
    if spinning is not None:
        spinning.computed(began, ended)


@functools.cache
def _of_this_process() -> Spinning | None:
    """Return what lets its threads spin or sleep; None where that is settled once and for all."""
    is_ours = os.environ.get(TURNS) == _QUIET_TURNS and _POLICY not in os.environ
    if not is_ours or not _can_look():
        return None
    return Spinning(thread_times, SleepingTeam(), os.cpu_count() or 1)


class Team(Protocol):
    """Threads that make others sleep soon."""

    def keep(self, seconds: float) -> None:
        """Be there for so long from now on."""

    def end(self) -> None:
        """Be there no longer."""


@dataclass(frozen=True, slots=True)
class ThreadTime:
    """Seconds that one thread ran, and that it was ready to run without a processor."""

    ran: float = 0.0
    waited: float = 0.0


@dataclass(frozen=True, slots=True)
class _Look:
    """What was seen of each thread at some time."""

    at: float
    threads: Mapping[int, ThreadTime]

    def since(self, before: _Look) -> ThreadTime:
        """Return what all threads together did in each second; a new one counts in full."""
        pairs = [(one, before.threads.get(name, _NO_TIME)) for name, one in self.threads.items()]
        ran = sum(now.ran - then.ran for now, then in pairs)
        waited = sum(now.waited - then.waited for now, then in pairs)
        seconds = self.at - before.at
        return ThreadTime(ran / seconds, waited / seconds)


_NO_TIME = ThreadTime()


class Spinning:
    """Lets threads sleep soon while they lack a processor, and spin while they do not.

    Args:
        times: tells the times of each thread of this process.
        team: makes them sleep soon while it is there.
        n_processors: of the machine.
    """

    def __init__(
        self, times: Callable[[], Mapping[int, ThreadTime]], team: Team, n_processors: int
    ) -> None:
        self._times = times
        self._team = team
        self._least_run = _LEAST_RUN * n_processors
        self._sleeps_soon = False
        self._begun = _Look(0.0, {})
        self._ended_at = -math.inf
        self._lock = threading.Lock()

    def computed(self, began: float, ended: float) -> None:
        """Take note that something was computed between two times of `time.perf_counter`."""
        with self._lock:
            pause = began - self._ended_at
            self._ended_at = ended
            if pause > _LONGEST_PAUSE_S:
                self._choose(sleeps_soon=self._sleeps_soon and pause < _KEPT_S)
                self._begun = _Look(ended, self._times())
            elif ended - self._begun.at >= _LOOK_S:
                now = _Look(ended, self._times())
                each_s = now.since(self._begun)
                is_much = each_s.waited > (_LITTLE if self._sleeps_soon else _MUCH)
                self._choose(sleeps_soon=is_much and each_s.ran >= self._least_run)
                self._begun = now

    def _choose(self, *, sleeps_soon: bool) -> None:
        if sleeps_soon:
            self._team.keep(_KEPT_S)
        elif self._sleeps_soon:
            self._team.end()
        self._sleeps_soon = sleeps_soon


def thread_times() -> dict[int, ThreadTime]:
    """Return the times of each thread of this process; of none where the system does not tell."""
    found = {}
    with contextlib.suppress(OSError):
        for thread in _THREADS.iterdir():
            with contextlib.suppress(OSError, ValueError):  # one that has ended
                ran, waited, _n_slices = (thread / "schedstat").read_bytes().split()
                found[int(thread.name)] = ThreadTime(int(ran) / 1e9, int(waited) / 1e9)
    return found


class SleepingTeam:
    """A team of GNU's OpenMP library that does nothing, one thread more than processors.

    There is none where that library is not loaded.
    """

    def __init__(self) -> None:
        self._until = 0.0
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def keep(self, seconds: float) -> None:
        """Be there for so long from now on."""
        self._until = time.monotonic() + seconds
        library = _openmp()
        if library is None or (self._thread is not None and self._thread.is_alive()):
            return
        self._ending = threading.Event()
        arguments = (library, self._ending)
        self._thread = threading.Thread(
            target=self._be_there, args=arguments, name="openmp-team", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Be there no longer; its threads end soon."""
        self._until = 0.0
        self._ending.set()
        self._thread = None

    def _be_there(self, library: ctypes.CDLL, ending: threading.Event) -> None:
        n_threads = library.omp_get_num_procs() + 1
        # Any function will do that returns at once; the threads stay until this one has ended.
        nothing = ctypes.cast(library.omp_get_thread_num, ctypes.c_void_p)
        library.GOMP_parallel(nothing, None, ctypes.c_uint(n_threads), ctypes.c_uint(0))
        while not ending.wait(max(0.0, self._until - time.monotonic())):
            if time.monotonic() >= self._until:
                return


@functools.cache
def _openmp() -> ctypes.CDLL | None:
    """Return GNU's OpenMP library, which ggml has loaded; None where it has not."""
    with contextlib.suppress(OSError, AttributeError):
        for line in Path("/proc/self/maps").read_text(errors="replace").splitlines():
            path = line.rpartition(" ")[2]
            if "libgomp" in path:
                library = guarded(ctypes.CDLL(path))
                library.GOMP_parallel.argtypes = [
                    ctypes.c_void_p,
                    ctypes.c_void_p,
                    ctypes.c_uint,
                    ctypes.c_uint,
                ]
                library.GOMP_parallel.restype = None
                library.omp_get_num_procs.argtypes = []
                library.omp_get_num_procs.restype = ctypes.c_int
                return library
    return None
