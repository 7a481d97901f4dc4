"""Token ids and media tables of prompts: what a medium is among the tokens of a sequence.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.core.content import (
    NO_MEDIA,
    MediaChunk,
    MediaDigest,
    MediaTable,
    TableMismatch,
    pseudo_token_ids,
)
from app.core.llama.media_batch import MarkerTokens, MediaCells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from app.core.llama.media_batch import MediaPart


@dataclass(frozen=True, slots=True)
class CutInfo:
    """How a projector cuts one medium.

    Attributes:
        digest: of the medium.
        parts: markers and cells, in their order.
    """

    digest: MediaDigest
    parts: tuple[MediaPart, ...]

    @property
    def n_cells(self) -> int:
        """Cells that it takes in all, those of its markers among them."""
        return sum(part.n_cells for part in self.parts)

    def token_ids(self) -> list[int]:
        """Return the ids of all of them."""
        ids: list[int] = []
        for part in self.parts:
            match part:
                case MarkerTokens(token_ids):
                    ids += token_ids
                case MediaCells(number=number, n_cells=n_cells):
                    ids += pseudo_token_ids(self.digest, number, n_cells).tolist()
        return ids


def table_of(
    token_ids: Sequence[int], media: Iterable[MediaDigest], cuts: Mapping[MediaDigest, CutInfo]
) -> MediaTable:
    """Return which tokens of a prompt are cells of which media.

    Args:
        token_ids: of the prompt.
        media: that are in it, in their order.
        cuts: how they are cut.

    Raises:
        TableMismatch: the ids are not those of a prompt with exactly these media.
    """
    expected = [
        (cut.digest, part)
        for cut in (cuts[digest] for digest in media)
        for part in cut.parts
        if isinstance(part, MediaCells)
    ]
    if not expected:
        if token_ids and min(token_ids) < 0:
            raise TableMismatch("cells of media that the prompt does not have")
        return NO_MEDIA
    ids = np.asarray(token_ids, np.int64).astype(np.int32)
    of_media = np.flatnonzero(ids < 0)
    chunks: list[MediaChunk] = []
    at = 0
    for digest, part in expected:
        if at >= of_media.size:
            raise TableMismatch("a medium of the prompt has no cells")
        chunks.append(part.chunk(int(of_media[at]), digest))
        at += part.n_cells
    table = MediaTable(tuple(chunks))
    table.check(ids)
    return table
