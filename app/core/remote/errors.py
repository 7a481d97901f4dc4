"""What can go wrong with a server that answers, in plain sentences.

Threads: pure values, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.errors import ErrorRow, KnownError
from app.core.net import AccessDenied, NetError, NotFound, ServerFailed
from app.core.phrases import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.phrases import Phrase

_KEPT: Final = phrase("No message is lost.")
_NOT_READY: Final = 503
_MOST_WORDS: Final = 300  # of a server's own


class ServerFailure(KnownError):
    """A server does not do what it was asked for."""

    may_pass = True


class KeyRefused(ServerFailure):
    """The server wants a key, or another one."""

    may_pass = False

    def __init__(self, server: str, detail: str = "") -> None:
        super().__init__(
            phrase("{server} rejected the key, or requires one.", server=server),
            _KEPT,
            phrase("Enter the key of this server under “Servers…”."),
            detail,
        )


class AddressNotServed(ServerFailure):
    """There is a server, and it does not answer at this address."""

    may_pass = False

    def __init__(self, server: str, detail: str = "") -> None:
        super().__init__(
            phrase("{server} did not find this address or model.", server=server),
            _KEPT,
            phrase(
                "Check its address under “Servers…” (most end in /v1), and which models it has."
            ),
            detail,
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


class TooLongForServer(ServerFailure):
    """The chat does not fit the context of the model there."""

    may_pass = False

    def __init__(self, server: str, words: str) -> None:
        super().__init__(
            phrase("This chat is too long for the model of {server}.", server=server),
            _KEPT,
            phrase("Leave out the oldest messages, or choose a model with a larger context."),
            words[:_MOST_WORDS],
        )


class ServerBusy(ServerFailure):
    """The server has too much to do."""

    def __init__(self, server: str, detail: str = "") -> None:
        super().__init__(
            phrase("{server} is busy.", server=server),
            _KEPT,
            phrase("Try again later."),
            detail,
        )


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


class AnswerBrokeOff(ServerFailure):
    """The answer ended before the server said that it has ended."""

    def __init__(self, server: str, detail: str = "") -> None:
        super().__init__(
            phrase("The answer from {server} was interrupted.", server=server),
            _KEPT,
            phrase("Try again, or continue the answer."),
            detail,
        )


class AnswerNotUnderstood(ServerFailure):
    """The server says something that is no answer."""

    def __init__(self, server: str, detail: str = "") -> None:
        super().__init__(
            phrase("Hearth does not understand the response from {server}.", server=server),
            _KEPT,
            phrase("Check under “Servers…” that its address leads to an OpenAI-compatible API."),
            detail,
        )


class AnswerWithheld(ServerFailure):
    """The server has ended the answer for what is in it."""

    may_pass = False

    def __init__(self, server: str) -> None:
        super().__init__(
            phrase("{server} blocked the rest of this answer.", server=server),
            _KEPT,
            phrase("Rephrase your message, or choose another model."),
        )


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


class UnknownServer(ServerFailure):
    """There is no server of this name any more."""

    may_pass = False

    def __init__(self, name: str) -> None:
        super().__init__(
            phrase("The server “{name}” no longer exists.", name=name),
            _KEPT,
            phrase("Add it again under “Servers…”, or choose another model."),
        )


class ModelNotOffered(ServerFailure):
    """A server does not have a model, or not any more."""

    may_pass = False

    def __init__(self, server: str, model: str) -> None:
        super().__init__(
            phrase("{server} has no model “{model}”.", server=server, model=model),
            _KEPT,
            phrase("Choose one of its current models."),
        )


class ServersNotSaved(KnownError):
    """The list of servers could not be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            phrase(
                "Hearth could not save the list of servers to {path} ({reason}).",
                path=path,
                reason=error.strerror or error,
            ),
            phrase("No server was added, changed or removed; your chats are not affected."),
            phrase("Make the file and its folder writable, or free some space."),
            repr(error),
        )


class KeyNotKept(KnownError):
    """This machine has no keyring that a key could be kept in."""

    def __init__(self, keyring: object, detail: str = "") -> None:
        super().__init__(
            phrase("Hearth cannot use the {keyring} of this system.", keyring=keyring),
            phrase("Hearth uses the key until you close it; it never writes keys to a plain file."),
            phrase("Unlock or install the {keyring}.", keyring=keyring),
            detail,
        )


# A text that should be a key has characters that no key has.
KEY_UNUSABLE = ErrorRow(
    what=phrase("This is not a key: it contains invalid characters."),
    effect=phrase("It was not saved; nothing was changed."),
    remedy=phrase("Copy the key again, without spaces or quotation marks."),
)


def of_net(error: NetError, server: str) -> KnownError:
    """Return a failure of the network in the words that fit a server which answers."""
    if isinstance(error, AccessDenied):
        return KeyRefused(server, error.detail)
    if isinstance(error, NotFound):
        return AddressNotServed(server, error.detail)
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
