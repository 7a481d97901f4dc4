"""How whoever waits for another machine or process is told to stop, whatever it waits for."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class TransferStopped(Exception):
    """`StopSignal.stop` was called; not a failure."""


class StopSignal:
    """Asks one piece of work to stop, once.

    Threads: `stop` from any; the rest from the one that works.
    """

    def __init__(self) -> None:
        self._is_set = threading.Event()
        self._lock = threading.Lock()
        self._end: Callable[[], object] | None = None

    @property
    def is_set(self) -> bool:
        """Whether it was asked to stop."""
        return self._is_set.is_set()

    def stop(self) -> None:
        """Have the work raise `TransferStopped` at once, even while it waits."""
        with self._lock:
            self._is_set.set()
            if self._end is not None:
                self._end()

    def check(self) -> None:
        """Do nothing.

        Raises:
            TransferStopped: it is to stop.
        """
        if self._is_set.is_set():
            raise TransferStopped

    def wait(self, seconds: float) -> None:
        """Wait.

        Raises:
            TransferStopped: it is to stop.
        """
        self._is_set.wait(seconds)
        self.check()

    def end_with(self, end: Callable[[], object]) -> None:
        """Have `stop` call this from now on, in place of what it would have called before.

        Args:
            end: ends what is being waited for; returns at once, raises nothing.

        Raises:
            TransferStopped: it is to stop; `end` was not called.
        """
        with self._lock:
            self.check()
            self._end = end
