"""Harm done to a process from outside, the same on every system.

Where there are no signals, the process ends at once with the number of one as its code.
"""

from __future__ import annotations

import enum
import os
import signal
import sys

import psutil

# How `os.abort`, and being ended by whoever started it, are told of a child of this program.
DIED_OF_ABORT = "crashed with abort" if sys.platform == "win32" else "crashed with signal 6"
DIED_OF_FAULT = (
    "crashed with an access violation (0xC0000005)"
    if sys.platform == "win32"
    else f"crashed with signal {int(signal.SIGSEGV)}"
)
DIED_OF_KILL = "ended with code 1: " if sys.platform == "win32" else "crashed with signal 9"

# Lines of Python after which a process aborts at its end, as with a driver that ggml does not
# support; and a line that ends it as a kernel does that reads where nothing is.
ABORTS_AT_ITS_END = (
    """
import ctypes
kernel = ctypes.WinDLL("kernel32")
slot = kernel.FlsAlloc(ctypes.CDLL("ucrtbase").abort)  # called when DLLs are told of the end
kernel.FlsSetValue(slot, ctypes.c_void_p(1))
"""
    if sys.platform == "win32"
    else """
import ctypes
libc = ctypes.CDLL(None)
libc.__cxa_atexit(libc.abort, None, None)
"""
)
READS_WHERE_NOTHING_IS = "import faulthandler; faulthandler._read_null()"


def how_often(variable: str, usual: int, in_long_run: int | None = None) -> int:
    """Return how often a test does harm to a program, or makes something up to try.

    That is what a variable says; without it as usual, or more often where HEARTH_LONG=1 is set.
    Half as often on Windows: a program takes seconds to begin there, above all under Wine, and a
    test that takes 90 seconds counts as one that hangs.
    """
    if in_long_run is not None and os.environ.get("HEARTH_LONG") == "1":
        usual = in_long_run
    return int(os.environ.get(variable, usual // 2 if sys.platform == "win32" else usual))


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
