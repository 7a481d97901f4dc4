"""Long work on a thread of its own, with progress and an end that the interface looks at."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.errors import Problem, problem_of
from app.core.interchange import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

_log = logging.getLogger(__name__)

_POLL_MS = 40


@dataclass(slots=True)
class JobState:
    """What the thread tells and is told; single values, read and written whole.

    Attributes:
        n_all: 0 while nobody knows it.
        result: of the work; None where it was cancelled before anything was done, or failed.
    """

    n_done: int = 0
    n_all: int = 0
    result: Any = None
    problem: Problem | None = None
    has_ended: bool = False
    is_cancelled: threading.Event = field(default_factory=threading.Event)

    def count(self, n_done: int, n_all: int = 0) -> None:
        """Say how far it is. Threads: the job's."""
        self.n_done, self.n_all = n_done, n_all or self.n_all


class BackgroundJob(QObject):
    """One piece of work. Sends `progressed` with two counts, and `ended` once.

    Args:
        work: is given the state, and returns the result; knows nothing of Qt's objects.
    """

    progressed = Signal(int, int)
    ended = Signal()

    def __init__(self, work: Callable[[JobState], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = JobState()
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._look)
        self._thread = threading.Thread(
            target=_run, args=(work, self.state), name="interchange", daemon=True
        )

    def start(self) -> None:
        """Begin."""
        self._thread.start()
        self._timer.start()

    def cancel(self) -> None:
        """Ask it to end; `ended` comes when it has."""
        self.state.is_cancelled.set()

    @Slot()
    def _look(self) -> None:
        state = self.state
        if state.has_ended:
            self._timer.stop()
            self.ended.emit()
        else:
            self.progressed.emit(state.n_done, state.n_all)


def _run(work: Callable[[JobState], object], state: JobState) -> None:
    try:
        state.result = work(state)
    except Cancelled:
        pass
    except Exception as error:  # noqa: BLE001 - the thread's outermost frame
        _log.info("import or export failed: %r", error)
        state.problem = problem_of(error)
    state.has_ended = True
