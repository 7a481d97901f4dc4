"""What can go wrong between this machine and a server, named, each in plain sentences.

`is_transient` says whether the same request may well succeed a little later; it is what those who
try again by themselves go by. Threads: pure values, any thread.
"""

from __future__ import annotations

import email.utils
import errno
import re
import socket
import ssl
import time
from typing import TYPE_CHECKING

import urllib3.exceptions as lib

from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping


_NOTHING_LOST = phrase("Your chats and models are not affected.")
_TRY_LATER = phrase("Try again in a while.")


class NetError(KnownError):
    """A request that came to nothing.

    Attributes:
        is_transient: the same request may succeed later without anything being changed.
        retry_after_s: how long the server asks to wait; None where it asks for nothing.
        code: the server's own word for the failure, such as "GatedRepo"; may be "".
    """

    is_transient: bool = False
    retry_after_s: float | None = None
    code: str = ""

    def __init__(self, what: Phrase, remedy: Phrase = _TRY_LATER, detail: str = "") -> None:
        super().__init__(what, _NOTHING_LOST, remedy, detail)


class AddressInvalid(NetError):
    """A text that should be a web address is none."""

    def __init__(self, address: str) -> None:
        super().__init__(
            phrase("{address} is no usable web address.", address=repr(address[:200])),
            phrase("Correct the address."),
        )


class Offline(NetError):
    """This machine has no network, or no name server that answers."""

    is_transient = True

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(
            phrase("{host} cannot be reached: this machine seems to be offline.", host=host),
            phrase("Connect to the internet and try again. All else works offline."),
            detail,
        )


class HostUnknown(NetError):
    """The name server knows no such host."""

    is_transient = True  # routers at home say so while their own connection is down

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(
            phrase("No address is known for {host}.", host=host),
            phrase("Check the connection to the internet, and the name servers it uses."),
            detail,
        )


class ConnectionNotAccepted(NetError):
    """Nothing listens at that address, or a firewall refuses."""

    is_transient = True

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(
            phrase("{host} refused the connection.", host=host),
            phrase("Try again later. If it still fails, ask the administrator of the network."),
            detail,
        )


class CouldNotConnect(NetError):
    """There is no connection, for a reason that has no name of its own here."""

    is_transient = True

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(phrase("{host} could not be reached.", host=host), detail=detail)


class TlsFailed(NetError):
    """The other side could not prove who it is, or speaks no common encryption."""

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(
            phrase(
                "No safe connection to {host} is possible: its certificate was not accepted.",
                host=host,
            ),
            phrase(
                "Check the clock of this machine; where a company looks into connections, its "
                "certificate must be among those of the system."
            ),
            detail,
        )


class TimedOut(NetError):
    """The other side said nothing for too long."""

    is_transient = True

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(phrase("{host} did not answer in time.", host=host), detail=detail)


class ConnectionBroken(NetError):
    """The connection ended before the answer was complete."""

    is_transient = True

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(phrase("The connection to {host} broke.", host=host), detail=detail)


class ProxyFailed(NetError):
    """The proxy is unusable or does not let the request through.

    Args:
        may_pass: it could not be reached, or says that it has a fault at the moment.
    """

    def __init__(self, proxy: str, detail: str = "", *, may_pass: bool = False) -> None:
        super().__init__(
            phrase("The proxy {proxy} could not be used.", proxy=proxy),
            phrase(
                "Hearth can use HTTP proxies, with a name and a password or without. Check the "
                "setting network.proxy, or the proxy of the system."
            ),
            detail,
        )
        self.is_transient = may_pass


class RedirectRefused(NetError):
    """The server sends us where we do not go."""

    def __init__(self, address: str, location: str) -> None:
        super().__init__(
            phrase("{host} leads to an address that is not safe to follow.", host=address[:200]),
            phrase("Nothing can be done here; the server has to be mended."),
            detail=f"location: {location[:500]!r}",
        )


class AccessDenied(NetError):
    """The server wants to know who asks (401), or does not let this one in (403)."""

    def __init__(self, host: str, code: str = "", detail: str = "") -> None:
        super().__init__(
            phrase("{host} does not give access to this without permission.", host=host),
            phrase("Sign in there with your browser, and give Hearth a token of yours."),
            detail,
        )
        self.code = code


class NotFound(NetError):
    """The server has no such thing (404, 410)."""

    def __init__(self, host: str, code: str = "", detail: str = "") -> None:
        super().__init__(
            phrase("{host} has nothing under this name.", host=host),
            phrase("Check the spelling; it may also have been renamed or deleted there."),
            detail,
        )
        self.code = code


class TooManyRequests(NetError):
    """The server asks for patience (429)."""

    is_transient = True

    def __init__(self, host: str, retry_after_s: float | None = None, detail: str = "") -> None:
        super().__init__(
            phrase("{host} has had too many requests from this address.", host=host), detail=detail
        )
        self.retry_after_s = retry_after_s


class ServerFailed(NetError):
    """The server has a fault of its own (5xx)."""

    is_transient = True

    def __init__(self, host: str, status: int, retry_after_s: float | None = None) -> None:
        super().__init__(
            phrase("{host} has a fault at the moment (status {status}).", host=host, status=status)
        )
        self.status = status
        self.retry_after_s = retry_after_s


class AnswerUnusable(NetError):
    """The server answered something that was not asked for."""

    def __init__(self, host: str, detail: str = "") -> None:
        super().__init__(
            phrase("{host} answered something that Hearth does not understand.", host=host),
            phrase(
                "If a page of the network asks you to sign in first, as in hotels, do so in your "
                "browser; else try again later."
            ),
            detail,
        )


_LONGEST_WAIT_S = 3600.0
_NO_NETWORK = {
    errno.ENETUNREACH,
    errno.ENETDOWN,
    errno.EHOSTUNREACH,
    errno.EADDRNOTAVAIL,
    getattr(errno, "ENONET", errno.ENETDOWN),
}
_REFUSED = {errno.ECONNREFUSED, errno.EACCES, errno.EPERM}


def named(error: BaseException, host: str) -> NetError:
    """Return the failure of a request as one with a name and sentences.

    Args:
        error: what the HTTP library or a socket raised.
        host: who was asked.
    """
    if isinstance(error, NetError):
        return error
    causes = _causes(error)
    detail = repr(error)[:500]
    for cause in causes:
        if isinstance(cause, lib.ProxyError):
            return ProxyFailed("", detail, may_pass=any(map(_may_pass, causes)))
        if isinstance(cause, lib.SSLError | ssl.SSLError) and not _is_broken_off(cause):
            return TlsFailed(host, detail)
    for cause in causes:
        found = _of_system(cause, host, detail)
        if found is not None:
            return found
    if any(isinstance(cause, lib.TimeoutError | TimeoutError) for cause in causes):
        return TimedOut(host, detail)
    if isinstance(error, lib.LocationValueError | ValueError):
        return AddressInvalid(host)
    if isinstance(error, lib.ProtocolError | ConnectionError | OSError | lib.IncompleteRead):
        return ConnectionBroken(host, detail)
    return CouldNotConnect(host, detail)


def _causes(error: BaseException) -> list[BaseException]:
    """Return an error and what it was made of, the outermost first."""
    found: list[BaseException] = []
    waiting: list[object] = [error]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, BaseException) and one not in found:
            found.append(one)
            waiting += [one.__cause__, one.__context__, getattr(one, "reason", None), *one.args]
    return found


def _may_pass(cause: BaseException) -> bool:
    """Whether a proxy that failed so may be there a little later."""
    is_of_system = isinstance(cause, OSError) and cause.errno is not None
    is_fault = re.search(r"Tunnel connection failed: (408|429|5[0-9][0-9])\b", str(cause))
    is_late = isinstance(cause, TimeoutError | lib.TimeoutError)
    return bool((is_of_system and not isinstance(cause, ssl.SSLError)) or is_late or is_fault)


def _is_broken_off(error: BaseException) -> bool:
    """Whether the encrypted connection was cut in the middle, as a plain one can be."""
    words = str(error)
    return "EOF occurred" in words or "UNEXPECTED_EOF" in words or "record layer" in words


def _of_system(cause: BaseException, host: str, detail: str) -> NetError | None:
    if isinstance(cause, socket.gaierror):
        is_offline = cause.errno in (socket.EAI_AGAIN, getattr(socket, "EAI_SYSTEM", -11))
        return Offline(host, detail) if is_offline else HostUnknown(host, detail)
    if isinstance(cause, OSError) and cause.errno in _NO_NETWORK:
        return Offline(host, detail)
    if isinstance(cause, OSError) and cause.errno in _REFUSED:
        return ConnectionNotAccepted(host, detail)
    return None


def of_status(status: int, host: str, headers: Mapping[str, str]) -> NetError | None:
    """Return what a status means; None for those that bring what was asked for.

    Args:
        status: 200 to 599.
        host: who answered.
        headers: names in lower case. The words of `X-Error-Code` are those of the Hugging Face hub.
    """
    code = headers.get("x-error-code", "")
    detail = headers.get("x-error-message", "")[:500]
    if status in (200, 206, 416):
        return None
    if status in (401, 403):
        return AccessDenied(host, code, detail)
    if status in (404, 410):
        return NotFound(host, code, detail)
    if status == 407:
        return ProxyFailed("", "it asks for a name and a password")
    if status == 408:
        return TimedOut(host)
    if status == 429:
        return TooManyRequests(host, retry_after_s(headers), detail)
    if status >= 500:
        return ServerFailed(host, status, retry_after_s(headers))
    return AnswerUnusable(host, f"status {status}")


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds a server asks to wait, an hour at most; None where it does not.

    `Retry-After` has seconds or a date (RFC 9110, 10.2.3); the hub of Hugging Face also says
    `RateLimit: "api";r=0;t=55`, t in seconds.
    """
    said = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", said):
        return min(float(said), _LONGEST_WAIT_S)
    if said:
        try:
            until = email.utils.parsedate_to_datetime(said).timestamp()
        except (ValueError, OverflowError, OSError):
            return None
        return min(max(0.0, until - time.time()), _LONGEST_WAIT_S)
    found = re.search(r";\s*t=([0-9]{1,9})\b", headers.get("ratelimit", ""))
    return min(float(found[1]), _LONGEST_WAIT_S) if found else None
