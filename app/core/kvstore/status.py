"""Whether the store works, and the one problem that stopped it.

Threads: any thread reads and switches; the switch to OFF happens once and is reported once.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from app.core.errors import problem_of
from app.core.kvstore.records import StoreState

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import KnownError, Problem

_log = logging.getLogger(__name__)


class StoreStatus:
    """State and problem of one open store.

    Args:
        on_problem: told once what switched the store off, and what pauses it, on the thread that
            found it.
    """

    def __init__(self, on_problem: Callable[[Problem], None]) -> None:
        self._on_problem = on_problem
        self._lock = threading.Lock()
        self._state = StoreState.ON
        self._problem: Problem | None = None
        self._told: set[str] = set()

    @property
    def state(self) -> StoreState:
        """What the store can do now."""
        return self._state

    @property
    def problem(self) -> Problem | None:
        """What switched it off, if anything did."""
        return self._problem

    def become_read_only(self) -> None:
        """Note that another instance writes; no problem, nothing to report."""
        self._state = StoreState.READ_ONLY

    def turn_off(self, error: Exception) -> None:
        """Stop storing because of `error`; later reasons are only logged."""
        problem = problem_of(error)
        with self._lock:
            is_first = self._problem is None
            if is_first:
                self._state, self._problem = StoreState.OFF, problem
        if problem.is_bug:
            _log.error("the store is off", exc_info=error)
        else:
            _log.warning("the store is off: %s (%s)", problem.what, problem.detail)
        if is_first:
            self._on_problem(problem)

    def tell_once(self, about: str, error: KnownError) -> None:
        """Report what only pauses the store, the first time it is `about` this."""
        with self._lock:
            is_news = about not in self._told and self._problem is None
            self._told.add(about)
        if is_news:
            _log.info("the store pauses: %s (%s)", error.what, error.detail)
            self._on_problem(error.problem())
