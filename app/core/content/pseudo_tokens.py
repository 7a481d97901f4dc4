"""Ids for the cells of a medium, so that sequences with media are compared like any others.

They are negative, which no token is, and follow from the medium's digest: two media differ from
their first cell on, but for one pair in two thousand million. What has to be certain compares the
media tables as well (`media_table.py`).

Threads: pure functions, any thread.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.core.content.media_digest import MediaDigest

_TAG = b"hearth.cells.v1"
_SIGN = 0x80000000


def pseudo_token_ids(digest: MediaDigest, number: int, n_cells: int) -> NDArray[np.int32]:
    """Return the ids of the cells of one chunk of a medium.

    Args:
        digest: of the medium.
        number: of the chunk among those of the medium, from 0.
        n_cells: of the chunk.

    Returns:
        int32 [n_cells], all negative; those of fewer cells are a beginning of those of more.
    """
    import numpy as np  # not before it is needed: most that know of media need no more

    stream = hashlib.shake_128(_TAG + digest + struct.pack("<I", number)).digest(4 * n_cells)
    return (np.frombuffer(stream, "<u4") | np.uint32(_SIGN)).astype(np.uint32).view(np.int32)
