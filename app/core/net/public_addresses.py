"""Which addresses are of the public internet: no page may have this machine, or its network, asked.

A name can mean another address each time it is looked up. So the address is judged that is
connected to, and what was judged is what is connected to.

Threads: pure functions, but those that look names up, which take their time; any thread.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from app.core.net.errors import NotPublic

if TYPE_CHECKING:
    from app.core.net.addresses import WebOrigin

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
