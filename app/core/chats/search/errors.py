"""Why a search cannot be done. Threads: values, any thread."""

from __future__ import annotations

from app.core.errors import KnownError
from app.core.phrases import phrase


class SearchNotReady(KnownError):
    """The database has no index: this Hearth, or none, has opened it yet."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(
            what=phrase("Your chats were not prepared for searching yet."),
            effect=phrase("Nothing was searched and nothing was changed."),
            remedy=phrase("Start Hearth once; it prepares them while you work."),
            detail=detail,
        )


class SearchDamaged(KnownError):
    """The index cannot be read."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(
            what=phrase("The search index is damaged."),
            effect=phrase("Your chats are not affected; only searching is."),
            remedy=phrase("Hearth builds it again while it is open. Search again in a moment."),
            detail=detail,
        )
