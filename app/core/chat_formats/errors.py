"""What can go wrong between a chat template and llama.cpp's reading of it."""

from __future__ import annotations

from app.core.errors import KnownError
from app.core.phrases import phrase


class ChatFormatsMissing(KnownError):
    """The library is not there, or not one of this version."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(
            what=phrase("The part of llama.cpp that knows chat formats is not installed."),
            effect=phrase("Thinking is told apart by the commonest marks only."),
            remedy=phrase("Install Hearth from its package, or with its own make."),
            detail=detail,
        )


class ChatFormatFailed(KnownError):
    """llama.cpp makes nothing of a template, or of what a model said."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            what=phrase("llama.cpp does not understand this model's chat template."),
            effect=phrase("Its thinking and its calls of tools are not told apart."),
            remedy=phrase("Nothing needs to be done to chat with it."),
            detail=detail,
        )
