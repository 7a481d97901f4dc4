"""Work that takes longer than a batch, done a slice at a time between batches.

The prompt of a long chat takes seconds to build. It is built by a generator that yields now and
then; between two slices the engine looks for commands and computes a batch for everybody else.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable

T = TypeVar("T")


class _Job(PlainValue, frozen=True, eq=False):
    key: Hashable
    slices: Generator[None, None, Any]
    on_done: Callable[[Any], None]
    on_failed: Callable[[Exception], None]
    on_dropped: Callable[[], None] | None


class SlicedWork:
    """Jobs under way; each gets a slice in turn."""

    def __init__(self) -> None:
        self._jobs: list[_Job] = []

    @property
    def has_work(self) -> bool:
        """Whether a job is unfinished."""
        return bool(self._jobs)

    def begin(
        self,
        key: Hashable,
        slices: Generator[None, None, T],
        on_done: Callable[[T], None],
        on_failed: Callable[[Exception], None],
        on_dropped: Callable[[], None] | None = None,
    ) -> None:
        """Begin a job; what is short is done at once.

        Args:
            key: names the job; an unfinished one of that name is given up.
            slices: does the work and returns its result.
            on_done: given the result.
            on_failed: given what the work raised, or `on_done`.
            on_dropped: called when it is given up, where somebody waits for the result.
        """
        self.give_up(key)
        self._jobs.append(_Job(key, slices, on_done, on_failed, on_dropped))
        if len(self._jobs) == 1:
            self.go_on()

    def go_on(self) -> None:
        """Do one slice of the job whose turn it is."""
        if not self._jobs:
            return
        job = self._jobs.pop(0)
        try:
            results = _slice_of(job)
            if not results:
                self._jobs.append(job)
            for result in results:
                job.on_done(result)
        except Exception as error:  # noqa: BLE001 - the job's outermost frame
            job.on_failed(error)

    def give_up(self, key: Hashable) -> None:
        """Drop a job; without a word if there is none."""
        self._drop([job for job in self._jobs if job.key == key])

    def close(self) -> None:
        """Drop all jobs."""
        self._drop(self._jobs)

    def _drop(self, dropped: list[_Job]) -> None:
        self._jobs = [job for job in self._jobs if job not in dropped]
        for job in dropped:
            if job.on_dropped is not None:
                job.on_dropped()


def run_to_end(slices: Generator[None, None, T]) -> T:
    """Do all of a work at once and return its result."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result


def _slice_of(job: _Job) -> list[Any]:
    """Do one slice; return a list of the result, or an empty one while there is none."""
    try:
        next(job.slices)
    except StopIteration as end:
        return [end.value]
    return []
