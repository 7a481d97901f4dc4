"""Which of our names a failure of the HTTP library, of the system or of a server has."""

from __future__ import annotations

import email.utils
import errno
import re
import socket
import ssl
import time
from typing import TYPE_CHECKING

import urllib3.exceptions as lib

from app.core.net.errors import (
    AccessDenied,
    AddressInvalid,
    AnswerUnusable,
    ConnectionBroken,
    ConnectionNotAccepted,
    CouldNotConnect,
    HostUnknown,
    NetError,
    NotFound,
    Offline,
    ProxyFailed,
    ServerFailed,
    TimedOut,
    TlsFailed,
    TooManyRequests,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        return AccessDenied(host, detail, code=code)
    if status in (404, 410):
        return NotFound(host, detail, code=code)
    if status == 407:
        return ProxyFailed("", "it asks for a name and a password")
    if status == 408:
        return TimedOut(host)
    if status == 429:
        return TooManyRequests(host, detail, retry_after_s=retry_after_s(headers))
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
