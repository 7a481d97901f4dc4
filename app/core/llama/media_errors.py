"""What can go wrong with projectors, and with what they make of pictures and sounds."""

from __future__ import annotations

from app.core.content import MediaKind
from app.core.errors import KnownError
from app.core.phrases import NO_WORDS, Phrase, phrase

_NOT_LOADED = phrase("The model cannot see or hear with it. Your chats are untouched.")
_NOT_SENT = phrase("It was not sent. Your chats are untouched.")
_ANOTHER = phrase("Choose the projector that was published with this model.")


class MediaUnsupported(KnownError):
    """This build of llama.cpp comes without libmtmd."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            what=phrase("This build of llama.cpp cannot read pictures or sounds."),
            effect=phrase("Text works as before. Your chats are untouched."),
            remedy=phrase("Install Hearth from one of its packages, or rebuild llama.cpp."),
            detail=detail,
        )


class ProjectorUnusable(KnownError):
    """A file is no projector, or one that libmtmd would not survive.

    Args:
        path: of the file.
        reason: one sentence; `NO_WORDS` where the details alone say it.
        detail: technical text.
    """

    def __init__(self, path: str, reason: Phrase = NO_WORDS, detail: str = "") -> None:
        super().__init__(
            what=reason
            if str(reason)
            else phrase("The projector {path} could not be loaded.", path=path),
            effect=_NOT_LOADED,
            remedy=phrase("Download the projector again, or choose another one."),
            detail=detail,
        )


class ProjectorNotForModel(KnownError):
    """A projector belongs to another text model."""

    def __init__(self, path: str, detail: str) -> None:
        super().__init__(
            what=phrase("The projector {path} was made for another model.", path=path),
            effect=_NOT_LOADED,
            remedy=_ANOTHER,
            detail=detail,
        )


class MediaNotUnderstood(KnownError):
    """The projector has no part for this kind of medium."""

    def __init__(self, kind: MediaKind) -> None:
        super().__init__(
            what=phrase("This model cannot see pictures.")
            if kind is MediaKind.IMAGE
            else phrase("This model cannot hear sounds."),
            effect=_NOT_SENT,
            remedy=phrase("Open a model that can, or choose a projector for this one."),
        )


class MediaNotRead(KnownError):
    """libmtmd could not make anything of a picture or a sound."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            what=phrase("The model could not read this picture or sound."),
            effect=_NOT_SENT,
            remedy=phrase("Attach another one, or a smaller one."),
            detail=detail,
        )


class MediaTooLarge(KnownError):
    """What must be computed at once is more than the context computes at once."""

    def __init__(self, n_cells: int, most: int) -> None:
        super().__init__(
            what=phrase(
                "This picture or sound takes {n} tokens at once, and this model was loaded for "
                "{most} at once.",
                n=n_cells,
                most=most,
            ),
            effect=_NOT_SENT,
            remedy=phrase("Attach a smaller one."),
        )
