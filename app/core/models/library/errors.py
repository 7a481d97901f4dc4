"""What can go wrong when something is done with an entry, in the user's words."""

from __future__ import annotations

from app.core.errors import ErrorRow, WordedError
from app.core.phrases import phrase
from app.core.system.desktop_words import file_manager, trash

_NOTHING_CHANGED = phrase("Nothing was changed.")


# A folder whose name cannot be written into the settings.
FOLDER_NAME_UNUSABLE = ErrorRow(
    what=phrase(
        "The name of {folder} begins or ends with a space, or has characters that cannot be "
        "displayed."
    ),
    effect=phrase("Hearth does not search this folder."),
    remedy=phrase("Rename the folder, then add it again."),
)


class NotInLibrary(WordedError):
    """A path that leads to no entry."""

    what = phrase("{path} is not in the model library.")
    effect = _NOTHING_CHANGED
    remedy = phrase("`hearth models list` shows the models in it.")


# A file that another program looks after.
BELONGS_TO_ANOTHER_PROGRAM = ErrorRow(
    what=phrase("{name} belongs to {program}; Hearth reads it and never changes it."),
    effect=_NOTHING_CHANGED,
    remedy=phrase("Delete it in {program}."),
)


class NotDeleted(WordedError):
    """A file could not be moved to the trash."""

    what = phrase("Hearth could not move {path} to the {trash} ({reason}).")
    effect = phrase("The file is still there; your chats are not affected.")
    remedy = phrase("Delete it with {file_manager}, or make its folder writable.")

    def __init__(self, path: str, error: Exception) -> None:
        super().__init__(caught=error, path=path, trash=trash(), file_manager=file_manager())
