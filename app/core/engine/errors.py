"""What can go wrong between a chat and the model, in the user's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.phrases import Amount, phrase

if TYPE_CHECKING:
    import logging


_MAX_MESSAGE_CHARS = 300


class TemplateFailed(KnownError):
    """The chat template of a model, its own or the user's for it, cannot be used.

    Args:
        message: in the template's own words, which may be those of the chat.
    """

    def __init__(self, message: str) -> None:
        message = message[:_MAX_MESSAGE_CHARS]
        super().__init__(
            what=phrase("The chat template of this model failed: {message}", message=message),
            effect=phrase("Nothing was sent to the model; your message is kept."),
            remedy=phrase(
                "Write another chat template in the settings of this model, or open another "
                "version of the model."
            ),
            detail=message,
        )


class TemplateTooCostly(TemplateFailed):
    """The chat template of a model computes too long or writes too much."""


class WouldFreezeMachine(KnownError):
    """A model needs so much memory that the whole system would swap to a halt."""

    def __init__(self, path: str, needed_bytes: int, limit_bytes: int) -> None:
        super().__init__(
            what=phrase(
                "The model {path} needs {needed} GB of memory; this machine can give {limit} GB.",
                path=path,
                needed=Amount(needed_bytes / 1e9, 1),
                limit=Amount(limit_bytes / 1e9, 1),
            ),
            effect=phrase(
                "Loading it would bring the machine to a standstill, so it was not loaded. Your "
                "chats are untouched."
            ),
            remedy=phrase(
                "Open a smaller model, a smaller quantisation of it, or a smaller context."
            ),
        )


class FitUnknown(KnownError):
    """The child that was to find out how a model fits did not answer.

    Args:
        path: of the model.
        ending: how the child ended, in words.
    """

    def __init__(self, path: str, ending: str) -> None:
        super().__init__(
            what=phrase("How {path} fits this machine could not be found out.", path=path),
            effect=phrase("llama.cpp gave up on the file. Nothing was loaded or changed."),
            remedy=phrase("The file may be damaged: download it again, or try another one."),
            detail=f"the child {ending}",
        )


class FitChildDied(FitUnknown):
    """That child died over the file, or hung."""


class DeviceFailed(KnownError):
    """A GPU failed at work: it was lost, or its memory ran out.

    What native code still holds on it is in doubt, so the engine ends. The next one plans anew,
    with what is free then.
    """

    def __init__(self, detail: str = "") -> None:
        super().__init__(
            what=phrase("The GPU failed at work."),
            effect=phrase("What was said so far is kept. Your chats are untouched."),
            remedy=phrase("Start Hearth again, or open the model with fewer layers on the GPU."),
            detail=detail,
        )


class NoModelLoaded(KnownError):
    """Something was asked while no model is loaded."""

    may_pass = True

    def __init__(self) -> None:
        super().__init__(
            what=phrase("No model is loaded."),
            effect=phrase("Your message is kept and waits for an answer."),
            remedy=phrase("Open a model, then press Regenerate."),
        )


class NoRoomToInspect(KnownError):
    """An answer cannot be looked into beside what else is computed."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("The model is busy with other answers and has no room for this."),
            effect=phrase("Your chats are untouched."),
            remedy=phrase("Try again when these answers have ended."),
        )


class TokensOfAnotherModel(KnownError):
    """An answer is to go on from tokens of a model that is not loaded any more."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("Another model was loaded meanwhile."),
            effect=phrase("What is shown here is what the model before would have said."),
            remedy=phrase("Try again to see what this one would say."),
        )


class InspectionFailed(KnownError):
    """A defect ended the look into an answer."""

    def __init__(self, error: Exception) -> None:
        super().__init__(
            what=phrase("What else the model would have said could not be found out."),
            effect=phrase("Your chats are untouched."),
            remedy=phrase("Try again; if it fails again, load the model anew."),
            detail=str(error),
        )


class PromptTooLong(KnownError):
    """The chat is longer than the context.

    Args:
        n_prompt: its tokens, estimated where not all were counted.
    """

    def __init__(self, n_prompt: int, n_ctx: int) -> None:
        super().__init__(
            what=phrase(
                "This chat has {n_prompt} tokens, but the model holds {n_ctx}.",
                n_prompt=Amount(n_prompt),
                n_ctx=Amount(n_ctx),
            ),
            effect=phrase(
                "Nothing was cut and nothing is lost; the model cannot answer here any more."
            ),
            remedy=phrase("Start a new chat, or load the model with a larger context."),
        )


class NotAChatModel(KnownError):
    """The model has no decoder that predicts the next token."""

    def __init__(self, path: str) -> None:
        super().__init__(
            what=phrase("{path} does not generate text; it is another kind of model.", path=path),
            effect=phrase("No model is loaded. Your chats are untouched."),
            remedy=phrase("Open a model made for chatting."),
        )


class MakesEmbeddings(KnownError):
    """A chat is to be answered by a model that makes embeddings."""

    def __init__(self, name: str) -> None:
        super().__init__(
            what=phrase("{name} makes embeddings, and answers no chats.", name=name),
            effect=phrase("Your message is kept and waits for an answer."),
            remedy=phrase("Open a model made for chatting, then press Regenerate."),
        )


class MakesNoEmbeddings(KnownError):
    """Texts are to be embedded by a model that answers chats."""

    def __init__(self, name: str) -> None:
        super().__init__(
            what=phrase("{name} makes no embeddings: it is a model for chatting.", name=name),
            effect=phrase("Nothing was embedded."),
            remedy=phrase("Load a model made for embeddings."),
        )


class TextTooLong(KnownError):
    """A text is longer than what an embedding is made of."""

    def __init__(self, number: int, n_tokens: int, most: int) -> None:
        super().__init__(
            what=phrase(
                "Text {number} has {n_tokens} tokens; this model takes {most}.",
                number=number + 1,
                n_tokens=Amount(n_tokens),
                most=Amount(most),
            ),
            effect=phrase("Nothing was embedded."),
            remedy=phrase("Send it in shorter pieces."),
        )


class TextWithoutTokens(KnownError):
    """There is nothing of which an embedding could be made."""

    def __init__(self, number: int) -> None:
        super().__init__(
            what=phrase("Text {number} is empty.", number=number + 1),
            effect=phrase("Nothing was embedded."),
            remedy=phrase("Leave it out."),
        )


class UnknownToken(KnownError):
    """A text was given as tokens, and one of them is none of this model's."""

    def __init__(self, number: int, token: int, n_vocab: int) -> None:
        super().__init__(
            what=phrase(
                "Text {number} has the token {token}; those of this model are below {n_vocab}.",
                number=number + 1,
                token=token,
                n_vocab=n_vocab,
            ),
            effect=phrase("Nothing was embedded."),
            remedy=phrase("Send text: tokens of another model mean something else here."),
        )


class NoSafeBackend(KnownError):
    """Every configuration of this llama.cpp build died in the self-test."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            what=phrase("llama.cpp cannot compute on this machine: every self-test crashed."),
            effect=phrase("No model can be loaded. Your chats are untouched and can be read."),
            remedy=phrase(
                "Reinstall llama-cpp-python as the README describes, or update the driver."
            ),
            detail=detail,
        )


class MemoryInUse(KnownError):
    """Stored memory is to be deleted while another instance of Hearth holds the store."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("Another Hearth is using the stored memory of your chats."),
            effect=phrase("What is stored of this chat was not deleted yet; your choice is kept."),
            remedy=phrase(
                "Close the other one (it may be a `hearth cache` command), then try again."
            ),
        )


def log_background_failure(logger: logging.Logger, error: Exception) -> None:
    """Log what ended a piece of work that nobody asked for; a known error is no warning."""
    if isinstance(error, KnownError):
        logger.info("work in the background was not possible", exc_info=error)
    else:
        logger.error("work in the background failed; it is left undone", exc_info=error)


class ChoicesNotForgotten(KnownError):
    """What the self-test has found out stays, although it was to be found out again."""

    def __init__(self, file: object, error: OSError) -> None:
        super().__init__(
            what=phrase("The result of the self-test could not be deleted."),
            effect=phrase("Hearth goes on with the configuration that it chose before."),
            remedy=phrase("Delete the file {file} yourself, then open the model again.", file=file),
            detail=repr(error),
        )


class BeginningDoesNotFit(KnownError):
    """The words that an answer begins with are not of the form that it is bound to."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("What this answer begins with is not of the form that it is bound to."),
            effect=phrase("The model was not asked; the words are kept."),
            remedy=phrase(
                "Change them, or the form of the answer in the settings of the chat, or regenerate "
                "the answer."
            ),
        )


class NoWordFits(KnownError):
    """No token of the model goes on with an answer in the form that it is bound to."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("The model has no word that fits the form of the answer here."),
            effect=phrase("The answer ends before it is complete; what was said is kept."),
            remedy=phrase("Simplify the form of the answer in the settings of the chat."),
        )


class AnswerNotWhole(KnownError):
    """An answer ended before it was complete in the form that it is bound to."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("The answer ended before it was complete in the form that it is bound to."),
            effect=phrase("What was said is kept, but it is not valid as it is."),
            remedy=phrase(
                "Press Continue, or allow longer answers in the settings of the chat first."
            ),
        )


class ToolsNotUnderstood(KnownError):
    """Nothing is known of how the loaded model calls tools."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            what=phrase("Hearth does not know how this model calls tools."),
            effect=phrase("Nothing was asked."),
            remedy=phrase("Ask without tools, or choose a model that was made for them."),
            detail=detail,
        )
