"""What the system keeps of files: brought into memory, or forgotten, before something is timed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from app.core.system import file_cache

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
        file_cache.forget(path)
