"""The media of one loaded model: what they are called, how they are cut, and their encoded cells.

Of what is encoded, as much is kept as the next two batches need: it can be made again.

Threads: the engine thread only; the projector works on a thread of its own.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from app.core.content.media import MediaIdentity, media_digest
from app.core.engine.media.media_source import CutInfo, FoundMedia
from app.core.llama.media_batch import EncodedPart, MediaCells, check_room

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from concurrent.futures import Future

    from app.core.content.media import MediaDigest, MediaRef
    from app.core.content.media_table import MediaChunk
    from app.core.engine.media.projector_worker import Encoding, ProjectorWorker
    from app.core.llama import Context
    from app.core.llama.media_batch import MediaPart
    from app.core.protocol import Senses

_SLICE_S = 0.005  # that one slice of a prompt waits for a medium to be cut
_MOST_KNOWN = 10_000  # media; far more than a context has cells for
_AT_ONCE = 2  # parts that are encoded or wait to be computed


class ChunkName(NamedTuple):
    """A part of a medium, by the name of the medium and its number."""

    digest: MediaDigest
    number: int

    @classmethod
    def of(cls, chunk: MediaChunk) -> ChunkName:
        """Return that of a chunk of a sequence."""
        return cls(chunk.digest, chunk.number)


class LoadedMedia:
    """What one loaded model sees and hears with; `close` frees it.

    Args:
        worker: has the projector.
        senses: what that takes.
        context: that computes what it encodes.
        projector: what the projector is; None while its file is being read. What is computed until
            then is never found again.
    """

    def __init__(
        self, worker: ProjectorWorker, senses: Senses, context: Context, projector: str | None
    ) -> None:
        self._worker = worker
        self.senses = senses
        self._context = context
        self._identity = MediaIdentity(projector or f"unread {uuid.uuid4()}")
        self._parts: OrderedDict[MediaRef, tuple[MediaPart, ...]] = OrderedDict()
        self._refs: OrderedDict[MediaDigest, MediaRef] = OrderedDict()
        self._encodings: dict[ChunkName, Encoding] = {}

    def close(self) -> None:
        """Free the projector."""
        self._worker.close()

    def identified(self, projector: str) -> None:
        """Take note of what the projector is."""
        self._identity = MediaIdentity(projector)

    # -- for prompts --

    @property
    def seconds_per_cell(self) -> float:
        """See `MediaSource`."""
        return self._worker.seconds_per_cell

    def finding(self, media: Sequence[MediaRef]) -> Generator[None, None, FoundMedia]:
        """Find out how media are cut, a slice of work at a time.

        Raises:
            KnownError: the projector takes none of their kind, libmtmd makes nothing of one, or the
                context cannot compute it.
        """
        names: dict[MediaRef, MediaDigest] = {}
        cuts: dict[MediaDigest, CutInfo] = {}
        for medium in media:
            digest = media_digest(medium, self._identity)
            names[medium] = digest
            if digest not in cuts:
                parts = yield from self._cutting(medium)
                cuts[digest] = CutInfo(digest, parts)
                self._remember(digest, medium)
        return FoundMedia(names, cuts)

    def _cutting(self, medium: MediaRef) -> Generator[None, None, tuple[MediaPart, ...]]:
        known = self._parts.get(medium)
        if known is not None:
            return known
        measured = self._worker.measure(medium)
        try:
            while not _is_done(measured):
                yield
        finally:
            measured.cancel()
        parts = measured.result()
        for part in parts:
            if isinstance(part, MediaCells):
                check_room(self._context, part)
        self._parts[medium] = parts
        return parts

    def _remember(self, digest: MediaDigest, medium: MediaRef) -> None:
        self._refs[digest] = medium
        self._refs.move_to_end(digest)
        for known in (self._refs, self._parts):
            while len(known) > _MOST_KNOWN:
                known.popitem(last=False)

    # -- for batches --

    def lacks(self, chunks: Sequence[MediaChunk]) -> bool:
        """Whether `want` would change anything.

        Args:
            chunks: what is to be computed next, the most urgent first.
        """
        return _names(chunks) != set(self._encodings)

    def want(self, chunks: Sequence[MediaChunk]) -> None:
        """Encode what is to be computed next, and stop encoding what is not.

        Args:
            chunks: the most urgent first.
        """
        names = _names(chunks)
        for name in set(self._encodings) - names:
            self._encodings.pop(name).stop()
        for chunk in chunks:
            name = ChunkName.of(chunk)
            if name in names and name not in self._encodings:
                self._encodings[name] = self._worker.encode(
                    self._refs[chunk.digest], _cells_of(chunk, self._parts_of(chunk))
                )

    def _parts_of(self, chunk: MediaChunk) -> tuple[MediaPart, ...]:
        return self._parts[self._refs[chunk.digest]]

    def is_ready(self, chunk: MediaChunk) -> bool:
        """Whether a chunk can be computed now, or it is known why it never can."""
        encoding = self._encodings.get(ChunkName.of(chunk))
        return encoding is not None and encoding.rows.done()

    def encoded(self, chunk: MediaChunk) -> EncodedPart:
        """Return what can be computed of a chunk that is ready.

        Raises:
            KnownError: why it could not be encoded; it is tried again when it is wanted again.
        """
        encoding = self._encodings[ChunkName.of(chunk)]
        try:
            rows = encoding.rows.result()
        except BaseException:
            del self._encodings[ChunkName.of(chunk)]
            raise
        assert rows is not None, "what was stopped is not wanted"
        return EncodedPart(_cells_of(chunk, self._parts_of(chunk)), rows)


def _names(chunks: Sequence[MediaChunk]) -> set[ChunkName]:
    """Return the parts that are to be encoded now."""
    names: dict[ChunkName, None] = {}
    for chunk in chunks:
        names.setdefault(ChunkName.of(chunk))
    return set(list(names)[:_AT_ONCE])


def _cells_of(chunk: MediaChunk, parts: tuple[MediaPart, ...]) -> MediaCells:
    return next(
        part for part in parts if isinstance(part, MediaCells) and part.number == chunk.number
    )


def _is_done(measured: Future[tuple[MediaPart, ...]]) -> bool:
    """Wait a moment; whether it is done then."""
    try:
        measured.exception(_SLICE_S)
    except TimeoutError:
        return measured.done()
    return True
