"""How token ids and chains are written in the tables.

Threads: pure functions, any thread.
"""

from __future__ import annotations

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
