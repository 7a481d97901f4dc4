"""Waiting for what another thread or process does, on a machine that may be busy."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def wait_until(is_so: Callable[[], bool]) -> None:
    """Return once something is so; fail after a minute."""
    deadline = time.monotonic() + 60
    pause = threading.Event()
    while not is_so():
        assert time.monotonic() < deadline
        pause.wait(0.01)
