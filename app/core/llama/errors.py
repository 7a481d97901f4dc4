"""What can go wrong inside llama.cpp, in the user's words.

Every non-zero return and every null pointer of the library becomes one of these where it occurs.

What can go wrong with projectors, and with what they make of pictures and sounds.
"""

from __future__ import annotations

from app.core.content.media import MediaKind
from app.core.errors import KnownError, WordedError
from app.core.phrases import NO_WORDS, Phrase, phrase

_NOT_LOADED = phrase("The model was not loaded. Your chats are untouched.")


class ModelFileMissing(WordedError):
    """The path leads nowhere, or to something that cannot be read."""

    what = phrase("There is no readable model file at {path}.")
    effect = _NOT_LOADED
    remedy = phrase("Check whether the file was moved or deleted, or open another model.")


class NotAModelFile(WordedError):
    """The file is no GGUF."""

    what = phrase("{path} is not a GGUF model file.")
    effect = _NOT_LOADED
    remedy = phrase("The file is damaged or not a model: download it again, or choose another.")


class DamagedModelFile(WordedError):
    """A GGUF whose end is missing or whose inside does not add up."""

    what = phrase("The model file {path} is incomplete or damaged.")
    effect = _NOT_LOADED
    remedy = phrase("Download the file again; the usual cause is an interrupted download.")


class NotAnEmbeddingModel(WordedError):
    """A model that does not say that it makes vectors of texts."""

    what = phrase("{path} is not an embedding model.")
    effect = _NOT_LOADED
    remedy = phrase("Choose an embedding model as a GGUF file, or none.")


class UnknownArchitecture(WordedError):
    """A model newer (or stranger) than this llama.cpp."""

    what = phrase(
        "This version of Hearth cannot run models of the kind of {path} ({architecture})."
    )
    effect = _NOT_LOADED
    remedy = phrase("Update Hearth, or open a model of another kind.")


class ModelTooLarge(WordedError):
    """Weights or context do not fit into memory."""

    what = phrase("The model {path} does not fit in this machine's memory.")
    effect = _NOT_LOADED
    remedy = phrase(
        "Close other programs, or open a smaller model or a smaller quantisation of it."
    )


class ModelLoadFailure(WordedError):
    """llama.cpp refused the model for another reason."""

    what = phrase("Hearth could not load the model {path}.")
    effect = _NOT_LOADED
    remedy = phrase("Open another model; the details show llama.cpp's error.")


class CacheTypeUnsupported(WordedError):
    """The keys or values of a model cannot be quantised: their number is no multiple of a block."""

    what = phrase("The KV cache of {path} does not support 8 bits.")
    effect = _NOT_LOADED
    remedy = phrase("Choose 16 bits in the settings of this model.")


class AdapterNotUsable(KnownError):
    """A LoRA adapter cannot be applied to a model.

    Args:
        reason: one sentence that names the file.
    """

    def __init__(self, reason: Phrase, detail: str = "") -> None:
        super().__init__(
            what=reason,
            effect=_NOT_LOADED,
            remedy=phrase(
                "Remove the adapter from the settings of this model, or choose another one."
            ),
            detail=detail,
        )


class LlamaStopped(WordedError):
    """llama.cpp did not survive a model file."""

    what = phrase("llama.cpp stopped while reading the model file {path}.")
    effect = _NOT_LOADED
    remedy = phrase(
        "Download the file again, or open another model. `hearth self-test` lets Hearth "
        "try this one again."
    )


class LoadCancelled(WordedError):
    """The user gave up a load."""

    what = phrase("Loading {path} was cancelled.")
    effect = _NOT_LOADED
    remedy = phrase("Open a model to continue.")


class DecodeFailure(WordedError):
    """`llama_decode` reported a fatal error."""

    what = phrase("The model stopped computing with error {code}.")
    effect = phrase("The answer ends here; its text so far is kept.")
    remedy = phrase("Press Regenerate; if it happens again, reload the model.")


_NOT_SEEN = phrase("The model cannot use it to see or hear. Your chats are untouched.")
_NOT_SENT = phrase("It was not sent. Your chats are untouched.")
_ANOTHER = phrase("Choose the projector published with this model.")


class MediaUnsupported(WordedError):
    """This build of llama.cpp comes without libmtmd."""

    what = phrase("This build of llama.cpp cannot read pictures or sounds.")
    effect = phrase("Text still works. Your chats are untouched.")
    remedy = phrase("Install Hearth from one of its packages, or rebuild llama.cpp.")


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
            else phrase("Hearth could not load the projector {path}.", path=path),
            effect=_NOT_SEEN,
            remedy=phrase("Download the projector again, or choose another one."),
            detail=detail,
        )


class ProjectorNotForModel(WordedError):
    """A projector belongs to another text model."""

    what = phrase("The projector {path} was made for another model.")
    effect = _NOT_SEEN
    remedy = _ANOTHER


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


class MediaNotRead(WordedError):
    """libmtmd could not make anything of a picture or a sound."""

    what = phrase("The model could not read this picture or sound.")
    effect = _NOT_SENT
    remedy = phrase("Attach a different or smaller one.")


class MediaTooLarge(WordedError):
    """What must be computed at once is more than the context computes at once."""

    what = phrase(
        "This picture or sound needs {n} tokens at once, but this model was loaded for {most} "
        "at once."
    )
    effect = _NOT_SENT
    remedy = phrase("Attach a smaller one.")
