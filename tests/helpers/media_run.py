"""A text model, its projector and a context, driven without the engine's loop."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from app.core.content.media import MediaIdentity, MediaRef, RawImage, RawSound, media_digest
from app.core.llama import (
    Batch,
    Context,
    ContextParams,
    DecodeOutcome,
    Model,
    ModelParams,
)
from app.core.llama.media_batch import EncodedPart, MarkerTokens, decode_media
from app.core.llama.multimodal import Projector, ProjectorParams

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.content.media import MediaDigest
    from app.core.llama.media_batch import MediaCells

SCRATCH = 1
IDENTITY = MediaIdentity("the tiny projector")


@functools.cache
def some_picture(seed: int = 0, width: int = 200, height: int = 100) -> RawImage:
    """Return a picture of noise."""
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return RawImage(width, height, pixels.tobytes())


@functools.cache
def some_sound(hertz: float = 440.0, seconds: float = 31.0, rate: int = 16_000) -> RawSound:
    """Return a tone, by default longer than one piece of 30 seconds."""
    time = np.arange(int(seconds * rate)) / rate
    return RawSound(np.sin(time * 2 * np.pi * hertz).astype("<f4").tobytes())


class MediaRun:
    """A loaded pair with one context; a context manager."""

    def __init__(self, text: Path, projector: Path, **params: Any) -> None:
        self.model = Model(str(text), ModelParams(), lambda _fraction: True)
        self.projector = Projector(self.model, str(projector), ProjectorParams(n_threads=1))
        wanted = {"n_ctx": 1024, "n_seq_max": 2, "n_threads": 1} | params
        self.context = Context(self.model, ContextParams(**wanted))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        self.projector.close()
        self.model.close()

    def decode_text(self, tokens: Sequence[int], pos: int) -> NDArray[np.float32]:
        """Compute tokens from a position on; return the logits after the last."""
        capacity = self.context.n_batch
        batch = Batch(capacity)
        last = pos + len(tokens) - 1
        try:
            for begin in range(0, len(tokens), capacity):
                batch.clear()
                part = tokens[begin : begin + capacity]
                at = batch.add(0, list(part), pos + begin, frozenset({last}))
                assert self.context.decode(batch) is DecodeOutcome.DONE
            return self.context.logits(at[last])
        finally:
            batch.close()

    def decode_cells(self, cells: MediaCells, rows: NDArray[np.float32], pos: int) -> None:
        """Compute all cells of a part from a position on."""
        done, part = 0, EncodedPart(cells, rows)
        while done < cells.n_cells:
            outcome, done = decode_media(self.context, 0, part, pos, done)
            assert outcome is DecodeOutcome.DONE

    def decode_medium(self, medium: RawImage | RawSound, pos: int) -> int:
        """Compute a medium with its markers; return the position behind it."""
        cut = self.projector.cut(medium)
        try:
            for part in cut.parts:
                if isinstance(part, MarkerTokens):
                    self.decode_text(part.token_ids, pos)
                    pos += part.n_cells
                    continue
                rows = self.projector.encode(cut, part)
                assert rows is not None
                self.decode_cells(part, rows, pos)
                pos += part.n_pos
        finally:
            cut.close()
        return pos

    def said_after(self, medium: RawImage | RawSound) -> NDArray[np.float32]:
        """Return what the model says of a medium between two texts, in an empty context."""
        self.context.clear()
        before = self.model.tokenize("Look at this: ")
        self.decode_text(before, 0)
        pos = self.decode_medium(medium, len(before))
        return self.decode_text(self.model.tokenize(" What is it?"), pos)

    def media(self) -> list[RawImage | RawSound]:
        """Return one medium of each kind that the projector takes."""
        found: list[RawImage | RawSound] = []
        if self.projector.sees:
            found.append(some_picture())
        if self.projector.hears:
            found.append(some_sound())
        return found


def digest_of(medium: RawImage | RawSound) -> MediaDigest:
    """Return the name of a medium for the tiny projectors."""
    return media_digest(MediaRef.of(medium), IDENTITY)
