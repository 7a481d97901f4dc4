"""What a picture or a sound is in a prompt: marks of text, and cells that are computed.

Threads: frozen values; they may cross threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from app.core.content import MediaChunk, MediaKind

if TYPE_CHECKING:
    from app.core.content import MediaDigest


@dataclass(frozen=True, slots=True)
class MarkerTokens:
    """Tokens that the model is used to see around or between media.

    Attributes:
        token_ids: each in the model's vocabulary.
    """

    token_ids: tuple[int, ...]

    @property
    def n_cells(self) -> int:
        """One a token."""
        return len(self.token_ids)


@dataclass(frozen=True, slots=True)
class MediaCells:
    """Cells that the projector computes.

    Attributes:
        number: of this part among those with cells, from 0.
        n_cells: how many there are.
        n_pos: positions that they take; fewer than cells with M-RoPE.
        columns: of a picture whose cells share their position; 0 where each has its own.
        rows: likewise.
        is_causal: whether a cell sees only those before it; else all are computed at once.
    """

    kind: MediaKind
    number: int
    n_cells: int
    n_pos: int
    columns: int = 0
    rows: int = 0
    is_causal: bool = True

    def chunk(self, first: int, digest: MediaDigest) -> MediaChunk:
        """Return its line in the table of a sequence.

        Args:
            first: its first cell there.
            digest: of the medium.
        """
        return MediaChunk(
            first, self.n_cells, self.n_pos, self.kind, self.number, digest, self.columns, self.rows
        )


MediaPart: TypeAlias = MarkerTokens | MediaCells
