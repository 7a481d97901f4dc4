"""What prompts ask of media: what they are called for the loaded model, and how they are cut.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.core.llama.errors import MediaNotUnderstood
from app.core.protocol import NO_SENSES

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from app.core.content import MediaDigest, MediaRef
    from app.core.engine.media.media_cells import CutInfo


@dataclass(frozen=True, slots=True)
class FoundMedia:
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

    def finding(self, media: Sequence[MediaRef]) -> Generator[None, None, FoundMedia]:
        """Find out how media are cut, a slice of work at a time.

        Raises:
            KnownError: the loaded model cannot take one of them.
        """


class NoMedia:
    """Those of a model that takes text alone."""

    senses = NO_SENSES

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
