"""Web addresses: which server one belongs to, and what may follow from a redirect.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, quote, urlencode, urljoin, urlsplit

from app.core.net.errors import AddressInvalid, RedirectRefused
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence

_PORTS = {"http": 80, "https": 443}
_SAFE = "/%:=&?~#+!$,;'@()*[]"


class WebOrigin(PlainValue, frozen=True):
    """The server that an address leads to: scheme, host and port.

    A token belongs to one origin. Two addresses of one host with different ports are two servers.
    """

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, address: str) -> WebOrigin:
        """Return the server of an address.

        Raises:
            AddressInvalid: it is no web address.
        """
        parts = _split(address)
        host = (parts.hostname or "").rstrip(".")
        try:
            port = parts.port or _PORTS[parts.scheme]
        except (KeyError, ValueError) as error:
            raise AddressInvalid(address) from error
        if not host or parts.username is not None:
            raise AddressInvalid(address)
        return cls(parts.scheme, host, port)

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way can read what is sent: it is encrypted or stays here."""
        return self.scheme == "https" or self.is_this_machine

    @property
    def is_this_machine(self) -> bool:
        """Whether it is the loopback interface."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def with_query(address: str, fields: Sequence[tuple[str, str]]) -> str:
    """Return an address with these fields; a name may come more than once."""
    return f"{address}?{urlencode(fields)}" if fields else address


def redirected(address: str, location: str) -> str:
    """Return where a redirect of `address` leads.

    Raises:
        RedirectRefused: to what is no web address, or from an encrypted connection to a plain one.
    """
    try:
        target = quote(urljoin(address, location), safe=_SAFE).partition("#")[0]
        before, after = WebOrigin.of(address), WebOrigin.of(target)
    except (AddressInvalid, ValueError) as error:
        raise RedirectRefused(address, location) from error
    if before.scheme == "https" and after.scheme != "https":
        raise RedirectRefused(address, location)
    return target


def is_same_site(one: WebOrigin, other: WebOrigin) -> bool:
    """Whether two servers have one host, with or without "www."."""
    return one.host.removeprefix("www.") == other.host.removeprefix("www.")


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError as error:
        raise AddressInvalid(address) from error
