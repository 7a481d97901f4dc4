"""Whether a stored segment is the one that was looked up: its tokens, media, window and cells.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.format.placed_cells import extra_bytes
from app.core.kvstore.format.segment_file import SegmentDamaged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from app.core.content import CellRun
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.records import Segment, StoredPiece, StoredPrefix

    Rows = NDArray[Any]


class OtherMedia(Exception):
    """A segment is sound, but of other media than those that were looked up."""


def _ids_of(prefix: StoredPrefix, piece: StoredPiece) -> NDArray[np.int32]:
    wanted = np.frombuffer(prefix.token_ids, "<i4")
    return wanted[piece.begin : piece.begin + piece.n_used]


def check_segment(segment: Segment, piece: StoredPiece, prefix: StoredPrefix) -> None:
    """Compare what a segment says it is with what was looked up, token by token.

    Raises:
        SegmentDamaged: it is not what lies under its name.
        OtherMedia: its ids are those of other media, by chance.
    """
    key = SegmentKey(prefix.namespace, piece.name)
    if segment.key != key or (segment.begin, segment.end) != (piece.begin, piece.end):
        raise SegmentDamaged("another segment lies under this name")
    if not np.array_equal(segment.token_ids[: piece.n_used], _ids_of(prefix, piece)):
        raise SegmentDamaged("other tokens lie under this name")
    wanted = prefix.media.part(piece.begin, piece.begin + piece.n_used)
    if segment.media.part(0, piece.n_used) != wanted:
        raise OtherMedia
    if segment.begin_pos != prefix.media.position(piece.begin):
        raise SegmentDamaged("other positions than those of its media")


def check_cells(
    layout: KVLayout,
    planes: Sequence[Rows],
    piece: StoredPiece,
    cells: CellRun,
    prefix: StoredPrefix,
) -> None:
    """Compare the rows, columns and tokens that cells carry with those they should have.

    Args:
        layout: of the state.
        planes: its full planes, with the rows of the piece where they belong.
        piece: whose cells are compared.
        cells: where all of the prefix lie.
        prefix: that was looked up.

    Raises:
        SegmentDamaged: a file says something else, under checksums that are right.
    """
    used = slice(piece.begin, piece.begin + piece.n_used)
    at = 0
    for section in (one for one in layout.sections if not one.is_windowed):
        if section.has_ext:
            part = cells._replace(pos=cells.pos[used], y=cells.y[used], x=cells.x[used])
            if not np.array_equal(planes[at][used], extra_bytes(part, _ids_of(prefix, piece))):
                raise SegmentDamaged("a cell that belongs elsewhere")
        at += len(section.planes)


def check_window(n_windowed: int, piece: StoredPiece) -> None:
    """Compare how many windowed rows a segment has with what the index says.

    Raises:
        SegmentDamaged: it is something else.
    """
    if n_windowed != piece.end - piece.windowed_from:
        raise SegmentDamaged("windowed rows of other tokens than recorded")
