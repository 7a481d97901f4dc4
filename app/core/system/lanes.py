"""Work done aside: jobs one after another, for which the end of the program does not wait."""

from __future__ import annotations

import logging
import threading
from collections import deque
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)


def _nothing() -> None:
    pass


class Lane:
    """Does jobs one after another on a daemon thread that lives only while there are some.

    Args:
        name: of the thread.
        on_idle: called on that thread when no job came for a while, before it ends.
        idle_s: seconds of that while.

    Threads: any.
    """

    def __init__(
        self, name: str, on_idle: Callable[[], object] = _nothing, idle_s: float = 0.0
    ) -> None:
        self._name = name
        self._on_idle = on_idle
        self._idle_s = idle_s
        self._changed = threading.Condition()
        # All guarded by _changed.
        self._jobs: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._is_closed = False
        self._works = False
        self._thread: threading.Thread | None = None  # the last one

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do some work when all before it is done; a closed lane cancels it.

        What it raises is raised where its result is asked for.

        Raises:
            RuntimeError: the system has no thread for it.
        """
        done: Future[T] = Future()
        with self._changed:
            if self._is_closed:
                done.cancel()
                return done
            if not self._works:
                thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                thread.start()  # which may be refused; then the next job tries it anew
                self._thread, self._works = thread, True
            self._jobs.append((done, partial(work, *args, **kwargs)))
            self._changed.notify_all()
        return done

    def add(self, work: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Do some work whose result nobody asks for; what it raises is logged."""
        self.submit(work, *args, **kwargs).add_done_callback(self._log_failure)

    @property
    def has_waiting(self) -> bool:
        """Whether a job waits for the one before it."""
        return bool(self._jobs)

    @property
    def n_waiting(self) -> int:
        """How many jobs wait."""
        return len(self._jobs)

    def clear(self) -> None:
        """Cancel what waits."""
        with self._changed:
            jobs = list(self._jobs)
            self._jobs.clear()
        for done, _ in jobs:
            done.cancel()

    def close(self) -> None:
        """Cancel what waits and take nothing more; what is being done is finished."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self.clear()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until all jobs are done; return whether they are. Not for a job itself."""
        with self._changed:
            thread = self._thread
        if thread is not None:
            thread.join(timeout_s)
        with self._changed:
            return not self._works

    def _run(self) -> None:
        while True:
            while self._do_next():
                pass
            try:
                self._on_idle()
            except Exception:
                logger.exception("%s could not rest", self._name)
            with self._changed:
                if not self._jobs:
                    self._works = False
                    return

    def _do_next(self) -> bool:
        """Do the next job; return whether one came in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._is_closed, self._idle_s)
            if not self._jobs:
                return False
            done, work = self._jobs.popleft()
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised where the result is asked for
                done.set_exception(error)
                del done  # or it and what was raised would hold each other
        return True

    def _log_failure(self, done: Future[Any]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            logger.error("a job of %s failed", self._name, exc_info=error)
