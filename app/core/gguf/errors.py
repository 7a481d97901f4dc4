"""Why a header cannot be read, in the user's words."""

from __future__ import annotations

from app.core.errors import KnownError, WordedError
from app.core.phrases import Phrase, phrase

_NOT_USED = phrase("It cannot be used as a model; nothing was changed.")
_DOWNLOAD_AGAIN = phrase("Download the file again; an interrupted download is the usual cause.")


class GgufError(KnownError):
    """A header that cannot be read.

    Attributes:
        reason: the same in a few words, for a list.
    """

    def __init__(self, what: Phrase, reason: Phrase, remedy: Phrase, detail: str = "") -> None:
        super().__init__(what=what, effect=_NOT_USED, remedy=remedy, detail=detail)
        self.reason = reason


class NoGguf(WordedError, GgufError):
    """The bytes do not begin as a GGUF does."""

    what = phrase("{name} is not a GGUF file.")
    effect = phrase("It is not a GGUF file.")
    remedy = phrase("Choose a file in the GGUF format.")


class HeaderCutOff(WordedError, GgufError):
    """The file ends before its header does."""

    what = phrase("The file {name} is not complete: it ends inside its header.")
    effect = phrase("It is not complete: it ends inside its header.")
    remedy = _DOWNLOAD_AGAIN


class HeaderDamaged(WordedError, GgufError):
    """The header contradicts itself, or claims what no model has."""

    what = phrase("The header of {name} is damaged.")
    effect = phrase("Its header is damaged.")
    remedy = _DOWNLOAD_AGAIN


class ForeignByteOrder(WordedError, GgufError):
    """A file for processors that keep the highest byte first."""

    what = phrase("{name} was made for big-endian processors.")
    effect = phrase("It was made for big-endian processors.")
    remedy = phrase("Choose the usual, little-endian file of this model.")


class UnknownGgufVersion(WordedError, GgufError):
    """A version of the format that is too old or too new."""

    what = phrase("{name} has version {version} of the GGUF format; Hearth reads 2 and 3.")
    effect = phrase("It has version {version} of the GGUF format.")
    remedy = phrase("Choose a newer file of this model, or update Hearth if the file is newer.")


class HeaderNotRead(WordedError, GgufError):
    """The system does not let the file be read."""

    what = phrase("The file {name} cannot be read ({reason}).")
    effect = phrase("It cannot be read ({reason}).")
    remedy = phrase("Check that the file is there and that you may read it.")

    def __init__(self, name: str, error: Exception) -> None:
        reason = getattr(error, "strerror", None) or error
        super().__init__(repr(error), name=name, reason=reason)
