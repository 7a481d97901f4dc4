"""What can go wrong between a chat and the model, in the user's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import ErrorRow, KnownError, WordedError
from app.core.phrases import Amount, phrase

if TYPE_CHECKING:
    import logging


_MAX_MESSAGE_CHARS = 300


class TemplateFailed(WordedError):
    """The chat template of a model, its own or the user's for it, cannot be used.

    Args:
        message: in the template's own words, which may be those of the chat.
    """

    what = phrase("The chat template of this model failed: {message}")
    effect = phrase("Nothing was sent to the model; your message is kept.")
    remedy = phrase(
        "Change the chat template in the settings of this model, or open another version of the "
        "model."
    )

    def __init__(self, message: str) -> None:
        message = message[:_MAX_MESSAGE_CHARS]
        super().__init__(message, message=message)


class TemplateTooCostly(TemplateFailed):
    """The chat template of a model computes too long or writes too much."""


class WouldFreezeMachine(WordedError):
    """A model needs so much memory that the whole system would swap to a halt."""

    what = phrase(
        "The model {path} needs {needed} GB of memory; this machine can provide {limit} GB."
    )
    effect = phrase(
        "Loading it would freeze the machine, so Hearth did not load it. Your chats are untouched."
    )
    remedy = phrase("Open a smaller model or quantisation, or choose a smaller context.")

    def __init__(self, path: str, needed_bytes: int, limit_bytes: int) -> None:
        super().__init__(
            path=path,
            needed=Amount(needed_bytes / 1e9, 1),
            limit=Amount(limit_bytes / 1e9, 1),
        )


class FitUnknown(WordedError):
    """The child that was to find out how a model fits did not answer.

    Args:
        path: of the model.
        ending: how the child ended, in words.
    """

    what = phrase("Hearth could not check whether {path} fits in memory.")
    effect = phrase("llama.cpp failed on this file. Nothing was loaded or changed.")
    remedy = phrase("The file may be damaged: download it again, or try another.")

    def __init__(self, path: str, ending: str) -> None:
        super().__init__(f"the child {ending}", path=path)


class FitChildDied(FitUnknown):
    """That child died over the file, or hung."""


class DeviceFailed(WordedError):
    """A GPU failed at work: it was lost, or its memory ran out.

    What native code still holds on it is in doubt, so the engine ends. The next one plans anew,
    with what is free then.
    """

    what = phrase("The GPU failed during the computation.")
    effect = phrase("The answer so far is kept. Your chats are untouched.")
    remedy = phrase("Start Hearth again, or open the model with fewer layers on the GPU.")


# Something was asked while no model is loaded.
NO_MODEL_LOADED = ErrorRow(
    phrase("No model is loaded."),
    phrase("Your message is kept."),
    phrase("Open a model, then press Regenerate."),
    may_pass=True,
)
# An answer cannot be looked into beside what else is computed.
NO_ROOM_TO_INSPECT = ErrorRow(
    phrase("The model is busy with other answers and has no room for this one."),
    phrase("Your chats are untouched."),
    phrase("Try again when the other answers have finished."),
)
# An answer is to go on from tokens of a model that is not loaded any more.
TOKENS_OF_ANOTHER_MODEL = ErrorRow(
    phrase("Another model has been loaded in the meantime."),
    phrase("The alternatives shown are from the previous model."),
    phrase("Try again to see those of the current model."),
)
# A defect ended the look into an answer.
INSPECTION_FAILED = ErrorRow(
    phrase("Hearth could not compute the alternatives."),
    phrase("Your chats are untouched."),
    phrase("Try again; if it fails again, reload the model."),
)


class PromptTooLong(WordedError):
    """The chat is longer than the context.

    Args:
        n_prompt: its tokens, estimated where not all were counted.
    """

    what = phrase("This chat has {n_prompt} tokens, but the context of the model holds {n_ctx}.")
    effect = phrase("Nothing is lost, but the model can no longer answer in this chat.")
    remedy = phrase("Start a new chat, or load the model with a larger context.")

    def __init__(self, n_prompt: int, n_ctx: int) -> None:
        super().__init__(n_prompt=Amount(n_prompt), n_ctx=Amount(n_ctx))


class NotAChatModel(WordedError):
    """The model has no decoder that predicts the next token."""

    what = phrase("{path} is a kind of model that does not generate text.")
    effect = phrase("No model is loaded. Your chats are untouched.")
    remedy = phrase("Open a model made for chatting.")


# A chat is to be answered by a model that makes embeddings.
MAKES_EMBEDDINGS = ErrorRow(
    phrase("{name} makes embeddings; it cannot chat."),
    phrase("Your message is kept."),
    phrase("Open a model made for chatting, then press Regenerate."),
)
# Texts are to be embedded by a model that answers chats.
MAKES_NO_EMBEDDINGS = ErrorRow(
    phrase("{name} is a chat model; it cannot make embeddings."),
    phrase("Nothing was embedded."),
    phrase("Load an embedding model."),
)
# A text is longer than what an embedding is made of.
TEXT_TOO_LONG = ErrorRow(
    phrase("Text {number} has {n_tokens} tokens; this model accepts at most {most}."),
    phrase("Nothing was embedded."),
    phrase("Split it into shorter texts."),
)
# There is nothing of which an embedding could be made.
TEXT_WITHOUT_TOKENS = ErrorRow(
    phrase("Text {number} is empty."),
    phrase("Nothing was embedded."),
    phrase("Leave it out."),
)
# A text was given as tokens, and one of them is none of this model's.
UNKNOWN_TOKEN = ErrorRow(
    phrase("Text {number} contains token {token}; this model only has tokens below {n_vocab}."),
    phrase("Nothing was embedded."),
    phrase("Send plain text: token numbers differ between models."),
)
# Every configuration of this llama.cpp build died in the self-test.
NO_SAFE_BACKEND = ErrorRow(
    phrase("llama.cpp cannot compute on this machine: every self-test crashed."),
    phrase("No model can be loaded. You can still read your chats."),
    phrase("Reinstall llama-cpp-python as the README describes, or update the driver."),
)
# Stored memory is to be deleted while another instance of Hearth holds the store.
MEMORY_IN_USE = ErrorRow(
    phrase("Another Hearth is using the conversation memory."),
    phrase("The stored memory of this chat is not deleted yet; your choice is kept."),
    phrase("Close the other Hearth (it may be a `hearth cache` command), then try again."),
)


def log_background_failure(logger: logging.Logger, error: Exception) -> None:
    """Log what ended a piece of work that nobody asked for; a known error is no warning."""
    if isinstance(error, KnownError):
        logger.info("work in the background was not possible", exc_info=error)
    else:
        logger.error("work in the background failed; it is left undone", exc_info=error)


# What the self-test has found out stays, although it was to be found out again.
CHOICES_NOT_FORGOTTEN = ErrorRow(
    phrase("Hearth could not delete the result of the self-test."),
    phrase("Hearth keeps using the previous configuration."),
    phrase("Delete the file {file} yourself, then open the model again."),
)


class BeginningDoesNotFit(WordedError):
    """The words that an answer begins with are not of the form that it is bound to."""

    what = phrase("The beginning of the answer does not match the required form.")
    effect = phrase("Nothing was sent to the model; the text is kept.")
    remedy = phrase(
        "Change the beginning, or the form of the answer in the chat settings, or regenerate "
        "the answer."
    )


# No token of the model goes on with an answer in the form that it is bound to.
NO_WORD_FITS = ErrorRow(
    phrase("No token of this model fits the form of the answer here."),
    phrase("The answer is incomplete; the text so far is kept."),
    phrase("Simplify the form of the answer in the chat settings."),
)
# An answer ended before it was complete in the form that it is bound to.
ANSWER_NOT_WHOLE = ErrorRow(
    phrase("The answer ended before its required form was complete."),
    phrase("The partial answer is kept, but it does not match the form."),
    phrase("Press Continue, or first allow longer answers in the chat settings."),
)
# Nothing is known of how the loaded model calls tools.
TOOLS_NOT_UNDERSTOOD = ErrorRow(
    phrase("Hearth does not know how this model calls tools."),
    phrase("Nothing was sent to the model."),
    phrase("Ask without tools, or choose a model that supports them."),
)
