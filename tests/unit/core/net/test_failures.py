"""Which name a failure has, down to those that this machine cannot be brought to have."""

from __future__ import annotations

import errno
import socket
import ssl

import pytest
import urllib3.exceptions as lib

from app.core.net.errors import (
    AddressInvalid,
    ConnectionBroken,
    ConnectionNotAccepted,
    CouldNotConnect,
    HostUnknown,
    NetError,
    Offline,
    ProxyFailed,
    TimedOut,
    TlsFailed,
)
from app.core.net.failures import named


def caused(outer: BaseException, cause: BaseException) -> BaseException:
    outer.__cause__ = cause
    return outer


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"), Offline),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), HostUnknown),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), Offline),
        (OSError(errno.EHOSTUNREACH, "No route to host"), Offline),
        (OSError(errno.ECONNREFUSED, "Connection refused"), ConnectionNotAccepted),
        (ConnectionResetError(errno.ECONNRESET, "reset"), ConnectionBroken),
        (TimeoutError(), TimedOut),
        (lib.ReadTimeoutError(None, "", "slow"), TimedOut),  # type: ignore[arg-type]
        (lib.SSLError(ssl.SSLCertVerificationError("unknown authority")), TlsFailed),
        (ssl.SSLEOFError("EOF occurred in violation of protocol"), ConnectionBroken),
        (lib.IncompleteRead(3, 5), ConnectionBroken),
        (lib.ProtocolError("Connection broken", OSError(errno.EPIPE, "pipe")), ConnectionBroken),
        (lib.ProxyError("Unable to connect to proxy", OSError("407")), ProxyFailed),
        (lib.LocationParseError("x"), AddressInvalid),
        (RuntimeError("unheard of"), CouldNotConnect),
    ],
)
def test_a_failure_has_its_name_alone_and_inside_another(
    error: BaseException, kind: type[NetError]
) -> None:
    assert type(named(error, "hub")) is kind
    if isinstance(error, OSError):
        assert type(named(caused(lib.ProtocolError("broken"), error), "hub")) is kind


def test_a_failure_that_has_a_name_keeps_it() -> None:
    known = Offline("hub")

    assert named(known, "hub") is known
