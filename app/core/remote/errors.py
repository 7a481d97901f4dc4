"""What can go wrong with a server that answers, in plain sentences.

Threads: pure values, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.errors import ErrorRow, KnownError, WordedError
from app.core.net.errors import AccessDenied, NetError, NotFound, ServerFailed
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.phrases import Phrase

_KEPT: Final = phrase("No message is lost.")
_NOT_READY: Final = 503
_MOST_WORDS: Final = 300  # of a server's own


class ServerFailure(KnownError):
    """A server does not do what it was asked for."""

    may_pass = True


class KeyRefused(WordedError, ServerFailure):
    """The server wants a key, or another one."""

    may_pass = False

    what = phrase("{server} rejected the key, or requires one.")
    effect = _KEPT
    remedy = phrase("Enter the key of this server under “Servers…”.")


class AddressNotServed(WordedError, ServerFailure):
    """There is a server, and it does not answer at this address."""

    may_pass = False

    what = phrase("{server} did not find this address or model.")
    effect = _KEPT
    remedy = phrase(
        "Check its address under “Servers…” (most end in /v1), and which models it has."
    )


class RequestRefused(ServerFailure):
    """The server refuses a request, and says why."""

    may_pass = False

    def __init__(self, server: str, words: str, detail: str = "") -> None:
        super().__init__(
            phrase(
                "{server} refused the request: {words}",
                server=server,
                words=words[:_MOST_WORDS].strip(),
            )
            if words.strip()
            else phrase("{server} refused the request without giving a reason.", server=server),
            _KEPT,
            phrase("Change the chat settings, or choose another model."),
            detail,
        )


class TooLongForServer(WordedError, ServerFailure):
    """The chat does not fit the context of the model there."""

    may_pass = False

    what = phrase("This chat is too long for the model of {server}.")
    effect = _KEPT
    remedy = phrase("Leave out the oldest messages, or choose a model with a larger context.")


class ServerBusy(WordedError, ServerFailure):
    """The server has too much to do."""

    what = phrase("{server} is busy.")
    effect = _KEPT
    remedy = phrase("Try again later.")


class ServerBroken(ServerFailure):
    """The server has a fault of its own."""

    def __init__(self, server: str, words: str, detail: str = "") -> None:
        super().__init__(
            phrase("{server} failed: {words}", server=server, words=words[:_MOST_WORDS].strip())
            if words.strip()
            else phrase("{server} failed without giving a reason.", server=server),
            _KEPT,
            phrase("Try again; if it keeps happening, check the server."),
            detail,
        )


class AnswerBrokeOff(WordedError, ServerFailure):
    """The answer ended before the server said that it has ended."""

    what = phrase("The answer from {server} was interrupted.")
    effect = _KEPT
    remedy = phrase("Try again, or continue the answer.")


class AnswerNotUnderstood(WordedError, ServerFailure):
    """The server says something that is no answer."""

    what = phrase("Hearth does not understand the response from {server}.")
    effect = _KEPT
    remedy = phrase("Check under “Servers…” that its address leads to an OpenAI-compatible API.")


class AnswerWithheld(WordedError, ServerFailure):
    """The server has ended the answer for what is in it."""

    may_pass = False

    what = phrase("{server} blocked the rest of this answer.")
    effect = _KEPT
    remedy = phrase("Rephrase your message, or choose another model.")


class NotThere(ServerFailure):
    """What a server cannot be asked for.

    Args:
        what: one sentence.
    """

    may_pass = False

    def __init__(self, what: Phrase) -> None:
        super().__init__(
            what,
            _KEPT,
            phrase("Choose a model on this machine, or do without it."),
        )


class UnknownServer(WordedError, ServerFailure):
    """There is no server of this name any more."""

    may_pass = False

    what = phrase("The server “{name}” no longer exists.")
    effect = _KEPT
    remedy = phrase("Add it again under “Servers…”, or choose another model.")


class ModelNotOffered(WordedError, ServerFailure):
    """A server does not have a model, or not any more."""

    may_pass = False

    what = phrase("{server} has no model “{model}”.")
    effect = _KEPT
    remedy = phrase("Choose one of its current models.")


class ServersNotSaved(WordedError):
    """The list of servers could not be written."""

    what = phrase("Hearth could not save the list of servers to {path} ({reason}).")
    effect = phrase("No server was added, changed or removed; your chats are not affected.")
    remedy = phrase("Make the file and its folder writable, or free some space.")


class KeyNotKept(WordedError):
    """This machine has no keyring that a key could be kept in."""

    what = phrase("Hearth cannot use the {keyring} of this system.")
    effect = phrase("Hearth uses the key until you close it; it never writes keys to a plain file.")
    remedy = phrase("Unlock or install the {keyring}.")


# A text that should be a key has characters that no key has.
KEY_UNUSABLE = ErrorRow(
    what=phrase("This is not a key: it contains invalid characters."),
    effect=phrase("It was not saved; nothing was changed."),
    remedy=phrase("Copy the key again, without spaces or quotation marks."),
)


def of_net(error: NetError, server: str) -> KnownError:
    """Return a failure of the network in the words that fit a server which answers."""
    if isinstance(error, AccessDenied):
        return KeyRefused(error.detail, server=server)
    if isinstance(error, NotFound):
        return AddressNotServed(error.detail, server=server)
    return ConnectionFailed(error)


class ConnectionFailed(ServerFailure):
    """A failure of the network, with what it means for a chat.

    Attributes:
        is_not_ready: the server has said that it cannot answer yet (503).
    """

    def __init__(self, error: NetError) -> None:
        super().__init__(error.what, _KEPT, error.remedy, error.detail)
        self.may_pass = error.is_transient
        self.is_not_ready = isinstance(error, ServerFailed) and error.status == _NOT_READY
