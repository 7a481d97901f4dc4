"""What can go wrong inside llama.cpp, in the user's words.

Every non-zero return and every null pointer of the library becomes one of these where it occurs.
"""

from __future__ import annotations

from app.core.errors import KnownError

_CHATS_SAFE = "Your chats are untouched."


class ModelFileMissing(KnownError):
    """The path leads nowhere, or to something that cannot be read."""

    def __init__(self, path: str, detail: str = "") -> None:
        super().__init__(
            what=f"There is no readable model file at {path}.",
            effect=f"The model was not loaded. {_CHATS_SAFE}",
            remedy="Check that the file was not moved or deleted, or open another model.",
            detail=detail,
        )


class NotAModelFile(KnownError):
    """The file is no GGUF."""

    def __init__(self, path: str, detail: str = "") -> None:
        super().__init__(
            what=f"{path} is not a GGUF model file.",
            effect=f"The model was not loaded. {_CHATS_SAFE}",
            remedy="The file is damaged or not a model: choose another one, or download it again.",
            detail=detail,
        )


class DamagedModelFile(KnownError):
    """A GGUF whose end is missing or whose inside does not add up."""

    def __init__(self, path: str, detail: str = "") -> None:
        super().__init__(
            what=f"The model file {path} is incomplete or damaged.",
            effect=f"The model was not loaded. {_CHATS_SAFE}",
            remedy="Download the file again; an interrupted download is the usual cause.",
            detail=detail,
        )


class UnknownArchitecture(KnownError):
    """A model newer (or stranger) than this llama.cpp."""

    def __init__(self, path: str, architecture: str, detail: str = "") -> None:
        super().__init__(
            what=f"The model {path} is of a kind this version cannot run ({architecture}).",
            effect=f"The model was not loaded. {_CHATS_SAFE}",
            remedy="Update Hearth, or open a model of another kind.",
            detail=detail,
        )


class ModelTooLarge(KnownError):
    """Weights or context do not fit into memory."""

    def __init__(self, path: str, detail: str = "") -> None:
        super().__init__(
            what=f"The model {path} does not fit into this machine's memory.",
            effect=f"The model was not loaded. {_CHATS_SAFE}",
            remedy="Close other programs, or open a smaller model or a smaller quantisation of it.",
            detail=detail,
        )


class ModelLoadFailure(KnownError):
    """llama.cpp refused the model for another reason."""

    def __init__(self, path: str, detail: str = "") -> None:
        super().__init__(
            what=f"The model {path} could not be loaded.",
            effect=f"The model was not loaded. {_CHATS_SAFE}",
            remedy="Open another model; the details say what llama.cpp objected to.",
            detail=detail,
        )


class LoadCancelled(KnownError):
    """The user gave up a load."""

    def __init__(self, path: str) -> None:
        super().__init__(
            what=f"Loading {path} was cancelled.",
            effect=f"The model was not loaded. {_CHATS_SAFE}",
            remedy="Open a model to go on.",
        )


class DecodeFailure(KnownError):
    """`llama_decode` reported a fatal error."""

    def __init__(self, code: int, detail: str = "") -> None:
        super().__init__(
            what=f"The model stopped computing with error {code}.",
            effect="This answer ends here; what was said so far is kept.",
            remedy="Press Regenerate; if it happens again, load the model anew.",
            detail=detail,
        )
