"""Which of the pictures and sounds of a message a model takes: what its projector lets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.content import MediaKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.content import MediaFile
    from app.core.protocol import Senses


def is_taken(medium: MediaFile, senses: Senses) -> bool:
    """Whether a model is given a medium itself; else it reads its name."""
    return senses.sees if medium.kind is MediaKind.IMAGE else senses.hears


def kinds_not_taken(media: Iterable[MediaFile], senses: Senses) -> frozenset[MediaKind]:
    """Return of which kinds a model would read the names alone."""
    return frozenset(medium.kind for medium in media if not is_taken(medium, senses))
