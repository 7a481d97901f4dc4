"""How many threads compute: the cores that this process may use, half of them on battery.

Two threads on one core wait for each other, so that logical processors do not count. Decoding is
bound by memory more than by cores: half of them lose little speed, and a laptop stays cool longer.

Threads: any; asks the system each time.
"""

from __future__ import annotations

import os

import psutil


def thread_count() -> int:
    """Return the number of threads to compute with now."""
    n_cores = min(psutil.cpu_count(logical=False) or _n_usable(), _n_usable())
    return max(1, -(-n_cores // 2)) if is_on_battery() else n_cores


def _n_usable() -> int:
    """Return the processors that the system lets this process use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def is_on_battery() -> bool:
    """Whether the machine runs on battery; False where the system does not say."""
    ask = getattr(psutil, "sensors_battery", None)  # not on every system
    try:
        battery = ask() if ask is not None else None
    except (OSError, RuntimeError, ValueError):  # a driver that reports nonsense
        return False
    return battery is not None and battery.power_plugged is False
