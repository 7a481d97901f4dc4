"""Indexes what waits for it, in small steps between everything else the worker does.

Whatever a user does comes in between two steps, and a step is as long as `SearchIndex.STEP_S`.
What is left when the program ends goes on at the next start.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.conversations.session import Session

_REST_S = 60.0  # after a failure


@dataclass(slots=True)
class SearchIndexer:
    """The steps of one program.

    Attributes:
        is_at_work: a step waits in the queue of the worker.
        has_failed: it was told why; that is not told again until a step succeeds.
        rests_until: no step before, on the clock of `time.monotonic`.
    """

    session: Session
    is_at_work: bool = False
    has_failed: bool = False
    rests_until: float = 0.0

    def begin(self, submit: Callable[[Callable[[], None]], None]) -> None:
        """Begin where something waits; `submit` queues a job of the worker."""
        is_resting = time.monotonic() < self.rests_until
        if not self.session.is_open or self.is_at_work or is_resting:
            return
        if self.session.store.search.is_behind:
            self.is_at_work = True
            self._submit_step(submit)

    def rebuild(self) -> None:
        """Index everything anew; begins at the next tick."""
        self.session.store.search.rebuild()
        self.rests_until = 0.0

    def _submit_step(self, submit: Callable[[Callable[[], None]], None]) -> None:
        def step() -> None:
            try:
                is_left = self.session.is_open and self.session.store.search.step() > 0
            except KnownError:  # a full disk, a file that is locked
                was_told, self.has_failed = self.has_failed, True
                self.is_at_work = False
                self.rests_until = time.monotonic() + _REST_S
                if was_told:
                    return
                raise
            self.has_failed = False
            if is_left:
                submit(step)
            else:
                self.is_at_work = False

        submit(step)
