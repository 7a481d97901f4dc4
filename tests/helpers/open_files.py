"""How much of the system a process has open."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psutil


def n_open(process: psutil.Process) -> int:
    """Return how many file descriptors a process has open; on Windows, handles of any kind."""
    if sys.platform == "win32":
        return process.num_handles()
    return process.num_fds()
