"""Little memory and little time for this process, on every system."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time

_LOOK_EVERY_S = 0.02


def keep_small(memory_bytes: int, seconds: int) -> None:
    """End this process when the time is over; what asks for too much memory is refused it.

    Windows has no such limits without rights: there a thread looks, and ends the process.

    Args:
        memory_bytes: of address space, on Windows of memory that is taken.
        seconds: from now on.
    """
    if sys.platform == "win32":
        threading.Thread(target=_look, args=(memory_bytes, seconds), daemon=True).start()
        return
    import resource
    import signal

    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    signal.alarm(seconds)


if sys.platform == "win32":

    class _Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS_EX."""

        _fields_ = (
            ("size", ctypes.c_uint32),
            ("page_fault_count", ctypes.c_uint32),
            ("peak_working_set_size", ctypes.c_size_t),
            ("working_set_size", ctypes.c_size_t),
            ("quota_peak_paged_pool_usage", ctypes.c_size_t),
            ("quota_paged_pool_usage", ctypes.c_size_t),
            ("quota_peak_non_paged_pool_usage", ctypes.c_size_t),
            ("quota_non_paged_pool_usage", ctypes.c_size_t),
            ("pagefile_usage", ctypes.c_size_t),
            ("peak_pagefile_usage", ctypes.c_size_t),
            ("private_usage", ctypes.c_size_t),
        )

    def _taken_bytes() -> int:
        counters = _Counters(size=ctypes.sizeof(_Counters))
        kernel = ctypes.WinDLL("kernel32")
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        look = kernel.K32GetProcessMemoryInfo
        look.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32]
        assert look(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.size)
        return max(counters.working_set_size, counters.private_usage)

    def _look(memory_bytes: int, seconds: int) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and _taken_bytes() < memory_bytes:
            time.sleep(_LOOK_EVERY_S)
        os._exit(9)
