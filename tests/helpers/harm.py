"""Harm done to a process from outside, the same on every system.

Where there are no signals, the process ends at once with the number of one as its code.
"""

from __future__ import annotations

import enum
import os
import signal

import psutil


class Harm(enum.Enum):
    """What may happen to a process."""

    SEGFAULT = signal.SIGSEGV
    ABORT = signal.SIGABRT
    KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
    HANG = 0

    def do(self, pid: int) -> None:
        """Do it.

        Raises:
            ProcessLookupError: there is no such process any more.
        """
        try:
            if self is Harm.HANG:
                psutil.Process(pid).suspend()
            else:
                os.kill(pid, self.value)
        except (psutil.NoSuchProcess, OSError):  # of several kinds on Windows
            if psutil.pid_exists(pid):
                raise
            raise ProcessLookupError(pid) from None
