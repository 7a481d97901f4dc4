"""Why a header cannot be read, in the user's words."""

from __future__ import annotations

from app.core.errors import WordedError
from app.core.phrases import Phrase, phrase

_DOWNLOAD_AGAIN = phrase("Download the file again; the usual cause is an interrupted download.")


class GgufError(WordedError):
    """A header that cannot be read.

    Attributes:
        reason: the same in a few words, for a list.
    """

    reason: Phrase
    effect = phrase("It cannot be used as a model; nothing was changed.")

    def __init__(self, detail: str = "", /, **values: object) -> None:
        super().__init__(detail, **values)
        self.reason = self.reason.with_values(values)


class NoGguf(GgufError):
    """The bytes do not begin as a GGUF does."""

    what = phrase("{name} is not a GGUF file.")
    reason = phrase("It is not a GGUF file.")
    remedy = phrase("Choose a file in the GGUF format.")


class HeaderCutOff(GgufError):
    """The file ends before its header does."""

    what = phrase("The file {name} is incomplete: it ends inside its header.")
    reason = phrase("It is incomplete: it ends inside its header.")
    remedy = _DOWNLOAD_AGAIN


class HeaderDamaged(GgufError):
    """The header contradicts itself, or claims what no model has."""

    what = phrase("The header of {name} is damaged.")
    reason = phrase("Its header is damaged.")
    remedy = _DOWNLOAD_AGAIN


class ForeignByteOrder(GgufError):
    """A file for processors that keep the highest byte first."""

    what = phrase("{name} was made for big-endian processors.")
    reason = phrase("It was made for big-endian processors.")
    remedy = phrase("Choose the standard, little-endian file of this model.")


class UnknownGgufVersion(GgufError):
    """A version of the format that is too old or too new."""

    what = phrase("{name} has version {version} of the GGUF format; Hearth reads 2 and 3.")
    reason = phrase("It has version {version} of the GGUF format.")
    remedy = phrase("Choose a newer file of this model, or update Hearth if the file is newer.")


class HeaderNotRead(GgufError):
    """The system does not let the file be read."""

    what = phrase("Hearth cannot read the file {name} ({reason}).")
    reason = phrase("Hearth cannot read it ({reason}).")
    remedy = phrase("Check that the file exists and that you can read it.")

    def __init__(self, name: str, error: Exception) -> None:
        reason = getattr(error, "strerror", None) or error
        super().__init__(repr(error), name=name, reason=reason)
