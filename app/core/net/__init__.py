"""Requests over HTTP: the only room that opens a connection to another machine.

`HttpClient` is the door. It connects when it is asked to and never at an import or a start, goes
through the proxy of the system or the one that the user set, trusts the certificates that the
system trusts, and sends a token to nobody but the server it is meant for. Whatever goes wrong is a
`NetError` with plain sentences. Knows nothing of models, hubs or files.

The window asks for a newer version through Qt instead: `app/ui/upkeep/updates.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.net.addresses import WebOrigin, with_query
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
    RedirectRefused,
    ServerFailed,
    TimedOut,
    TlsFailed,
    TooManyRequests,
)
from app.core.net.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from app.core.net.client import HttpClient, HttpOptions
    from app.core.net.transfer import JsonAnswer, Transfer

__all__ = [
    "AccessDenied",
    "AddressInvalid",
    "AnswerUnusable",
    "ConnectionBroken",
    "ConnectionNotAccepted",
    "CouldNotConnect",
    "HostUnknown",
    "HttpClient",
    "HttpOptions",
    "JsonAnswer",
    "NetError",
    "NotFound",
    "Offline",
    "ProxyFailed",
    "RedirectRefused",
    "ServerFailed",
    "StopSignal",
    "TimedOut",
    "TlsFailed",
    "TooManyRequests",
    "Transfer",
    "TransferStopped",
    "WebOrigin",
    "with_query",
]


def __getattr__(name: str) -> Any:
    """Import the client when it is wanted: most starts never need the library under it."""
    match name:
        case "HttpClient" | "HttpOptions":
            from app.core.net import client

            return getattr(client, name)
        case "JsonAnswer" | "Transfer":
            from app.core.net import transfer

            return getattr(transfer, name)
        case _:
            raise AttributeError(name)
