"""What can go wrong between a gesture and the chats, in the user's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import ErrorRow, KnownError, WordedError
from app.core.phrases import Amount, phrase

if TYPE_CHECKING:
    from app.core.errors import Problem


class AnswerRunning(WordedError):
    """A chat gives one answer at a time."""

    what = phrase("This chat is still answering.")
    effect = phrase("Your message was not sent, but it is kept.")
    remedy = phrase("Wait for the answer or stop it, then send again.")


# Another answer to a question about a tool than the one that is shown.
NO_CALL_WAITS = ErrorRow(
    what=phrase("This call does not wait for your decision any more."),
    effect=phrase("Nothing was called."),
    remedy=phrase("Look at the end of the chat."),
)


# Regenerate or Continue on a chat that has no such answer.
NOTHING_TO_ANSWER = ErrorRow(
    what=phrase("There is no answer to do this with."),
    effect=phrase("Nothing was changed."),
    remedy=phrase("Send a message first."),
)


class MessageTooLong(WordedError):
    """A message that was not counted before it was sent does not fit the context with its chat."""

    what = phrase("Your message does not fit: {n_total} of {n_ctx} tokens.")
    effect = phrase("It was not sent; it is still in the message field of its chat.")
    remedy = phrase(
        "Shorten it, leave out the oldest messages, or open the model with a larger context."
    )

    def __init__(self, n_total: int, n_ctx: int) -> None:
        super().__init__(n_total=Amount(n_total), n_ctx=Amount(n_ctx))


# A chat of one message cannot be made shorter.
NOTHING_TO_LEAVE_OUT = ErrorRow(
    what=phrase("There are no older messages to leave out."),
    effect=phrase("Nothing was changed."),
    remedy=phrase(
        "Shorten the message or its attachments, or open the model with a larger context."
    ),
)


class SummaryFailed(WordedError):
    """The model wrote no summary of what is to be left out."""

    what = phrase("The model could not summarise the oldest messages.")
    effect = phrase("No messages were left out or lost.")
    remedy = phrase("Leave them out without a summary, or try again.")


# The end of the last answer is still waiting for the disk.
ANSWER_NOT_SAVED = ErrorRow(
    what=phrase("The last answer in this chat is not saved yet."),
    effect=phrase("Your message was not sent; Hearth keeps it and the answer."),
    remedy=phrase(
        "Free some disk space, and Hearth saves the answer; then send your message again."
    ),
)


# The engine has ended; nothing can be answered any more.
ENGINE_GONE = ErrorRow(
    what=phrase("The engine, the part of Hearth that runs the model, has stopped."),
    effect=phrase("Your message is kept; you can get an answer after a restart."),
    remedy=phrase("Close Hearth and start it again."),
)


class ProgramEnding(WordedError):
    """Something was asked of the chats while the program ends."""

    what = phrase("Hearth is closing.")
    effect = phrase("This was not completed; everything saved earlier is safe.")
    remedy = phrase("Start Hearth again, then try again.")


class ChatsNotOpen(KnownError):
    """The chat store could not be opened when the program started."""

    def __init__(self, cause: Problem) -> None:
        super().__init__(cause.what, cause.effect, cause.remedy, cause.detail)
        self.cause = cause.cause
