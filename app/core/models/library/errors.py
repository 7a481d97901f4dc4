"""What can go wrong when something is done with an entry, in the user's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.desktop_words import file_manager, trash
from app.core.errors import KnownError
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.models.library.entries import LibraryEntry

_NOTHING_CHANGED = phrase("Nothing was changed.")


class FolderNameUnusable(KnownError):
    """A folder whose name cannot be written into the settings."""

    def __init__(self, folder: str) -> None:
        super().__init__(
            what=phrase(
                "The name of {folder} begins or ends with a blank, or has characters that cannot "
                "be displayed.",
                folder=repr(folder),
            ),
            effect=phrase("Hearth does not look there."),
            remedy=phrase("Give the folder another name, then add it again."),
        )


class NotInLibrary(KnownError):
    """A path that leads to no entry."""

    def __init__(self, path: str) -> None:
        super().__init__(
            what=phrase("{path} is not in the library of models.", path=path),
            effect=_NOTHING_CHANGED,
            remedy=phrase("`hearth models list` shows what is."),
        )


class BelongsToAnotherProgram(KnownError):
    """A file that another program looks after."""

    def __init__(self, entry: LibraryEntry) -> None:
        super().__init__(
            what=phrase(
                "{name} belongs to {program}; Hearth reads it and never changes it.",
                name=entry.name,
                program=entry.origin.program,
            ),
            effect=_NOTHING_CHANGED,
            remedy=phrase("Delete it in {program}.", program=entry.origin.program),
            detail=entry.path,
        )


class NotDeleted(KnownError):
    """A file could not be moved to the trash."""

    def __init__(self, path: str, error: Exception) -> None:
        super().__init__(
            what=phrase(
                "{path} could not be moved to the {trash} ({reason}).",
                path=path,
                trash=trash(),
                reason=getattr(error, "strerror", None) or error,
            ),
            effect=phrase("It is still where it was; your chats are not affected."),
            remedy=phrase(
                "Delete it with {file_manager}, or make its folder writable.",
                file_manager=file_manager(),
            ),
            detail=repr(error),
        )
