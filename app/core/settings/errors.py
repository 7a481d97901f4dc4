"""What can go wrong with settings, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import Cause, KnownError
from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pathlib import Path


class BadSetting(KnownError):
    """A value was chosen that its row does not allow."""

    def __init__(self, objection: Phrase) -> None:
        super().__init__(
            what=objection,
            effect=phrase("The setting keeps the value it had."),
            remedy=phrase("Choose another value."),
        )


class SettingsNotSaved(KnownError):
    """The settings file could not be written."""

    cause = Cause.SIDE_FOLDER

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            what=phrase(
                "The settings could not be saved to {path} ({reason}).",
                path=path,
                reason=getattr(error, "strerror", None) or error,
            ),
            effect=phrase("The change holds until Hearth is closed; your chats are not affected."),
            remedy=phrase("Make that file and its folder writable, or free some space."),
            detail=repr(error),
        )


class UnknownSetting(KnownError):
    """A setting was named that there is not."""

    def __init__(self, said: str, known: str) -> None:
        super().__init__(
            what=phrase("There is no setting in “{said}”.", said=said),
            effect=phrase("Nothing was changed."),
            remedy=phrase("Write --set KEY=VALUE. The keys are {known}.", known=known),
        )
