"""Pictures and sounds as the model is given them, and what they are in a sequence of tokens."""

from __future__ import annotations

from app.core.content.media import (
    MediaDigest,
    MediaFile,
    MediaGone,
    MediaIdentity,
    MediaKind,
    MediaRef,
    MediaUnusable,
    RawImage,
    RawMedia,
    RawSound,
    media_digest,
)
from app.core.content.media_table import (
    NO_MEDIA,
    CellRun,
    MediaChunk,
    MediaTable,
    TableMismatch,
    pseudo_token_ids,
)

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
