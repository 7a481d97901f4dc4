"""When the cells of pictures and sounds are computed, each piece in a batch of its own.

A piece is as much of one part of a medium as a batch takes: all of it where its cells see each
other, a little at a time while anything streams, so that no answer stalls. Between two pieces all
others get their batch. What comes next is encoded meanwhile.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING

from app.core.engine.batch.admission import turn_of
from app.core.engine.batch.scheduler import Share, is_streaming
from app.core.engine.media.media_source import NoMedia
from app.core.errors import KnownError
from app.core.llama.errors import MediaNotRead
from app.core.llama.media_batch import decode_media
from app.core.plain_value import PlainValue
from app.core.protocol import is_of_other_program

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.content.media_table import MediaChunk
    from app.core.engine.media.loaded_media import LoadedMedia
    from app.core.engine.sequences.sequence import Sequence
    from app.core.llama import Context, DecodeOutcome
    from app.core.llama.media_batch import EncodedPart

logger = logging.getLogger(__name__)

BESIDE_STREAMS = 64  # cells


class MediaPiece(PlainValue, frozen=True):
    """Cells of a medium that are computed next.

    Attributes:
        part: that they are of, encoded.
        done: cells of the part that were computed before.
        pos: position of the first cell of the part.
    """

    share: Share
    part: EncodedPart
    done: int
    pos: int

    def decode(self, context: Context) -> DecodeOutcome:
        """Compute them.

        Raises:
            DecodeFailure: llama.cpp failed for good.
        """
        share, part = self.share, self.part
        n_cells = share.end - share.begin
        seq_id = share.sequence.seq_id
        outcome, _end = decode_media(context, seq_id, part, self.pos, self.done, n_cells)
        return outcome


class FailedMedium(PlainValue, frozen=True):
    """A medium that could not be encoded, and whose cells are waited for."""

    share: Share
    error: KnownError


class MediaTurns:
    """Says when media are computed; this one is of a model that takes text alone."""

    def has_work(self, _sequences: Iterable[Sequence]) -> bool:
        """Whether `next_piece` would get on."""
        return False

    def next_piece(self, _sequences: Iterable[Sequence]) -> MediaPiece | FailedMedium | None:
        """Return what is computed next; None where nothing is ready."""
        return None


class _TurnsOfLoadedMedia(MediaTurns):
    """Those of a model that sees or hears.

    Args:
        media: encodes them.
        context: computes them.
    """

    def __init__(self, media: LoadedMedia, context: Context) -> None:
        self._media = media
        self._context = context

    def has_work(self, sequences: Iterable[Sequence]) -> bool:
        """Whether `next_piece` would get on."""
        ranked = _ranked(sequences)
        return self._media.lacks(_coming(ranked)) or any(map(self._is_ready, ranked))

    def next_piece(self, sequences: Iterable[Sequence]) -> MediaPiece | FailedMedium | None:
        """Return what is computed next; what comes after that is encoded meanwhile."""
        sequences = list(sequences)
        ranked = _ranked(sequences)
        self._media.want(_coming(ranked))
        sequence = next(filter(self._is_ready, ranked), None)
        if sequence is None:
            return None
        chunk = sequence.media.next
        assert chunk is not None
        begin = sequence.n_cached
        try:
            part = self._media.encoded(chunk)
        except Exception as error:
            if not isinstance(error, KnownError):
                logger.exception("a medium could not be encoded")
                error = MediaNotRead(repr(error))
            return FailedMedium(Share(sequence, begin, chunk.end), error)
        most = BESIDE_STREAMS if any(map(is_streaming, sequences)) else self._context.n_batch
        end = min(chunk.end, begin + most) if part.cells.is_causal else chunk.end
        share = Share(sequence, begin, min(end, begin + self._context.n_batch))
        return MediaPiece(share, part, begin - chunk.first, sequence.media.position(chunk.first))

    def _is_ready(self, sequence: Sequence) -> bool:
        chunk = sequence.media.next
        return chunk is not None and self._media.is_ready(chunk)


def turns_of(media: LoadedMedia | NoMedia, context: Context) -> MediaTurns:
    """Return when the media of a loaded model are computed.

    Args:
        media: what it sees and hears with.
        context: of the model.
    """
    return MediaTurns() if isinstance(media, NoMedia) else _TurnsOfLoadedMedia(media, context)


def _ranked(sequences: Iterable[Sequence]) -> list[Sequence]:
    """Return the sequences that media are to be computed of, the most urgent first.

    Of one whose rows are being fetched it is not known yet what is left to compute.
    """
    return sorted(
        (one for one in sequences if one.media.coming and one.fetching is None), key=_rank
    )


def _rank(sequence: Sequence) -> tuple[bool, bool, float]:
    """Return the rank: what somebody waits for, chats in the window, the turn."""
    answer = sequence.answer
    turn = math.inf if answer is None else turn_of(sequence.chat, answer.began)
    return answer is None, is_of_other_program(sequence.chat), turn


def _coming(ranked: list[Sequence]) -> list[MediaChunk]:
    """Return the chunks to be encoded: the next of each sequence, then those behind them."""
    coming = [one.media.coming for one in ranked]
    return [chunks[0] for chunks in coming] + [chunk for chunks in coming for chunk in chunks[1:]]
