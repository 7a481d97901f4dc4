"""A picture or a sound that a user attached: what is told of the file, which lies beside the chats.

Threads: frozen values, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.content.media import MediaKind


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A file of a message, as it was attached; its bytes never change.

    Attributes:
        kind: what it is.
        name: of the file, as the user knows it; no path.
        digest: hex of BLAKE2b-256 over the file's bytes; names it in the folder beside the chats.
        n_bytes: of the file.
        width: of a picture as it is shown, turned as its camera noted, in pixels; 0 of a sound.
        height: likewise.
        duration_ms: of a sound; 0 of a picture.
        alt_text: what it shows, in the user's words, for those who cannot see it; "" for none.
        max_pixels: a model is given a picture of no more pixels; 0 for as large as it is.
    """

    kind: MediaKind
    name: str
    digest: str
    n_bytes: int
    width: int = 0
    height: int = 0
    duration_ms: int = 0
    alt_text: str = ""
    max_pixels: int = 0
