"""What the system keeps of files: brought into memory, or forgotten, before something is timed."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CACHES = ("warm", "cold") if hasattr(os, "posix_fadvise") else ("warm",)


def read(files: Iterable[Path]) -> None:
    """Bring files into the system's cache."""
    for path in files:
        with path.open("rb", buffering=0) as file:
            while file.read(1 << 24):
                pass


def forget(files: Iterable[Path]) -> None:
    """Take files out of the system's cache, as far as nobody else uses them."""
    for path in files:
        with path.open("rb", buffering=0) as file:
            with contextlib.suppress(OSError):  # a file system that cannot
                os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
