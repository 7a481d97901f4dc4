"""Finding the longest stored prefix of some token ids that can be restored.

Segments form a tree; messages were cut in different places by different chats, so more than one
branch may fit and all of them are followed.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.content.media_table import NO_MEDIA
from app.core.kvstore.chain import SegmentHash, common_prefix, segment_hash
from app.core.kvstore.format.layout import RestoreNeeds
from app.core.kvstore.records import ChildSegment, StoredPiece, StoredPrefix
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from app.core.content.media_table import MediaTable
    from app.core.kvstore.chain import Fingerprint

    Children = Callable[[SegmentHash | None, NDArray[np.int32]], Iterable[ChildSegment]]


def find_longest_prefix(
    namespace: Fingerprint,
    token_ids: NDArray[np.int32],
    children_of: Children,
    needs: RestoreNeeds | None = None,
    media: MediaTable = NO_MEDIA,
) -> StoredPrefix:
    """Follow every branch whose tokens match and return the longest restorable beginning.

    A segment that fits in part gives its first rows and ends its branch. Of two equally long
    results the one that ends with a whole segment wins: it has a witness and can be continued.

    Args:
        namespace: for the result.
        token_ids: int32 [n], from position 0.
        children_of: what is stored right after a segment; of many, those with the most tokens in
            common with the given ones, and all that these begin with, will do.
        needs: beside the rows of all tokens; nothing by default.
        media: whose cells are among the tokens. No result ends in one or right behind it: the last
            token of a restore is computed again, and a medium is one as a whole.
    """
    needs = needs or RestoreNeeds()
    best: tuple[StoredPiece, ...] = ()
    best_rank = (0, False)
    branches: list[tuple[StoredPiece, ...]] = [()]
    while branches:
        pieces = branches.pop()
        begin = pieces[-1].end if pieces else 0
        rest = token_ids[begin:]
        for child in children_of(pieces[-1].name if pieces else None, rest):
            n_used = common_prefix(child.token_ids, rest)
            if not n_used:
                continue
            piece = _piece(child, begin, n_used)
            if piece.is_whole and _is_of_other_media(namespace, pieces, child, media):
                continue
            usable = restorable_pieces((*pieces, piece), needs, media)
            rank = (_end(usable), bool(usable) and usable[-1].is_whole)
            if rank > best_rank:
                best, best_rank = usable, rank
            if piece.is_whole and piece.end < token_ids.size:
                branches.append((*pieces, piece))
    used = token_ids[: best_rank[0]].astype("<i4", copy=False)
    return StoredPrefix(namespace, best, used.tobytes(), media.part(0, used.size))


def restorable_pieces(
    pieces: Sequence[StoredPiece], needs: RestoreNeeds, media: MediaTable = NO_MEDIA
) -> tuple[StoredPiece, ...]:
    """Return the longest beginning of a chain of pieces after which a state can be made.

    Args:
        pieces: from position 0 without a gap; only the last may be used in part.
        needs: of the layout.
        media: whose cells are among their tokens.
    """
    if not needs.window and not needs.snapshot:
        return _cut_to(pieces, media.text_end(_end(pieces)))
    for count in range(len(pieces), 0, -1):
        last = pieces[count - 1]
        if media.text_end(_end(pieces[:count])) != _end(pieces[:count]):
            continue
        if needs.snapshot and not (last.is_whole and last.has_snapshot):
            continue
        end = _end(pieces[:count])
        # A shorter part of the same piece would need older rows still: only its whole use counts.
        if _windowed_from(pieces[:count]) <= max(0, end - needs.window) or not needs.window:
            return tuple(pieces[:count])
    return ()


def shortened_prefix(prefix: StoredPrefix, n_pieces: int, needs: RestoreNeeds) -> StoredPrefix:
    """Return what can be restored of the first `n_pieces` pieces of a prefix."""
    pieces = restorable_pieces(prefix.pieces[:n_pieces], needs, prefix.media)
    n_tokens = _end(pieces)
    return replace(
        prefix,
        pieces=pieces,
        token_ids=prefix.token_ids[: 4 * n_tokens],
        media=prefix.media.part(0, n_tokens),
    )


def _cut_to(pieces: Sequence[StoredPiece], n_tokens: int) -> tuple[StoredPiece, ...]:
    """Return as much of some pieces as holds the first `n_tokens`."""
    kept = [piece for piece in pieces if piece.begin < n_tokens]
    if kept and _end(kept) > n_tokens:
        kept[-1] = replace(kept[-1], n_used=n_tokens - kept[-1].begin)
    return tuple(kept)


def _is_of_other_media(
    namespace: Fingerprint, pieces: Sequence[StoredPiece], child: ChildSegment, media: MediaTable
) -> bool:
    """Tell whether a segment has the right ids by chance: its name says of which media it is.

    Of one that is used in part, this shows when it is read.
    """
    begin = pieces[-1].end if pieces else 0
    part = media.part(begin, begin + child.token_ids.size)
    if not part:
        return False
    parent = pieces[-1].name if pieces else None
    return segment_hash(namespace, parent, child.token_ids, part) != child.name


def _end(pieces: Sequence[StoredPiece]) -> int:
    return pieces[-1].begin + pieces[-1].n_used if pieces else 0


def _piece(child: ChildSegment, begin: int, n_used: int) -> StoredPiece:
    end = begin + child.token_ids.size
    return StoredPiece(child.name, begin, end, n_used, end - child.n_windowed, child.has_snapshot)


def _windowed_from(pieces: Sequence[StoredPiece]) -> int:
    """Return the first position of the run of windowed rows that reaches the end of the pieces."""
    at = _end(pieces)
    for piece in reversed(pieces):
        if piece.windowed_from >= at:
            break
        at = piece.windowed_from
        if at > piece.begin:
            break
    return at
