"""What can go wrong between a gesture and the chats, in the user's words."""

from __future__ import annotations

from app.core.errors import KnownError


class AnswerRunning(KnownError):
    """A chat gives one answer at a time."""

    def __init__(self) -> None:
        super().__init__(
            what="This chat is still answering.",
            effect="Your message was not sent; it is kept.",
            remedy="Wait for the answer or stop it, then send again.",
        )


class NothingToAnswer(KnownError):
    """Regenerate or Continue on a chat that has no such answer."""

    def __init__(self) -> None:
        super().__init__(
            what="There is no answer here to do that with.",
            effect="Nothing was changed.",
            remedy="Send a message first.",
        )


class ChatsNotOpen(KnownError):
    """The chat store could not be opened when the program started."""

    def __init__(self, cause: KnownError) -> None:
        super().__init__(cause.what, cause.effect, cause.remedy, cause.detail)
