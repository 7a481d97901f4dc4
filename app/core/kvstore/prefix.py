"""The longest stored beginning of some token ids.

Segments form a tree; messages were cut in different places by different chats, so more than one
branch may fit and all of them are followed.

Threads: pure function, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.chain import SegmentHash, common_prefix
from app.core.kvstore.records import StoredPiece, StoredPrefix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.fingerprint import Fingerprint

    Children = Callable[[SegmentHash | None], Iterable[tuple[SegmentHash, NDArray[np.int32]]]]


def walk(
    namespace: Fingerprint, token_ids: NDArray[np.int32], children_of: Children
) -> StoredPrefix:
    """Follow every branch whose tokens match and return the longest.

    A segment that fits in part gives its first rows and ends its branch. Of two equally long
    results the one that ends with a whole segment wins: it has a witness and can be continued.

    Args:
        namespace: for the result.
        token_ids: int32 [n], from position 0.
        children_of: name and token ids of what is stored right after a segment.
    """
    best: tuple[StoredPiece, ...] = ()
    best_rank = (0, False)
    branches: list[tuple[StoredPiece, ...]] = [()]
    while branches:
        pieces = branches.pop()
        begin = pieces[-1].end if pieces else 0
        for name, stored in children_of(pieces[-1].name if pieces else None):
            n_used = common_prefix(stored, token_ids[begin:])
            if not n_used:
                continue
            piece = StoredPiece(name, begin, begin + stored.size, n_used)
            rank = (begin + n_used, piece.is_whole)
            if rank > best_rank:
                best, best_rank = (*pieces, piece), rank
            if piece.is_whole and piece.end < token_ids.size:
                branches.append((*pieces, piece))
    used = token_ids[: best_rank[0]].astype("<i4", copy=False)
    return StoredPrefix(namespace, best, used.tobytes())
