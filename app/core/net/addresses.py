"""Web addresses: which server one belongs to, and what may follow from a redirect.

And which are of the public internet: no page may have this machine, or its network, asked. A name
can mean another address each time it is looked up. So the address is judged that is connected to,
and what was judged is what is connected to.

Threads: pure functions, but those that look names up, which take their time; any thread.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import SplitResult, quote, urlencode, urljoin, urlsplit

from app.core.net.errors import AddressInvalid, NotPublic, RedirectRefused
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


_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
# Which of these are global depends on the version of Python: addresses with a purpose of their own.
_SPECIAL: Final = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "2001::/23", "64:ff9b:1::/48", "fec0::/10"))
)
_HERE_ONLY: Final = (
    ".local",
    ".localhost",
    ".internal",
    ".lan",
    ".home",
    ".home.arpa",
    ".intranet",
)


def is_public(address: str) -> bool:
    """Whether an IP address is of the public internet; also one that is wrapped in another."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_public, _in(ip)))


def _is_public(ip: _Address) -> bool:
    is_special = any(ip in network for network in _SPECIAL)
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or is_special)


def _in(ip: _Address) -> list[_Address]:
    """Return the addresses that one leads to."""
    if isinstance(ip, ipaddress.IPv4Address):
        return [ip]
    if ip.ipv4_mapped is not None:
        return [ip.ipv4_mapped]
    if ip in _NAT64:
        return [ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)]
    return [ip] if ip.sixtofour is None else [ip, ip.sixtofour]


def require_public(origin: WebOrigin) -> None:
    """Do nothing for a server that a proxy may be sent to.

    Where no name is looked up but by the proxy, a name that is not of a network at home may pass.

    Raises:
        NotPublic: it is no public one.
    """
    host = origin.host.lower()
    found = [host]
    with contextlib.suppress(OSError, UnicodeError):
        found = [str(one[4][0]) for one in socket.getaddrinfo(host, origin.port)]
    is_name = found == [host] and not _is_number(host)
    if is_name and "." in host and not host.endswith(_HERE_ONLY):
        return
    if not all(map(is_public, found)):
        raise NotPublic(origin.host)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdecimal() or host.lower().startswith("0x")
    return True


def connected(host: str, port: int, timeout_s: Any, options: Any) -> socket.socket:
    """Return a connection to one of the addresses of a host, all of which are public.

    Args:
        host: name or address.
        timeout_s: as the HTTP library has it.
        options: of the socket, as the HTTP library has them.

    Raises:
        NotPublic: one of them is not.
        OSError: it cannot be reached.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not all(is_public(str(one[4][0])) for one in found):
        raise NotPublic(host)
    last: OSError = OSError("no address")
    for family, kind, protocol, _name, address in found:
        new = socket.socket(family, kind, protocol)
        try:
            for option in options or ():
                new.setsockopt(*option)
            if isinstance(timeout_s, int | float) or timeout_s is None:
                new.settimeout(timeout_s)
            new.connect(address)
        except OSError as error:
            new.close()
            last = error
        else:
            return new
    raise last
