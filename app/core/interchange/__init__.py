"""Import and export of chats: Hearth's own format, pages to read, and the formats of others.

The way to the chats is a call that is handed in, so that the thread that owns them does every step.
"""

from __future__ import annotations

from app.core.interchange.chats_there import StoreCall
from app.core.interchange.errors import Cancelled, Note, note_words
from app.core.interchange.export import (
    WRITERS,
    ExportFormat,
    ExportOrder,
    ExportResult,
    export_chats,
    suggested_name,
)
from app.core.interchange.importing import (
    ImportSummary,
    PreviewedChat,
    preview_import,
    run_import,
)
from app.core.interchange.original_files import NO_FILES, OriginalFiles
from app.core.interchange.reading import Unread, looks_like_chats

__all__ = [
    "NO_FILES",
    "WRITERS",
    "Cancelled",
    "ExportFormat",
    "ExportOrder",
    "ExportResult",
    "ImportSummary",
    "Note",
    "OriginalFiles",
    "PreviewedChat",
    "StoreCall",
    "Unread",
    "export_chats",
    "looks_like_chats",
    "note_words",
    "preview_import",
    "run_import",
    "suggested_name",
]
