"""Why a header cannot be read, in the user's words."""

from __future__ import annotations

from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase

_NOT_USED = phrase("It cannot be used as a model; nothing was changed.")
_DOWNLOAD_AGAIN = phrase("Download the file again; the usual cause is an interrupted download.")


class GgufError(KnownError):
    """A header that cannot be read.

    Attributes:
        reason: the same in a few words, for a list.
    """

    def __init__(self, what: Phrase, reason: Phrase, remedy: Phrase, detail: str = "") -> None:
        super().__init__(what=what, effect=_NOT_USED, remedy=remedy, detail=detail)
        self.reason = reason


class NoGguf(GgufError):
    """The bytes do not begin as a GGUF does."""

    def __init__(self, name: str) -> None:
        super().__init__(
            phrase("{name} is not a GGUF file.", name=name),
            phrase("It is not a GGUF file."),
            phrase("Choose a file in the GGUF format."),
        )


class HeaderCutOff(GgufError):
    """The file ends before its header does."""

    def __init__(self, name: str, detail: str = "") -> None:
        super().__init__(
            phrase("The file {name} is incomplete: it ends inside its header.", name=name),
            phrase("It is incomplete: it ends inside its header."),
            _DOWNLOAD_AGAIN,
            detail,
        )


class HeaderDamaged(GgufError):
    """The header contradicts itself, or claims what no model has."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(
            phrase("The header of {name} is damaged.", name=name),
            phrase("Its header is damaged."),
            _DOWNLOAD_AGAIN,
            detail,
        )


class ForeignByteOrder(GgufError):
    """A file for processors that keep the highest byte first."""

    def __init__(self, name: str) -> None:
        super().__init__(
            phrase("{name} was made for big-endian processors.", name=name),
            phrase("It was made for big-endian processors."),
            phrase("Choose the standard, little-endian file of this model."),
        )


class UnknownGgufVersion(GgufError):
    """A version of the format that is too old or too new."""

    def __init__(self, name: str, version: int) -> None:
        super().__init__(
            phrase(
                "{name} has version {version} of the GGUF format; Hearth reads 2 and 3.",
                name=name,
                version=version,
            ),
            phrase("It has version {version} of the GGUF format.", version=version),
            phrase("Choose a newer file of this model, or update Hearth if the file is newer."),
        )


class HeaderNotRead(GgufError):
    """The system does not let the file be read."""

    def __init__(self, name: str, error: Exception) -> None:
        reason = getattr(error, "strerror", None) or error
        super().__init__(
            phrase("Hearth cannot read the file {name} ({reason}).", name=name, reason=reason),
            phrase("Hearth cannot read it ({reason}).", reason=reason),
            phrase("Check that the file exists and that you can read it."),
            repr(error),
        )
