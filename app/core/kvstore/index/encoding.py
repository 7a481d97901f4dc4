"""How token ids, chains and days are written in the tables.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def to_sortable(token_ids: NDArray[np.int32]) -> bytes:
    """Return int32 [n] as big endian bytes: sequences that begin alike are sorted side by side."""
    return token_ids.astype(">i4").tobytes()


def from_sortable(stored: bytes) -> NDArray[np.int32]:
    """Return what `to_sortable` was given: int32 [n], a copy."""
    return np.frombuffer(stored, ">i4").astype(np.int32)


def day_of(now: float) -> str:
    """Return the day (UTC) of a time in seconds since the epoch, as 2026-01-31."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()
