"""Pictures and sounds as the model is given them, and what they are in a sequence of tokens."""

from __future__ import annotations

from app.core.content.media import MediaKind, MediaUnusable, RawImage, RawSound
from app.core.content.media_digest import MediaDigest, MediaIdentity, media_digest
from app.core.content.media_file import MediaFile
from app.core.content.media_ref import MediaRef
from app.core.content.media_table import (
    NO_MEDIA,
    CellRun,
    MediaChunk,
    MediaTable,
    TableMismatch,
)
from app.core.content.pseudo_tokens import pseudo_token_ids
from app.core.content.raw_media import MediaGone, RawMedia

__all__ = [
    "NO_MEDIA",
    "CellRun",
    "MediaChunk",
    "MediaDigest",
    "MediaFile",
    "MediaGone",
    "MediaIdentity",
    "MediaKind",
    "MediaRef",
    "MediaTable",
    "MediaUnusable",
    "RawImage",
    "RawMedia",
    "RawSound",
    "TableMismatch",
    "media_digest",
    "pseudo_token_ids",
]
