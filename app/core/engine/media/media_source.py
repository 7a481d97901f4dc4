"""What prompts ask of media: what they are called for the loaded model, and how they are cut.

Media in the text of a prompt: a mark in place of each, which templates leave as it is. A template
sees text alone. The mark has the name of the medium, so that whatever remembers a text by its
digest remembers the media in it, too. Nobody can write a mark: characters that begin one are taken
out of what the users of a chat with media have written.

Token ids and media tables of prompts: what a medium is among the tokens of a sequence.

Threads: the engine thread only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from msgspec import field

from app.core.content.media import MediaDigest
from app.core.content.media_table import (
    NO_MEDIA,
    MediaChunk,
    MediaTable,
    TableMismatch,
    pseudo_token_ids,
)
from app.core.llama.errors import MediaNotUnderstood
from app.core.llama.media_batch import MarkerTokens, MediaCells
from app.core.plain_value import PlainValue, replace
from app.core.protocol import NO_SENSES

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from app.core.content.media import MediaRef
    from app.core.llama.media_batch import MediaPart
    from app.core.protocol import PromptMessage


class CutInfo(PlainValue, frozen=True):
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


# For private use: nobody's message has them, or needs them.
_OPEN, _CLOSE, _INSTEAD = "\ue0a9", "\ue0aa", "\ufffd"
_MARK = re.compile(f"{_OPEN}([0-9a-f]{{32}}){_CLOSE}")


class TextPiece(NamedTuple):
    """A piece of a prompt without media in it, or the mark of one.

    Attributes:
        medium: the name of the medium that it is the mark of; None of text.
    """

    text: str
    medium: MediaDigest | None = None


def _mark_of(digest: MediaDigest) -> str:
    """Return the mark of a medium, 34 characters."""
    return f"{_OPEN}{digest.hex()}{_CLOSE}"


def with_marks(
    messages: Sequence[PromptMessage], names: Mapping[MediaRef, MediaDigest]
) -> list[PromptMessage]:
    """Return messages with marks in place of their media.

    Args:
        names: of all their media.
    """
    return [_with_marks(message, names) for message in messages]


def _with_marks(message: PromptMessage, names: Mapping[MediaRef, MediaDigest]) -> PromptMessage:
    text = message.text.replace(_OPEN, _INSTEAD)
    parts: list[str] = []
    begin = 0
    attached_ends = [*message.attached_ends]
    for placed in sorted(message.media, key=lambda one: one.at):
        at = max(begin, min(placed.at, len(text)))
        mark = _mark_of(names[placed.medium])
        parts += [text[begin:at], mark]
        begin = at
        for number, end in enumerate(message.attached_ends):
            attached_ends[number] += len(mark) if at < end else 0
    marked = "".join([*parts, text[begin:]])
    return replace(message, text=marked, media=(), attached_ends=tuple(attached_ends))


def pieces_of(text: str) -> Iterator[TextPiece]:
    """Yield a text in pieces: what lies between marks, and the marks; nothing that is empty."""
    begin = 0
    for match in _MARK.finditer(text):
        if match.start() > begin:
            yield TextPiece(text[begin : match.start()])
        yield TextPiece(match.group(), MediaDigest(bytes.fromhex(match.group(1))))
        begin = match.end()
    if begin < len(text):
        yield TextPiece(text[begin:])


def media_in(text: str) -> Iterator[MediaDigest]:
    """Yield the names of the media in a text, in their order."""
    for match in _MARK.finditer(text):
        yield MediaDigest(bytes.fromhex(match.group(1)))


class FoundMedia(PlainValue, frozen=True):
    """The media of one prompt.

    Attributes:
        names: of each of them, for the loaded model.
        cuts: by these names.
    """

    names: Mapping[MediaRef, MediaDigest] = field(default_factory=dict)
    cuts: Mapping[MediaDigest, CutInfo] = field(default_factory=dict)


NO_FOUND_MEDIA = FoundMedia()


class MediaSource(Protocol):
    """Knows the media of prompts."""

    @property
    def seconds_per_cell(self) -> float:
        """What the projector takes, before the model computes a cell; 0 where it is not known."""

    def finding(self, media: Sequence[MediaRef]) -> Generator[None, None, FoundMedia]:
        """Find out how media are cut, a slice of work at a time.

        Raises:
            KnownError: the loaded model cannot take one of them.
        """


class NoMedia:
    """Those of a model that takes text alone."""

    senses = NO_SENSES
    seconds_per_cell = 0.0

    def close(self) -> None:
        """There is nothing to free."""

    def finding(self, media: Sequence[MediaRef]) -> Generator[None, None, FoundMedia]:
        """Refuse what there is.

        Raises:
            MediaNotUnderstood: there is any.
        """
        yield from ()
        if media:
            raise MediaNotUnderstood(media[0].kind)
        return NO_FOUND_MEDIA
