"""How a command ends before its time: Ctrl+C, `kill`, a terminal that is closed."""

from __future__ import annotations

import queue
import signal
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable


_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
_KILLED_BY = 128  # and the number of the signal: the exit code, as shells have it


class GracefulExit:
    """Turns the signals that end a program into one clean end; a context manager.

    The first signal stops the answer, or raises KeyboardInterrupt while there is none. Ctrl+C again
    leaves at once; the others come in pairs when somebody logs out, and change nothing any more.

    Main thread only.
    """

    def __init__(self) -> None:
        self._number = 0
        self._stop: Callable[[], bool] | None = None
        self._is_cleaning_up = False
        self._previous: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        for name in _NAMES:
            number = getattr(signal, name, None)
            # `nohup` has it ignored. Ctrl+C is ignored in a shell's background, and wanted all the
            # same by who sends it there.
            if number is None or (
                name != "SIGINT" and signal.getsignal(number) is signal.Handlers.SIG_IGN
            ):
                continue
            self._previous[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)

    @property
    def exit_code(self) -> int:
        """What the program ends with because of a signal; 0 when there was none."""
        return _KILLED_BY + self._number if self._number else 0

    def stop_with(self, stop: Callable[[], bool]) -> None:
        """Have the first signal call `stop`, which returns whether there was an answer to stop."""
        self._stop = stop

    def begin_clean_up(self) -> None:
        """From now on only an impatient Ctrl+C interrupts what is going on."""
        self._is_cleaning_up = True

    def _on_signal(self, number: int, _frame: object) -> None:
        is_first, self._number = not self._number, self._number or number
        if not is_first:
            if number == signal.SIGINT:
                raise KeyboardInterrupt
        elif not self._is_cleaning_up and not (self._stop and self._stop()):
            raise KeyboardInterrupt


STEP_S = 0.2

_T = TypeVar("_T")


def next_of(events: queue.SimpleQueue[_T]) -> _T:
    """Wait for the next event and return it."""
    while True:
        try:
            return events.get(timeout=STEP_S)
        except queue.Empty:
            continue


def join(thread: threading.Thread) -> None:
    """Wait for a thread to end."""
    while thread.is_alive():
        thread.join(STEP_S)
