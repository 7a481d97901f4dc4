"""One thread that does jobs in the order they were given, and ticks while it has nothing to do."""

from __future__ import annotations

import logging
import queue
import threading
import time
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, ParamSpec

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")

logger = logging.getLogger(__name__)


class SerialWorker:
    """Runs jobs one after the other on a thread of its own.

    Args:
        name: of the thread.
        tick: called on that thread about every `tick_s` seconds.
        on_error: receives what a job or the tick raised; the worker goes on.

    Threads: `submit` and `close` from any thread.
    """

    def __init__(
        self,
        name: str,
        *,
        tick: Callable[[], None],
        tick_s: float,
        on_error: Callable[[Exception], None],
    ) -> None:
        self._tick = tick
        self._tick_s = tick_s
        self._on_error = on_error
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether jobs are still done."""
        return self._thread.is_alive()

    def submit(self, job: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Queue a job and what it is to be called with; returns at once."""
        self._jobs.put(partial(job, *args, **kwargs))

    def call(self, job: Callable[[], object]) -> Future[None]:
        """Queue a job and return a future that carries its exception, if it raises one."""
        future: Future[None] = Future()

        def run() -> None:
            try:
                job()
            except Exception as error:  # noqa: BLE001 - the thread's outermost frame
                future.set_exception(error)
            else:
                future.set_result(None)

        self._jobs.put(run)
        return future

    def close(self, timeout_s: float) -> bool:
        """Finish the queued jobs, tick once more, end; False when that takes too long."""
        self._jobs.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        next_tick = time.monotonic() + self._tick_s
        while True:
            try:
                job = self._jobs.get(timeout=max(0.0, next_tick - time.monotonic()))
                if job is None:
                    self._guarded(self._tick)
                    return
                self._guarded(job)
            except queue.Empty:
                pass
            if time.monotonic() >= next_tick:
                self._guarded(self._tick)
                next_tick = time.monotonic() + self._tick_s

    def _guarded(self, job: Callable[[], object]) -> None:
        try:
            job()
        except Exception as error:  # noqa: BLE001 - the thread's outermost frame
            try:
                self._on_error(error)
            except Exception:
                logger.exception("reporting an error failed")
