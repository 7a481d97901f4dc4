"""What can be wrong with a project, or with a file that should hold one, in the user's words."""

from __future__ import annotations

from typing import Final

from app.core.errors import ErrorRow
from app.core.phrases import phrase

_UNCHANGED: Final = phrase("Nothing was imported, and your projects and chats are unchanged.")
_NOT_SAVED: Final = phrase("Your projects and chats are unchanged.")

NOT_A_PROJECT = ErrorRow(
    phrase("“{name}” is not a project that Hearth can read."),
    _UNCHANGED,
    phrase(
        "Choose a project from Hearth, a character card (PNG, WebP, JPEG, JSON or CHARX), a preset "
        "from LM Studio, or a model exported from Open WebUI."
    ),
)
NO_CARD_IN_PICTURE = ErrorRow(
    phrase("The picture “{name}” contains no character card."),
    _UNCHANGED,
    phrase(
        "Get the original file again: many websites and messengers remove the card from a picture."
    ),
)
DAMAGED_PROJECT = ErrorRow(
    phrase("“{name}” is damaged or incomplete."),
    _UNCHANGED,
    phrase("Download or export it again, then choose the new file."),
)
PROJECT_FILE_TOO_LARGE = ErrorRow(
    phrase("“{name}” is too large, or unpacks to too much."),
    _UNCHANGED,
    phrase("Choose a file of at most {limit} MB."),
)
NEWER_PROJECT = ErrorRow(
    phrase("“{name}” was exported by a newer version of Hearth."),
    _UNCHANGED,
    phrase("Install the newest version of Hearth, then import the file again."),
)

INSTRUCTIONS_TOO_LONG = ErrorRow(
    phrase("The project’s instructions are longer than {limit} characters."),
    _NOT_SAVED,
    phrase("Shorten the instructions, or attach the long part as a document."),
)
TOO_MANY_OPENINGS = ErrorRow(
    phrase("The project has too many opening messages, or one of them is too long."),
    _NOT_SAVED,
    phrase("Keep at most {limit} opening messages with at most {chars} characters each."),
)
TOO_MUCH_LORE = ErrorRow(
    phrase("The project’s lore has too many entries or is too long."),
    _NOT_SAVED,
    phrase("Keep at most {limit} entries with at most {chars} characters in total."),
)
TOO_MANY_FILES = ErrorRow(
    phrase("The project has too many documents or tools."),
    _NOT_SAVED,
    phrase("Keep at most {limit} of each."),
)
PICTURE_UNUSABLE = ErrorRow(
    phrase("Hearth cannot use the project’s picture."),
    _NOT_SAVED,
    phrase("Choose another picture: a PNG, JPEG or WebP file."),
)
PROJECT_UNREADABLE = ErrorRow(
    what=phrase("Hearth could not read {path} ({reason})."),
    effect=phrase("Nothing was done or changed."),
    remedy=phrase("Check the path, and that you may read the file."),
)
PROJECT_NOT_WRITTEN = ErrorRow(
    what=phrase("Hearth could not write {path} ({reason})."),
    effect=phrase("The project is unchanged."),
    remedy=phrase("Choose another place, or free some space."),
)
