"""Waiting that Ctrl+C interrupts on Windows too, where a signal wakes no lock.

Main thread only.
"""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import threading

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
