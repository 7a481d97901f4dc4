"""Files of users as media: known by their content, kept beside the chats, decoded in a child."""

from __future__ import annotations

from app.core.media.library import MediaLibrary
from app.core.media.passing import MediaHold, PassingMedia
from app.core.media.refusals import (
    MediaMissing,
    MediaNotDeleted,
    MediaNotKept,
    MediaNotSaved,
    NoRoomForMedia,
    NotAMedium,
)

__all__ = [
    "MediaHold",
    "MediaLibrary",
    "MediaMissing",
    "MediaNotDeleted",
    "MediaNotKept",
    "MediaNotSaved",
    "NoRoomForMedia",
    "NotAMedium",
    "PassingMedia",
]
