"""`ModelFits`, a door: how models fit this machine now, found out beside whatever waits for it.

Questions are put in the order in which they matter, and answers told as they come.

An answer holds for a file (by its size and time) and for the RAM that was free. So a question may
be put again and again, by a timer or a wheel: nothing is told until one of both has changed. Where
other questions were put meanwhile, what is known is told once more. What a device has free only
drivers know, which the child starts: answers do not follow that by themselves.

Threads: public methods from any thread, none waits. A lane has the child (`fit_probe.py`)
and calls `tell`; the child ends when nothing was asked of it for a while, so that it holds no
driver.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app.core.engine.load.fit_probe import AnyQuestion, FitChild, FitQuestion, SizeQuestion
from app.core.errors import Problem, problem_of
from app.core.fit.verdict import FitReport
from app.core.plain_value import PlainValue, replace
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from app.core.protocol import LoadSettings

__all__ = ["AnyQuestion", "FitOutcome", "FitQuestion", "FitTold", "ModelFits", "SizeQuestion"]

FitOutcome = FitReport | Problem
_IDLE_S = 10.0
_MUCH = 20  # one part in so many of all RAM: another answer may hold then


class FitTold(PlainValue, frozen=True):
    """What was found out about one question.

    Attributes:
        question: with the settings that the model would be loaded with.
        outcome: how the model fits, or why that cannot be said.
    """

    question: AnyQuestion
    outcome: FitOutcome


class _Basis(PlainValue, frozen=True):
    """What an answer holds for.

    Attributes:
        file: size and time in nanoseconds; None where there is none.
        free_bytes: of RAM.
    """

    file: tuple[int, int] | None
    free_bytes: int

    def is_near(self, other: _Basis) -> bool:
        """Whether an answer for one holds for the other."""
        much = psutil.virtual_memory().total // _MUCH
        return self.file == other.file and abs(self.free_bytes - other.free_bytes) <= much


class _Known(PlainValue, frozen=True):
    """An answer, and what it holds for."""

    basis: _Basis
    told: FitTold


class ModelFits:
    """Finds out how models fit, one after another.

    Args:
        trusted_backends: what the self-test has found out about this machine.
        tell: called with every answer, on the lane; must not block.
        settings_of: returns how the model of a question would be loaded, by default as the question
            says; called on the lane.
        command: how to start the child; None for this program.
        idle_s: seconds without a question after which the child ends.
    """

    def __init__(
        self,
        trusted_backends: Path,
        tell: Callable[[FitTold], None],
        settings_of: Callable[[FitQuestion], LoadSettings] = lambda question: question.settings,
        *,
        command: Sequence[str] | None = None,
        idle_s: float = _IDLE_S,
    ) -> None:
        self._tell = tell
        self._settings_of = settings_of
        self._idle_s = idle_s
        self._child = FitChild(trusted_backends, command)
        self._lane = Lane("model fits", self._child.close, idle_s)
        self._lock = threading.Lock()
        self._asked: frozenset[AnyQuestion] = frozenset()  # last; guarded by _lock
        self._untold: frozenset[AnyQuestion] = frozenset()  # of these; guarded by _lock
        self._is_closed = False  # guarded by _lock
        self._known: dict[AnyQuestion, _Known] = {}  # the lane's own
        self._child_asked_at = 0.0  # the lane's own

    def ask(self, questions: Iterable[AnyQuestion]) -> None:
        """Answer these, the first one first, in place of all that still wait."""
        with self._lock:
            waiting = list(questions)
            before, self._asked = self._asked, frozenset(waiting)
            self._untold = self._asked - (before - self._untold)
            self._lane.clear()
            for question in waiting:
                self._lane.add(self._answer, question)

    def close(self) -> None:
        """Tell nothing any more and end the child."""
        with self._lock:
            self._is_closed = True
        self._lane.close()
        self._child.kill()

    def join(self) -> None:
        """Wait until a closed one is at rest."""
        self._lane.wait()

    def _answer(self, question: AnyQuestion) -> None:
        with self._lock:
            is_untold = question in self._untold
            self._untold -= {question}
        if isinstance(question, FitQuestion):
            question = replace(question, settings=self._settings_of(question))
        basis = _Basis(_identity(question), psutil.virtual_memory().available)
        known = self._known.get(question)
        if known is None or not known.basis.is_near(basis):
            known = self._known[question] = _Known(basis, self._found_out(question))
        else:
            self._end_idle_child()
            if not is_untold:
                return
        with self._lock:
            is_wanted = not self._is_closed
        if is_wanted:
            self._tell(known.told)

    def _found_out(self, question: AnyQuestion) -> FitTold:
        try:
            return FitTold(question, self._child.ask(question))
        except Exception as error:  # noqa: BLE001 - the thread's outermost frame
            return FitTold(question, problem_of(error))
        finally:
            self._child_asked_at = time.monotonic()

    def _end_idle_child(self) -> None:
        if time.monotonic() - self._child_asked_at >= self._idle_s:
            self._child.close()


def _identity(question: AnyQuestion) -> tuple[int, int] | None:
    if not isinstance(question, FitQuestion):
        return None
    try:
        status = Path(question.path).stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
