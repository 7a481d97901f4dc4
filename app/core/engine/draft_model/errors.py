"""Why a model works without the draft model that was chosen for it, in the user's words.

Threads: values.
"""

from __future__ import annotations

from app.core.errors import KnownError
from app.core.phrases import phrase


class DraftModelNotUsed(KnownError):
    """A draft model cannot be used; its model works without it."""

    def __init__(self, error: KnownError) -> None:
        super().__init__(
            what=error.what,
            effect=phrase("The model works without a draft model."),
            remedy=phrase("Choose another draft model in the settings of the model, or none."),
            detail=error.detail,
        )


class OtherVocabulary(KnownError):
    """The draft model cuts text into other tokens."""

    def __init__(self, path: str) -> None:
        super().__init__(
            what=phrase(
                "{path} has another vocabulary than the model it is to draft for.", path=path
            ),
            effect=phrase("Its words would mean something else there."),
            remedy=phrase("Choose a small model of the same family."),
        )


class DraftsNotPossible(KnownError):
    """Of the draft model, or of the model it is to draft for, nothing can be taken back."""

    def __init__(self, path: str) -> None:
        super().__init__(
            what=phrase(
                "{path} cannot take part in drafting: what such a model has computed cannot be "
                "taken back.",
                path=path,
            ),
            effect=phrase("The model works without a draft model."),
            remedy=phrase("Choose a model without recurrent layers."),
        )


class DraftModelFailed(KnownError):
    """Something unforeseen went wrong with a draft model."""

    def __init__(self, path: str, error: BaseException) -> None:
        super().__init__(
            what=phrase("The draft model {path} could not be used.", path=path),
            effect=phrase("The model works without a draft model."),
            remedy=phrase("Choose another model."),
            detail=repr(error),
        )
